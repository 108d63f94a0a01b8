/** The sample shop: small, with an example of everything that a catalog can contain. */
import { composeProduct } from "../../src/shop/catalog/compositions/product-composition.js";
import { productDownloadableLink } from "../../src/shop/catalog/downloads/product-downloadable-link.js";
import { productCustomOption } from "../../src/shop/catalog/options/product-custom-option.js";
import { category } from "../../src/shop/catalog/categories/category.js";
import { productLink } from "../../src/shop/catalog/links/product-link.js";
import { product } from "../../src/shop/catalog/products/product.js";
import { productTag } from "../../src/shop/catalog/tags/product-tag.js";
import { timestamp } from "../../src/engine/values/dates.js";
import { shopDirectory, type ShopDirectory } from "../../src/shop/stores/directory.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { StateRecord, Tx } from "../../src/engine/storage/storage.js";
import { forEachInSlices } from "../../src/engine/time-slices.js";
import { firstVersion } from "../../src/shop/states/migrations/migrations.js";
import { minimalRecords } from "../../src/shop/states/dataset.js";
import type { Outputs } from "../generate/outputs.js";
import { resultOf, callAt, type SampleCall } from "./calling.js";
import { sampleCategories, type CategoryRow } from "./categories.js";
import { compositionRows, type CompositionRow } from "./compositions.js";
import { customerRecords } from "./customers.js";
import { homeProducts } from "./home.js";
import { addImages } from "./images.js";
import { sampleLinks } from "./links.js";
import { mugProducts } from "./mugs.js";
import { orderRows } from "./order-rows.js";
import { addOrder } from "./orders.js";
import { OwnSets } from "./own-sets.js";
import type { ProductRow, Texts } from "./rows.js";
import { tableProducts } from "./table.js";
import { workshopProducts } from "./workshop.js";
import { collections } from "../../src/shop/data/collections.js";

/** By ID, counted from 1. */
const sampleProducts: readonly ProductRow[] = [
  ...mugProducts,
  ...tableProducts,
  ...homeProducts,
  ...workshopProducts,
];

/** The sample shop, one record per line. */
export const sampleOutput: Outputs = {
  "generated/sample.jsonl": async () => {
    const lines: string[] = [];
    for await (const record of sampleRecords()) lines.push(`${JSON.stringify(record)}\n`);
    return lines.join("");
  },
};

/**
 * The minimal dataset plus the tables, which are written by the operations of the API, so that all rules apply.
 * Deterministic.
 */
async function* sampleRecords(): AsyncIterable<StateRecord> {
  const storage = new MemoryStorage({ collections });
  const sets = new OwnSets(minimalRecords(firstVersion));
  await storage.replace([...sets.records, ...customerRecords()]);
  await storage.write(async (tx) => {
    const shop = await shopDirectory(tx);
    const categories = new Map<string, number>();
    await forEachInSlices(sampleCategories.entries(), async ([index, row]) => {
      const id = await addCategory(callAt(tx, shop, catalogTime(index)), row, categories);
      categories.set(row.name, id);
    });
    await forEachInSlices(sampleProducts.entries(), async ([index, row]) => {
      const productId = await addProduct(callAt(tx, shop, catalogTime(index)), row, { sets, categories });
      await addImages(tx, productId, row.pictures ?? [row.name]);
    });
    await forEachInSlices(compositionRows, (row) => addComposition(tx, row));
    await addLinks(callAt(tx, shop, catalogTime(sampleProducts.length)));
    await addTag(callAt(tx, shop, catalogTime(sampleProducts.length)));
    await addOrders(tx, shop);
  });
  yield* (await storage.version()).records();
}

function refuse(problem: string): Error {
  return new Error(`The sample shop: ${problem}`);
}

async function addComposition(tx: Tx, { sku, composition }: CompositionRow): Promise<void> {
  const product = await tx.by("products", "sku", [sku]);
  const composed = product && (await composeProduct(tx, product.id, composition));
  if (!composed || "problems" in composed) throw refuse(`${sku} ${JSON.stringify(composed?.problems)}`);
}

/** Places the orders. Restores the stock afterwards: the product tables contain the stock after these orders. */
async function addOrders(tx: Tx, shop: ShopDirectory): Promise<void> {
  const stocks = await tx.find("stock_items");
  await forEachInSlices(orderRows, (row) => addOrder(tx, shop, row));
  for (const stock of stocks) await tx.put("stock_items", stock);
}

async function addLinks(call: SampleCall): Promise<void> {
  for (const { type, from, to, data = {} } of sampleLinks) {
    const args = { type, product: from, linkedProduct: to, data, identifierType: "sku" } as const;
    await productLink.assign(call<"catalog_product_link.assign">(args));
  }
}

/** Adds a tag that two customers use in the first store view. */
async function addTag(call: SampleCall): Promise<void> {
  for (const customer_id of [1, 4]) {
    const data = { tag: "stoneware", product_id: 1, customer_id, store: "default" };
    await productTag.add(call<"catalog_product_tag.add">({ data }));
  }
  const args = { tagId: 1, data: { status: 1 }, store: "default" };
  await productTag.update(call<"catalog_product_tag.update">(args));
}

/** The sets and categories that were created, by the names in the tables. */
interface CreatedRows {
  readonly sets: OwnSets;
  readonly categories: ReadonlyMap<string, number>;
}

function categoryId({ categories }: Pick<CreatedRows, "categories">, name: string): number {
  const id = categories.get(name);
  if (id === undefined) throw new Error(`The sample shop has no category ${name}`);
  return id;
}

/** The creation time of a row, seven hours after the one before. */
function catalogTime(index: number): string {
  return timestamp(Date.UTC(2024, 1, 1, 9) + index * 7 * 3_600_000);
}

async function addCategory(
  call: SampleCall,
  row: CategoryRow,
  categories: ReadonlyMap<string, number>,
): Promise<number> {
  const { name, parent, text, german, more } = row;
  const parentId = parent === undefined ? 2 : categoryId({ categories }, parent);
  const categoryData = { name, description: text, ...more };
  const id = resultOf(await category.create(call({ parentId, categoryData, store: 0 })));
  if (!german) return id;

  const args = {
    categoryId: id,
    categoryData: { name: german.name, description: german.text },
    store: "german",
  };
  await category.update(call(args));
  return id;
}

async function addProduct(call: SampleCall, row: ProductRow, made: CreatedRows): Promise<number> {
  const { type = "simple", sku, german, second } = row;
  const args = { type, set: setOf(row, made.sets), sku, productData: productData(row, made), store: 0 };
  const productId = resultOf(await product.create(call(args)));

  const update = (productData: Record<string, unknown>, store: string) =>
    product.update(call({ productId, productData, store, identifierType: "id" }));
  if (german) await update(textMembers(german), "german");
  if (second) await update(second, "second_default");
  await addOptions(call, productId, row);
  return productId;
}

type SampleOptions = readonly { readonly option_id: number }[];

/** Adds custom options and downloads to a product. */
async function addOptions(
  call: SampleCall,
  productId: number,
  { options = [], downloads = [] }: ProductRow,
): Promise<void> {
  for (const { data, german } of options) {
    await productCustomOption.add(call({ productId, data, store: 0 }));
    // Options are returned by sort order, which is the order of the table.
    const listed = resultOf(await productCustomOption.list(call({ productId, store: 0 }))) as SampleOptions;
    const { option_id: optionId = 0 } = listed.at(-1) ?? {};
    await productCustomOption.update(call({ optionId, data: german, store: "german" }));
  }
  for (const { resource, resourceType } of downloads)
    await productDownloadableLink.add(
      call({ productId, resource, resourceType, store: 0, identifierType: "id" }),
    );
}

function setOf({ material, gift }: ProductRow, sets: OwnSets): number {
  if (gift) return sets.setId("Gifts");
  return sets.setId(material === undefined ? "Default" : "Ceramics");
}

function productData(row: ProductRow, made: CreatedRows): Record<string, unknown> {
  const { sets } = made;
  const { material, care, tone, gift, stock, tiers, more } = row;
  return {
    ...textMembers(row),
    price: row.price,
    weight: row.weight,
    tax_class_id: row.type === "grouped" ? undefined : 2,
    category_ids: row.in.map((name) => categoryId(made, name)),
    website_ids: row.websites ?? [1],
    material: material && sets.optionId("material", material),
    care: care?.map((name) => sets.optionId("care", name)),
    tone: tone && sets.optionId("tone", tone),
    stock_data: typeof stock === "number" ? { qty: stock } : stock,
    tier_price: tiers?.map(({ group, website, qty, price }) => ({
      customer_group_id: group,
      website,
      qty,
      price,
    })),
    ...gift,
    ...more,
  };
}

function textMembers({ name, short, text }: Texts): Record<string, unknown> {
  return { name, short_description: short, description: text };
}
