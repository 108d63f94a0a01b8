/** Importing results of Magento 1: supported parts become rows, all others are reported. */
import { describe, expect, test } from "vitest";
import { People } from "../../../../src/addons/living/import/people.js";
import {
  importParts,
  readShop,
  type ImportMark,
  type ReadShop,
} from "../../../../src/addons/living/import/read-shop.js";
import { SourceFailure, SourceRefusal } from "../../../../src/addons/living/import/source.js";
import { importedLines, type StateRow } from "../../../../src/addons/living/import/state-lines.js";
import { magento, order, sourceOf, type Answers } from "./magento.js";

interface Imported extends ReadShop {
  readonly doc: (collection: string, id: number | string) => Record<string, unknown> | undefined;
  readonly marks: readonly ImportMark[];
  readonly asked: readonly (readonly [string, readonly unknown[]])[];
  readonly finding: (
    what: string,
  ) => { readonly count: number; readonly examples: readonly string[] } | undefined;
}

/** Imports the shop, with some results replaced, and writes it as a state, which checks it. */
async function imported(changes: Answers = {}, people = new People("key")): Promise<Imported> {
  const rows: StateRow[] = [];
  const marks: ImportMark[] = [];
  const source = sourceOf({ ...magento, ...changes });
  const target = {
    put: (collection: StateRow["collection"], doc: object) => void rows.push({ collection, doc }),
    mark: async (mark: ImportMark) => void marks.push(mark),
    keep: () => {},
    progress: () => {},
    async *earlier() {},
  };
  const options = { parts: importParts, limit: undefined, images: true };
  const read = await readShop(source, target, people, options);
  const all = [...read.rows, ...rows];
  async function* each() {
    yield* all;
  }
  for await (const line of importedLines(each(), read.sequences)) expect(line.endsWith("\n")).toBe(true);
  return {
    ...read,
    ...{ marks, asked: source.asked },
    doc: (collection, id) =>
      all.find((one) => one.collection === collection && (one.doc as { id: unknown }).id === id)?.doc as
        | Record<string, unknown>
        | undefined,
    finding: (what) => read.report.findings.find((one) => one.what.includes(what)),
  };
}

describe("stores", () => {
  test("codes come from tier prices, names from orders, roots from the answers of views", async () => {
    const { doc } = await imported();
    expect(doc("settings", "shop")).toMatchObject({
      websites: [
        { website_id: 0, code: "admin" },
        { website_id: 1, code: "base", name: "Main Website", default_group_id: 1, is_default: true },
        { website_id: 2, code: "outlet", name: "Website 2", default_group_id: 2, is_default: false },
      ],
      groups: [
        { group_id: 0 },
        { group_id: 1, name: "Main Store", root_category_id: 2, default_store_id: 1 },
        { group_id: 2, name: "Store 2", root_category_id: 2, default_store_id: 3 },
      ],
      views: [
        { store_id: 0 },
        { store_id: 1, code: "default" },
        { store_id: 2, code: "german" },
        { store_id: 3 },
      ],
      tax_classes: [
        { class_id: 2, name: "Taxable Goods", type: "product" },
        { class_id: 3, type: "customer" },
      ],
    });
  });

  test("groups that rows refer to are added", async () => {
    const { doc } = await imported();
    const { customer_groups } = doc("settings", "shop") as { customer_groups: object[] };
    expect(customer_groups).toEqual([
      { group_id: 0, code: "NOT LOGGED IN" },
      { group_id: 1, code: "General" },
      { group_id: 7, code: "Group 7" },
      { group_id: 9, code: "Group 9" },
    ]);
  });
});

describe("attributes", () => {
  test.each([
    [
      "a table of options",
      94,
      {
        frontend_input: "select",
        options: [{ option_id: 3, labels: { "0": "Red", "2": "Red (de)" } }, { option_id: 4 }],
      },
    ],
    ["choices that are texts", 134, { frontend_input: "text", backend: "varchar", options: [] }],
    ["yes and no", 135, { frontend_input: "boolean", backend: "int", options: [] }],
    ["numbers that other options have", 136, { frontend_input: "text", options: [] }],
    ["an unknown input", 138, { frontend_input: "text", attribute_code: "notes" }],
  ])("%s", async (_title, id, expected) => {
    const { doc } = await imported();
    expect(doc("attributes", id)).toMatchObject(expected);
  });

  test("values of an input that cannot be imported are reported", async () => {
    const { doc, finding } = await imported();
    expect(doc("attributes", 137)).toBeUndefined();
    expect(finding("input weee")).toMatchObject({ examples: ["fixed_tax"] });
    expect(finding("not a table of options")).toMatchObject({ count: 1, examples: ["origin"] });
  });

  test("sets contain the listed attributes, and images", async () => {
    const { doc } = await imported();
    const { groups, name } = doc("attribute_sets", 10) as {
      name: string;
      groups: { name: string; members: { attribute_id: number }[] }[];
    };
    expect(name).toBe("");
    const members = (group: string) =>
      groups.find((one) => one.name === group)?.members.map(({ attribute_id }) => attribute_id);
    expect(members("General")).toEqual([73, 77, 94, 133, 134, 135, 136, 138]);
    expect(members("Images")).toContain(87);
  });
});

describe("the catalog", () => {
  test("a product with its views, tier prices and stock", async () => {
    const { doc } = await imported();
    expect(doc("products", 7)).toEqual({
      ...{ id: 7, type: "configurable", set: 4, sku: "TEE", website_ids: [1, 2], images: [] },
      ...{ created_at: "2026-11-22 01:33:30", updated_at: "2026-11-22 01:34:12" },
      values: {
        "0": {
          name: "Tee",
          price: 12.5,
          status: 1,
          tax_class_id: 2,
          shade: 5,
          origin: "de",
          is_gift: 1,
          rating: "4",
          notes: "shiny",
        },
        s2: { name: "Hemd", shade: 6 },
      },
      tier_prices: [
        { customer_group_id: "all", website: "all", qty: 10, price: 9 },
        { customer_group_id: "9", website: "outlet", qty: 5, price: 8 },
      ],
    });
    expect(doc("stock_items", 7)).toMatchObject({
      qty: 7.5,
      is_in_stock: 1,
      is_qty_decimal: 1,
      use_config_min_qty: 1,
    });
    expect(doc("category_products", "4:7")).toEqual({
      id: "4:7",
      category_id: 4,
      product_id: 7,
      position: 5,
    });
  });

  test("a category with its views, and its data that cannot be imported", async () => {
    const { doc, finding } = await imported();
    expect(doc("categories", 4)).toMatchObject({
      parent_id: 2,
      path: "1/2/4",
      level: 2,
      position: 3,
      children_count: 0,
      values: { "0": { name: "Shirts", is_anchor: 1 }, s2: { name: "Hemden" } },
    });
    expect(doc("categories", 1)).toMatchObject({ parent_id: 0, children_count: 2 });
    expect(finding("attributes of categories")).toMatchObject({ examples: ["seo_text"] });
  });

  test("data of a product that cannot be imported is reported", async () => {
    const odd = {
      ...(magento["catalog_product.info"] as () => object)(),
      type: "giftcard",
      color: "77",
      set: "99",
    };
    const { doc, finding } = await imported({
      "catalog_product.list": () => [odd],
      "catalog_product.info": () => odd,
    });
    expect(doc("products", 7)).toMatchObject({ type: "simple", set: 4 });
    expect(finding("values that color cannot have here")).toMatchObject({
      examples: ["product 7 (TEE): 77"],
    });
    expect(finding("products of an unknown type")).toMatchObject({ examples: ["product 7 (TEE): giftcard"] });
    expect(finding("set that is not listed")).toBeDefined();
  });
});

describe("customers", () => {
  test("are complete in the list, with addresses", async () => {
    const { doc, asked } = await imported({}, new People(undefined));
    expect(doc("customers", 1)).toMatchObject({
      ...{
        email: "John.Doe@Shop.test",
        website_id: 1,
        store_id: 1,
        group_id: 7,
        dob: "1980-02-03",
        gender: 1,
        is_active: 1,
      },
      ...{ default_billing: 1, default_shipping: 1, suffix: null, custom: {} },
    });
    expect(JSON.stringify(doc("customers", 1))).not.toContain("5f4dcc3b");
    expect(asked.some(([operation]) => operation === "customer.info")).toBe(false);
    expect(doc("addresses", 1)).toMatchObject({
      region: "California",
      region_id: null,
      street: "1 Main St\nSuite 0",
    });
  });

  test("data that cannot be imported is reported", async () => {
    const { doc, finding } = await imported();
    expect(doc("addresses", 2)).toBeUndefined();
    expect(finding("addresses of an unknown country")).toMatchObject({
      count: 1,
      examples: ["address 2: XX"],
    });
    expect(finding("attributes of customers")).toMatchObject({ examples: ["loyalty_level"] });
    expect(finding("attributes of addresses")).toMatchObject({ examples: ["vat_id"] });
  });

  test("one person has one made-up address, in upper or lower case", async () => {
    const { doc } = await imported();
    const { email } = doc("customers", 1) as { email: string };
    expect(email).toMatch(/^[a-z]+\.[a-z]+\.[0-9a-f]{12}@example\.com$/);
    expect(doc("orders", 1)).toMatchObject({ customer_email: email, billing_address: { email } });
  });
});

describe("orders", () => {
  test("rows that do not count are derived from their options", async () => {
    const { doc } = await imported();
    const { items } = doc("orders", 1) as { items: Record<string, unknown>[] };
    expect(items.map(({ is_money_dummy, is_shipping_dummy }) => [is_money_dummy, is_shipping_dummy])).toEqual(
      [
        [undefined, undefined],
        [true, true],
        [true, true],
        [undefined, undefined],
      ],
    );
  });

  test("amounts, history, payment and members that only the list has", async () => {
    const { doc } = await imported({}, new People(undefined));
    expect(doc("orders", 1)).toMatchObject({
      ...{
        increment_id: "100000001",
        coupon_code: "SAVE",
        total_due: 0,
        grand_total: 41.65,
        customer_dob: "1980-02-03",
      },
      ...{ created_at: "2026-11-20 23:34:51", updated_at: "2026-11-21 23:34:51", shipping_canceled: 0 },
      payment: { amount_paid: 41.65, amount_refunded: 0, authorization: "none", cc_type: null },
      status_history: [
        { entity_name: "order", comment: "", is_customer_notified: 0 },
        { entity_name: "invoice", is_customer_notified: 1 },
      ],
    });
  });

  test("people in texts are also replaced", async () => {
    const { doc } = await imported();
    const text = JSON.stringify(doc("orders", 1));
    for (const secret of ["john", "doe", "555", "0199", "10.1.2.3", "1980-02", "1 main st", "90034"])
      expect(text.toLowerCase()).not.toContain(secret);
    const { customer_lastname, status_history } = doc("orders", 1) as {
      customer_lastname: string;
      status_history: { comment: string }[];
    };
    expect(status_history[1]?.comment).toMatch(
      new RegExp(`^Mr ${customer_lastname} \\(\\S+@example\\.com, from 203\\.0\\.113\\.\\d+\\) paid$`),
    );
    expect(doc("orders", 1)).toMatchObject({ billing_address: { country_id: "US", region_id: 12 } });
  });

  test("hidden tax of an invoice is counted as tax, and reported", async () => {
    const { doc, finding } = await imported();
    expect(doc("invoices", 1)).toMatchObject({
      tax_amount: 1.65,
      grand_total: 41.65,
      order_increment_id: "100000001",
    });
    expect((doc("invoices", 1) as { items: unknown[] }).items).toHaveLength(3);
    expect(finding("do not add up")).toMatchObject({ count: 1 });
  });

  test("contradictory amounts are changed, and reported", async () => {
    const wrong = {
      ...order,
      subtotal: "41.0000",
      items: order.items.map((item) => ({ ...item, qty_shipped: "5.0000" })),
    };
    const { doc, finding } = await imported({ "sales_order.info": () => wrong });
    expect(doc("orders", 1)).toMatchObject({ subtotal: 40, items: [{ qty_shipped: 2 }, {}, {}, {}] });
    expect(finding("inconsistent amounts")).toMatchObject({
      count: 1,
      examples: [expect.stringContaining("order 100000001") as string],
    });
  });

  test("an unknown state, and no shipping address", async () => {
    const odd = { ...order, state: "waiting_for_moon", shipping_address: [] };
    const { doc, finding } = await imported({ "sales_order.info": () => odd });
    expect(doc("orders", 1)).toMatchObject({
      state: "processing",
      shipping_address: null,
      shipping_address_id: null,
    });
    expect(finding("an unknown state")).toBeDefined();
  });
});

describe("lists", () => {
  test("a list that fails with a filter by ID is requested day by day", async () => {
    const { doc, asked } = await imported({
      "sales_order.list": (filters: Record<string, unknown>) => {
        if ("order_id" in filters) throw new SourceFailure("sales_order.list", "HTTP 500");
        const list = magento["sales_order.list"] as unknown as (given: object) => unknown;
        return list(filters);
      },
    });
    expect(doc("orders", 1)).toBeDefined();
    const filters = asked
      .filter(([operation]) => operation === "sales_order.list")
      .map(([, [given]]) => Object.keys(given as object)[0]);
    expect(filters[0]).toBe("order_id");
    expect(new Set(filters.slice(1))).toEqual(new Set(["created_at"]));
  });

  test("a list that fails with every filter is requested as a whole", async () => {
    const { doc } = await imported({
      "customer.list": (filters: object) => {
        if (Object.keys(filters).length > 0)
          throw new SourceRefusal("customer.list", "Invalid filters", "other");
        return (magento["customer.list"] as unknown as (given: object) => unknown)({});
      },
    });
    expect(doc("customers", 1)).toBeDefined();
  });

  test("a list that ignores filters is requested once", async () => {
    const rows = [1, 500, 900].map((id) => ({
      ...(magento["customer.list"] as unknown as (given: object) => object[])({})[0],
      customer_id: String(id),
      email: `p${id}@x.test`,
    }));
    const { report, asked } = await imported({
      "customer.list": () => rows,
      "customer_address.list": () => [],
    });
    expect(report.rows.customers).toBe(3);
    expect(asked.filter(([operation]) => operation === "customer.list")).toHaveLength(1);
  });

  test("gaps between IDs are skipped, and rows after them are requested in windows", async () => {
    const ids = [1, 30_000, 40_000_000, 40_000_001, 40_009_000];
    // Three of them exceed the bound of a response.
    const name = "long".repeat(500_000);
    const { doc, asked } = await imported({
      "catalog_product.list": (filters: { product_id: { from: string; to: string } }) => {
        const { from, to } = filters.product_id;
        const found = ids.filter((id) => Number(from) <= id && id <= Number(to));
        return found.map((id) => ({
          product_id: String(id),
          sku: `P-${id}`,
          set: "4",
          type: "simple",
          name,
        }));
      },
      "catalog_product.info": (id: string) => ({
        product_id: id,
        sku: `P-${id}`,
        set: "4",
        type: "simple",
      }),
    });
    for (const id of ids) expect(doc("products", id)).toMatchObject({ sku: `P-${id}` });
    expect(asked.filter(([operation]) => operation === "catalog_product.list").length).toBeLessThan(60);
  });

  test("a shop that fails on many rows is asked for fewer", async () => {
    const sizes: number[] = [];
    const { doc } = await imported({
      "customer.list": (filters: { customer_id: { from: string; to: string } }) => {
        const { from, to } = filters.customer_id;
        const size = Number(to) - Number(from) + 1;
        sizes.push(size);
        if (Number(from) > 1 && Number(from) < 500 && size > 30)
          throw new SourceFailure("customer.list", "HTTP 500");
        return Number(from) <= 405 && 405 <= Number(to) ? [{ ...firstCustomer(), customer_id: "405" }] : [];
      },
      "customer_address.list": () => [],
    });
    expect(doc("customers", 405)).toBeDefined();
    expect(Math.min(...sizes)).toBeLessThan(30);
  });
});

function firstCustomer(): object {
  const list = magento["customer.list"] as unknown as (filters: object) => object[];
  return list({})[0] as object;
}
