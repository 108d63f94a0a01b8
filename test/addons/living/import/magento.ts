/** A stub of Magento 1 with XML-RPC: numbers as text, unset values as null, empty maps as lists. */
import {
  SourceFailure,
  SourceRefusal,
  TooLongAnswer,
  type ShopSource,
} from "../../../../src/addons/living/import/source.js";

type Answer = (...args: readonly never[]) => unknown;
export type Answers = Readonly<Record<string, Answer>>;

const attribute = (attribute_id: number, code: string, type: string, scope = "global") => ({
  ...{ attribute_id, code, type, required: 0, scope },
});

const listed = [
  attribute(73, "name", "text", "store"),
  attribute(75, "price", "price"),
  attribute(77, "status", "select", "website"),
  attribute(78, "tier_price", "text"),
  attribute(79, "tax_class_id", "select", "website"),
  attribute(94, "color", "select"),
  attribute(133, "shade", "select", "store"),
  attribute(134, "origin", "select"),
  attribute(135, "is_gift", "select"),
  attribute(136, "rating", "select"),
  attribute(137, "fixed_tax", "weee"),
  attribute(138, "notes", "hologram"),
];

const options: Readonly<Record<number, readonly (readonly [value: string | number, label: string])[]>> = {
  94: [
    ["3", "Red"],
    ["4", "Blue"],
  ],
  133: [
    ["5", "Light"],
    ["6", "Dark"],
  ],
  134: [
    ["de", "Germany"],
    ["fr", "France"],
  ],
  135: [
    [1, "Yes"],
    [0, "No"],
  ],
  // From a source model that counts from 1, so that its options collide with others.
  136: [
    [3, "Fair"],
    [4, "Good"],
  ],
};

const emptyInfo = {
  default_value: null,
  is_unique: "0",
  is_required: "0",
  apply_to: [],
  additional_fields: [],
};

const infoOf = (id: number) => {
  const one = listed.find(({ attribute_id }) => attribute_id === Number(id));
  const label = [{ store_id: 0, label: String(one?.code) }];
  return {
    ...emptyInfo,
    attribute_id: String(id),
    attribute_code: one?.code,
    frontend_input: one?.type,
    scope: one?.scope,
    frontend_label: label,
    options: [],
  };
};

const product = {
  ...{ product_id: "7", sku: "TEE", set: "4", type: "configurable", categories: ["4"], websites: ["2", "1"] },
  ...{
    type_id: "configurable",
    name: "Tee",
    price: "12.5000",
    status: "1",
    color: null,
    shade: "5",
    origin: "de",
  },
  ...{ is_gift: "1", rating: "4", notes: "shiny", tax_class_id: "2", has_options: "1", group_price: [] },
  ...{ created_at: "2026-11-22T02:33:30+01:00", updated_at: "2026-11-22 01:34:12" },
  tier_price: [
    {
      price_id: "1",
      website_id: "0",
      all_groups: "1",
      cust_group: 32000,
      price: "9.0000",
      price_qty: "10.0000",
    },
    { price_id: "2", website_id: "2", all_groups: "0", cust_group: 9, price: "8.0000", price_qty: "5.0000" },
  ],
};

const tree = {
  ...{ category_id: "1", parent_id: "0", name: "Root Catalog", is_active: null, position: "0", level: "0" },
  children: [
    {
      ...{ category_id: "2", parent_id: "1", name: "Default", is_active: "1", position: "1", level: "1" },
      children: [
        {
          category_id: "4",
          parent_id: "2",
          name: "Shirts",
          is_active: "1",
          position: "3",
          level: "2",
          children: [],
        },
      ],
    },
  ],
};

const categoryInfo = (id: number, store: unknown) => ({
  ...{ category_id: String(id), is_active: "1", parent_id: 2, created_at: "2026-11-20T23:34:51+00:00" },
  ...{ updated_at: "2026-11-20 23:34:51", name: store === "german" ? "Hemden" : "Shirts", is_anchor: "1" },
  ...{ include_in_menu: "1", display_mode: null, image: null, available_sort_by: null, increment_id: null },
  seo_text: "Buy now",
});

const customers = [
  {
    ...{
      customer_id: "1",
      created_at: "2026-11-20 23:34:51",
      updated_at: "2026-11-20 23:34:51",
      website_id: "1",
    },
    ...{
      email: "John.Doe@Shop.test",
      store_id: "1",
      created_in: "Default Store View",
      group_id: "7",
      firstname: "John",
    },
    ...{
      middlename: "Q",
      lastname: "Doe",
      prefix: "Mr.",
      dob: "1980-02-03 00:00:00",
      taxvat: "US123",
      gender: "1",
    },
    ...{ password_hash: "5f4dcc3b:xx", default_billing: "1", loyalty_level: "gold" },
  },
];

const addresses = [
  {
    ...{
      customer_address_id: "1",
      vat_id: "DE811234567",
      vat_is_valid: null,
      created_at: "2026-11-20 23:34:51",
      updated_at: "2026-11-20 23:34:51",
    },
    ...{
      firstname: "John",
      lastname: "Doe",
      company: "Doe Inc",
      street: "1 Main St\nSuite 0",
      city: "Los Angeles",
    },
    ...{
      country_id: "US",
      region: "California",
      region_id: "9999",
      postcode: "90034",
      telephone: "(555) 010-0199",
    },
    ...{ is_default_billing: true, is_default_shipping: true },
  },
  {
    customer_address_id: "2",
    firstname: "Jo",
    lastname: "Doe",
    street: "x",
    city: "y",
    country_id: "XX",
    telephone: "1",
  },
];

const address = {
  ...{
    parent_id: "1",
    customer_id: "1",
    firstname: "John",
    lastname: "Doe",
    street: "1 Main St",
    city: "Los Angeles",
  },
  ...{
    email: "john.doe@shop.test",
    telephone: "555-010-0199",
    country_id: "US",
    region_id: "12",
    postcode: "90034",
  },
};

const orderRow = {
  ...{
    order_id: "1",
    increment_id: "100000001",
    store_id: "1",
    created_at: "2026-11-20 23:34:51",
    customer_id: "1",
  },
  ...{ coupon_code: "SAVE", state: "complete", status: "complete" },
};

const row = (over: object) => ({
  ...{
    item_id: "1",
    order_id: "1",
    product_id: "7",
    product_type: "configurable",
    sku: "TEE-RED",
    name: "Tee",
  },
  ...{
    qty_ordered: "2.0000",
    qty_invoiced: "2.0000",
    qty_shipped: "2.0000",
    qty_refunded: "0.0000",
    qty_canceled: "0.0000",
  },
  ...{
    price: "10.0000",
    base_price: "10.0000",
    row_total: "20.0000",
    base_row_total: "20.0000",
    tax_amount: "1.6500",
  },
  ...{ base_tax_amount: "1.6500", parent_item_id: null, product_options: "a:0:{}", is_virtual: "0", ...over },
});

const calculations = (price: 0 | 1, shipment: 0 | 1) =>
  `a:2:{s:20:"product_calculations";i:${price};s:13:"shipment_type";i:${shipment};}`;

export const order = {
  ...orderRow,
  ...{ updated_at: "2026-11-21 23:34:51", order_currency_code: "USD", base_currency_code: "USD" },
  ...{ store_name: "Main Website\nMain Store\nDefault Store View", base_to_order_rate: "1.0000" },
  ...{
    customer_email: "JOHN.DOE@shop.test",
    customer_firstname: "John",
    customer_lastname: "Doe",
    remote_ip: "10.1.2.3",
  },
  ...{ customer_note: "Ring at Doe, or call +1 555 010 0199", customer_dob: "1980-02-03 00:00:00" },
  ...{ subtotal: "40.0000", base_subtotal: "40.0000", grand_total: "41.6500", base_grand_total: "41.6500" },
  ...{ tax_amount: "1.6500", base_tax_amount: "1.6500", total_paid: "41.6500", base_total_paid: "41.6500" },
  ...{
    total_due: null,
    base_total_due: null,
    discount_amount: "0.0000",
    shipping_address_id: "2",
    billing_address_id: "1",
  },
  billing_address: { ...address, address_id: "1", address_type: "billing" },
  shipping_address: { ...address, address_id: "2", address_type: "shipping" },
  items: [
    row({ product_options: calculations(1, 0) }),
    row({
      item_id: "2",
      parent_item_id: "1",
      product_type: "simple",
      row_total: "0.0000",
      base_row_total: "0.0000",
      product_options: calculations(1, 0),
    }),
    row({ item_id: "3", product_type: "bundle", sku: "DESK", product_options: calculations(0, 1) }),
    row({
      item_id: "4",
      parent_item_id: "3",
      product_type: "simple",
      sku: "CHAIR",
      product_options: calculations(0, 1),
    }),
  ],
  payment: {
    payment_id: "1",
    method: "checkmo",
    amount_ordered: "41.6500",
    amount_paid: null,
    additional_information: [],
  },
  status_history: [
    {
      parent_id: "1",
      is_customer_notified: "1",
      comment: "Mr Doe (JOHN.DOE@shop.test, from 10.1.2.3) paid",
      status: "complete",
      created_at: "2026-11-21 23:34:51",
      entity_name: "invoice",
    },
    {
      parent_id: "1",
      is_customer_notified: null,
      comment: null,
      status: "pending",
      created_at: "2026-11-20 23:34:51",
      entity_name: null,
    },
  ],
};

const invoice = {
  ...{
    invoice_id: "1",
    increment_id: "100000001",
    order_id: "1",
    state: "2",
    store_id: "1",
    created_at: "2026-11-21 23:34:51",
  },
  ...{ subtotal: "40.0000", base_subtotal: "40.0000", tax_amount: "1.0000", base_tax_amount: "1.0000" },
  // The rest is hidden tax.
  ...{
    grand_total: "41.6500",
    base_grand_total: "41.6500",
    hidden_tax_amount: "0.6500",
    discount_amount: "0.0000",
  },
  items: [
    {
      item_id: "1",
      parent_id: "1",
      order_item_id: "1",
      product_id: "7",
      sku: "TEE-RED",
      name: "Tee",
      qty: "2.0000",
      price: "10.0000",
      row_total: "20.0000",
      base_row_total: "20.0000",
    },
    {
      item_id: "2",
      parent_id: "1",
      order_item_id: "2",
      product_id: "8",
      sku: "TEE-RED",
      name: "Tee",
      qty: "2.0000",
      row_total: null,
    },
    {
      item_id: "3",
      parent_id: "1",
      order_item_id: "4",
      product_id: "9",
      sku: "CHAIR",
      name: "Chair",
      qty: "2.0000",
      row_total: "20.0000",
      base_row_total: "20.0000",
    },
    {
      item_id: "4",
      parent_id: "1",
      order_item_id: "3",
      product_id: "10",
      sku: "DESK",
      name: "Desk",
      qty: "0.0000",
    },
  ],
  comments: [],
};

/** Filters a list by `{from, to}` or `{in}` of a member; null ignores filters. */
function filtered(rows: readonly Record<string, unknown>[], filters: object | undefined): unknown {
  const [[member, condition] = ["", {}]] = Object.entries(filters ?? {}) as [
    string,
    { from?: string; to?: string; in?: string[] },
  ][];
  return rows.filter((one) => {
    const value = String(one[member]);
    const isNumber = /^\d+$/.test(value);
    const at = (bound: string | undefined, otherwise: boolean, compare: (a: never, b: never) => boolean) =>
      bound === undefined
        ? otherwise
        : compare((isNumber ? Number(value) : value) as never, (isNumber ? Number(bound) : bound) as never);
    if (condition.in) return condition.in.includes(value);
    return at(condition.from, true, (a, b) => a >= b) && at(condition.to, true, (a, b) => a <= b);
  });
}

export const magento: Answers = {
  "core_store.list": () => [
    {
      store_id: 1,
      code: "default",
      website_id: 1,
      group_id: 1,
      name: "Default Store View",
      sort_order: "0",
      is_active: "1",
    },
    {
      store_id: 3,
      code: "outlet_en",
      website_id: 2,
      group_id: 2,
      name: "Outlet English",
      sort_order: "0",
      is_active: "1",
    },
    {
      store_id: 2,
      code: "german",
      website_id: 1,
      group_id: 1,
      name: "German View",
      sort_order: "1",
      is_active: "1",
    },
  ],
  "customer_group.list": () => [
    { customer_group_id: "0", customer_group_code: "NOT LOGGED IN" },
    { customer_group_id: "1", customer_group_code: "General" },
  ],
  "catalog_category.level": (website: number | null, store: string | undefined) =>
    store === "default"
      ? [{ category_id: "4", parent_id: 2, name: "Shirts", is_active: "1", position: "1", level: "2" }]
      : website === 2
        ? [{ category_id: "2", parent_id: 1, name: "Default", is_active: "1", position: "1", level: "1" }]
        : [],
  "catalog_product_attribute_set.list": () => [
    { set_id: "4", name: "Default" },
    { set_id: "10", name: null },
  ],
  "catalog_product_attribute.list": () => listed,
  "catalog_product_attribute.info": (id: number) => infoOf(id),
  "catalog_product_attribute.options": (id: number | string, store: unknown) =>
    id === "tax_class_id"
      ? [
          { value: 0, label: "None" },
          { value: 2, label: "Taxable Goods" },
        ]
      : (options[Number(id)] ?? []).map(([value, label]) => ({
          value,
          label: store === "german" ? `${label} (de)` : label,
        })),
  "catalog_category.tree": () => tree,
  "catalog_category.info": categoryInfo,
  "catalog_category.assignedProducts": (id: number) =>
    Number(id) === 4 ? [{ product_id: "7", type: "configurable", set: "4", sku: "TEE", position: "5" }] : [],
  "catalog_product.list": (filters: object) =>
    filtered([{ ...product, category_ids: ["4"], website_ids: ["1", "2"] }], filters),
  "catalog_product.info": (_id: string, store: unknown) =>
    store === "german" ? { ...product, name: "Hemd", shade: "6" } : product,
  "catalog_product_attribute_tier_price.info": () => [
    { customer_group_id: "all", website: "all", qty: "10.0000", price: "9.0000" },
    { customer_group_id: "9", website: "outlet", qty: "5.0000", price: "8.0000" },
  ],
  "catalog_product_attribute_media.list": () => [],
  "cataloginventory_stock_item.list": () => [
    { product_id: "7", sku: "TEE", qty: "7.5000", is_in_stock: "1" },
  ],
  "customer.list": (filters: object) => filtered(customers, filters),
  "customer_address.list": () => addresses,
  "sales_order.list": (filters: object) => filtered([orderRow], filters),
  "sales_order.info": () => order,
  "sales_order_invoice.list": (filters: object) =>
    filtered([{ order_id: "1", increment_id: "100000001" }], filters),
  "sales_order_invoice.info": () => invoice,
  "sales_order_shipment.list": () => [],
  "sales_order_creditmemo.list": () => [],
  globalFaults: () => [{ code: "5", message: "Session expired. Try to relogin." }],
  resourceFaults: (namespace: string) =>
    namespace === "catalog_product" ? [{ code: "101", message: "Product not exists." }] : [],
};

/** A source with these results; all other operations are unknown. */
export function sourceOf(
  answers: Answers,
): ShopSource & { readonly asked: readonly (readonly [string, readonly unknown[]])[] } {
  const asked: [string, readonly unknown[]][] = [];
  return {
    asked,
    isTyped: false,
    async ask(operation, args = [], bound) {
      asked.push([operation, args]);
      const answer = answers[operation];
      if (!answer) throw new SourceRefusal(operation, "Invalid api path.", "unknown operation");
      const result = answer(...(args as never[]));
      if (bound && JSON.stringify(result).length > bound.mostBytes) throw new TooLongAnswer(operation);
      return result;
    },
    askMethod(method, args) {
      return this.ask(method, args);
    },
    async load(from) {
      throw new SourceFailure(from, "HTTP 404");
    },
  };
}
