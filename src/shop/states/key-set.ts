/** A set for millions of keys: a bitmap for numbers, so that the IDs of large states fit into a few megabytes. */
import type { Doc } from "../../engine/storage/storage.js";

export type RowKey = Doc["id"];

const idsPerPage = 1024;

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
  const page = Math.floor(id / idsPerPage);
  const place = id - page * idsPerPage;
  return [page, place >> 3, 1 << (place & 7)];
}
