/** Lookups of websites and store views by ID and code. Built once per stored document. */
import type { ShopDoc, StoreGroup, StoreView, Website } from "../data/entities/shop.js";
import { meantName } from "../../engine/config/spelling.js";
import { toInt } from "../../engine/values/coercion.js";
import { memoize } from "../../engine/values/memo.js";
import type { DocOf, ReadTx } from "../../engine/storage/storage.js";

/** The scope for reading and writing values: a store view and its website, or the defaults (store 0). */
export interface Scope {
  readonly store_id: number;
  /** 0 for store 0. */
  readonly website_id: number;
}

export const defaultScope: Scope = { store_id: 0, website_id: 0 };

export class ShopDirectory {
  private readonly websitesById: ReadonlyMap<number, Website>;
  private readonly websitesByCode: ReadonlyMap<string, Website>;
  private readonly viewsById: ReadonlyMap<number, StoreView>;
  private readonly viewsByCode: ReadonlyMap<string, StoreView>;
  private readonly groupsById: ReadonlyMap<number, StoreGroup>;

  constructor(readonly doc: ShopDoc) {
    this.websitesById = new Map(doc.websites.map((website) => [website.website_id, website]));
    this.websitesByCode = new Map(doc.websites.map((website) => [website.code, website]));
    this.viewsById = new Map(doc.views.map((view) => [view.store_id, view]));
    this.viewsByCode = new Map(doc.views.map((view) => [view.code, view]));
    this.groupsById = new Map(doc.groups.map((group) => [group.group_id, group]));
  }

  /** A store view by ID or code (conventions 8.2); "" means store 0. Undefined if there is none. */
  view(store: unknown): StoreView | undefined {
    return find(store === "" ? 0 : store, this.viewsById, this.viewsByCode);
  }

  /** A website by ID or code (conventions 8.3). Undefined if there is none. */
  website(website: unknown): Website | undefined {
    return find(website, this.websitesById, this.websitesByCode);
  }

  /** The end of a message about an unknown store view: the nearest code, or all of them. */
  meantView(store: unknown): string {
    return meantName(
      nameOf(store),
      this.doc.views.map(({ code }) => code),
    );
  }

  /** As `meantView`, of the websites that sell. */
  meantWebsite(website: unknown): string {
    return meantName(
      nameOf(website),
      this.sellingWebsites.map(({ code }) => code),
    );
  }

  group(groupId: number): StoreGroup | undefined {
    return this.groupsById.get(groupId);
  }

  get defaultWebsite(): Website | undefined {
    return this.doc.websites.find(({ is_default }) => is_default);
  }

  /** The default store view of a website; that of the admin without one. */
  defaultStoreId(website: Website | undefined): number | undefined {
    return this.group(website?.default_group_id ?? 0)?.default_store_id;
  }

  /** All websites except the admin website 0. */
  get sellingWebsites(): readonly Website[] {
    return this.doc.websites.filter(({ website_id }) => website_id !== 0);
  }

  /** Store views of a website, by ID. */
  viewsOf(websiteId: number): readonly StoreView[] {
    return this.doc.views.filter((view) => view.website_id === websiteId);
  }

  /** The root categories of all store groups except the admin one. */
  get rootCategoryIds(): readonly number[] {
    return this.doc.groups.map(({ root_category_id }) => root_category_id).filter((id) => id !== 0);
  }
}

/** Digits are always an ID; other text is a code, case-sensitive; anything else is not found. */
function find<Row>(value: unknown, byId: ReadonlyMap<number, Row>, byCode: ReadonlyMap<string, Row>) {
  const id = toInt(value);
  return id === undefined ? byCode.get(value as string) : byId.get(id);
}

export function scopeOf(view: StoreView): Scope {
  return { store_id: view.store_id, website_id: view.website_id };
}

/** The directory of the stored shop. */
export async function shopDirectory(tx: ReadTx): Promise<ShopDirectory> {
  return directoryOf(await tx.get("settings", storedShop));
}

/** The ID of the settings that hold the websites and store views. */
export const storedShop = "shop";

/** Built once per document. Throws if there is none. */
export function directoryOf(doc: DocOf<"settings"> | undefined): ShopDirectory {
  if (!doc) throw new Error("The storage has no shop: load a dataset first");
  return memoize(doc as ShopDoc, newDirectory);
}

const newDirectory = (doc: ShopDoc) => new ShopDirectory(doc);

/** The text of what was sent as a name; "" for objects, whose `toString` may not even be a function. */
function nameOf(given: unknown): string {
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}
