/** IDs by the thousand: a bit for each, so that those of a state of any size fit into a few megabytes. */

const idsPerPage = 1024;

export class IdSet {
  private readonly pages = new Map<number, Uint8Array>();

  /** False when it was there before. */
  add(id: number): boolean {
    const number = Math.floor(id / idsPerPage);
    let page = this.pages.get(number);
    if (!page) this.pages.set(number, (page = new Uint8Array(idsPerPage / 8)));
    const [at, bit] = placeOf(id - number * idsPerPage);
    const before = page[at] as number;
    page[at] = before | bit;
    return (before & bit) === 0;
  }

  has(id: number): boolean {
    const number = Math.floor(id / idsPerPage);
    const [at, bit] = placeOf(id - number * idsPerPage);
    return ((this.pages.get(number)?.[at] ?? 0) & bit) !== 0;
  }

  /** Those that another set does not have. */
  *without(other: IdSet): Generator<number> {
    for (const [number, page] of this.pages) {
      if (page.every((bits, at) => (bits & ~(other.pages.get(number)?.[at] ?? 0)) === 0)) continue;
      for (let place = 0; place < idsPerPage; place += 1) {
        const id = number * idsPerPage + place;
        if (this.has(id) && !other.has(id)) yield id;
      }
    }
  }
}

function placeOf(place: number): [at: number, bit: number] {
  return [place >> 3, 1 << (place & 7)];
}
