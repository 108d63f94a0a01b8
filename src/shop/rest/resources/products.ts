/** `/api/rest/products`: products, by the operations of products (beyond 22.2, 22.3). */
import type { Clock } from "../../../engine/clock.js";
import { timeOf } from "../../../engine/clock.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import type { Query } from "../../../engine/filters/query.js";
import type { ReadTx, Storage } from "../../../engine/storage/storage.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { textOrJson } from "../../../engine/values/text.js";
import type { AttributeModel } from "../../catalog/attributes/attribute-model.js";
import { attributeModel } from "../../catalog/attributes/attributes.js";
import { effectivePrice, tiersOf } from "../../catalog/prices/effective-price.js";
import { allGroupsId } from "../../catalog/prices/tier-prices.js";
import { productsFound } from "../../catalog/products/listed-products.js";
import { productField } from "../../catalog/products/product-filters.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { HandlerSettings } from "../../namespace.js";
import { scopeOf, shopDirectory, type Scope, type ShopDirectory } from "../../stores/directory.js";
import type { RestCall, RestHandlers, RestResult } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { nothingWritable } from "../forms/contract.js";
import { refused } from "../forms/refusal.js";
import type { PathOf } from "../forms/rest-operations.js";
import type { Bodies } from "./bodies.js";
import { askedOf, only, pageHeaders, renamed, selected, type RestRecord } from "./collections.js";
import type { Calling, OperationsOfRest } from "./operations.js";
import { stockData } from "./stock-items.js";

export type ProductOperation =
  | ProductList
  | "createProduct"
  | "getProduct"
  | "getProductInStore"
  | "updateProduct"
  | "updateProductInStore"
  | "deleteProduct";

type ProductList =
  | "listProducts"
  | "listProductsInStore"
  | "listProductsOfCategory"
  | "listProductsInStoreOfCategory"
  | "listProductsOfCategoryInStore";

/** What API users do not see: what stands under other names, and what other resources have. */
const hiddenMembers: ReadonlySet<string> = new Set([
  ...["product_id", "set", "type", "categories", "websites", "category_ids", "website_ids", "is_recurring"],
  ...["recurring_profile", "required_options", "has_options", "links_exist", "old_id", "minimal_price"],
  ...["image_label", "small_image_label", "thumbnail_label", "image", "small_image", "thumbnail", "gallery"],
]);

/** Not in lists, which are made of plain values. */
const singleMembers: ReadonlySet<string> = new Set(["tier_price", "group_price"]);

/** Attributes of every shop that customers see; those of its own they see as it says. */
const shownAttributes: readonly string[] = [
  ...["sku", "name", "short_description", "description", "meta_title", "meta_description", "meta_keyword"],
];

const tierMembers = ["website_id", "cust_group", "price_qty", "price"];

const notVisible = 1;
const enabled = 1;

export interface ProductParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly operations: OperationsOfRest;
  readonly bodies: Bodies;
  readonly settings: Pick<HandlerSettings, "priceScope">;
  readonly basePath: string;
}

/** Where and for whom products are shown. */
export interface Place {
  readonly shop: ShopDirectory;
  readonly model: AttributeModel;
  readonly scope: Scope;
  readonly customer: CustomerDoc | undefined;
}

type ProductCall = Calling & { readonly path: object };

export class ProductsResource {
  readonly handlers: RestHandlers<ProductOperation> = {
    listProducts: { ...readers, run: (call) => this.list(call) },
    listProductsInStore: { ...readers, run: (call) => this.list(call) },
    listProductsOfCategory: { ...readers, run: (call) => this.list(call) },
    listProductsInStoreOfCategory: { ...readers, run: (call) => this.list(call) },
    listProductsOfCategoryInStore: { ...readers, run: (call) => this.list(call) },
    createProduct: { admin: "catalog_product.create", run: (call) => this.create(call) },
    getProduct: { ...readers, run: (call) => this.read(call) },
    getProductInStore: { ...readers, run: (call) => this.read(call) },
    updateProduct: { admin: "catalog_product.update", run: (call) => this.update(call) },
    updateProductInStore: { admin: "catalog_product.update", run: (call) => this.update(call) },
    deleteProduct: { admin: "catalog_product.delete", run: (call) => this.remove(call) },
  };

  constructor(private readonly parts: ProductParts) {}

  private async list(call: RestCall<ProductList>): Promise<RestResult<"listProducts">> {
    const { storage, settings, basePath } = this.parts;
    const { asked, place, accept } = await storage.read(async (tx) => {
      const place = await placeOf(tx, call);
      const { model, scope, customer } = place;
      const anyField = (name: string) =>
        productField(name, (code) => model.productByCode(code), scope, settings.priceScope);
      const read = (name: string): FilterField | undefined =>
        !customer || isShown(model, name) ? anyField(name) : undefined;
      const asked = askedOf(call.search, { get: read });
      const { query, accept } = await productsFound(
        tx,
        both(asked.query, await restriction(tx, call, place, anyField)),
        scope,
      );
      return { asked: { ...asked, query }, place, accept };
    });
    const { records, total } = await readPage({ storage, collection: "products", accept }, asked);
    const shown = await Promise.all(
      records.map(async (product) => {
        const record = await this.record(call, product, place, "list");
        return [String(product.id), selected(record, call.search)] as const;
      }),
    );
    return { headers: pageHeaders(call, asked, { total, basePath }), result: new Map(shown) };
  }

  private async read(call: RestCall<"getProduct" | "getProductInStore">): Promise<RestResult<"getProduct">> {
    const { product, place } = await foundProduct(this.parts.storage, call);
    const record = await this.record(call, product, place, "single");
    return { result: selected(record, call.search) };
  }

  private async create(call: RestCall<"createProduct">): Promise<RestResult<"createProduct">> {
    const { operations, bodies, basePath } = this.parts;
    const { type_id: type, attribute_set_id: set, sku, ...data } = await bodies.one(call);
    const members = { type, set, sku, productData: withTierPrices(data), store: 0 };
    const id = await operations.run(call, "catalog_product.create", members, { nameOf: sentNames(data) });
    return { headers: { Location: `${basePath}/api/rest/products/${id}` } };
  }

  private async update(
    call: RestCall<"updateProduct" | "updateProductInStore">,
  ): Promise<RestResult<"updateProduct">> {
    const { operations, bodies, storage } = this.parts;
    let model: AttributeModel | undefined;
    const body = await bodies.one(call, async () => {
      model = (await foundProduct(storage, call)).place.model;
    });
    const data = withoutFixed(body);
    const isWritable = (name: string) =>
      operations.knows("catalog_product.update", "productData", name) || model?.productByCode(name);
    if (!Object.keys(data).some(isWritable)) throw refused<"updateProduct">(400, nothingWritable);
    const { productId } = call.path;
    const members = { productId, productData: withTierPrices(data), store: storeOf(call) ?? 0 };
    await operations.run(call, "catalog_product.update", members, { nameOf: sentNames(data) });
    return {};
  }

  private async remove(call: RestCall<"deleteProduct">): Promise<RestResult<"deleteProduct">> {
    const { operations, storage } = this.parts;
    await foundProduct(storage, call);
    await operations.run(call, "catalog_product.delete", { productId: call.path.productId });
    return {};
  }

  private async record(
    call: ProductCall,
    product: ProductDoc,
    place: Place,
    kind: "list" | "single",
  ): Promise<RestRecord> {
    const { operations } = this.parts;
    const members = { productId: product.id, store: place.scope.store_id, identifierType: "id" };
    const info = (await operations.text(call, "catalog_product.info", members)) as RestRecord;
    const keys = {
      entity_id: String(product.id),
      attribute_set_id: String(product.set),
      type_id: product.type,
    };
    const { sku } = product;
    const { created_at } = product;
    const { tier_price } = info;
    const all: RestRecord = { ...keys, sku, ...info, type_id: product.type, created_at };
    if (Array.isArray(tier_price))
      all.tier_price = tier_price.map((row: RestRecord) => renamed(row, tierMembers));
    if (place.customer)
      return this.shown(call, { ...all, product, place: { ...place, customer: place.customer }, kind });
    const record = only(
      all,
      (name) => !hiddenMembers.has(name) && (kind === "single" || !singleMembers.has(name)),
    );
    if (kind === "list") return record;
    const {
      low_stock_date: _,
      stock_status_changed_auto: _auto,
      ...stock_data
    } = await stockData(operations, call, product.id);
    return { ...record, stock_data };
  }

  /** As the shop sells it to a customer. */
  private async shown(
    call: ProductCall,
    { product, place, kind, ...all }: ShownProduct,
  ): Promise<RestRecord> {
    const { operations, clock } = this.parts;
    const { model, scope, shop, customer } = place;
    const record = only(all, (name) => isShown(model, name));
    const info = await operations.run(call, "catalog_product.info", {
      ...{ productId: product.id, store: scope.store_id, identifierType: "id" },
    });
    const buyer = {
      customer_group_id: customer.group_id,
      website: shop.website(scope.website_id)?.code ?? "",
    };
    const {
      price = null,
      special_price = null,
      special_from_date = null,
      special_to_date = null,
    } = info as Prices;
    const final = effectivePrice(
      { price, special_price, special_from_date, special_to_date, tier_prices: product.tier_prices },
      { ...buyer, qty: 1, now: timeOf(clock) },
    );
    const [stock] = await operations.run(call, "cataloginventory_stock_item.list", {
      productIds: [product.id],
    });
    const images = await operations.run(call, "catalog_product_attribute_media.items", {
      ...{ productId: product.id, store: scope.store_id, identifierType: "id" },
    });
    const isInStock = stock?.is_in_stock === 1;
    const [regular, sold] = [amount(price), amount(final)];
    const offer = {
      image_url: images.find(({ types }) => types.includes("image"))?.url ?? null,
      is_saleable: isInStock ? "1" : "0",
      // At the default place of the shop no rate of taxes holds, and no other place is known here.
      ...{ regular_price_with_tax: regular, regular_price_without_tax: regular },
      ...{ final_price_with_tax: sold, final_price_without_tax: sold },
    };
    if (kind === "list") return { ...record, ...offer };
    const tier_price = tiersOf(product.tier_prices, buyer).map(({ qty, price: from }) => ({
      ...{ qty: amount(qty), price_with_tax: amount(from), price_without_tax: amount(from) },
    }));
    return {
      ...{ ...record, ...offer, has_custom_options: product.options?.length ? "1" : "0" },
      ...{ is_in_stock: isInStock ? "1" : "0", tier_price },
    };
  }
}

const readers = { admin: "catalog_product.info", customer: "all" } as const;

type Prices = {
  readonly [Name in "price" | "special_price"]?: number | null;
} & { readonly [Name in "special_from_date" | "special_to_date"]?: string | null };

type ShownProduct = RestRecord & {
  readonly product: ProductDoc;
  readonly place: Place & { readonly customer: CustomerDoc };
  readonly kind: "list" | "single";
};

function amount(value: number | null): string | null {
  return value === null ? null : value.toFixed(4);
}

function withoutFixed({
  type_id: _type,
  attribute_set_id: _set,
  entity_id: _id,
  ...data
}: DataObject): DataObject {
  return data;
}

/** Members of a tier price here, by the names that the operation has for them. */
const tierNames: Readonly<Record<string, string>> = {
  ...{ website: "website_id", customer_group_id: "cust_group", qty: "price_qty" },
};

/** What is wrong with a tier price is told of the member that was sent. */
function sentNames({ tier_price: rows }: DataObject): (field: string) => string {
  return (field) => {
    const [, index = "", name = ""] = /^tier_price\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const row: unknown = Array.isArray(rows) ? rows[Number(index)] : undefined;
    const sent = tierNames[name];
    return sent !== undefined && isObject(row) && sent in row ? `tier_price[${index}].${sent}` : field;
  };
}

/** Tier prices with the names that the operation has for their members, beside those of Magento 1. */
function withTierPrices(data: DataObject): DataObject {
  const { tier_price: rows } = data;
  if (!Array.isArray(rows)) return data;
  const tier_price = rows.map((row: unknown) => {
    if (!isObject(row)) return row;
    const { website_id, cust_group, price_qty, ...others } = row;
    return {
      ...(website_id === undefined ? {} : { website: Number(website_id) === 0 ? "all" : website_id }),
      ...(cust_group === undefined
        ? {}
        : { customer_group_id: Number(cust_group) === allGroupsId ? "all" : textOrJson(cust_group) }),
      ...(price_qty === undefined ? {} : { qty: price_qty }),
      ...others,
    };
  });
  return { ...data, tier_price };
}

/** The store view of the address; undefined where it names none. */
function storeOf({ path }: { readonly path: object }): string | undefined {
  return (path as Partial<PathOf<"getProductInStore">>).store;
}

/**
 * Where a call reads: the store view of the address, else the default values, for customers the default view of their
 * website. 400 for a store view that there is not.
 */
export async function placeOf(tx: ReadTx, { caller, path }: ProductCall): Promise<Place> {
  const [shop, model] = [await shopDirectory(tx), await attributeModel(tx)];
  const customer = caller.role === "customer" ? caller.customer : undefined;
  const named = storeOf({ path }) ?? (customer ? defaultStore(shop, customer.website_id) : 0);
  const view = shop.view(named);
  if (!view) throw refused(400, `No store view matches ${JSON.stringify(named)}.`);
  return { shop, model, scope: scopeOf(view), customer };
}

function defaultStore(shop: ShopDirectory, websiteId: number): number | undefined {
  const website = shop.website(websiteId);
  return website && shop.group(website.default_group_id)?.default_store_id;
}

/** The product at the address; 404 as well for what a website does not have, or the shop does not sell the customer. */
export async function foundProduct(
  storage: Storage,
  call: ProductCall & { readonly path: { readonly productId: number } },
): Promise<{ readonly product: ProductDoc; readonly place: Place }> {
  return storage.read(async (tx) => {
    const product = await tx.get("products", call.path.productId);
    const place = await placeOf(tx, call);
    if (!product || !isOffered(product, place)) throw noProduct();
    if (place.customer && !(await isSold(tx, product, place))) throw noProduct();
    return { product, place };
  });
}

function isOffered({ website_ids }: ProductDoc, { scope }: Place): boolean {
  return scope.store_id === 0 || website_ids.includes(scope.website_id);
}

async function isSold(tx: ReadTx, { id }: ProductDoc, { model, scope }: Place): Promise<boolean> {
  const field = (name: string) => productField(name, (code) => model.productByCode(code), scope, "website");
  const found = await tx.find("products", both(byFilters({ entity_id: id }, field), sold(scope, field)));
  return found.length > 0;
}

export function noProduct() {
  return refused<"getProduct">(404, "There is no such product.");
}

type FieldOf = (name: string) => FilterField | undefined;

/** What the call leaves out of all products. */
async function restriction(
  tx: ReadTx,
  call: ProductCall,
  { scope, customer }: Place,
  field: FieldOf,
): Promise<Query> {
  const { categoryId } = call.path as Partial<PathOf<"listProductsOfCategory">>;
  if (categoryId !== undefined && !(await tx.get("categories", categoryId))) {
    throw refused<"listProductsOfCategory">(404, "There is no such category.");
  }
  const inCategory = categoryId === undefined ? {} : byFilters({ category_ids: categoryId }, field);
  const inWebsite = scope.store_id === 0 ? {} : byFilters({ website_ids: scope.website_id }, field);
  return both(inCategory, customer ? sold(scope, field) : inWebsite);
}

/** Enabled, visible and offered in the website. */
function sold({ website_id }: Scope, field: FieldOf): Query {
  return byFilters({ status: enabled, visibility: { neq: notVisible }, website_ids: website_id }, field);
}

function byFilters(filters: DataObject, field: FieldOf): Query {
  const parsed = parseFilters(filters, field);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.query;
}

function both(one: Query, other: Query): Query {
  return {
    where: [...(one.where ?? []), ...(other.where ?? [])],
    any: [...(one.any ?? []), ...(other.any ?? [])],
  };
}

function isShown(model: AttributeModel, name: string): boolean {
  if (name === "entity_id" || name === "type_id" || shownAttributes.includes(name)) return true;
  const attribute = model.productByCode(name);
  return attribute !== undefined && attribute.is_user_defined && attribute.is_visible_on_front;
}
