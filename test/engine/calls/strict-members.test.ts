/** Unknown members: ignored, or reported in strict mode (conventions 4). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operations, type OperationRow } from "../../../generated/tables.js";
import { basic, bearer, startShop } from "../../support/shop.js";
import { operation, soap, SoapFault } from "../doors/soap-client.js";
import { xmlRpc, XmlRpcFault } from "../doors/xml-rpc-client.js";
import { soundArguments } from "./argument-cases.js";

const strict = { Prefer: "handling=strict" };
const lenient = { Prefer: "handling=lenient" };

const customerAttributes = [
  { code: "loyalty", label: "Loyalty", type: "text", required: false, visible_on_front: true },
] as const;
const shop = await startShop({ dataset: "sample" });
const refusing = await startShop({ settings: { unknownMembers: "refuse", customerAttributes } });
const session = await shop.session();

const update = "catalog_product.update";
const misspelt = { productId: 1, productData: { stock_data: { qyt: 5 } } };
const problem = { field: "stock_data.qyt", message: "is not known; qty may be meant (5)" };

/** Operations with data objects, and one such parameter of each. */
const takingData = Object.entries<OperationRow>(operations).flatMap(([name, { params }]) =>
  params.filter(({ members }) => members).map((param) => ({ name, param })),
);

describe("every data object of the contract", () => {
  test.each(takingData.map(({ name, param }) => [name, param.name]))("%s, %s", async (name, param) => {
    const sound = soundArguments(name);
    const row = (operations as Record<string, OperationRow>)[name] as OperationRow;
    const { isList } = row.params.find((one) => one.name === param)?.members ?? {};
    const value = isList ? [{ zzz: 1 }] : { ...(sound[param] as object | undefined), zzz: 1 };
    const { error } = await shop.rpc(name, { ...sound, [param]: value }, { ...bearer(session), ...strict });
    expect(error?.data.fault).toBe(row.strictFault ?? "invalid_request_param");
    if (row.strictFault === undefined) expect(error?.message).toContain("zzz is not known");
    else
      expect(error?.data.errors).toEqual([
        { field: isList ? `${param}[0].zzz` : "zzz", message: "is not known (1)" },
      ]);
  });

  test.each(takingData.map(({ name }) => name))("%s accepts its example", async (name) => {
    const { error } = await shop.rpc(name, soundArguments(name), { ...bearer(session), ...strict });
    expect(error?.message ?? "").not.toContain("is not known");
  });
});

describe("every form and door", () => {
  const faultOf = (answer: Promise<unknown>) =>
    answer.then(
      () => undefined,
      (error: unknown) => error,
    );

  test("wrapped, direct, batch and multiCall", async () => {
    const { productId, productData } = misspelt;
    const wrapped = { method: "call", params: [session, update, [productId, productData]] };
    const direct = { method: update, params: { sessionId: session, ...misspelt } };
    for (const request of [wrapped, direct]) {
      const { error } = await shop.rpc(request.method, request.params, strict);
      expect(error?.data).toMatchObject({ fault: "data_invalid", errors: [problem] });
    }
    const batch = [wrapped, direct].map((request, id) => ({ jsonrpc: "2.0", id, ...request }));
    expect(await shop.send(batch, strict)).toMatchObject([
      { error: { data: { errors: [problem] } } },
      { error: { data: { errors: [problem] } } },
    ]);
    const { result } = await shop.rpc("multiCall", [session, [[update, misspelt]]], strict);
    expect(result).toMatchObject([{ fault: "data_invalid", data: { errors: [problem] } }]);
  });

  test("the plain address, whose answer says that it was strict", async () => {
    const headers = { ...bearer(session), ...strict };
    const answer = await shop.http("POST", `/api/rpc/${update}`, { body: misspelt, headers });
    expect(answer).toMatchObject({ status: 422, json: { data: { errors: [problem] } } });
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  });

  test("XML-RPC and SOAP v2", async () => {
    const posting = { headers: strict };
    const xml = await faultOf(xmlRpc(shop, "call", [session, update, [1, misspelt.productData]], posting));
    expect(xml).toBeInstanceOf(XmlRpcFault);
    const parts = {
      sessionId: session,
      productId: "1",
      productData: "<productData><stock_data><qyt>5</qyt></stock_data></productData>",
    };
    const v2 = await faultOf(soap(shop, "/api/v2_soap", operation("catalogProductUpdate", parts), posting));
    expect(v2).toBeInstanceOf(SoapFault);
    for (const fault of [xml, v2]) expect((fault as Error).message).toContain("stock_data.qyt: is not known");
  });

  test("REST customers", async () => {
    const body = {
      firstname: "A",
      lastname: "B",
      email: "strict@example.com",
      website_id: 1,
      fristname: "C",
    };
    const answer = await shop.http("POST", "/api/rest/customers", {
      body,
      headers: { ...basic(), ...strict },
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("fristname is not known; firstname may be meant");
    expect(answer.headers.get("preference-applied")).toBe("handling=strict");
  });
});

describe("REST customers, which fields have no effect", () => {
  const customer = (method: string, path: string, body: object) =>
    shop.http(method, `/api/rest/customers${path}`, {
      body,
      headers: { ...basic(), ...strict, Accept: "application/json" },
    });

  test.each([
    ["website_id", 2],
    ["created_in", "Elsewhere"],
    ["confirmation", "abc"],
  ])("%s passes with its stored value only", async (field, other) => {
    const read = await shop.http("GET", `/api/rest/customers/1?attrs=${field}`, {
      headers: { ...basic(), Accept: "application/json" },
    });
    const stored = (read.json as Record<string, unknown>)[field] ?? null;
    const same = await customer("PUT", "/1", { taxvat: "T1", [field]: stored });
    expect([same.status, same.headers.get("preference-applied")]).toEqual([200, "handling=strict"]);
    const refusal = await customer("PUT", "/1", { taxvat: "T2", [field]: other });
    expect([refusal.status, refusal.text]).toEqual([
      400,
      expect.stringContaining(`${field} cannot be changed`),
    ]);
  });

  test("fields of the server pass", async () => {
    const old = { entity_id: 1, created_at: "2001-01-01 00:00:00", updated_at: "x", last_logged_in: "x" };
    expect((await customer("PUT", "/1", { ...old, taxvat: "T3" })).status).toBe(200);
  });

  test("a new customer has no field that only an answer has", async () => {
    const refusal = await customer("POST", "", { created_in: "Here" });
    expect([refusal.status, refusal.text]).toEqual([400, expect.stringContaining("created_in is not known")]);
  });
});

describe("positions and names", () => {
  test.each(Object.entries<OperationRow>(operations).map(([name, { params }]) => [name, params] as const))(
    "%s refuses one position too many, and says which it takes",
    async (name, params) => {
      const positions = [...params.map((param) => soundArguments(name)[param.name] ?? null), "surplus"];
      const { error } = await shop.rpc("call", [session, name, positions], strict);
      expect(error?.data).toMatchObject({ fault: "invalid_request_param", parameter: "args" });
      expect(error?.message).toContain(`${name} takes ${params.length === 0 ? "none" : params.length}`);
      for (const param of params) expect(error?.message).toContain(param.name);
    },
  );

  test.each([
    ["catalog_product.info", { productId: 1, attributes: ["nmae", "name"] }, "name may be meant"],
    ["catalog_category.info", { categoryId: 3, attributes: ["nmae"] }, "name may be meant"],
  ])("%s refuses unknown attribute codes", async (name, args, message) => {
    const { error } = await shop.rpc(name, args, { ...bearer(session), ...strict });
    expect(error?.data).toMatchObject({ fault: "invalid_request_param", parameter: "attributes" });
    expect(error?.message).toContain(message);
    expect((await shop.rpc(name, args, bearer(session))).error).toBeUndefined();
  });

  test("an answer that no operation gave does not say that it was strict", async () => {
    const answer = await shop.http("POST", "/api/rpc/login", {
      body: { username: "admin", apiKey: "admin123" },
      headers: strict,
    });
    expect([answer.status, answer.headers.get("preference-applied")]).toEqual([200, null]);
  });
});

describe("known members", () => {
  test("options by their IDs, and the members of objects in lists", async () => {
    const product = { sku: "gift-02", options: { 1: 1 } };
    const header = { ...bearer(session), ...strict };
    const quoteId = await shop.call("cart.create", ["default"]);
    expect((await shop.rpc("cart_product.add", { quoteId, products: [product] }, header)).result).toBe(true);
    const pairs = (message: object) => ({ quoteId, productsAndMessages: [{ product, message }] });
    const set = (message: object) => shop.rpc("giftmessage.setForQuoteProduct", pairs(message), header);
    expect((await set({ from: "Anna", message: "Hi" })).result).toHaveLength(1);
    expect((await set({ form: "Anna" })).error?.message).toContain(
      "productsAndMessages[0].message.form is not known; from may be meant",
    );
  });

  test("the answer of info", async () => {
    const info = (await shop.call("catalog_product.info", [1])) as object;
    const { error } = await shop.rpc(
      update,
      { productId: 1, productData: info },
      { ...bearer(session), ...strict },
    );
    expect(error?.message ?? "").not.toContain("is not known");
  });

  test("attributes of the shop, also in the maps of additional attributes", async () => {
    await shop.call("catalog_product_attribute.create", {
      attribute_code: "shoe_size",
      scope: "global",
      frontend_input: "text",
      frontend_label: [{ store_id: 0, label: "Shoe size" }],
    });
    const write = (productData: object) =>
      shop.rpc(update, { productId: 1, productData }, { ...bearer(session), ...strict });
    const known = { shoe_size: "43", additional_attributes: { single_data: { shoe_size: "43" } } };
    expect((await write(known)).error?.message ?? "").not.toContain("is not known");
    const unknown = { shoe_sise: "43", additional_attributes: { single_data: { shoe_sise: "43" } } };
    const message = 'is not known; shoe_size may be meant ("43")';
    expect((await write(unknown)).error?.data.errors).toEqual([
      { field: "shoe_sise", message },
      { field: "additional_attributes.single_data.shoe_sise", message },
    ]);
  });

  test("the customer attributes of the settings", async () => {
    const of = (name: string) => ({ customerData: { email: "x@example.com", [name]: "gold" } });
    const headers = bearer(await refusing.session());
    const known = await refusing.rpc("customer.create", of("loyalty"), headers);
    expect(known.error?.message ?? "").not.toContain("is not known");
    const { error } = await refusing.rpc("customer.create", of("loyalti"), headers);
    expect(error?.data).toMatchObject({
      fault: "data_invalid",
      errors: [{ field: "loyalti", message: 'is not known; loyalty may be meant ("gold")' }],
    });
  });
});

describe("strict mode", () => {
  test("is off by default", async () => {
    expect((await shop.rpc(update, misspelt, bearer(session))).result).toBe(true);
  });

  test("is on with UNKNOWN_MEMBERS=refuse, unless the caller prefers otherwise", async () => {
    const params = { customerData: { email: "x", zzz: 1 } };
    const headers = bearer(await refusing.session());
    expect((await refusing.rpc("customer.create", params, headers)).error?.data.fault).toBe("data_invalid");
    const { error } = await refusing.rpc("customer.create", params, { ...headers, ...lenient });
    expect(error?.data.fault).toBe("customer_data_invalid");
  });
});

describe("the contracts declare the header that names the applied handling", () => {
  type Responses = Readonly<Record<string, { $ref?: string; headers?: object }>>;
  interface Described {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Responses }>>>>;
    readonly components: { readonly responses: Responses };
  }
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../../generated/${name}`, import.meta.url), "utf8")) as Described;

  test.each([
    ["openapi.json", "/api/rest/customers", "post", ["200", "400"]],
    ["openapi.json", "/api/rest/customers/{customerId}", "put", ["200", "400"]],
    ["openapi.json", "/api/jsonrpc", "post", ["200"]],
    ["openapi.json", "/api/rpc/{operation}", "post", ["200", "400", "422"]],
    ["rpc.openapi.json", "/api/rpc/catalog_product.update", "post", ["200", "400", "422"]],
  ])("%s: %s %s", (file, path, method, statuses) => {
    const { paths, components } = read(file);
    const responses = paths[path]?.[method]?.responses ?? {};
    for (const status of statuses) {
      const answer = responses[status];
      const name = answer?.$ref?.split("/").at(-1);
      const { headers } = (name === undefined ? answer : components.responses[name]) ?? {};
      expect([status, Object.keys(headers ?? {})]).toEqual([
        status,
        expect.arrayContaining(["Preference-Applied"]),
      ]);
    }
  });
});
