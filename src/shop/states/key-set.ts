/** Keys and owners of millions of rows, paged, so that those of large states fit into a few megabytes. */
import type { Doc } from "../../engine/storage/storage.js";

export type RowKey = Doc["id"];

const idsPerPage = 1024;

/** Numbers are bits. */
export class KeySet {
  private readonly pages = new Map<number, Uint8Array>();
  private readonly texts = new Set<string>();

  /** False if it is already in the set. */
  add(key: RowKey): boolean {
    if (this.has(key)) return false;
    if (typeof key === "string") this.texts.add(key);
    else {
      const [number, at, bit] = placeOf(key);
      let page = this.pages.get(number);
      if (!page) this.pages.set(number, (page = new Uint8Array(idsPerPage / 8)));
      page[at] = (page[at] as number) | bit;
    }
    return true;
  }

  has(key: RowKey): boolean {
    if (typeof key === "string") return this.texts.has(key);
    const [number, at, bit] = placeOf(key);
    return ((this.pages.get(number)?.[at] ?? 0) & bit) !== 0;
  }
}

function placeOf(id: number): [page: number, at: number, bit: number] {
  const place = placeIn(id);
  return [Math.floor(id / idsPerPage), place >> 3, 1 << (place & 7)];
}

function placeIn(id: number): number {
  return id - Math.floor(id / idsPerPage) * idsPerPage;
}

/** Numbers by number, with eight bytes per entry if the keys are mostly consecutive. */
export class NumberMap {
  private readonly pages = new Map<number, Float64Array>();

  get(key: number): number | undefined {
    const value = this.pages.get(Math.floor(key / idsPerPage))?.[placeIn(key)];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  set(key: number, value: number): void {
    const at = Math.floor(key / idsPerPage);
    let page = this.pages.get(at);
    if (!page) this.pages.set(at, (page = new Float64Array(idsPerPage).fill(NaN)));
    page[placeIn(key)] = value;
  }
}
