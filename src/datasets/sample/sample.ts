/** The sample shop: small enough to know by heart, with something of everything that the catalog can hold. */
import { category } from "../../catalog/categories/category.js";
import { product } from "../../catalog/products/product.js";
import type { AttributeSetDoc } from "../../entities/catalog.js";
import { timestamp } from "../../values/dates.js";
import { shopDirectory, type ShopDirectory } from "../../shop/directory.js";
import { MemoryStorage } from "../../storage/memory.js";
import type { StateRecord, Tx } from "../../storage/storage.js";
import { minimalRecords } from "../minimal.js";
import { answered, callAt, type SampleCall } from "./calling.js";
import { categoryId, sampleCategories, type CategoryRow } from "./categories.js";
import { careId, ceramicsRecords, ceramicsSetId, materialId } from "./ceramics-set.js";
import { giftsRecords, giftsSetId } from "./gifts-set.js";
import { customerRecords } from "./customers.js";
import { addImages } from "./images.js";
import { orderRows } from "./order-rows.js";
import { addOrder } from "./orders.js";
import { sampleProducts } from "./products.js";
import type { ProductRow } from "./rows.js";
import type { Texts } from "./texts.js";

/**
 * The minimal state, then the tables through the operations that callers use: the sample obeys every rule.
 */
export async function* sampleRecords(): AsyncIterable<StateRecord> {
  const storage = new MemoryStorage();
  await storage.replace([...minimalRecords(), ...ownSets(), ...customerRecords()]);
  await storage.write(async (tx) => {
    const shop = await shopDirectory(tx);
    for (const [index, row] of sampleCategories.entries()) {
      await addCategory(callAt(tx, shop, catalogTime(index)), row);
    }
    for (const [index, row] of sampleProducts.entries()) {
      const productId = await addProduct(callAt(tx, shop, catalogTime(index)), row);
      await addImages(tx, productId, row.pictures ?? [row.name]);
    }
    await addOrders(tx, shop);
  });
  yield* (await storage.version()).records();
}

/** The product tables tell what is on the shelves today, so the orders of the past take nothing away. */
async function addOrders(tx: Tx, shop: ShopDirectory): Promise<void> {
  const stocks = await tx.find("stock_items");
  for (const row of orderRows) await addOrder(tx, shop, row);
  for (const stock of stocks) await tx.put("stock_items", stock);
}

function ownSets(): StateRecord[] {
  const standard = defaultSet();
  return [...ceramicsRecords(standard), ...giftsRecords(standard)];
}

function defaultSet(): AttributeSetDoc {
  for (const record of minimalRecords()) {
    if ("doc" in record && record.collection === "attribute_sets" && record.doc.name === "Default") {
      if (record.doc.entity_type === "product") return record.doc;
    }
  }
  throw new Error("The installed data has no product set");
}

/** Every row of the catalog comes some hours after the one before. */
function catalogTime(index: number): string {
  return timestamp(Date.UTC(2024, 1, 1, 9) + index * 7 * 3_600_000);
}

async function addCategory(call: SampleCall, row: CategoryRow): Promise<void> {
  const { name, parent, text, german, more } = row;
  const parentId = parent === undefined ? 2 : categoryId(parent);
  const categoryData = { name, description: text, ...more };
  const id = answered(await category.create(call({ parentId, categoryData, store: 0 })));
  if (!german) return;

  const args = {
    categoryId: id,
    categoryData: { name: german.name, description: german.text },
    store: "german",
  };
  await category.update(call(args));
}

async function addProduct(call: SampleCall, row: ProductRow): Promise<number> {
  const { type = "simple", sku, german, second } = row;
  const args = { type, set: setOf(row), sku, productData: productData(row), store: 0 };
  const productId = answered(await product.create(call(args)));

  const update = (productData: Record<string, unknown>, store: string) =>
    product.update(call({ productId, productData, store, identifierType: "id" }));
  if (german) await update(textMembers(german), "german");
  if (second) await update(second, "second_default");
  return productId;
}

function setOf({ material, gift }: ProductRow): number {
  if (gift) return giftsSetId;
  return material === undefined ? 4 : ceramicsSetId;
}

function productData(row: ProductRow): Record<string, unknown> {
  const { material, care, gift, stock, tiers, more } = row;
  return {
    ...textMembers(row),
    price: row.price,
    weight: row.weight,
    tax_class_id: row.type === "grouped" ? undefined : 2,
    category_ids: row.in.map(categoryId),
    website_ids: row.websites ?? [1],
    material: material && materialId(material),
    care: care?.map(careId),
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
