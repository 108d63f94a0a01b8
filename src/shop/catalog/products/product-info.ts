/** The result of `catalog_product.info`. It is the busiest operation, so everything possible is prepared once. */
import type { Operations } from "../../../../generated/operations.js";
import type {
  AttributeDoc,
  AttributeScope,
  AttributeValue,
  ProductDoc,
  ScopedValues,
  StockItemDoc,
} from "../../data/entities/catalog.js";
import { isYesNo, presentValue } from "../attribute-values/attribute-values.js";
import {
  defaultValueKey,
  effectiveValue,
  scopeInForce,
  type PriceScope,
} from "../attribute-values/scoped-values.js";
import { optionFlags } from "../options/product-options.js";
import { presentTierPrices } from "../prices/tier-prices.js";
import { memoize } from "../../../engine/values/memo.js";
import type { Scope } from "../../stores/directory.js";
import type { AttributeModel } from "../attributes/attribute-model.js";

export type ProductInfo = Operations["catalog_product.info"]["result"];

/** The input of a result. The stock is undefined unless the caller wants it. */
interface InfoSource {
  readonly product: ProductDoc;
  readonly category_ids: readonly number[];
  readonly stock: StockItemDoc | undefined;
  readonly scope: Scope;
}

/** The attributes that the caller wants, by code or by ID as text; undefined = all. */
export type WantedAttributes = ReadonlySet<string> | undefined;

export function productInfo(
  model: AttributeModel,
  priceScope: PriceScope,
  source: InfoSource,
  wanted: WantedAttributes,
): ProductInfo {
  const plan = planOf(model, source.product, priceScope);
  return infoBy(wanted ? planFrom(wantedReaders(plan, wanted)) : plan, source);
}

function infoBy(plan: Plan, source: InfoSource): ProductInfo {
  const { product, category_ids, stock } = source;
  // Copying an object with all members is far cheaper than adding them one by one.
  const info: Record<string, unknown> = { ...plan.blank };
  info.product_id = product.id;
  info.sku = product.sku;
  info.set = product.set;
  info.type = product.type;
  info.categories = category_ids;
  info.websites = product.website_ids;
  addValues(info, plan, source);
  for (const { code, read } of plan.specials) info[code] = read(source);
  if (stock) info.stock_data = withoutId(stock);
  return info as unknown as ProductInfo;
}

/** Reads one attribute of a product. */
interface AttributeReader {
  readonly code: string;
  readonly idText: string;
  /** After PRICE_SCOPE is applied. */
  readonly scope: AttributeScope;
  /** Converts a stored value for the result; undefined if there is nothing to convert. */
  readonly present: ((value: AttributeValue) => AttributeValue) | undefined;
  /** Reads an attribute that is not a stored value. */
  readonly special: Special | undefined;
}

type Special = (source: InfoSource) => unknown;

/** Attributes that are columns, separate rows, computed, or not used by the service (catalog 2.3, 9.3). */
const specials: Readonly<Record<string, Special>> = {
  type_id: ({ product }) => product.type,
  sku: ({ product }) => product.sku,
  created_at: ({ product }) => product.created_at,
  updated_at: ({ product }) => product.updated_at,
  category_ids: ({ category_ids }) => category_ids,
  website_ids: ({ product }) => product.website_ids,
  tier_price: ({ product }) => presentTierPrices(product.tier_prices),
  group_price: () => [],
  has_options: ({ product }) => optionFlags(product).has_options,
  required_options: ({ product }) => optionFlags(product).required_options,
  links_exist: ({ product }) => optionFlags(product).links_exist,
  url_path: ({ product, scope }) => urlPathOf(product, scope),
};

/** Null without a url_key. */
export function urlPathOf({ values }: ProductDoc, scope: Scope): string | null {
  const key = effectiveValue(values, "url_key", "store", scope);
  return key === null ? null : `${key}.html`;
}

/** The attributes of a result. */
interface Plan {
  /** In set order. */
  readonly readers: readonly AttributeReader[];
  readonly stored: ReadonlyMap<string, AttributeReader>;
  readonly specials: readonly { readonly code: string; readonly read: Special }[];
  /** The result for a product without any values. */
  readonly blank: Readonly<Record<string, unknown>>;
}

/** All attributes that a product has. */
function planOf(model: AttributeModel, { set, type }: ProductDoc, priceScope: PriceScope): Plan {
  return memoize(
    model.applicable(set, type),
    priceScope === "global" ? planOfGlobalPrices : planOfWebsitePrices,
  );
}

const planOfWebsitePrices = (attributes: readonly AttributeDoc[]) => planOfAll(attributes, "website");
const planOfGlobalPrices = (attributes: readonly AttributeDoc[]) => planOfAll(attributes, "global");

const typeReader = columnReader("type_id");

/** Not an attribute of any set, but a member of product data that callers can name. */
const websitesReader = columnReader("website_ids");

function columnReader(code: "type_id" | "website_ids"): AttributeReader {
  return { code, idText: code, scope: "global", present: undefined, special: specials[code] };
}

function planOfAll(attributes: readonly AttributeDoc[], priceScope: PriceScope): Plan {
  const readable = attributes.filter(isReadable).map((attribute) => readerOf(attribute, priceScope));
  const plan = planFrom([typeReader, ...readable]);
  // V8 copies and stringifies an object from JSON.parse faster.
  const blank = JSON.parse(JSON.stringify(plan.blank)) as Plan["blank"];
  return { ...plan, blank };
}

function planFrom(entries: readonly AttributeReader[]): Plan {
  const blank: Record<string, unknown> = {
    product_id: 0,
    sku: "",
    set: 0,
    type: "",
    categories: null,
    websites: null,
  };
  for (const { code } of entries) blank[code] = null;
  return {
    readers: entries,
    stored: new Map(entries.filter(({ special }) => !special).map((entry) => [entry.code, entry])),
    specials: entries.flatMap(({ code, special }) => (special ? [{ code, read: special }] : [])),
    blank,
  };
}

/** Images have operations of their own. */
function isReadable({ frontend_input }: AttributeDoc): boolean {
  return frontend_input !== "gallery" && frontend_input !== "media_image";
}

function readerOf(attribute: AttributeDoc, priceScope: PriceScope): AttributeReader {
  const { attribute_code: code, id } = attribute;
  return {
    code,
    idText: String(id),
    scope: scopeInForce(attribute, priceScope),
    present: isYesNo(attribute) ? (value) => presentValue(attribute, value) : undefined,
    special: Object.hasOwn(specials, code) ? specials[code] : undefined,
  };
}

function wantedReaders({ readers }: Plan, wanted: ReadonlySet<string>): readonly AttributeReader[] {
  if (wanted.size === 0) return [];
  return [...readers, websitesReader].filter(({ code, idText }) => wanted.has(code) || wanted.has(idText));
}

/**
 * Reads like `effectiveValue`, for all attributes at once. Iterates over the few values that a product has, not over
 * the many attributes that it could have. Values of the scope override the defaults.
 */
function addValues(info: Record<string, unknown>, { stored }: Plan, { product, scope }: InfoSource): void {
  const { values } = product;
  addRow(info, stored, values[defaultValueKey], undefined);
  if (scope.store_id === 0) return;
  addRow(info, stored, values[`w${scope.website_id}`], "website");
  addRow(info, stored, values[`s${scope.store_id}`], "store");
}

/** Adds the values of attributes with this scope; undefined = any scope. */
function addRow(
  info: Record<string, unknown>,
  stored: Plan["stored"],
  row: ScopedValues[string] | undefined,
  scope: AttributeScope | undefined,
): void {
  for (const code in row) {
    const entry = stored.get(code);
    if (!entry || (scope !== undefined && entry.scope !== scope)) continue;
    const value = row[code] ?? null;
    info[code] = entry.present ? entry.present(value) : value;
  }
}

function withoutId({ id: _, ...stock }: StockItemDoc): Omit<StockItemDoc, "id"> {
  return stock;
}
