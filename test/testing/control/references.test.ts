/** Every reference between rows of a state is checked (src/shop/states/references.ts). */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  partIds,
  rowReferences,
  referenceTargets,
  type Reference,
} from "../../../src/shop/states/references.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

type Row = Record<string, unknown>;
interface State {
  collections: Record<string, Row[]>;
  sequences: Record<string, number>;
}

await shop.http("POST", "/control/orders", { body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] } });
const cart = await shop.call("cart.create", ["default"]);
await shop.call("cart_product.add", [cart, [{ sku: "mug-glaze", super_attribute: { 141: 13 } }]]);
await shop.call("cart_customer.set", [cart, { mode: "customer", customer_id: 1 }]);
const exported = (await shop.http("GET", "/control/state")).text;

const put = async (state: unknown, target = shop) => {
  const { status, text } = await target.http("PUT", "/control/state", {
    body: JSON.stringify(state),
    headers: json,
  });
  const errors =
    status === 204 ? [] : (JSON.parse(text) as { errors: { field: string; message: string }[] }).errors;
  return { status, errors };
};
const json = { "Content-Type": "application/json" };

const bytes = Buffer.from("A guide.");
const download = {
  ...{ id: "/g/u/guide.txt", file: "/g/u/Guide.txt", stored_as: "/g/u/Guide.txt", product_id: 1 },
  ...{ size: bytes.length, etag: createHash("sha256").update(bytes).digest("base64url") },
  content: bytes.toString("base64"),
};

/** Values that no row of the sample shop has. */
const added: Record<string, (collections: State["collections"]) => unknown> = {
  settings: ({ settings = [] }) => {
    settings.push({ id: "mail_rules", rules: [{ template: "order_new", store_id: 1 }] });
    const rate = { country_id: "DE", rate: 19, product_tax_class: 2, customer_tax_class: 3 };
    Object.assign(settings.find(({ id }) => id === "shop") ?? {}, { tax_rates: [rate] });
  },
  products: ({ products = [] }) => {
    const [product = {}] = products;
    const values = product.values as Record<string, Row>;
    product.values = { ...values, w1: { price: 5 }, s1: { name: "One" } };
    product.tier_prices = [{ customer_group_id: "1", website: "base", qty: 2, price: 4 }];
    const titles = { "0": "Title", s1: "Title" };
    const prices = { "0": { price: 1, price_type: "fixed" }, w1: { price: 2, price_type: "percent" } };
    const placed = { sort_order: 0, titles, prices, sku: null };
    const limits = {
      ...{ max_characters: null, file_extension: null, image_size_x: null, image_size_y: null },
    };
    product.options = [
      { option_id: 101, type: "field", is_require: false, ...placed, ...limits, values: [] },
      {
        ...{ option_id: 102, type: "radio", is_require: true, ...placed, ...limits },
        values: [{ value_id: 101, ...placed }],
      },
    ];
    const source = { type: "file", file: download.file, url: null };
    const link = { link_id: 101, sort_order: 0, titles, prices: { "0": 1, w1: 2 }, source, sample: source };
    product.download_links = [{ ...link, number_of_downloads: 0, is_shareable: 2 }];
    product.download_samples = [{ sample_id: 101, sort_order: 0, titles, source }];
  },
  download_files: (collections) => {
    collections.download_files = [{ ...download }];
  },
  product_tags: ({ product_tags = [] }) => {
    const [tag = {}] = product_tags;
    tag.popularity = { "1": 5 };
  },
  categories: ({ categories = [] }) => {
    const category = categories.at(-1) ?? {};
    category.values = { ...(category.values as Row), s1: { name: "One" } };
  },
  customers: ({ customers = [], addresses = [] }) => {
    const [address] = addresses;
    const customer = customers.find(({ id }) => id === address?.customer_id) ?? {};
    Object.assign(customer, { default_billing: address?.id, default_shipping: address?.id });
  },
  attributes: ({ attributes = [] }) => {
    const attribute =
      attributes.find(({ is_user_defined: own, options }) => own && (options as []).length > 0) ?? {};
    attribute.frontend_label = [{ store_id: 0, label: "A label" }];
  },
};

function sample(): State {
  const state = JSON.parse(exported) as State;
  for (const add of Object.values(added)) add(state.collections);
  for (const { sequence } of partIds) delete state.sequences[sequence];
  return state;
}

/** Puts an invalid reference into the first row that has this reference. Undefined if no row has it. */
function breakAt({ from, path, none = [] }: Reference, { collections }: State): string | undefined {
  for (const [index, row] of (collections[from] ?? []).entries()) {
    const way = change(row, path.match(/[^.[\]]+|\[\]/g) ?? [], none);
    if (way !== undefined) return `collections.${from}[${index}]${way}`;
  }
  return undefined;
}

function change(at: unknown, [step = "", ...rest]: string[], none: readonly unknown[]): string | undefined {
  if (typeof at !== "object" || at === null) return undefined;
  const members = at as Row;
  const names = Object.keys(members);
  if (step.startsWith("{")) {
    const prefix = step.slice(1, -1);
    const name = names.find((one) => one.startsWith(prefix) && one !== "0");
    const source = name ?? (prefix === "" ? names[0] : undefined);
    if (source === undefined) return undefined;
    members[`${prefix}987654`] = members[source];
    return `.${prefix}987654`;
  }
  const [first] = step === "[]" || step === "*" ? names : [step];
  for (const name of step === "[]" || step === "*" ? names : [first ?? ""]) {
    const shown = step === "[]" ? `[${name}]` : `.${name}`;
    if (rest.length > 0) {
      const way = change(members[name], rest, none);
      if (way !== undefined) return shown + way;
      continue;
    }
    const value = members[name];
    if (value === undefined || value === null || none.includes(value)) continue;
    members[name] = nothingLike(value);
    return shown;
  }
  return undefined;
}

let lastId = 987654;

/** A value that names nothing; each number is another one, since some rows must not name the same row twice. */
function nothingLike(value: unknown): unknown {
  if (typeof value === "number") return (lastId += 1);
  if (/^\d+$/.test(String(value))) return "987654";
  return String(value).startsWith("/") ? "/n/o/nothing.png" : "XX";
}

test("the unchanged state is valid", async () => {
  expect(await put(sample())).toEqual({ status: 204, errors: [] });
});

describe("a broken reference is refused with its path", () => {
  // The ID of a stock item is its reference, so another ID is another row.
  const others = rowReferences.filter(({ from }) => !["shipments", "invoices", "creditmemos"].includes(from));
  const collections = [...new Set(others.map(({ from }) => from))];

  // One state for each collection, since loading one takes a fifth of a second.
  test.each(collections)("%s", async (collection) => {
    const state = sample();
    const broken = others
      .filter(({ from }) => from === collection)
      .map((reference) => ({ ...reference, place: breakAt(reference, state) }));
    const { status, errors } = await put(state);
    expect(status).toBe(422);
    for (const { path, to, place } of broken) {
      expect(place, path).toBeDefined();
      const found = errors.find(({ field }) => field === place);
      expect(found?.message, `${path} → ${to}`).toContain(`which is not among ${to}`);
    }
  });

  test.each(["shipments", "invoices", "creditmemos"])("%s: order_id → orders", async (from) => {
    const state = sample();
    const [row] = state.collections[from] ?? [];
    expect(row).toBeDefined();
    (row as Row).order_id = 987654;
    const { errors } = await put(state);
    expect(errors).toContainEqual({
      field: `collections.${from}[0].order_id`,
      message: "names 987654, which is not among orders",
    });
  });
});

test("every target has a reference", () => {
  const named = new Set(rowReferences.map(({ to }) => to as string));
  expect(Object.keys(referenceTargets).filter((name) => !named.has(name))).toEqual([]);
});

test("rows that a dataset removes from the shop that it extends are missing there", async () => {
  const { collections } = JSON.parse(exported) as State;
  const [shopDoc] = (collections.settings ?? []).filter(({ id }) => id === "shop");
  const websites = (shopDoc!.websites as Row[]).filter(({ website_id: id }) => id !== 2);
  const { status, errors } = await put({ extends: "sample", settings: { shop: { websites } } });
  expect(status).toBe(422);
  expect(errors).toContainEqual(expect.objectContaining({ message: "names 2, which is not among websites" }));
});

test("records of the past may refer to deleted rows: the export can be imported", async () => {
  await shop.reset();
  await shop.http("POST", "/control/orders", {
    body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] },
  });
  for (const [operation, id] of [
    ["catalog_product.delete", 1],
    ["customer.delete", 1],
    ["catalog_category.delete", 3],
  ] as const)
    await shop.call(operation, [id]);
  const left = (await shop.http("GET", "/control/state")).json;
  expect(await put(left)).toEqual({ status: 204, errors: [] });
});

test.each([
  ["products[0]", "set", { set: 1 }, "which is not among attribute sets of products"],
  ["products[0]", "values.77", { values: { "77": { name: "x" } } }, "is not a scope"],
  ["products[0]", "values.t1", { values: { t1: { name: "x" } } }, "is not a scope"],
  ["categories[3]", "values.w1", { values: { w1: { name: "x" } } }, "is not a scope"],
  ["categories[3]", "path", { path: "1/2/99/4" }, "must end with 2/4"],
  ["categories[3]", "path", { path: "12/4", level: 1 }, "must end with 2/4"],
  ["categories[3]", "level", { level: 5 }, "does not match the path"],
  ["categories[0]", "path", { path: "2/1", level: 1 }, "must end with 1"],
])("%s with another %s than can be is refused: %j", async (row, member, change, message) => {
  const state = JSON.parse(exported) as State;
  const [, collection = "", index = ""] = /^(\w+)\[(\d+)\]$/.exec(row) ?? [];
  Object.assign(state.collections[collection]?.[Number(index)] ?? {}, change);
  const { errors } = await put(state);
  const found = errors.find(({ field }) => field === `collections.${row}.${member}`);
  expect(found?.message).toContain(message);
});

test.each([
  ["stored_as", "../../etc/passwd"],
  ["stored_as", "/m/u/../../x.png"],
  ["file", "mug.png"],
  ["type", "text/html"],
  ["etag", 'x"\r\nSet-Cookie: a=b'],
])("an image whose %s is %s is refused, whatever the version of the data", async (member, value) => {
  for (const version of [undefined, 1]) {
    const state = JSON.parse(exported) as State;
    const [image] = state.collections.images ?? [];
    (image as Row)[member] = value;
    if (version !== undefined)
      for (const row of state.collections.settings ?? [])
        if (row.id === "data_version") row.version = version;
    const { status, errors } = await put(state);
    expect([status, errors.map(({ field }) => field)]).toEqual([
      422,
      expect.arrayContaining([`collections.images[0].${member}`]),
    ]);
  }
});

describe("custom options and links in states", () => {
  const free = { "0": { price: 0, price_type: "fixed" } };
  const aValue = { value_id: 109, sort_order: 0, titles: { "0": "A" }, prices: free, sku: null };

  test.each([
    ["options[1].option_id", 101, "is the ID of an earlier document: 101"],
    ["options[0].values", [aValue], "must be empty for field"],
    ["options[1].values", [], "must have at least one value"],
    ["options[0].titles", { s1: "A" }, "must have the default 0"],
    ["options[0].titles", { "0": "A", w1: "A" }, "is not a scope"],
    ["download_links[0].prices", {}, "must have the default 0"],
    ["download_links[0].prices", { "0": 1, s1: 1 }, "is not a scope"],
    ["download_links[0].is_shareable", 3, "must be one of 0, 1, 2"],
    ["download_samples[0].titles", {}, "must have the default 0"],
    [
      "download_samples[0].source",
      { type: "file", file: "/x/y/z", url: null },
      "is not among files of downloadable products",
    ],
  ] as const)("%s %j is refused", async (path, value, message) => {
    const state = structuredClone(sample());
    const [, list = "", at = "", member = ""] = /^(\w+)\[(\d)\]\.(\w+)$/.exec(path) ?? [];
    const products = state.collections.products as unknown as Record<string, Row[]>[];
    const part = products[0]![list]![Number(at)]!;
    part[member] = value;
    const { errors } = await put(state);
    const found = errors.find(({ field }) => field.startsWith(`collections.products[0].${path}`));
    expect(found?.message).toContain(message);
  });

  test("the sequences continue above their IDs", async () => {
    expect(await put({ ...sample(), sequences: {} })).toEqual({ status: 204, errors: [] });
    const { sequences } = (await shop.http("GET", "/control/state")).json as {
      sequences: Record<string, number>;
    };
    expect(sequences).toMatchObject({
      ...{ product_option: 102, product_option_value: 101, download_link: 101, download_sample: 101 },
    });
    expect(sequences).toMatchObject({ option: 13, attribute_group: 32, cart_item: 2 });
    const low = { ...sample(), sequences: { ...sequences, product_option: 1, option: 1 } };
    expect((await put(low)).errors).toEqual([
      { field: "sequences.product_option", message: "is 1, below the ID 102 in products" },
    ]);
  });

  test("a file with other bytes than its record describes is refused", async () => {
    const state = sample();
    state.collections.download_files![0]!.content = Buffer.from("Another").toString("base64");
    expect((await put(state)).errors).toEqual([
      { field: "collections.download_files[0].size", message: "is 8, but content has 7 bytes" },
    ]);
    delete state.collections.download_files![0]!.content;
    expect((await put(state)).errors[0]?.message).toContain("lacks the bytes of the file");
  });
});
