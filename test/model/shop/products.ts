/** Products of the model: values in scopes, stock, tier prices (catalog 1, 8, 9, 11). */
import {
  effective,
  nextNumber,
  placeOf,
  Refusal,
  refuseIf,
  slug,
  textOf,
  timestamp,
  viewOf,
  websites,
  type Product,
  type Shop,
  type Stock,
  type TierPrice,
  type View,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

interface Attribute {
  readonly scope: "global" | "website" | "store";
  readonly kind: "text" | "amount" | "date" | "choice";
  /** Valid values of a select. */
  readonly choices?: readonly number[];
  /** The values of a new product, which `false` restores. */
  readonly initial?: number;
  readonly types?: readonly string[];
  /** If it is written at a view on create, it also becomes the default. */
  readonly isRequired?: boolean;
}

const priced = ["simple", "virtual", "configurable", "bundle", "downloadable"];

export const attributes: Readonly<Record<string, Attribute>> = {
  name: { scope: "store", kind: "text", isRequired: true },
  description: { scope: "store", kind: "text", isRequired: true },
  weight: { scope: "global", kind: "amount", types: ["simple", "bundle"], isRequired: true },
  status: { scope: "website", kind: "choice", choices: [1, 2], initial: 1, isRequired: true },
  url_key: { scope: "store", kind: "text", isRequired: true },
  visibility: { scope: "store", kind: "choice", choices: [1, 2, 3, 4], initial: 4, isRequired: true },
  price: { scope: "website", kind: "amount", types: priced, isRequired: true },
  special_price: { scope: "website", kind: "amount", types: priced },
  special_from_date: { scope: "website", kind: "date", types: priced },
  special_to_date: { scope: "website", kind: "date", types: priced },
  tax_class_id: {
    ...{
      scope: "website",
      kind: "choice",
      choices: [0, 1, 2, 4],
      initial: 0,
      types: priced,
      isRequired: true,
    },
  },
  meta_title: { scope: "store", kind: "text" },
};

export function isApplicable({ type }: Product, code: string): boolean {
  const types = attributes[code]?.types;
  return types === undefined || types.includes(type);
}

/** The value of an attribute at a view. */
export function valueAt(product: Product, code: string, view: View): unknown {
  return effective(product.values[code], attributes[code]?.scope ?? "global", view);
}

export function findProduct(shop: Shop, identifier: unknown, type?: unknown): Product {
  const found =
    type === "sku"
      ? Object.values(shop.products).find(
          ({ sku }) => sku.toLowerCase() === String(identifier).trim().toLowerCase(),
        )
      : shop.products[Number(identifier)];
  if (!found) throw new Refusal("product_not_exists");
  return found;
}

const digitsOnly = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** The value to store; refuses invalid values of the attribute. */
function stored({ kind, choices }: Attribute, value: unknown): unknown {
  if (kind === "text") {
    refuseIf(typeof value !== "string" || value.length > 255, "data_invalid");
    return value;
  }
  if (kind === "date") {
    const text = String(value);
    // A day that the month does not have becomes another day.
    const isDay =
      digitsOnly.test(text) &&
      new Date(`${text.slice(0, 10)}T00:00:00Z`).toJSON().startsWith(text.slice(0, 10));
    refuseIf(!isDay, "data_invalid");
    return text.length === 10 ? `${text} 00:00:00` : text;
  }
  refuseIf(typeof value !== "number", "data_invalid");
  if (kind === "choice") refuseIf(!choices?.includes(value as number), "data_invalid");
  else refuseIf((value as number) < 0 || (value as number) >= 1e8, "data_invalid");
  return value;
}

/** Writes the data into copies of a product's values, or refuses it. */
function written(product: Product, data: Data, view: View, isNew: boolean, now: string): Product["values"] {
  const values = structuredClone(product.values);
  for (const [code, attribute] of Object.entries(attributes)) {
    const given = data[code];
    if (given === undefined || given === null || !isApplicable(product, code)) continue;
    const place = placeOf(attribute.scope, view);
    const scoped = (values[code] ??= {});
    const isCleared = given === "" || given === false;
    if (code === "name") {
      refuseIf(given === "" || (typeof given === "string" && given.trim() === ""), "data_invalid");
      refuseIf(given === false && (view.id === 0 || isNew), "data_invalid");
    }
    if (code === "url_key" && given === "") continue;
    if (isCleared) {
      // New products have default values for omitted members; text may be empty, numbers may not.
      refuseIf(isNew && given === "" && attribute.kind !== "text", "data_invalid");
      if (place !== "default") delete scoped[place];
      else if (attribute.initial !== undefined && given === false) scoped.default = attribute.initial;
      else if (attribute.initial !== undefined) refuseIf(true, "data_invalid");
      else delete scoped.default;
      continue;
    }
    const value = code === "url_key" ? slug(String(stored(attribute, given))) : stored(attribute, given);
    scoped[place] = value;
    if (isNew && attribute.isRequired) scoped.default = value;
  }
  const after = { ...product, values };
  const wantsKey = isNew ? !data.url_key : data.url_key === "";
  if (wantsKey) {
    const key = slug(String(valueAt(after, "name", view)));
    (values.url_key ??= {})[placeOf("store", view)] = key;
    if (isNew) values.url_key.default = key;
  }
  const isOffered = valueAt(after, "special_price", view) !== null;
  if (isOffered && valueAt(after, "special_from_date", view) === null) {
    (values.special_from_date ??= {})[placeOf("website", view)] = now;
  }
  return values;
}

function websitesOf(given: unknown): number[] | undefined {
  if (given === undefined || given === null) return undefined;
  const ids = (given as unknown[]).map(
    (one) => websites.find(({ id, code }) => id === one || code === one)?.id,
  );
  refuseIf(ids.includes(undefined), "data_invalid");
  return [...new Set(ids as number[])].sort((a, b) => a - b);
}

function categoriesOf(shop: Shop, given: unknown): number[] | undefined {
  if (given === undefined || given === null) return undefined;
  const ids = [...new Set(given as number[])];
  refuseIf(
    ids.some((id) => id === 1 || !shop.categories[id]),
    "data_invalid",
  );
  return ids;
}

/** Kept assignments keep their position, new ones get 1. */
function assign(shop: Shop, product: number, categories: readonly number[]): void {
  const kept = shop.assignments.filter((one) => one.product !== product || categories.includes(one.category));
  const added = categories
    .filter((category) => !kept.some((one) => one.product === product && one.category === category))
    .map((category) => ({ category, product, position: 1 }));
  shop.assignments = [...kept, ...added];
}

function checkedSku(shop: Shop, given: unknown, own?: number): string {
  const sku = String(given).trim();
  refuseIf(sku === "" || sku.length > 64, "data_invalid");
  const isTaken = Object.values(shop.products).some(
    (other) => other.id !== own && other.sku.toLowerCase() === sku.toLowerCase(),
  );
  refuseIf(isTaken, "data_invalid");
  return sku;
}

const unmanaged: Stock = {
  ...{
    qty: 0,
    is_in_stock: 0,
    manage_stock: 0,
    use_config_manage_stock: 0,
    min_qty: 0,
    use_config_min_qty: 1,
  },
  ...{ backorders: 0, use_config_backorders: 1, low_stock_date: null, stock_status_changed_auto: 0 },
};

const ownSettings = ["manage_stock", "min_qty", "backorders"] as const;

/** The effective settings: the shop's default (managed, no minimum, no backorders) or the product's own. */
export function stockRules({ use_config_manage_stock, ...stock }: Stock) {
  return {
    isManaged: use_config_manage_stock === 1 || stock.manage_stock === 1,
    minimum: stock.use_config_min_qty === 1 ? 0 : stock.min_qty,
    backorders: stock.use_config_backorders === 1 ? 0 : stock.backorders,
  };
}

function stockAfter(product: Product, given: unknown, isNew: boolean, now: string): Stock {
  if (given === undefined || given === null)
    return isNew ? { ...unmanaged } : settled(product, product.stock, now);
  refuseIf(typeof given !== "object", "data_invalid");
  const data = given as Readonly<Record<string, unknown>>;
  const legal: Record<string, (value: number) => boolean> = {
    qty: () => true,
    is_in_stock: (value) => [0, 1].includes(value),
    manage_stock: (value) => [0, 1].includes(value),
    min_qty: (value) => value >= 0,
    backorders: (value) => [0, 1, 2].includes(value),
  };
  const stock = { ...(isNew ? { ...unmanaged, use_config_manage_stock: 1 } : product.stock) };
  for (const [name, isLegal] of Object.entries(legal)) {
    const value = data[name];
    if (value === undefined || value === null) continue;
    refuseIf(typeof value !== "number" || !isLegal(value), "data_invalid");
    (stock as unknown as Record<string, unknown>)[name] = value;
  }
  for (const name of ownSettings)
    if (data[name] !== undefined && data[name] !== null) stock[`use_config_${name}`] = 0;
  if (isNew && (data.is_in_stock === undefined || data.is_in_stock === null)) {
    stock.is_in_stock = stock.qty > stockRules(stock).minimum ? 1 : 0;
  }
  return settled(product, stock, now);
}

/** Updates on every save of a stock item. */
export function settled({ type }: Product, stock: Stock, now: string): Stock {
  const { isManaged, minimum, backorders } = stockRules(stock);
  const isCounted = ["simple", "virtual", "downloadable"].includes(type);
  const isOut = isCounted && isManaged && stock.qty <= minimum && backorders === 0;
  return {
    ...stock,
    qty: isCounted ? stock.qty : 0,
    is_in_stock: isOut ? 0 : stock.is_in_stock,
    stock_status_changed_auto: isOut ? 1 : 0,
    low_stock_date: isCounted && isManaged && stock.qty < 1 ? now : null,
  };
}

const groups = ["0", "1", "2", "3", "all"];

function tiersAfter(product: Product, given: unknown, sites: readonly number[], fault: string): TierPrice[] {
  refuseIf(!Array.isArray(given), fault);
  const rows = (given as Data[]).map(({ customer_group_id, website, qty, price }): TierPrice => {
    const group =
      customer_group_id === undefined || customer_group_id === null ? "all" : textOf(customer_group_id);
    const place = website === undefined || website === null ? "all" : website;
    const site = websites.find(({ id, code }) => place === id || place === code);
    refuseIf(typeof qty !== "number" || typeof price !== "number", fault);
    refuseIf(place !== "all" && (!site || !sites.includes(site.id)), fault);
    refuseIf(!groups.includes(group) || (qty as number) <= 0 || (price as number) < 0, fault);
    return { group, website: site?.code ?? "all", qty: qty as number, price: price as number };
  });
  refuseIf(rows.length > 0 && product.type === "grouped", fault);
  const clash = rows.some((one, at) =>
    rows.some(
      (other, index) =>
        index < at &&
        one.group === other.group &&
        one.qty === other.qty &&
        (one.website === other.website || one.website === "all" || other.website === "all"),
    ),
  );
  refuseIf(clash, fault);
  const isIn = (list: readonly TierPrice[], wanted: TierPrice) =>
    list.some(
      ({ group, website, qty }) => group === wanted.group && website === wanted.website && qty === wanted.qty,
    );
  const kept = product.tiers
    .filter((row) => isIn(rows, row))
    .map((row) => rows.find((one) => isIn([one], row)) as TierPrice);
  return [...kept, ...rows.filter((row) => !isIn(product.tiers, row))];
}

export function createProduct(shop: Shop, { type, set, sku, productData, store }: Data): number {
  const data = productData as Data;
  refuseIf(String(sku).trim() === "", "data_invalid");
  refuseIf(
    !["simple", "virtual", "grouped", "configurable"].includes(String(type)),
    "product_type_not_exists",
  );
  refuseIf(set === 3, "product_attribute_set_not_valid");
  refuseIf(set !== 4, "product_attribute_set_not_exists");
  const view = viewOf(store);
  const now = timestamp(shop.now);
  refuseIf(
    data.name === undefined || data.name === null || data.name === "" || data.name === false,
    "data_invalid",
  );
  const fresh: Product = {
    ...{
      id: 0,
      type: String(type),
      sku: checkedSku(shop, sku),
      websites: websitesOf(data.website_ids) ?? [],
    },
    ...{ values: {}, tiers: [], stock: { ...unmanaged }, created_at: now, updated_at: now },
  };
  for (const [code, { initial }] of Object.entries(attributes)) {
    if (initial !== undefined && isApplicable(fresh, code)) fresh.values[code] = { default: initial };
  }
  fresh.values = written(fresh, data, view, true, now);
  const categories = categoriesOf(shop, data.category_ids) ?? [];
  fresh.stock = stockAfter(fresh, data.stock_data, true, now);
  if (data.tier_price !== undefined)
    fresh.tiers = tiersAfter(fresh, data.tier_price, fresh.websites, "data_invalid");
  const id = nextNumber(shop, "product");
  shop.products[id] = { ...fresh, id };
  assign(shop, id, categories);
  return id;
}

function changedProduct(shop: Shop, product: Product, data: Data, view: View): () => void {
  const now = timestamp(shop.now);
  const sku =
    data.sku === undefined || data.sku === null ? product.sku : checkedSku(shop, data.sku, product.id);
  const sites = websitesOf(data.website_ids) ?? product.websites;
  const categories = categoriesOf(shop, data.category_ids);
  const values = written(product, data, view, false, now);
  const stock = data.stock_data ? stockAfter(product, data.stock_data, false, now) : product.stock;
  const codes = websites.filter(({ id }) => sites.includes(id)).map(({ code }) => code);
  const tiers = data.tier_price
    ? tiersAfter(product, data.tier_price, sites, "data_invalid")
    : product.tiers.filter(({ website }) => website === "all" || codes.includes(website));
  return () => {
    Object.assign(product, { sku, websites: sites, values, stock, tiers, updated_at: now });
    if (categories) assign(shop, product.id, categories);
  };
}

export function updateProduct(shop: Shop, { productId, productData, store, identifierType }: Data): true {
  const view = viewOf(store);
  const product = findProduct(shop, productId, identifierType);
  changedProduct(shop, product, productData as Data, view)();
  return true;
}

/** Everything or nothing. */
export function updateProducts(shop: Shop, { productIds, productData, store }: Data): true {
  const view = viewOf(store);
  const found = [...new Set((productIds as unknown[]).map((id) => findProduct(shop, id)))];
  refuseIf(found.length > 1 && ((productData as Data).sku ?? null) !== null, "data_invalid");
  const changes = found.map((product) => changedProduct(shop, product, productData as Data, view));
  for (const change of changes) change();
  return true;
}

export function deleteProduct(shop: Shop, { productId, identifierType }: Data): true {
  const { id } = findProduct(shop, productId, identifierType);
  delete shop.products[id];
  shop.assignments = shop.assignments.filter(({ product }) => product !== id);
  return true;
}

export function setSpecialPrice(shop: Shop, params: Data): true {
  const { productId, specialPrice, fromDate, toDate, store } = params;
  const view = viewOf(store);
  const product = findProduct(shop, productId);
  const data = { special_price: specialPrice, special_from_date: fromDate, special_to_date: toDate };
  changedProduct(shop, product, data, view)();
  return true;
}

export function updateTierPrices(shop: Shop, { productId, tierPrices }: Data): true {
  const product = findProduct(shop, productId);
  product.tiers = tiersAfter(product, tierPrices, product.websites, "data_invalid");
  product.updated_at = timestamp(shop.now);
  return true;
}

/**
 * The lowest of price, active special price and tier price, for a buyer in a view (sales 19.2); null without
 * a price. A last day without a time ends at the end of the day.
 */
export function finalPrice(
  shop: Shop,
  product: Product,
  view: View,
  group: number,
  qty: number,
): number | null {
  const price = valueAt(product, "price", view) as number | null;
  if (price === null) return null;
  const now = timestamp(shop.now);
  const from = (valueAt(product, "special_from_date", view) as string | null) ?? now;
  const to = ((valueAt(product, "special_to_date", view) as string | null) ?? now).replace(
    "00:00:00",
    "23:59:59",
  );
  const special = valueAt(product, "special_price", view) as number | null;
  const site = websites.find(({ id }) => id === view.website)?.code ?? "";
  const tiers = product.tiers
    .filter((tier) => ["all", site].includes(tier.website) && ["all", String(group)].includes(tier.group))
    .filter((tier) => tier.qty <= qty)
    .map((tier) => tier.price);
  return Math.min(price, special !== null && from <= now && now <= to ? special : price, ...tiers);
}
