/** The sample shop: small, with an example of everything that a catalog can contain. */
import { composeProduct } from "../../src/shop/catalog/compositions/product-composition.js";
import { productDownloadableLink } from "../../src/shop/catalog/downloads/product-downloadable-link.js";
import { productCustomOption } from "../../src/shop/catalog/options/product-custom-option.js";
import { category } from "../../src/shop/catalog/categories/category.js";
import { productLink } from "../../src/shop/catalog/links/product-link.js";
import { product } from "../../src/shop/catalog/products/product.js";
import type { AttributeSetDoc } from "../../src/shop/data/entities/catalog.js";
import { productTag } from "../../src/shop/catalog/tags/product-tag.js";
import { timestamp } from "../../src/engine/values/dates.js";
import { shopDirectory, type ShopDirectory } from "../../src/shop/stores/directory.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { StateRecord, Tx } from "../../src/engine/storage/storage.js";
import { forEachInSlices } from "../../src/engine/time-slices.js";
import { distinct } from "../../src/shop/states/distinct.js";
import { firstVersion } from "../../src/shop/states/migrations/migrations.js";
import { minimalRecords } from "../../src/shop/states/minimal.js";
import { DatasetSequences } from "../../src/shop/states/sequences.js";
import { resultOf, callAt, type SampleCall } from "./calling.js";
import { sampleCategories, type CategoryRow } from "./categories.js";
import { ceramicsSet, type CeramicsSet } from "./ceramics-set.js";
import { giftsSet, type GiftsSet } from "./gifts-set.js";
import { compositionRows, type CompositionRow } from "./compositions.js";
import { customerRecords } from "./customers.js";
import { addImages } from "./images.js";
import { sampleLinks } from "./links.js";
import { orderRows } from "./order-rows.js";
import { addOrder } from "./orders.js";
import { sampleProducts } from "./products.js";
import type { ProductRow } from "./rows.js";
import type { Texts } from "./texts.js";
import { collections } from "../../src/shop/data/collections.js";

/**
 * The minimal dataset plus the tables, which are written by the operations of the API, so that all rules apply.
 * Deterministic.
 */
export async function* sampleRecords(): AsyncIterable<StateRecord> {
  const storage = new MemoryStorage({ collections });
  const { sets, records } = withOwnSets(minimalRecords(firstVersion));
  await storage.replace(distinct([...records, ...customerRecords()], refuse));
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

interface SampleSets {
  readonly standard: AttributeSetDoc;
  readonly ceramics: CeramicsSet;
  readonly gifts: GiftsSet;
}

/** The installed sets and attributes, followed by those of the sample with the next IDs. */
function withOwnSets(installed: readonly StateRecord[]) {
  const sequences = new DatasetSequences(installed);
  const standard = defaultSet(installed);
  const ceramics = ceramicsSet(standard, sequences);
  const gifts = giftsSet(standard, sequences);
  const sets: SampleSets = { standard, ceramics: ceramics.finish(), gifts };
  const own = [sets.ceramics, sets.gifts].flatMap(({ set, attributes }): StateRecord[] => [
    ...attributes.map((doc): StateRecord => ({ collection: "attributes", doc })),
    { collection: "attribute_sets", doc: set },
  ]);
  const documents = installed.filter((record) => "doc" in record);
  return { sets, records: [...documents, ...own, ...sequences.records()] };
}

function defaultSet(installed: readonly StateRecord[]): AttributeSetDoc {
  for (const record of installed) {
    if ("doc" in record && record.collection === "attribute_sets" && record.doc.name === "Default") {
      if (record.doc.entity_type === "product") return record.doc;
    }
  }
  throw new Error("The installed data has no product set");
}

/** The sets and categories that were created, by the names in the tables. */
interface CreatedRows {
  readonly sets: SampleSets;
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

function setOf({ material, gift }: ProductRow, { standard, ceramics, gifts }: SampleSets): number {
  if (gift) return gifts.set.id;
  return material === undefined ? standard.id : ceramics.set.id;
}

function productData(row: ProductRow, made: CreatedRows): Record<string, unknown> {
  const { ceramics } = made.sets;
  const { material, care, tone, gift, stock, tiers, more } = row;
  return {
    ...textMembers(row),
    price: row.price,
    weight: row.weight,
    tax_class_id: row.type === "grouped" ? undefined : 2,
    category_ids: row.in.map((name) => categoryId(made, name)),
    website_ids: row.websites ?? [1],
    material: material && ceramics.materialId(material),
    care: care?.map((name) => ceramics.careId(name)),
    tone: tone && ceramics.toneId(tone),
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
