/** The effects of changes to attributes and sets on products: at once, and after the background rewrite. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Catalog } from "../../../support/catalog.js";

const attributes = "catalog_product_attribute";
const sets = "catalog_product_attribute_set";
const shop = await Catalog.open();

beforeEach(() => shop.reset());

/** A user attribute in set 4. */
async function attribute(code: string, input: string, more = {}): Promise<number> {
  const frontend_label = [{ store_id: 0, label: code }];
  const data = { attribute_code: code, frontend_input: input, scope: "store", frontend_label, ...more };
  const id = await shop.call<number>(`${attributes}.create`, data);
  await shop.call(`${sets}.attributeAdd`, id, 4);
  return id;
}

/** Adds options and returns their IDs. */
async function optionsOf(code: string, ...labels: string[]): Promise<string[]> {
  for (const value of labels) {
    await shop.call(`${attributes}.addOption`, code, { label: [{ store_id: 0, value }] });
  }
  const all = await shop.call<{ value: string }[]>(`${attributes}.options`, code);
  return all.slice(1).map(({ value }) => value);
}

const product = (data: object, sku = "mug") =>
  shop.call<number>("catalog_product.create", "simple", 4, sku, { name: sku, ...data });

const value = async (id: number, code: string, store: unknown = 0) =>
  (await shop.call<Record<string, unknown>>("catalog_product.info", id, store, [code]))[code];

const write = (id: number, data: object, store: unknown = 0) =>
  shop.call("catalog_product.update", id, data, store);

const found = async (filters: object, store: unknown = 0) =>
  (await shop.call<{ product_id: number }[]>("catalog_product.list", filters, store)).map(
    ({ product_id }) => product_id,
  );

/** Runs the checks at once, and again after the stored products are rewritten. */
async function nowAndLater(checks: () => Promise<void>): Promise<void> {
  await checks();
  await vi.waitFor(async () => {
    const waiting = await shop.storage.read((tx) => tx.get("settings", "value_edits"));
    expect(waiting).toMatchObject({ edits: [] });
  }, 100_000);
  await checks();
}

describe("a new attribute", () => {
  test("is effective at once: in create, update, info, list and listOfAdditionalAttributes", async () => {
    await attribute("depth", "price", { default_value: "2.5" });
    const id = await product({});
    expect(await value(id, "depth")).toBe(2.5);
    await write(id, { depth: "7" });

    expect(await value(id, "depth")).toBe(7);
    expect(await found({ depth: { gt: 6 } })).toEqual([id]);
    expect(await shop.fault("catalog_product.update", id, { depth: "deep" })).toBe("data_invalid: depth");
    const additional = await shop.call<{ code: string }[]>(
      "catalog_product.listOfAdditionalAttributes",
      "simple",
      4,
    );
    expect(additional.map(({ code }) => code)).toContain("depth");
  });

  test("is written and read per store view", async () => {
    await attribute("hint", "text");
    const id = await product({ hint: "all" });
    await write(id, { hint: "german" }, "german");

    expect(await value(id, "hint")).toBe("all");
    expect(await value(id, "hint", "german")).toBe("german");
  });

  test("without options refuses any value", async () => {
    await attribute("fabric", "select");
    const [silk] = await optionsOf("fabric", "Silk");

    expect(await shop.fault("catalog_product.create", "simple", 4, "a", { name: "a", fabric: 999 })).toBe(
      "data_invalid: fabric",
    );
    expect(await value(await product({ fabric: silk }), "fabric")).toBe(Number(silk));
  });
});

describe("removing an option", () => {
  test("removes it from selects and from the lists of multiselects", async () => {
    await attribute("fabric", "select");
    await attribute("uses", "multiselect");
    const [silk, wool] = await optionsOf("fabric", "Silk", "Wool");
    const [tea, milk] = await optionsOf("uses", "Tea", "Milk");
    const mug = await product({ fabric: silk, uses: [tea, milk] });
    const other = await product({ fabric: wool, uses: tea }, "other");
    await write(other, { fabric: silk }, "german");

    await shop.call(`${attributes}.removeOption`, "fabric", silk);
    await shop.call(`${attributes}.removeOption`, "uses", tea);

    await nowAndLater(async () => {
      expect(await value(mug, "fabric")).toBeNull();
      expect(await value(mug, "uses")).toBe(milk);
      expect(await value(other, "uses")).toBeNull();
      expect(await value(other, "fabric", "german")).toBe(Number(wool));
      expect(await found({ fabric: silk })).toEqual([]);
      expect(await found({ fabric: { neq: 999 } })).toEqual([other]);
      expect(await found({ fabric: wool }, "german")).toEqual([other]);
      expect(await found({ fabric: { null: true }, sku: "mug" })).toEqual([mug]);
      expect(await found({ uses: { notnull: true } })).toEqual([mug]);
    });
  });
});

describe("removing an attribute", () => {
  test("removes its values, and a new attribute with the same code does not restore them", async () => {
    const id = await attribute("hint", "text");
    const mug = await product({ hint: "old" });
    const other = await product({ hint: "old" }, "other");

    await shop.call(`${attributes}.remove`, id);
    expect(await shop.fault("catalog_product.list", { hint: "old" })).toMatch("filters_invalid");
    expect(await value(mug, "hint")).toBeUndefined();

    await attribute("hint", "text");
    await write(mug, { hint: "new" });
    await nowAndLater(async () => {
      expect(await value(mug, "hint")).toBe("new");
      expect(await value(other, "hint")).toBeNull();
      expect(await found({ hint: "old" })).toEqual([]);
      expect(await found({ hint: { notnull: true } })).toEqual([mug]);
    });
  });

  test("releases its unique values", async () => {
    await attribute("serial", "text", { is_unique: true });
    await product({ serial: "7" });
    await shop.call(`${attributes}.remove`, "serial");
    await attribute("serial", "text", { is_unique: true });

    expect(await product({ serial: "7" }, "other")).toBeGreaterThan(0);
    expect(await shop.fault("catalog_product.create", "simple", 4, "c", { name: "c", serial: "7" })).toBe(
      "data_invalid: serial",
    );
  });
});

describe("removal from a set", () => {
  test("removes the values of only its products", async () => {
    const id = await attribute("hint", "text");
    const own = await shop.call<number>(`${sets}.create`, "Mugs", 4);
    const mug = await product({ hint: "stays" });
    const other = await shop.call<number>("catalog_product.create", "simple", own, "other", {
      name: "other",
      hint: "goes",
    });

    await shop.call(`${sets}.attributeRemove`, id, own);
    await shop.call(`${sets}.attributeAdd`, id, own);
    await nowAndLater(async () => {
      expect(await value(mug, "hint")).toBe("stays");
      expect(await value(other, "hint")).toBeNull();
    });
  });

  test("applies to all members of a removed group", async () => {
    const group = await shop.call<number>(`${sets}.groupAdd`, 4, "Care");
    const frontend_label = [{ store_id: 0, label: "Hint" }];
    const data = { attribute_code: "hint", frontend_input: "text", scope: "global", frontend_label };
    const id = await shop.call<number>(`${attributes}.create`, data);
    await shop.call(`${sets}.attributeAdd`, id, 4, group);
    const mug = await product({ hint: "goes" });

    await shop.call(`${sets}.groupRemove`, group);
    await shop.call(`${sets}.attributeAdd`, id, 4);
    await nowAndLater(async () => expect(await value(mug, "hint")).toBeNull());
  });
});

describe("changing the scope", () => {
  const rescope = (scope: string) => shop.call(`${attributes}.update`, "hint", { scope });

  test("to global removes the values of stores", async () => {
    await attribute("hint", "text");
    const mug = await product({ hint: "all" });
    await write(mug, { hint: "german" }, "german");

    await rescope("global");
    await rescope("store");
    await nowAndLater(async () => expect(await value(mug, "hint", "german")).toBe("all"));
  });

  test("to website keeps the value of the first view, and back to store gives it to all", async () => {
    await attribute("hint", "text");
    const mug = await product({ hint: "all" });
    await write(mug, { hint: "first" }, "default");
    await write(mug, { hint: "german" }, "german");

    await rescope("website");
    await nowAndLater(async () => {
      expect(await value(mug, "hint", "german")).toBe("first");
      expect(await value(mug, "hint", "second_default")).toBe("all");
    });

    await rescope("store");
    await write(mug, { hint: "again" }, "default");
    await nowAndLater(async () => {
      expect(await value(mug, "hint", "german")).toBe("first");
      expect(await value(mug, "hint", "default")).toBe("again");
    });
  });
});
