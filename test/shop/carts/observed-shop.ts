/** A shop with the products of the observed runs, and carts that are ready to order (beyond 19). */
import { expect } from "vitest";
import type { Shop } from "../../support/shop.js";

export const address = {
  firstname: "Ada",
  lastname: "King",
  street: "1 Main Street",
  city: "Los Angeles",
  telephone: "555 0100",
  ...{ region_id: 12, postcode: "90001", country_id: "US" },
};
export const newYork = { ...address, region_id: 43 };
export const berlin = { ...address, country_id: "DE", region_id: 82 };
export const guest = { mode: "guest", firstname: "Ada", lastname: "King", email: "ada@example.com" };

const stock = { qty: 100, is_in_stock: 1 };
const taxed = { status: 1, weight: 1, tax_class_id: 2, websites: [1], stock_data: stock };
const products = {
  mug: ["simple", { ...taxed, name: "Mug", price: 12.5, weight: 1.5 }],
  warranty: ["virtual", { ...taxed, name: "Warranty", price: 29 }],
  other: ["simple", { ...taxed, name: "Other", price: 5 }],
  tier: [
    "simple",
    {
      ...{ ...taxed, name: "Tier", price: 10, special_price: 9 },
      tier_price: [{ customer_group_id: "all", website: "all", qty: 5, price: 7 }],
    },
  ],
  chair: ["simple", { ...taxed, name: "Chair", price: 149, stock_data: { qty: 1, is_in_stock: 1 } }],
} as const;

export async function fill(one: Shop): Promise<void> {
  await one.reset("minimal");
  for (const [sku, [type, data]] of Object.entries(products))
    await one.call("catalog_product.create", [type, 4, sku, data]);
  for (const body of [
    { code: "TEN", percent: 10 },
    { code: "FIVE", fixed: 5 },
    { code: "SHIP", free_shipping: true },
  ]) {
    expect((await one.http("POST", "/control/coupons", { body })).status).toBe(201);
  }
}

/** Choices for the products that have some: members of entries of `cart_product.add`. */
export type Choices = Readonly<Record<"pen" | "ebook" | "tee" | "group" | "bundle", Line>>;

/** Adds products with custom options, with a link, and composites of existing ones; returns their choices. */
export async function addChoices(one: Shop): Promise<Choices> {
  const create = async (type: string, sku: string, data: object) =>
    (await one.call("catalog_product.create", [type, 4, sku, { ...taxed, name: sku, ...data }])) as number;

  const pen = await create("simple", "OPT-01", { price: 10 });
  const values = [
    { title: "Black", price: 0 },
    { title: "Gold", price: 10, price_type: "percent", sku: "GLD" },
  ];
  const ink = { title: "Ink", type: "drop_down", is_require: 1, sort_order: 2, additional_fields: values };
  const engraved = [{ price: 3, sku: "ENG" }];
  const engraving = { title: "Engraving", type: "field", sort_order: 1, additional_fields: engraved };
  for (const data of [engraving, ink]) await one.call("catalog_product_custom_option.add", [pen, data]);
  const [text, choice] = (await one.call("catalog_product_custom_option.list", [pen])) as {
    option_id: number;
  }[];
  const rows = (await one.call("catalog_product_custom_option_value.list", [choice?.option_id])) as {
    value_id: number;
    title: string;
  }[];
  const gold = rows.find(({ title }) => title === "Gold")?.value_id;

  const ebook = await create("downloadable", "ebook", { price: 9.9, links_purchased_separately: 1 });
  const link = { title: "PDF", price: 2.5, type: "url", link_url: "https://shop.test/pdf" };
  await one.call("catalog_product_downloadable_link.add", [ebook, link, "link"]);
  const { links } = (await one.call("catalog_product_downloadable_link.list", [ebook])) as {
    links: { link_id: number }[];
  };

  const tint = {
    ...{ attribute_code: "tint", frontend_input: "select", scope: "global", is_configurable: 1 },
    frontend_label: [{ store_id: 0, label: "Tint" }],
  };
  const attribute = (await one.call("catalog_product_attribute.create", [tint])) as number;
  const blue = { label: [{ store_id: 0, value: "Blue" }], order: 0, is_default: 0 };
  await one.call("catalog_product_attribute.addOption", [attribute, blue]);
  const labels = (await one.call("catalog_product_attribute.options", [attribute])) as {
    value: string;
    label: string;
  }[];
  const option = Number(labels.find(({ label }) => label === "Blue")?.value);
  await one.call("catalog_product_attribute_set.attributeAdd", [attribute, 4]);
  await create("simple", "TEE-BLUE", { price: 19.99, tint: option });
  const tee = await create("configurable", "TEE", { price: 19.99 });
  await compose(one, tee, {
    attributes: ["tint"],
    children: [{ sku: "TEE-BLUE", pricing: { tint: { option, price: 2, is_percent: false } } }],
  });

  const group = await create("grouped", "GROUP", {});
  const members = Object.fromEntries(
    await Promise.all(
      ["mug", "other"].map(async (sku) => {
        const [{ product_id } = { product_id: 0 }] = (await one.call("catalog_product.list", [{ sku }])) as {
          product_id: number;
        }[];
        return [sku, product_id] as const;
      }),
    ),
  );
  for (const sku of ["mug", "other"])
    await one.call("catalog_product_link.assign", ["grouped", group, sku, { qty: 1 }]);

  const bundle = await create("bundle", "BUNDLE", { price_type: 0, sku_type: 0, weight_type: 0 });
  const parts = await compose(one, bundle, {
    options: [
      { title: "Chair", type: "select", required: true, selections: [{ sku: "chair" }] },
      {
        ...{ title: "Mugs", type: "select", required: true },
        selections: [{ sku: "mug", qty: 2, can_change_qty: true }],
      },
    ],
  });
  const chosen = parts.options.map(({ option_id, selections }) => [option_id, selections[0]?.selection_id]);
  return {
    pen: {
      sku: "OPT-01",
      options: { [String(choice?.option_id)]: gold, [String(text?.option_id)]: "Ada" },
    },
    ebook: { sku: "ebook", links: [links[0]?.link_id] },
    tee: { sku: "TEE", super_attribute: { [attribute]: option } },
    group: {
      sku: "GROUP",
      super_group: { [String(members.mug)]: 2, [String(members.other)]: 1 },
    },
    bundle: { sku: "BUNDLE", bundle_option: Object.fromEntries(chosen) as object },
  };
}

/** Adds a custom option for a text of the buyer and returns its ID. */
export async function addText(
  one: Shop,
  sku: string,
  { title, ...field }: { readonly title: string; readonly price: number; [member: string]: unknown },
): Promise<number> {
  const { product_id } = (await one.call("catalog_product.info", [sku, null, ["name"], "sku"])) as {
    product_id: number;
  };
  const data = { title, type: "field", additional_fields: [field] };
  await one.call("catalog_product_custom_option.add", [product_id, data]);
  const options = (await one.call("catalog_product_custom_option.list", [product_id])) as {
    option_id: number;
  }[];
  return Math.max(...options.map(({ option_id }) => option_id));
}

interface Composed {
  readonly options: readonly {
    readonly option_id: number;
    readonly selections: readonly { readonly selection_id: number }[];
  }[];
}

async function compose(one: Shop, id: number, body: object): Promise<Composed> {
  const { status, text, json } = await one.http("PUT", `/control/products/${id}/composition`, { body });
  expect(status, text).toBe(200);
  return json as Composed;
}

/** An entry of `cart_product.add`. */
export interface Line {
  readonly sku: string;
  readonly qty?: number;
  readonly [choice: string]: unknown;
}

export interface Filling {
  readonly lines: readonly Line[];
  readonly coupon?: string;
  readonly to?: typeof address;
  /** A guest otherwise. */
  readonly customer_id?: number;
}

/** Creates a cart that is ready to order and returns its ID. */
export async function filledCart(one: Shop, filling: Filling): Promise<number> {
  const { lines, coupon, to = address, customer_id } = filling;
  const id = (await one.call("cart.create", ["default"])) as number;
  const call = async (operation: string, ...args: unknown[]) =>
    expect(await one.call(operation, [id, ...args])).toBe(true);
  await call("cart_product.add", lines);
  await call("cart_customer.set", customer_id === undefined ? guest : { mode: "customer", customer_id });
  await call("cart_customer.addresses", [
    { mode: "billing", ...to },
    { mode: "shipping", ...to },
  ]);
  const rates = (await one.call("cart_shipping.list", [id])) as readonly object[];
  expect(rates).toHaveLength(1);
  await call("cart_shipping.method", "flatrate_flatrate");
  if (coupon !== undefined) await call("cart_coupon.add", coupon);
  await call("cart_payment.method", { method: "checkmo" });
  return id;
}

const titles = {
  Subtotal: "subtotal",
  "Shipping & Handling (Flat Rate - Fixed)": "shipping",
  Tax: "tax",
  "Grand Total": "total",
} as const;

export async function totalsOf(one: Shop, id: number): Promise<Record<string, number | null>> {
  const rows = (await one.call("cart.totals", [id])) as { title: string; amount: number | null }[];
  return Object.fromEntries(
    rows.map(({ title, amount }) => [
      title.startsWith("Discount (") ? "discount" : (titles[title as keyof typeof titles] ?? title),
      amount,
    ]),
  );
}
