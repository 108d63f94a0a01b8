/**
 * Converts the fixtures of the recorded shop, in its state before the exchanges, to a dataset:
 * `npx tsx scripts/recordings/shop.ts <fixtures.json.gz>`. Only needed for a new file of fixtures.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { stringify } from "yaml";
import { newCart } from "../../src/shop/carts/carts.js";
import { bundle } from "../../src/engine/chapters/bundle.js";
import { installedShop } from "../../src/shop/states/installed/shop.js";
import { readChapters } from "../spec/chapters.js";

type Row = Readonly<Record<string, string | null>>;
type Values = Readonly<Record<string, unknown>>;

interface Fixtures {
  readonly sql: Readonly<Record<string, readonly Row[]>>;
  readonly products: Readonly<Record<string, Values>>;
  readonly products_german: Readonly<Record<string, Values>>;
  readonly media: Readonly<Record<string, readonly Values[]>>;
  readonly tier_prices: Readonly<Record<string, readonly Values[]>>;
  readonly categories: Readonly<Record<string, Values>>;
  readonly categories_german: Readonly<Record<string, Values>>;
  readonly customers: Readonly<Record<string, Values>>;
  readonly addresses: Readonly<Record<string, Values>>;
  readonly customer_addresses: Readonly<Record<string, readonly Values[]>>;
  readonly orders: Readonly<Record<string, Order>>;
}

interface Order extends Values {
  readonly items: readonly Values[];
  readonly payment: Values;
  readonly billing_address: Values;
  readonly shipping_address: Values | readonly [];
}

const contract = bundle(readChapters());
const fixtures = JSON.parse(gunzipSync(readFileSync(process.argv[2] ?? "")).toString()) as Fixtures;
const { sql } = fixtures;
/** An image of one pixel, because the images of the shop were not recorded. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const number = (value: unknown) => Number(value);
const rows = (name: string) => sql[name] ?? [];

/** Only members with these names that are not null. */
function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    names.filter((name) => (values[name] ?? null) !== null).map((name) => [name, values[name]]),
  );
}

const shop = {
  ...installedShop,
  websites: rows("websites").map((row) => ({
    website_id: number(row.website_id),
    code: row.code,
    name: row.name,
    sort_order: number(row.sort_order),
    default_group_id: number(row.default_group_id),
    is_default: row.is_default === "1",
  })),
  groups: rows("store_groups").map((row) => ({
    group_id: number(row.group_id),
    website_id: number(row.website_id),
    name: row.name,
    root_category_id: number(row.root_category_id),
    default_store_id: number(row.default_store_id),
  })),
  views: rows("stores").map((row) => ({
    store_id: number(row.store_id),
    code: row.code,
    website_id: number(row.website_id),
    group_id: number(row.group_id),
    name: row.name,
    sort_order: number(row.sort_order),
    ...{ is_active: row.is_active === "1", ...(row.code === "german" ? { language: "de" } : {}) },
  })),
};

const calls: object[] = [];
const call = (name: string, params: object, as?: string) =>
  calls.push({ call: name, ...(as === undefined ? {} : { as }), params });
const callInGerman = (name: string, params: object) => call(name, { ...params, store: "german" });

for (const [id, category] of Object.entries(fixtures.categories)) {
  if (number(id) <= 3) continue;
  const names = ["name", "is_active", "position", "include_in_menu", "display_mode", "is_anchor", "url_key"];
  const categoryData = {
    ...pick(category, names),
    available_sort_by: ["position"],
    default_sort_by: "position",
  };
  call("catalog_category.create", { parentId: number(category.parent_id), categoryData });
  const german = fixtures.categories_german[id]?.name;
  if (german !== category.name)
    callInGerman("catalog_category.update", { categoryId: number(id), categoryData: { name: german } });
}

const scopes = ["store", "global", "website"];
const own = rows("product_attributes").filter(({ attribute_id }) => number(attribute_id) >= 134);
for (const row of own) {
  const label = [{ store_id: 0, label: row.frontend_label }];
  const data = {
    attribute_code: row.attribute_code,
    frontend_input: row.frontend_input,
    frontend_label: label,
    ...{
      scope: scopes[number(row.is_global)],
      is_configurable: row.is_configurable,
      is_searchable: row.is_searchable,
    },
    ...(row.apply_to === null ? {} : { apply_to: (row.apply_to ?? "").split(",") }),
  };
  call("catalog_product_attribute.create", { data });
}
const options = rows("attribute_options").filter(
  ({ attribute_id, store_id }) => store_id === "0" && attribute_id !== "18",
);
for (const { option_id, attribute_id, sort_order } of options) {
  const labels = rows("attribute_options").filter((row) => row.option_id === option_id);
  const data = {
    label: labels.map((row) => ({ store_id: [number(row.store_id)], value: row.value })),
    order: number(sort_order),
    is_default: 0,
  };
  call("catalog_product_attribute.addOption", { attribute: number(attribute_id), data });
}
for (const row of rows("attribute_in_group").filter(({ attribute_id }) => number(attribute_id) >= 134))
  call("catalog_product_attribute_set.attributeAdd", {
    attributeId: number(row.attribute_id),
    attributeSetId: 4,
    attributeGroupId: number(row.attribute_group_id),
  });

const productValues = [
  ...["name", "description", "short_description", "weight", "status", "visibility", "url_key", "price"],
  ...["special_price", "special_from_date", "special_to_date", "tax_class_id", "meta_title", "material"],
  ...["warranty_months", "eco_friendly", "color", "manufacturer"],
];
for (const [id, product] of Object.entries(fixtures.products)) {
  const stock = rows("stock").find((row) => row.product_id === id) ?? {};
  const data = {
    ...pick(product, productValues),
    websites: (product.websites as string[]).map(number),
    categories: (product.category_ids as string[]).map(number),
    stock_data: {
      // Before the orders, which refer to them.
      qty: number(stock.qty) + orderedOf(id),
      is_in_stock: number(stock.is_in_stock),
      ...{
        manage_stock: number(stock.manage_stock),
        use_config_manage_stock: number(stock.use_config_manage_stock),
      },
    },
  };
  const { type, sku } = product;
  call("catalog_product.create", { type, set: 4, sku, productData: data });
  const german = fixtures.products_german[id]?.name;
  if (german !== product.name)
    callInGerman("catalog_product.update", { productId: number(id), productData: { name: german } });
  const tiers = fixtures.tier_prices[id] ?? [];
  if (tiers.length > 0)
    call("catalog_product_attribute_tier_price.update", {
      productId: number(id),
      tierPrices: tiers.map((tier) => ({ ...tier, qty: number(tier.qty), price: number(tier.price) })),
    });
  for (const image of fixtures.media[id] ?? []) {
    const name = /\/([^/]+)\.png$/.exec(image.file as string)?.[1];
    call("catalog_product_attribute_media.create", {
      productId: number(id),
      data: {
        file: { content: pixel, mime: "image/png", name },
        ...pick(image, ["label", "position", "types", "exclude"]),
      },
    });
  }
}

function orderedOf(productId: string): number {
  const items = Object.values(fixtures.orders).flatMap((order) => order.items);
  const own = items.filter((item) => item.product_id === productId && item.product_type !== "configurable");
  return own.reduce((sum, item) => sum + number(item.qty_ordered), 0);
}

/** The members that the operation takes for an object, by the contract. */
const membersOf = (schema: string): readonly string[] =>
  Object.keys(contract.components.schemas[schema]?.properties ?? {});
const customerValues = membersOf("NewCustomer");
const addressValues = membersOf("NewCustomerAddress");
for (const [id, customer] of Object.entries(fixtures.customers)) {
  call("customer.create", { customerData: { ...pick(customer, customerValues), password: "Password-1" } });
  for (const address of fixtures.customer_addresses[id] ?? []) {
    const values = pick(address, addressValues);
    call("customer_address.create", { customerId: number(id), addressData: values });
  }
}

const methods: Readonly<Record<string, string>> = { oraclepay: "test_authorize" };
const orderAddressValues = addressValues.filter((name) => !name.startsWith("is_"));
const inOrder = Object.values(fixtures.orders).sort((a, b) => number(a.order_id) - number(b.order_id));
for (const order of inOrder) {
  const address = (values: Values) => {
    const picked = pick(values, orderAddressValues);
    return { ...picked, ...(picked.region_id === undefined ? {} : { region_id: number(picked.region_id) }) };
  };
  const who =
    order.customer_id === null
      ? {
          guest: {
            email: order.customer_email,
            firstname: order.billing_address.firstname,
            lastname: order.billing_address.lastname,
          },
        }
      : { customer_id: number(order.customer_id) };
  const items = order.items.filter(({ parent_item_id }) => parent_item_id === null);
  calls.push({
    order: {
      store: number(order.store_id),
      ...who,
      items: items.map((item) => orderItem(item, order.items)),
      billing_address: address(order.billing_address),
      ...(Array.isArray(order.shipping_address)
        ? {}
        : {
            shipping_address: address(order.shipping_address as Values),
            shipping_amount: number(order.shipping_amount),
          }),
      payment_method: methods[order.payment.method as string] ?? order.payment.method,
    },
  });
}

function orderItem(item: Values, all: readonly Values[]): object {
  const children = all.filter(({ parent_item_id }) => parent_item_id === item.item_id);
  const product = fixtures.products[item.product_id as string];
  return {
    sku: product?.sku,
    qty: number(item.qty_ordered),
    price: number(item.price),
    tax_percent: number(item.tax_percent),
    ...(children.length === 0
      ? {}
      : {
          children: children.map((child) => ({
            sku: fixtures.products[child.product_id as string]?.sku,
            qty: number(child.qty_ordered) / number(item.qty_ordered),
          })),
        }),
  };
}

/** The fixtures have no carts, but the exchanges refer to two of them, and to a line of each. */
const carts = [
  { id: 23, product_id: 1 },
  { id: 24, product_id: 6 },
];
for (const { id, product_id } of carts)
  call("cart_product.add", { quoteId: id, products: [{ product_id, qty: 1 }] });

const startedAt = "2026-11-20 23:34:51";
const dataset = {
  extends: "minimal",
  clock: startedAt,
  // A living shop answers attributes that do not apply to all products of a set.
  handling: "lenient",
  settings: { shop },
  // A store group needs it before any call is executed.
  collections: { categories: [outletRoot()], carts: carts.map(({ id }) => newCart(id, 1, startedAt)) },
  calls,
};
function outletRoot(): object {
  const category = fixtures.categories["3"] ?? {};
  const at = startedAt;
  return {
    ...{
      id: 3,
      parent_id: 1,
      path: "1/3",
      position: 2,
      level: 1,
      children_count: 0,
      created_at: at,
      updated_at: at,
    },
    values: {
      0: {
        name: category.name,
        is_active: 1,
        display_mode: "PRODUCTS",
        is_anchor: 0,
        include_in_menu: 1,
        url_key: category.url_key,
      },
    },
  };
}

const head = "# The shop of the recordings beside it, made by scripts/recordings/shop.ts.\n";
writeFileSync(
  join(import.meta.dirname, "../../test/recordings/shop.yaml"),
  head + stringify(dataset, { lineWidth: 0 }),
);
