/** Reads product data into a new or changed product: checks every member and collects all problems. */
import { withoutEffect, type Handling } from "../../../engine/contract/members.js";
import type {
  AttributeDoc,
  ProductDoc,
  ProductType,
  StockItemDoc,
  TierPrice,
} from "../../data/entities/catalog.js";
import type { HandlerSettings } from "../../namespace.js";
import { maxReported, type Problem } from "../../../engine/values/problem.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { choicesOf } from "../attribute-values/option-sources.js";
import {
  overriddenMembers,
  productMembers,
  readCategoryIds,
  readSku,
  readWebsiteIds,
  sentName,
  unknownCategory,
} from "./product-data.js";
import {
  createdValues,
  isWritable,
  updatedValues,
  type UniqueValue,
  type ValueRules,
} from "./product-values.js";
import { changedStock, newStock, notManaged, readStockData, type StockChanges } from "./stock.js";
import { readTierPrices, replacedTierPrices, tierPriceContext } from "../prices/tier-prices.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { valueProblems } from "../../data/growth.js";
import { memoize } from "../../../engine/values/memo.js";
import type { Scope, ShopDirectory } from "../../stores/directory.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { sourceContext, type AttributeModel } from "../attributes/attribute-model.js";
import { ownerOfUniqueValue } from "./unique-values.js";
import { assignToCategories, categoryIdsOf, replaceCategories } from "../records/assignments.js";
import { updateTime } from "../../../engine/values/dates.js";
import { append } from "../../../engine/values/lists.js";

/** The parts of a call that writing products needs. */
export interface WriteContext extends Handling {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  readonly settings: HandlerSettings;
  readonly now: string;
  readonly model: AttributeModel;
  readonly scope: Scope;
}

export interface NewProduct {
  readonly type: ProductType;
  readonly set: number;
  readonly sku: string;
  readonly data: DataObject;
}

/** Reads the data of a new product; call `save` only if there are no problems. */
export async function readNewProduct(
  context: WriteContext,
  { type, set, sku, data }: NewProduct,
): Promise<{ readonly problems: readonly Problem[]; readonly save: () => Promise<number> }> {
  const { tx, now } = context;
  const problems: Problem[] = [];
  const members = productMembers(data, problems);
  const rules = valueRules(context, set, type);
  const { values, unique } = createdValues(members, rules, problems);
  append(
    problems,
    withoutEffect(context, "productData.", () => [
      ...inapplicableValues(members, rules, context.model),
      ...overriddenMembers(data, members, {}),
    ]),
  );
  append(problems, valueProblems(values));
  const website_ids = websitesOf(context, members, problems) ?? onlyWebsite(context.shop);
  const category_ids = (await categoriesOf(context, members, problems)) ?? [];
  const tier_prices = tierPricesOf(context, members, { type, website_ids, tier_prices: [] }, problems) ?? [];
  const stock = stockOf(members, problems);
  const freeSku = (await skuOf(context, sku, undefined, problems)) ?? sku;
  await addTakenValues(context, unique, undefined, problems);

  const save = async () => {
    const id = await tx.next("product");
    const dates = { created_at: now, updated_at: now };
    const product = { id, type, set, sku: freeSku, ...dates, website_ids, values, tier_prices, images: [] };
    await tx.put("products", product);
    await tx.put("stock_items", newStock(id, type, stock, now));
    await assignToCategories(tx, id, category_ids);
    return id;
  };
  return { problems, save };
}

/** A product after an update, with its new categories and stock changes. */
interface ProductUpdate {
  readonly product: ProductDoc;
  readonly category_ids: readonly number[] | undefined;
  readonly stock: StockChanges | undefined;
}

/** Reads the updates of products; save them only if there are no problems. */
export async function readUpdates(
  context: WriteContext,
  products: readonly ProductDoc[],
  data: DataObject,
): Promise<{ readonly problems: readonly Problem[]; readonly updates: readonly ProductUpdate[] }> {
  const problems: Problem[] = [];
  const members = productMembers(data, problems);
  if (products.length > 1 && members.sku !== undefined) problems.push(forOneProductOnly("sku"));
  const common = await readCommonParts(context, members, products.length);
  const updates: ProductUpdate[] = [];
  await forEachInSlices(products, async (product) => {
    // The response would not contain further problems.
    if (problems.length >= maxReported) return;
    const found: Problem[] = [];
    updates.push(await readUpdate(context, product, members, common, found));
    const isGiven = (data.categories ?? null) !== null && (context.isStrict || context.ignore !== undefined);
    const stored = {
      websites: product.website_ids,
      categories: isGiven ? await categoryIdsOf(context.tx, product.id) : [],
    };
    append(
      found,
      withoutEffect(context, "productData.", () => overriddenMembers(data, members, stored)),
    );
    addDistinct(problems, found);
  });
  return { problems, updates };
}

/** The parts of the data that do not depend on the product. They are read once for all products. */
interface CommonParts {
  readonly website_ids: Part<readonly number[]>;
  readonly category_ids: Part<readonly number[]>;
  readonly stock: Part<StockChanges>;
  readonly products: number;
}

interface Part<Value> {
  /** Undefined if not given. */
  readonly value: Value | undefined;
  readonly problems: readonly Problem[];
}

async function readCommonParts(
  context: WriteContext,
  members: DataObject,
  products: number,
): Promise<CommonParts> {
  const part = async <Value>(read: (problems: Problem[]) => Value | Promise<Value>) => {
    const problems: Problem[] = [];
    return { value: await read(problems), problems };
  };
  return {
    website_ids: await part((problems) => websitesOf(context, members, problems)),
    category_ids: await part((problems) => categoriesOf(context, members, problems)),
    stock: await part((problems) => stockOf(members, problems)),
    products,
  };
}

export async function saveUpdates(context: WriteContext, updates: readonly ProductUpdate[]): Promise<void> {
  await forEachInSlices(updates, (update) => saveUpdate(context, update));
}

async function readUpdate(
  context: WriteContext,
  product: ProductDoc,
  members: DataObject,
  common: CommonParts,
  problems: Problem[],
): Promise<ProductUpdate> {
  const rules = valueRules(context, product.set, product.type);
  const { values, unique } = updatedValues(product.values, members, rules, problems);
  append(
    problems,
    withoutEffect(context, "productData.", () => inapplicableValues(members, rules, context.model)),
  );
  append(problems, valueProblems(values));
  const website_ids = common.website_ids.value ?? product.website_ids;
  append(problems, common.website_ids.problems);
  append(problems, common.category_ids.problems);
  const tier_prices =
    tierPricesOf(context, members, { ...product, website_ids }, problems) ??
    tierPricesWithin(product.tier_prices, website_ids, context.shop);
  append(problems, common.stock.problems);
  const sku = members.sku === undefined ? product.sku : await skuOf(context, members.sku, product, problems);
  if (common.products > 1)
    append(
      problems,
      unique.map(({ attribute }) => forOneProductOnly(attribute.attribute_code)),
    );
  await addTakenValues(context, unique, product, problems);

  const updated_at = updateTime(product, context.now);
  const changed = { ...product, sku: sku ?? product.sku, updated_at, website_ids, values, tier_prices };
  return { product: changed, category_ids: common.category_ids.value, stock: common.stock.value };
}

/** The members for attributes that products of this type and set do not have. They are otherwise ignored. */
function inapplicableValues(
  members: DataObject,
  { attributeOf }: ValueRules,
  model: AttributeModel,
): Problem[] {
  const problems: Problem[] = [];
  for (const field of Object.keys(members)) {
    if (attributeOf(field)) continue;
    const attribute = model.productByCode(field);
    if (attribute && isWritable(attribute))
      problems.push({ field, message: "does not apply to products of this type and attribute set" });
  }
  return problems;
}

function forOneProductOnly(field: string): Problem {
  return { field, message: "must be unique, so that it can be given for a single product only" };
}

async function saveUpdate(
  { tx, now }: WriteContext,
  { product, category_ids, stock }: ProductUpdate,
): Promise<void> {
  await tx.put("products", product);
  if (category_ids) await replaceCategories(tx, product.id, category_ids);
  if (!stock) return;
  const item: StockItemDoc = (await tx.get("stock_items", product.id)) ?? { id: product.id, ...notManaged };
  await tx.put("stock_items", changedStock(item, product.type, stock, now));
}

function valueRules(context: WriteContext, set: number, type: ProductType): ValueRules {
  const { model, shop, settings, scope, now } = context;
  const { attributes, attributeOf } = memoize(model.applicable(set, type), writableOf);
  const sources = sourceContext(model, shop);
  const choices: ValueRules["choices"] = (attribute) => choicesOf(attribute, sources);
  return { attributes, attributeOf, choices, scope, priceScope: settings.priceScope, now };
}

type Writable = Pick<ValueRules, "attributes" | "attributeOf">;

/** The attributes that callers can write in products of a set and type. */
const writableOf = (applicable: readonly AttributeDoc[]): Writable => {
  const byCode = new Map(applicable.map((attribute) => [attribute.attribute_code, attribute]));
  return { attributes: applicable.filter(isWritable), attributeOf: (code) => byCode.get(code) };
};

function websitesOf(
  { shop }: WriteContext,
  members: DataObject,
  problems: Problem[],
): readonly number[] | undefined {
  if (members.website_ids === undefined) return undefined;
  return readWebsiteIds(
    members.website_ids,
    sentName(members, "website_ids"),
    { website: (value) => shop.website(value), meant: (value) => shop.meantWebsite(value) },
    problems,
  );
}

/** In a shop with a single website, new products belong to it. */
function onlyWebsite(shop: ShopDirectory): readonly number[] {
  const [only, ...others] = shop.sellingWebsites;
  return only && others.length === 0 ? [only.website_id] : [];
}

async function categoriesOf(
  { tx }: WriteContext,
  members: DataObject,
  problems: Problem[],
): Promise<readonly number[] | undefined> {
  if (members.category_ids === undefined) return undefined;
  const field = sentName(members, "category_ids");
  const ids = readCategoryIds(members.category_ids, field, problems);
  for (const id of ids) {
    if (!(await tx.get("categories", id))) problems.push(unknownCategory(field, id));
  }
  return ids;
}

function tierPricesOf(
  { shop, settings }: WriteContext,
  members: DataObject,
  product: Pick<ProductDoc, "type" | "website_ids" | "tier_prices">,
  problems: Problem[],
): readonly TierPrice[] | undefined {
  if (members.tier_price === undefined) return undefined;
  const context = tierPriceContext(shop, settings, product);
  const given = readTierPrices(members.tier_price, context, "tier_price", problems);
  return replacedTierPrices(product.tier_prices, given);
}

/** Removes the tier prices of websites that a product leaves. */
function tierPricesWithin(
  rows: readonly TierPrice[],
  websiteIds: readonly number[],
  shop: ShopDirectory,
): readonly TierPrice[] {
  const isKept = ({ website }: TierPrice) =>
    website === "all" || websiteIds.includes(shop.website(website)?.website_id ?? 0);
  return rows.every(isKept) ? rows : rows.filter(isKept);
}

function stockOf(members: DataObject, problems: Problem[]): StockChanges | undefined {
  return members.stock_data === undefined ? undefined : readStockData(members.stock_data, problems);
}

/** The SKU; undefined after a problem: it is invalid or belongs to another product. */
async function skuOf(
  { tx }: WriteContext,
  given: unknown,
  product: ProductDoc | undefined,
  problems: Problem[],
): Promise<string | undefined> {
  const sku = readSku(given, problems);
  const owner = sku === undefined ? undefined : await tx.by("products", "sku", [sku]);
  if (!owner || owner.id === product?.id) return sku;
  problems.push({ field: "sku", message: `${JSON.stringify(sku)} is the SKU of another product` });
  return undefined;
}

async function addTakenValues(
  { tx, shop }: WriteContext,
  unique: readonly UniqueValue[],
  product: ProductDoc | undefined,
  problems: Problem[],
): Promise<void> {
  for (const { attribute, value } of unique) {
    // No unique index would reject two concurrent writes of the same value.
    await tx.claim(`unique ${attribute.attribute_code}`);
    const owner = await ownerOfUniqueValue(tx, shop, attribute, value, product?.id);
    if (owner !== undefined) {
      problems.push({ field: attribute.attribute_code, message: "is the value of another product" });
    }
  }
}

/** Adds the problems that are not in the list yet. */
function addDistinct(problems: Problem[], found: readonly Problem[]): void {
  const nameOf = ({ field, message }: Problem) => `${field}\n${message}`;
  const known = new Set(problems.map(nameOf));
  for (const problem of found) {
    if (!known.has(nameOf(problem))) problems.push(problem);
    known.add(nameOf(problem));
  }
}
