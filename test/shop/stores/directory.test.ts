/** conventions 8.1 to 8.3: finding store views and websites, and their relations. */
import { describe, expect, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections } from "../../../src/shop/data/collections.js";
import { installedShop } from "../../../src/shop/states/installed/shop.js";
import type { ShopDoc, StoreView } from "../../../src/shop/data/entities/shop.js";
import { scopeOf, shopDirectory, ShopDirectory } from "../../../src/shop/stores/directory.js";

/** A view and a website whose codes are digits: an ID is meant all the same. */
const doc: ShopDoc = {
  ...installedShop,
  websites: installedShop.websites.map((one) => (one.website_id === 2 ? { ...one, code: "1" } : one)),
  views: installedShop.views.map((one) => (one.store_id === 2 ? { ...one, code: "3" } : one)),
};
const shop = () => new ShopDirectory(doc);

describe.each([
  { named: 1, view: "default", website: "base" },
  { named: "1", view: "default", website: "base" },
  { named: 0, view: "admin", website: "admin" },
  { named: "admin", view: "admin", website: "admin" },
  { named: "", view: "admin", website: undefined },
  { named: "german", view: "german", website: undefined },
  { named: "German", view: undefined, website: undefined },
  { named: "base", view: undefined, website: "base" },
  { named: "3", view: "german", website: undefined },
  { named: 99, view: undefined, website: undefined },
  { named: 1.5, view: undefined, website: undefined },
  { named: null, view: undefined, website: undefined },
  { named: undefined, view: undefined, website: undefined },
  { named: [1], view: undefined, website: undefined },
  { named: true, view: undefined, website: undefined },
])("$named names", ({ named, view, website }) => {
  test(`the store view ${view}`, () => expect(shop().view(named)?.code).toBe(view));
  test(`the website ${website}`, () => expect(shop().website(named)?.code).toBe(website));
});

test("the technical website, group and root category cannot be found", () => {
  expect(shop().sellingWebsites.map(({ website_id }) => website_id)).toEqual([1, 2]);
  expect(shop().rootCategoryIds).toEqual([2, 2]);
});

test.each([
  { website: 1, views: [1, 3] },
  { website: 2, views: [2] },
  { website: 99, views: [] },
])("the store views of website $website are $views", ({ website, views }) => {
  expect(
    shop()
      .viewsOf(website)
      .map(({ store_id }) => store_id),
  ).toEqual(views);
});

test("a store view has its website and group", () => {
  const german = shop().view("german") as StoreView;
  expect(scopeOf(german)).toEqual({ store_id: 3, website_id: 1 });
  expect(shop().group(german.group_id)?.name).toBe("Main Website Store");
  expect(shop().group(99)).toBeUndefined();
});

test("what is not a store view is answered with the codes, whatever was sent", () => {
  for (const sent of [99, true, null, [], { toString: "" }]) {
    expect(shop().meantView(sent)).toMatch(/; (?:there are: |.* may be meant)/);
    expect(shop().meantWebsite(sent)).toMatch(/; (?:there are: |.* may be meant)/);
  }
  expect(shop().meantView("germn")).toBe("; german may be meant");
});

test("the directory is that of the stored shop; without one, the error gives advice", async () => {
  const storage = new MemoryStorage({ collections });
  await expect(storage.read(shopDirectory)).rejects.toThrow("load a dataset first");
  await storage.write((tx) => tx.put("settings", installedShop));
  expect((await storage.read(shopDirectory)).doc).toEqual(installedShop);
});
