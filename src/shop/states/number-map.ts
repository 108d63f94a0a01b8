/** A map for millions of integers, with eight bytes per entry if the IDs are mostly consecutive. */
const perPage = 1024;

export class NumberMap {
  private readonly pages = new Map<number, Float64Array>();

  get(key: number): number | undefined {
    const value = this.pages.get(Math.floor(key / perPage))?.[placeIn(key)];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  set(key: number, value: number): void {
    const at = Math.floor(key / perPage);
    let page = this.pages.get(at);
    if (!page) this.pages.set(at, (page = new Float64Array(perPage).fill(NaN)));
    page[placeIn(key)] = value;
  }
}

function placeIn(key: number): number {
  return key - Math.floor(key / perPage) * perPage;
}
