/** The examples of openapi.yaml are valid for the sample shop: requests succeed, responses and errors are as shown. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { resolveReference } from "../../../src/engine/chapters/bundle.js";
import { readOpenApi } from "../../../scripts/spec/chapters.js";
import {
  basic,
  bearer,
  startShop,
  type HttpAnswer,
  type HttpRequest,
  type Shop,
} from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { asAnna } from "../../engine/http/rest.js";

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Contents = Readonly<Record<string, Content>>;

interface Answer {
  readonly content?: Contents;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, Answer>>;
}

type Path = Readonly<Record<string, Operation>> & Pick<Operation, "parameters">;

const contract = readOpenApi();
const paths = inPlace(contract.paths) as Readonly<Record<string, Path>>;

/** Resolves all references except those to schemas. */
function inPlace(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inPlace);
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref !== undefined) return $ref.includes("/schemas/") ? {} : inPlace(resolveReference(contract, $ref));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inPlace(value)]));
}

/** The examples of one body; a single one has no name. */
function examplesOf({ example, examples = {} }: Content = {}): [name: string, value: unknown][] {
  const named = Object.entries(examples).map(([name, { value }]): [string, unknown] => [name, value]);
  return example === undefined ? named : [["", example], ...named];
}

interface ExampleCall {
  readonly title: string;
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly type: string;
  /** The name of the request example; "" for none and for the only one. */
  readonly name: string;
  readonly body: unknown;
}

const calls = Object.entries(paths)
  .filter(([path]) => path.startsWith("/control/") || path.startsWith("/api/rest/"))
  // Its response does not end.
  .filter(([path]) => path !== "/control/calls/stream")
  .flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
      .flatMap(([method, operation]) => callsOf(method.toUpperCase(), path, item, operation as Operation)),
  );

function callsOf(method: string, template: string, item: Path, operation: Operation): ExampleCall[] {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const path = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), template);
  const contents = Object.entries(operation.requestBody?.content ?? { "application/json": { example: "" } });
  return contents.flatMap(([type, content]) =>
    examplesOf(content).map(([name, value]) => ({
      title: `${method} ${path} ${type} ${name}`,
      ...{ operation, method, path, type, name },
      body: operation.requestBody ? value : undefined,
    })),
  );
}

/** Preconditions: the operation whose first example is sent before. */
const before: Readonly<Record<string, string>> = {
  getClock: "setClock",
  setClock: "setClock",
  listFaults: "addFault",
  deleteFault: "addFault",
  deleteUser: "saveUser",
  listSnapshots: "createSnapshot",
  listChanges: "createSnapshot",
  restoreSnapshot: "createSnapshot",
  deleteSnapshot: "createSnapshot",
  deleteSandbox: "createSandbox",
  assignProductWebsite: "removeProductWebsite",
};

const productQuery = "?limit=2&attrs=sku,name,price";

/** The query for the page in the example. */
const queries: Readonly<Record<string, string>> = {
  listCustomers: "?limit=1",
  listProducts: productQuery,
  listProductsInStore: productQuery,
  listProductsOfCategory: productQuery,
  listProductsInStoreOfCategory: productQuery,
  listProductsOfCategoryInStore: productQuery,
  listStockItems: "?limit=2&attrs=item_id,qty,is_in_stock",
  listChanges: "?since=before-checkout",
  listOrders: "?limit=2&attrs=increment_id,status,grand_total",
};

/** Sessions are new ones, sandboxes expire by real time; the words of a mail are those of its template. */
const undetermined = [
  "openRestSession",
  "addOAuthPair",
  "listMail",
  "createSession",
  "createSandbox",
  "listSandboxes",
  "exportState",
  "listCalls",
  "listChanges",
  "listWaitingCalls",
  "getCoverage",
];

const shop = await startShop({ dataset: "sample" });

/** The numbers of forced faults continue after a reset, and sandboxes stay. */
const numbered = ["addFault", "listFaults", "deleteFault", "createSandbox"];

async function send(shop: Shop, { operation, method, path, type, body }: ExampleCall): Promise<HttpAnswer> {
  const { operationId } = operation;
  const credentials = operationId === "endRestSession" ? bearer(await shop.session()) : basic();
  const headers = {
    Accept: type,
    ...(path.startsWith("/api/") ? credentials : {}),
    ...(body === undefined ? {} : { "Content-Type": type }),
  };
  return shop.http(method, path + (queries[operationId] ?? ""), { body, headers });
}

describe("requests", () => {
  beforeEach(() => shop.reset("sample"));

  const lines = calls.filter(({ type }) => type === "application/jsonl");
  const usable = calls.filter(
    (call) =>
      !lines.includes(call) &&
      // Their responses depend on earlier calls of a test: see test/testing/control/{journal,changes}.test.ts.
      !/ \/control\/(calls\/verify|calls\/7\/changes|mail\/wait)/.test(call.title) &&
      (!/ \/control\/(snapshots|sandboxes|changes)/.test(call.title) ||
        !differsHere("snapshots and sandboxes exist in the memory of one process")),
  );

  test.each(lines)(
    "$title is valid, except for further data of the shop, which an example cannot contain",
    async (call) => {
      const { status, json } = await send(shop, call);
      const { errors } = json as { errors: { field: string; message: string }[] };
      expect([status, ...new Set(errors.map(({ field }) => field))]).toEqual([422, "collections.settings"]);
      for (const { message } of errors) expect(message).toContain("so this is not a complete state");
    },
  );

  test.each(usable)("$title", async (call) => {
    const { operationId, responses } = call.operation;
    const fresh = numbered.includes(operationId) ? await startShop({ dataset: "sample" }) : shop;
    const first = calls.find(({ operation }) => operation.operationId === before[operationId]);
    if (first) await send(fresh, first);

    const { status, text } = await send(fresh, call);

    const [wanted] = ["201", "200", "204", "207"].filter((one) => one in responses);
    expect(`${status} ${text}`).toMatch(new RegExp(`^${wanted} `));
    const isXml = call.type.endsWith("/xml");
    const shown = examplesOf(responses[status]?.content?.[isXml ? call.type : "application/json"]);
    const [, example] = shown.find(([name]) => name === call.name) ?? shown[0] ?? [];
    if (example === undefined || undetermined.includes(operationId)) return;
    const here = text.replaceAll(fresh.url, "http://127.0.0.1:8080");
    expect(isXml ? here : JSON.parse(here)).toEqual(example);
  });

  const reading = calls.filter(({ method, path }) => method === "GET" && path.startsWith("/api/rest/"));
  test.each(reading)("$method $path in XML", async (call) => {
    const { text } = await send(shop, { ...call, type: "application/xml" });
    const [shown] = examplesOf(call.operation.responses["200"]?.content?.["application/xml"]);
    expect(text.replaceAll(shop.url, "http://127.0.0.1:8080")).toBe(shown?.[1]);
  });
});

type AskedFor = [status: number, method: string, path: string, at: string, request: object];
const snapshotOfNobody: AskedFor = [
  404,
  "DELETE",
  "/control/snapshots/{name}",
  "/control/snapshots/clean",
  {},
];

describe("refusals", () => {
  const asJson = { ...basic(), Accept: "application/json" };
  const order = { customer_id: 1, items: [{ product_id: 1, qty: 0 }] };
  const newcomer = {
    lastname: "Novak",
    email: "mila",
    password: "correct horse 7",
    website_id: 1,
    group_id: 2,
  };
  const customers = "/api/rest/customers";
  const products = "/api/rest/products";
  const mug = { type_id: "simple", attribute_set_id: 4, name: "Mug" };
  const plain = "/api/rpc/{operation}";

  beforeAll(async () => {
    await shop.reset("sample");
    await shop.http("DELETE", "/control/snapshots/before-checkout");
    await shop.saveUser("nobody", []);
  });

  type Row = [status: number, method: string, path: string, at: string, request: HttpRequest];
  test.each<Row>([
    [400, "GET", customers, `${customers}?page=0`, { headers: asJson }],
    [400, "GET", `${customers}/{customerId}`, `${customers}/1`, { headers: { ...asJson, Version: "0" } }],
    [
      400,
      "POST",
      customers,
      customers,
      { headers: asJson, body: { ...newcomer, disable_auto_group_change: 0 } },
    ],
    [400, "POST", products, products, { headers: asJson, body: { ...mug, sku: "mug-01" } }],
    [404, "GET", `${products}/{productId}`, `${products}/999`, { headers: asJson }],
    [401, "GET", customers, customers, { headers: { Accept: "application/json" } }],
    [403, "GET", customers, customers, { headers: { ...asAnna, Accept: "application/json" } }],
    [404, "GET", `${customers}/{customerId}`, `${customers}/999`, { headers: asJson }],
    [
      413,
      "POST",
      customers,
      customers,
      { headers: asJson, body: { ...newcomer, taxvat: "x ".repeat(2 ** 20) } },
    ],
    [429, "GET", customers, customers, { headers: { ...asJson, Prefer: "code=429" } }],
    [200, "POST", "/api/jsonrpc", "/api/jsonrpc", { headers: { "Content-Type": "text/json" }, body: "{" }],
    [400, "POST", plain, "/api/rpc/catalog_product.info", { headers: asJson, body: {} }],
    [401, "POST", plain, "/api/rpc/catalog_product.info", { headers: bearer("f".repeat(64)), body: {} }],
    [
      403,
      "POST",
      plain,
      "/api/rpc/catalog_product.info",
      { headers: basic("nobody", "secret123"), body: {} },
    ],
    [404, "POST", plain, "/api/rpc/catalog_product.find", { headers: asJson, body: {} }],
    [404, "POST", plain, "/api/rpc/catalog_product.info", { headers: asJson, body: { productId: 99 } }],
    [
      409,
      "POST",
      plain,
      "/api/rpc/sales_order.hold",
      { headers: asJson, body: { orderIncrementId: "100000003" } },
    ],
    [
      422,
      "POST",
      plain,
      "/api/rpc/customer.create",
      { headers: asJson, body: { customerData: { ...newcomer, firstname: "Mila" } } },
    ],
    [
      501,
      "POST",
      plain,
      "/api/rpc/customer.list",
      { headers: { ...asJson, Prefer: "fault=resource_path_not_callable" } },
    ],
    [400, "POST", "/control/faults", "/control/faults", { body: { fault: "internal" } }],
    [403, "GET", "/control/clock", "/control/clock", { headers: { Origin: "https://elsewhere.example" } }],
    ...(differsHere("snapshots and sandboxes exist in the memory of one process") ? [] : [snapshotOfNobody]),
    [413, "POST", "/control/orders", "/control/orders", { body: { customer_note: "x".repeat(2 ** 20) } }],
    [
      415,
      "PUT",
      "/control/clock",
      "/control/clock",
      { headers: { "Content-Type": "text/plain" }, body: "now" },
    ],
    [422, "POST", "/control/orders", "/control/orders", { body: order }],
  ])("%i %s %s", async (status, method, path, at, request) => {
    const answer = await shop.http(method, at, request);
    expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
    const { responses } = (paths[path]?.[method.toLowerCase()] ?? {}) as Operation;
    const shown = examplesOf(responses[status]?.content?.["application/json"]).map(([, value]) => value);
    expect(shown).toContainEqual(answer.json);
  });
});
