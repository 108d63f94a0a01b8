/** The built-in methods (conventions 2.3, 3). */
import { describe, expect, test } from "vitest";
import { globalFaults, namespaces, operations } from "../../../generated/tables.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ settings: { loginFailuresPerUser: 1000, loginFailuresPerAddress: 1000 } });

interface Resource {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly methods: readonly {
    readonly path: string;
    readonly name: string;
    readonly aliases: readonly string[];
  }[];
}

interface FaultEntry {
  readonly code: number;
  readonly message: string;
  readonly fault: string;
}

describe("login", () => {
  test.each<[string, unknown]>([
    ["by position", ["admin", "admin123"]],
    ["by name", { username: "admin", apiKey: "admin123" }],
    ["with surplus", ["admin", "admin123", "more"]],
    ["in other letters", ["ADMIN", "admin123"]],
  ])("%s answers a session of 64 hex digits", async (_how, params) => {
    expect((await shop.rpc("login", params)).result).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, unknown]>([
    ["apiKey", ["admin"]],
    ["username", []],
    ["username", ["", "admin123"]],
    ["apiKey", ["admin", ""]],
    ["apiKey", ["admin", 123]],
    ["username", [["admin"], "admin123"]],
    ["username", [null, "admin123"]],
    ["apiKey", { username: "admin" }],
    ["username", null],
  ])("%s is missing or no text in %j", async (parameter, params) => {
    const { error } = await shop.rpc("login", params);
    expect(error).toMatchObject({ code: 6, data: { fault: "invalid_request_param", parameter } });
  });

  test("the refusal is the same for every reason", async () => {
    await shop.saveUser("inactive", ["all"], { is_active: false });
    await shop.saveUser("roleless", null);
    const attempts = [
      ["admin", "wrong123"],
      ["nobody", "admin123"],
      ["inactive", "secret123"],
      ["roleless", "secret123"],
      ["admin", "k".repeat(300)],
      ["__proto__", "admin123"],
      ["admin\0", "admin123"],
      ["x".repeat(100_000), "y"],
    ];
    const errors = await Promise.all(attempts.map(async (params) => (await shop.rpc("login", params)).error));
    expect(errors[0]).toMatchObject({ code: 2, data: { fault: "access_denied" } });
    for (const error of errors) expect(error).toEqual(errors[0]);
  });

  test("a user whose role has no nodes may log in, but not call an operation", async () => {
    await shop.saveUser("nodeless", []);
    const session = await shop.login("nodeless", "secret123");
    await expect(shop.call("catalog_product_type.items", [], session)).rejects.toMatchObject({ code: 2 });
  });
});

describe("sessions", () => {
  test("startSession returns a session that is not logged in", async () => {
    const { result } = await shop.rpc("startSession");
    expect(result).toMatch(/^[0-9a-f]{64}$/);
    await expect(shop.call("catalog_product_type.items", [], result as string)).rejects.toMatchObject({
      code: 5,
    });
  });

  test("endSession returns true, also the second time", async () => {
    const session = await shop.login();
    expect((await shop.rpc("endSession", [session])).result).toBe(true);
    expect((await shop.rpc("endSession", [session])).result).toBe(true);
    await expect(shop.call("catalog_product_type.items", [], session)).rejects.toMatchObject({ code: 5 });
  });

  test.each([[[]], [[null]], [["x"]], [[5]], [{ sessionId: "unknown" }], [{}]])(
    "endSession with %j is true",
    async (params) => {
      expect((await shop.rpc("endSession", params)).result).toBe(true);
    },
  );
});

describe("call", () => {
  test("by name", async () => {
    const params = {
      sessionId: await shop.session(),
      apiPath: "catalog_category.currentStore",
      args: ["default"],
    };
    expect((await shop.rpc("call", params)).result).toBe(1);
  });

  test.each([
    [undefined],
    [null],
    [""],
    [5],
    [["catalog_category.tree"]],
    ["catalog_category"],
    ["catalog_category."],
    [".tree"],
    ["."],
    ["catalog_category.tree.x"],
    ["catalog_category.Tree"],
    ["catalog_category.nope"],
    ["nope.tree"],
    ["__proto__.constructor"],
    ["catalog_category.constructor"],
    ["login"],
    ["rpc.discover"],
    ["x".repeat(10_000)],
  ])("%j is not a path", async (path) => {
    const { error } = await shop.rpc("call", [await shop.session(), path]);
    expect(error).toMatchObject({ code: 3, data: { fault: "resource_path_invalid" } });
  });

  test("the session is checked before the path", async () => {
    expect((await shop.rpc("call", ["bad", "nope.x"])).error).toMatchObject({ code: 5 });
    expect((await shop.rpc("call", [])).error).toMatchObject({ code: 5 });
  });

  test("access is checked before the arguments", async () => {
    await shop.saveUser("stranger", ["customer"]);
    const session = await shop.login("stranger", "secret123");
    await expect(shop.call("catalog_category.move", [], session)).rejects.toMatchObject({ code: 2 });
  });
});

describe("resources", () => {
  const list = async (session: string) => (await shop.rpc("resources", [session])).result as Resource[];

  test("lists all namespaces and operations in the order of the documents", async () => {
    const resources = await list(await shop.session());
    expect(resources.map(({ name }) => name)).toEqual(Object.keys(namespaces));
    expect(resources.flatMap(({ methods }) => methods.map(({ path }) => path))).toEqual(
      Object.keys(operations),
    );
  });

  test("names aliases of namespaces and operations", async () => {
    const resources = await list(await shop.session());
    const type = resources.find(({ name }) => name === "catalog_product_type");
    expect(type).toMatchObject({ description: null, aliases: ["product_type"] });
    expect(type?.methods).toEqual([
      {
        title: expect.any(String) as string,
        description: null,
        path: "catalog_product_type.items",
        name: "items",
        aliases: ["product_type.items", "catalog_product_type.list", "product_type.list"],
      },
    ]);
  });

  test("lists only operations that the caller may call", async () => {
    await shop.saveUser("reader", ["catalog/category/tree"]);
    const resources = await list(await shop.login("reader", "secret123"));
    expect(resources.map(({ methods }) => methods.map(({ path }) => path))).toEqual([
      ["catalog_category.currentStore", "catalog_category.tree", "catalog_category.level"],
      [
        "catalog_category_attribute.currentStore",
        "catalog_category_attribute.list",
        "catalog_category_attribute.options",
      ],
    ]);
  });

  test("needs a session", async () => expect((await shop.rpc("resources", ["x"])).error?.code).toBe(5));
});

describe("lists of faults", () => {
  test("globalFaults needs no session and is ordered by number", async () => {
    const result = (await shop.rpc("globalFaults")).result as FaultEntry[];
    expect(result.map(({ code, fault }) => [code, fault])).toEqual([
      [0, "unknown"],
      [1, "internal"],
      [2, "access_denied"],
      [3, "resource_path_invalid"],
      [4, "resource_path_not_callable"],
      [5, "session_expired"],
      [6, "invalid_request_param"],
    ]);
  });

  test.each(Object.keys(namespaces))("resourceFaults of %s", async (name) => {
    const result = (await shop.rpc("resourceFaults", [await shop.session(), name])).result as FaultEntry[];
    const codes = result.map(({ code }) => code);
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
    expect(codes.every((code) => code >= 100)).toBe(true);
    expect(result.every(({ fault, message }) => message !== "" && !Object.hasOwn(globalFaults, fault))).toBe(
      true,
    );
  });

  test("of a namespace without faults: []", async () => {
    expect((await shop.rpc("resourceFaults", [await shop.session(), "catalog_product_type"])).result).toEqual(
      [],
    );
  });

  test("by alias, by name", async () => {
    const session = await shop.session();
    const faults = await shop.rpc("resourceFaults", [session, "catalog_product"]);
    expect(await shop.rpc("resourceFaults", [session, "product"])).toEqual(faults);
    expect(await shop.rpc("resourceFaults", { sessionId: session, resourceName: "product" })).toEqual(faults);
  });

  test.each([["x"], [""], [undefined], [null], [5], ["constructor"], ["catalog_product.list"]])(
    "%j is not a namespace",
    async (name) => {
      expect((await shop.rpc("resourceFaults", [await shop.session(), name])).error?.code).toBe(3);
    },
  );

  test("only of namespaces that the caller may access", async () => {
    await shop.saveUser("media", ["catalog/product/media/create"]);
    const session = await shop.login("media", "secret123");
    const faults = (name: string) => shop.rpc("resourceFaults", [session, name]);
    expect((await faults("catalog_product_attribute_media")).result).toHaveLength(8);
    expect((await faults("catalog_category")).error?.code).toBe(2);
    expect((await faults("nope")).error?.code).toBe(3);
  });
});

test("rpc.discover returns the served contract", async () => {
  const { result } = await shop.rpc("rpc.discover");
  expect(result).toEqual((await shop.http("GET", "/openrpc.json")).json);
});
