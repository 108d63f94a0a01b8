/** From args to arguments (conventions 4). */
import { describe, expect, test } from "vitest";
import { operations, type OperationRow } from "../../../generated/tables.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop();

/** The result, or the fault of the answer. */
async function outcome(path: string, args?: unknown): Promise<unknown> {
  const params = [await shop.session(), path, ...(args === undefined ? [] : [args])];
  const { result, error } = await shop.rpc("call", params);
  return error
    ? { fault: error.data.fault, ...(error.data.parameter ? { parameter: error.data.parameter } : {}) }
    : result;
}

describe("forms of args", () => {
  test.each([
    [2],
    ["2"],
    [[2]],
    [{ categoryId: 2 }],
    [[2, null]],
    [[2, null, null, "surplus"]],
    ["002"],
    [2.0],
  ])("catalog_category.info takes %j for category 2", async (args) =>
    expect(await outcome("catalog_category.info", args)).toMatchObject({ category_id: 2 }),
  );

  test.each([[undefined], [null], [[]], [{}], [[null]], [{ store: null }]])(
    "catalog_category.currentStore accepts %j as no store",
    async (args) => expect(await outcome("catalog_category.currentStore", args)).toBe(0),
  );

  test.each([[[]], [{}], ["x"], [5], [[1, 2, 3]]])(
    "an operation without parameters ignores %j",
    async (args) => expect(await outcome("catalog_product_type.items", args)).toHaveLength(6),
  );

  test("an operation without parameters refuses named ones", async () => {
    expect(await outcome("catalog_product_type.items", { any: "thing" })).toEqual({
      fault: "invalid_request_param",
      parameter: "any",
    });
  });

  test.each([
    [{ filters: { sku: "none" } }],
    [{ filters: { sku: "none" }, store: 1 }],
    [[{ sku: "none" }]],
    [[{ sku: "none" }, "default"]],
    [{ sku: "none" }],
    [[null, null]],
    [[[]]],
    [[]],
  ])("catalog_product.list takes %j", async (args) => {
    expect(await outcome("catalog_product.list", args)).toEqual([]);
  });

  test("an object with an unknown parameter name is refused", async () => {
    expect(await outcome("catalog_category.info", { categoryId: 2, colour: 1 })).toEqual({
      fault: "invalid_request_param",
      parameter: "colour",
    });
  });

  describe("one parameter and an object", () => {
    const single = Object.entries<OperationRow>(operations).flatMap(
      ([
        name,
        {
          params: [only, ...others],
        },
      ]) => (only && others.length === 0 ? [[name, only] as const] : []),
    );
    const surplus = (parameter: string) => ({ fault: "invalid_request_param", parameter });

    test.each(single)("%s: beside the name of the parameter, every key is surplus", async (path, { name }) =>
      expect(await outcome(path, { [name]: 1, order: "100000001" })).toEqual(surplus("order")),
    );

    test.each(single.filter(([, { takesObject }]) => !takesObject))(
      "%s takes no object, so its keys are names",
      async (path) => {
        expect(await outcome(path, { order: "100000001" })).toEqual(surplus("order"));
        expect(await outcome(path, { order: "100000001", filters: {} })).toEqual(surplus("order"));
      },
    );

    test.each(single.filter(([, { takesObject }]) => takesObject))(
      "%s takes an object without a name",
      async (path, { name, fault }) => {
        const bare = { no_such_member: 1 };
        expect(await outcome(path, bare)).toEqual(await outcome(path, { [name]: bare }));
        expect(await outcome(path, bare)).toMatchObject({ fault });
      },
    );

    test("every kind is among them", () => {
      const names = (takes: boolean) => single.filter(([, one]) => (one.takesObject ?? false) === takes);
      expect([names(true).length, names(false).length].every((count) => count >= 5)).toBe(true);
    });
  });

  test("names of members of every object are not parameters", async () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      const args = JSON.parse(`{"categoryId": 2, "${name}": {"store": 1}}`) as unknown;
      expect(await outcome("catalog_category.info", args)).toMatchObject({ fault: "invalid_request_param" });
    }
  });
});

describe("required and optional", () => {
  const missing = { fault: "invalid_request_param", parameter: "categoryId" };

  test.each([[undefined], [[]], [{}], [null], [[null]], [{ categoryId: null }], [{ store: 1 }]])(
    "catalog_category.info with %j lacks categoryId",
    async (args) => expect(await outcome("catalog_category.info", args)).toEqual(missing),
  );

  test("the first missing one is reported", async () => {
    expect(await outcome("catalog_category.move", {})).toEqual(missing);
    expect(await outcome("catalog_category.move", [3])).toEqual({ ...missing, parameter: "parentId" });
  });

  test("null skips an optional one", async () => {
    expect(await outcome("catalog_category.info", [2, null, ["name"]])).toMatchObject({
      name: "Default Category",
    });
  });
});

describe("identifiers", () => {
  test.each([
    ["abc"],
    [-1],
    [0],
    [1.5],
    [true],
    [false],
    [4294967296],
    [1e300],
    ["1e0"],
    [""],
    [" "],
    ["2x"],
  ])("%j names no category", async (id) =>
    expect(await outcome("catalog_category.info", [id])).toEqual({
      fault: "not_exists",
      parameter: "categoryId",
    }),
  );

  test.each([[[1]], [{ id: 1 }], [{}]])("%j is not a valid identifier", async (id) => {
    expect(await outcome("catalog_category.info", [id])).toEqual({
      fault: "invalid_request_param",
      parameter: "categoryId",
    });
  });

  test.each([["5"], ["007"], [5], ["abc"], [-1], [1.5], [true]])("%j names no product", async (id) => {
    expect(await outcome("catalog_product.info", [id])).toEqual({
      fault: "product_not_exists",
      parameter: "productId",
    });
  });

  test("identifierType is sku, a name of the ID, or empty", async () => {
    for (const type of ["sku", "id", "ID", "product_id", "productId", "PRODUCTID", "", null]) {
      expect(await outcome("catalog_product.info", ["none", null, null, type])).toEqual({
        fault: "product_not_exists",
        parameter: "productId",
      });
    }
    for (const type of ["name", "productid_", "product", 5, true, ["sku"]]) {
      expect(await outcome("catalog_product.info", ["none", null, null, type])).toEqual({
        fault: "invalid_request_param",
        parameter: "identifierType",
      });
    }
  });
});

describe("store", () => {
  const current = (store: unknown) => outcome("catalog_category.currentStore", [store]);

  test.each([
    ["default", 1],
    [1, 1],
    ["1", 1],
    ["german", 3],
    [0, 0],
    ["0", 0],
    ["admin", 0],
    ["", 0],
  ])("%j is store %i", async (store, id) => expect(await current(store)).toBe(id));

  test.each([["nope"], [99], ["99"], [true], [[1]], [{}], [1.5], ["DEFAULT"], [-1], ["__proto__"]])(
    "%j is not a store",
    async (store) => expect(await current(store)).toEqual({ fault: "store_not_exists", parameter: "store" }),
  );

  test("null keeps the current store", async () => {
    await current("german");
    expect(await current(null)).toBe(3);
    await current(0);
  });
});

describe("objects and filters", () => {
  test.each([["text"], [5], [true], [["a"]]])("%j is not a filter", async (filters) => {
    expect(await outcome("catalog_product.list", [filters])).toEqual({ fault: "filters_invalid" });
  });

  test.each([["text"], [5], [["a"]]])("%j is not data", async (data) => {
    expect(await outcome("catalog_category.create", [2, data])).toEqual({ fault: "data_invalid" });
  });

  test("an empty list is an empty object", async () => {
    expect(await outcome("catalog_category.update", [2, []])).toBe(true);
  });

  test("__proto__ in a data object changes nothing", async () => {
    const args = JSON.parse(
      '[2, {"__proto__": {"name": "x", "polluted": true}, "constructor": 1}]',
    ) as unknown;
    expect(await outcome("catalog_category.update", args)).toBe(true);
    expect(await outcome("catalog_category.info", [2, null, ["name"]])).toMatchObject({
      name: "Default Category",
    });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("both styles give the same", () => {
  test.each<[string, unknown[]]>([
    ["catalog_product_type.items", []],
    ["catalog_category.tree", []],
    ["catalog_category.info", [2, "default", ["name"]]],
    ["catalog_category.info", [99]],
    ["catalog_product.list", [{ sku: "none" }]],
    ["catalog_product.list", [{ nope: 1 }]],
    ["catalog_category.update", [2, { is_active: 1 }]],
  ])("%s %j", async (path, args) => {
    const session = await shop.session();
    const wrapped = await shop.rpc("call", [session, path, args]);
    expect(await shop.rpc(path, [session, ...args])).toEqual(wrapped);
  });
});

describe("text and numbers (conventions 10.2, 11.1)", () => {
  test("NUL characters are ignored", async () => {
    const create = (sku: string, data: object) => outcome("catalog_product.create", ["simple", 4, sku, data]);
    const id = await create("nul\0", {
      name: "Nu\0l",
      additional_attributes: { single_data: { weight: "1\0" } },
    });
    expect(await outcome("catalog_product.info", [id])).toMatchObject({ sku: "nul", name: "Nul", weight: 1 });
    for (const data of [{ name: "\0" }, { name: "\0 " }]) {
      expect(await create("none", data)).toEqual({ fault: "data_invalid" });
      expect(await outcome("catalog_product.update", [id, data])).toEqual({ fault: "data_invalid" });
    }
  });

  test.each([
    ["a control character", "a\u0001b"],
    ["an escape", "\u001b[31m"],
    ["half a character", "\ud83d"],
    ["a list", ["a"]],
  ])("text must not be or hold %s", async (_title, name) => {
    expect(await outcome("catalog_product_attribute_set.create", [name, 4])).toEqual({
      fault: "invalid_data",
    });
  });

  test.each([[1e30], [-1e30], ["99999999999999999999"], [9007199254740992]])(
    "%j is not a whole number",
    async (position) => {
      const id = await outcome("catalog_product.create", [
        "simple",
        4,
        `p${String(position)}`,
        { name: "P" },
      ]);
      expect(await outcome("catalog_category.assignProduct", [2, id, position])).toEqual({
        fault: "data_invalid",
      });
    },
  );
});
