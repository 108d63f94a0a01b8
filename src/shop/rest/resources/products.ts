/** `/api/rest/products`: products, by the operations of products (beyond 22.2, 22.3). */
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
import { productField, productFieldNames } from "../../catalog/products/product-filters.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { CustomerDoc } from "../../data/entities/customer.js";
import { scopeOf, shopDirectory, type Scope, type ShopDirectory } from "../../stores/directory.js";
import type { RestHandler, RestHandlers } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { fieldProblem, nothingWritable } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import { checkPage, readQuery } from "../forms/rest-query.js";
import type { RestPathOf } from "../forms/rest-operations.js";
import { filterMembers, pageHeaders, textMembers, selectMembers, type RestRecord } from "./collections.js";
import type { OperationContext, ResourceParts } from "./operations.js";
import { stockData } from "./stock-items.js";

type ProductOperation =
  | ProductList
  | "createProduct"
  | "createProductInStore"
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

/** Members of the operation's result that are not returned: they have other names, or belong to other resources. */
const hiddenMembers: ReadonlySet<string> = new Set([
  ...["product_id", "set", "type", "categories", "websites", "category_ids", "website_ids", "is_recurring"],
  ...["recurring_profile", "required_options", "has_options", "links_exist", "old_id", "minimal_price"],
  ...["image_label", "small_image_label", "thumbnail_label", "image", "small_image", "thumbnail", "gallery"],
]);

/** Members that lists do not contain. */
const singleMembers: ReadonlySet<string> = new Set(["tier_price", "group_price"]);

/** The standard attributes that customers see. User-defined ones are visible if the attribute says so. */
const shownAttributes: readonly string[] = [
  ...["sku", "name", "short_description", "description", "meta_title", "meta_description", "meta_keyword"],
];

const tierMembers = ["website_id", "cust_group", "price_qty", "price", "is_percent"];

/** Tier prices are amounts. */
const is_percent = 0;

const notVisible = 1;
const enabled = 1;

/** The scope and the customer that products are shown for. */
export interface ProductContext {
  readonly shop: ShopDirectory;
  readonly model: AttributeModel;
  readonly scope: Scope;
  readonly customer: CustomerDoc | undefined;
}

type ProductCall = OperationContext & { readonly path: object };

export function productHandlers({
  storage,
  clock,
  operations,
  settings,
  basePath,
}: ResourceParts): RestHandlers<ProductOperation> {
  const list: RestHandler<ProductList> = {
    ...readers,
    async run(call) {
      checkPage(call.search);
      const { asked, view, accept } = await storage.read(async (tx) => {
        const view = await productContext(tx, call);
        const { model, scope, customer } = view;
        const anyField = (name: string) =>
          productField(name, (code) => model.productByCode(code), scope, settings.priceScope);
        const read = (name: string): FilterField | undefined =>
          !customer || isShown(model, name) ? anyField(name) : undefined;
        const names = () =>
          productFieldNames(model.productAttributes).filter((name) => read(name) !== undefined);
        const asked = readQuery(call.search, { get: read, names });
        const { query, accept } = await productsFound(
          tx,
          combined(asked.query, await restriction(tx, call, view, anyField)),
          scope,
        );
        return { asked: { ...asked, query }, view, accept };
      });
      const { records, total } = await readPage({ storage, collection: "products", accept }, asked);
      const shown = await Promise.all(
        records.map(async (product) => {
          const record = await recordOf(call, product, view, "list");
          return [String(product.id), selectMembers(record, call.search)] as const;
        }),
      );
      return { headers: pageHeaders(call, asked, { total, basePath }), result: new Map(shown) };
    },
  };
  const create: RestHandler<"createProduct" | "createProductInStore"> = {
    admin: "catalog_product.create",
    body: "one",
    async run(call) {
      const { type_id: type, attribute_set_id: set, sku, ...data } = call.fields;
      const members = { type, set, sku, productData: withTierPrices(data), store: 0 };
      const id = await operations.run(call, "catalog_product.create", members, { nameOf: sentNames(data) });
      return { headers: { Location: `${basePath}/api/rest/products/${id}` } };
    },
  };
  const read: RestHandler<"getProduct" | "getProductInStore"> = {
    ...readers,
    async run(call) {
      const { product, view } = await requireVisibleProduct(storage, call);
      const record = await recordOf(call, product, view, "single");
      return { result: selectMembers(record, call.search) };
    },
  };
  const update: RestHandler<"updateProduct" | "updateProductInStore"> = {
    admin: "catalog_product.update",
    body: "one",
    find: (call) => requireVisibleProduct(storage, call),
    async run(call) {
      const { fields: body } = call;
      const { model } = (await requireVisibleProduct(storage, call)).view;
      const data = withOperationNames(body);
      const isWritable = (name: string) =>
        operations.knows("catalog_product.update", "productData", name) || model.productByCode(name);
      if (!Object.keys(data).some(isWritable)) throw refused<"updateProduct">(400, nothingWritable(body));
      const { productId } = call.path;
      const members = { productId, productData: withTierPrices(data), store: storeOf(call) ?? 0 };
      await operations.run(call, "catalog_product.update", members, { nameOf: sentNames(data) });
      return {};
    },
  };
  return {
    listProducts: list,
    listProductsInStore: list,
    listProductsOfCategory: list,
    listProductsInStoreOfCategory: list,
    listProductsOfCategoryInStore: list,
    createProduct: create,
    createProductInStore: {
      ...create,
      find: (call) => storage.read((tx) => productContext(tx, call)),
    },
    getProduct: read,
    getProductInStore: read,
    updateProduct: update,
    updateProductInStore: update,
    deleteProduct: {
      admin: "catalog_product.delete",
      async run(call) {
        await requireVisibleProduct(storage, call);
        await operations.run(call, "catalog_product.delete", { productId: call.path.productId });
        return {};
      },
    },
  };

  async function recordOf(
    call: ProductCall,
    product: ProductDoc,
    view: ProductContext,
    kind: "list" | "single",
  ): Promise<RestRecord> {
    const members = { productId: product.id, store: view.scope.store_id, identifierType: "id" };
    const info = (await operations.text(call, "catalog_product.info", members)) as RestRecord;
    const keys = {
      entity_id: String(product.id),
      attribute_set_id: String(product.set),
      type_id: product.type,
    };
    const { sku, created_at } = product;
    const { customer } = view;
    const isWanted = (name: string) =>
      !hiddenMembers.has(name) && (kind === "single" || !singleMembers.has(name));
    const record: RestRecord = { ...keys, sku };
    // One object, filled once: a product has a hundred members, and a list many products.
    for (const name in info) if (customer || isWanted(name)) record[name] = info[name];
    Object.assign(record, { type_id: product.type, created_at });
    if (Array.isArray(record.tier_price))
      record.tier_price = record.tier_price.map((row: RestRecord) =>
        textMembers({ ...row, is_percent }, tierMembers),
      );
    if (customer) return shownOf(call, record, product, { ...view, customer }, kind);
    if (kind === "list") return record;
    const {
      low_stock_date: _,
      stock_status_changed_auto: _auto,
      ...stock_data
    } = await stockData(operations, call, product.id);
    return { ...record, stock_data };
  }

  /** The record of a product for a customer, with prices and availability. */
  async function shownOf(
    call: ProductCall,
    all: RestRecord,
    product: ProductDoc,
    { model, scope, shop, customer }: ProductContext & { readonly customer: CustomerDoc },
    kind: "list" | "single",
  ): Promise<RestRecord> {
    const record = filterMembers(all, (name) => isShown(model, name));
    const info = await operations.run(call, "catalog_product.info", {
      productId: product.id,
      store: scope.store_id,
      identifierType: "id",
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
      productId: product.id,
      store: scope.store_id,
      identifierType: "id",
    });
    const isInStock = stock?.is_in_stock === 1;
    const [regular, sold] = [amount(price), amount(final)];
    const offer = {
      image_url: images.find(({ types }) => types.includes("image"))?.url ?? null,
      is_saleable: isInStock ? "1" : "0",
      // No tax applies at the default address of the shop, and no other address is known.
      regular_price_with_tax: regular,
      regular_price_without_tax: regular,
      final_price_with_tax: sold,
      final_price_without_tax: sold,
    };
    if (kind === "list") return { ...record, ...offer };
    const tier_price = tiersOf(product.tier_prices, buyer).map(({ qty, price: from }) => ({
      qty: amount(qty),
      price_with_tax: amount(from),
      price_without_tax: amount(from),
    }));
    return {
      ...record,
      ...offer,
      has_custom_options: product.options?.length ? "1" : "0",
      is_in_stock: isInStock ? "1" : "0",
      tier_price,
    };
  }
}

const readers = { admin: "catalog_product.info", customer: "all" } as const;

type Prices = {
  readonly [Name in "price" | "special_price"]?: number | null;
} & { readonly [Name in "special_from_date" | "special_to_date"]?: string | null };

function amount(value: number | null): string | null {
  return value === null ? null : value.toFixed(4);
}

/** The data with the names of the operation. It ignores the type and the set, or checks them under strict handling. */
function withOperationNames({ type_id: type, attribute_set_id: set, ...data }: DataObject): DataObject {
  return { ...data, ...(type === undefined ? {} : { type }), ...(set === undefined ? {} : { set }) };
}

/** REST names of the members of a tier price, by the names in the operation. */
const tierNames: Readonly<Record<string, string>> = {
  website: "website_id",
  customer_group_id: "cust_group",
  qty: "price_qty",
};

/** REST names of what a product is created with. */
const fixedNames: Readonly<Record<string, string>> = { type: "type_id", set: "attribute_set_id" };

/** Maps fields of problems to the names that the caller sent. */
function sentNames({ tier_price: rows }: DataObject): (field: string) => string {
  return (field) => {
    if (fixedNames[field] !== undefined) return fixedNames[field];
    const [, index = "", name = ""] = /^tier_price\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const row: unknown = Array.isArray(rows) ? rows[Number(index)] : undefined;
    const sent = tierNames[name];
    // The name of the operation takes precedence where both were sent.
    const isSent = sent !== undefined && isObject(row) && sent in row && !(name in row);
    return isSent ? `tier_price[${index}].${sent}` : field;
  };
}

/** Converts tier prices to the names in the operation. */
function withTierPrices(data: DataObject): DataObject {
  const { tier_price: rows } = data;
  if (!Array.isArray(rows)) return data;
  const tier_price = rows.map((row: unknown) => {
    if (!isObject(row)) return row;
    const { website_id, cust_group, price_qty, is_percent: _, ...others } = row;
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

/** The store view in the path; undefined if it has none. */
function storeOf({ path }: { readonly path: object }): string | undefined {
  return (path as Partial<RestPathOf<"getProductInStore">>).store;
}

/**
 * The scope of a call: the store view in the path; otherwise, the default values, or for customers the default view of
 * their website. 400 for an unknown store view.
 */
async function productContext(tx: ReadTx, { caller, path }: ProductCall): Promise<ProductContext> {
  const [shop, model] = [await shopDirectory(tx), await attributeModel(tx)];
  const customer = caller.role === "customer" ? caller.customer : undefined;
  const named = storeOf({ path }) ?? (customer ? shop.defaultStoreId(shop.website(customer.website_id)) : 0);
  const view = shop.view(named);
  if (!view) throw refused(400, fieldProblem("store", "is not a store view", named));
  return { shop, model, scope: scopeOf(view), customer };
}

/** The product of the path; 404 also if it is not in the website, or not sold to the customer. */
export async function requireVisibleProduct(
  storage: Storage,
  call: ProductCall & { readonly path: { readonly productId: number } },
): Promise<{ readonly product: ProductDoc; readonly view: ProductContext }> {
  return storage.read(async (tx) => {
    const product = await tx.get("products", call.path.productId);
    const view = await productContext(tx, call);
    if (!product || !isOffered(product, view)) throw noProduct(call.path.productId);
    if (view.customer && !(await isSold(tx, product, view))) throw noProduct(call.path.productId);
    return { product, view };
  });
}

function isOffered({ website_ids }: ProductDoc, { scope }: ProductContext): boolean {
  return scope.store_id === 0 || website_ids.includes(scope.website_id);
}

async function isSold(tx: ReadTx, { id }: ProductDoc, { model, scope }: ProductContext): Promise<boolean> {
  const field = (name: string) => productField(name, (code) => model.productByCode(code), scope, "website");
  const found = await tx.find("products", combined(byFilters({ entity_id: id }, field), sold(scope, field)));
  return found.length > 0;
}

function noProduct(productId: number) {
  return refused<"getProduct">(404, { field: "productId", message: `There is no product ${productId}.` });
}

type FieldOf = (name: string) => FilterField | undefined;

/** The restriction of the list by the path and the caller. */
async function restriction(
  tx: ReadTx,
  call: ProductCall,
  { scope, customer }: ProductContext,
  field: FieldOf,
): Promise<Query> {
  const { categoryId } = call.path as Partial<RestPathOf<"listProductsOfCategory">>;
  if (categoryId !== undefined && !(await tx.get("categories", categoryId))) {
    const message = `There is no category ${categoryId}.`;
    throw refused<"listProductsOfCategory">(400, { field: "categoryId", message });
  }
  const inCategory = categoryId === undefined ? {} : byFilters({ category_ids: categoryId }, field);
  return combined(inCategory, customer ? sold(scope, field) : {});
}

/** Products that are enabled, visible and in the website. */
function sold({ website_id }: Scope, field: FieldOf): Query {
  return byFilters({ status: enabled, visibility: { neq: notVisible }, website_ids: website_id }, field);
}

function byFilters(filters: DataObject, field: FieldOf): Query {
  const parsed = parseFilters(filters, { get: field });
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.query;
}

function combined(one: Query, other: Query): Query {
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
