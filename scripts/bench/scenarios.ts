/** The measurements of `npm run bench`: requests, the servers that they are sent to, and the comparisons. */
import { getFrom, post } from "./load.js";
import type { Running, StoreOptions } from "./processes.js";
import { batchRequest, callRequest, infoBySoap, infoByXmlRpc, login, type Info } from "./requests.js";
import { attributeLists, customerMembers, products, sublists } from "./variety.js";

/** Servers that all scenarios use. */
export type Kind = "memory" | "file" | "small" | "large" | "no control";

export interface Scenario {
  readonly name: string;
  readonly on: Kind;
  readonly connections?: number;
  /** The number of operations in one request. */
  readonly operations?: number;
  /** The expected status; default 200. */
  readonly success?: number;
  /** Processor time of the bare server divided by that of this one. */
  readonly wanted?: string;
  /** Prepares the server. @returns a function that creates each request */
  readonly requests: (store: Running) => Promise<() => Buffer>;
}

const same = (request: Buffer) => () => request;

/** @param request makes the request number n, from 0; each differs from the ones before it */
const different =
  (request: (session: string, n: number) => Buffer) =>
  async (store: Running): Promise<() => Buffer> => {
    const session = await login(store);
    let count = 0;
    return () => request(session, count++);
  };

/** 735 questions: each product at each store view, with each list of attributes. */
function infoOf(n: number): Info {
  const [product, stores] = [1 + (n % products), [0, 1, 3]];
  const at = Math.floor(n / products);
  return {
    product,
    store: stores[at % stores.length] ?? 0,
    attributes: attributeLists[Math.floor(at / stores.length) % attributeLists.length] ?? [],
  };
}

const infos = different((session, n) =>
  callRequest(session, "catalog_product.info", infoArguments(infoOf(n))),
);

const infoArguments = ({ product, store, attributes }: Info) => [product, store, attributes];

/** A time before all orders, a second later each time, as a client asks that looks for what is new. */
function timeOf(n: number): string {
  return new Date(Date.UTC(2000, 0, 1) + n * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** 8 customers with each of 511 lists of members. */
const differentCustomer = (format: "json" | "xml") => async (store: Running) => {
  const headers = { Authorization: `Bearer ${await login(store)}`, Accept: `application/${format}` };
  const lists = sublists(customerMembers);
  let count = 0;
  return () => {
    const attrs = lists[Math.floor(count / 8) % lists.length] ?? customerMembers;
    const id = 1 + (count++ % 8);
    return getFrom(`/api/rest/customers/${id}?attrs=${attrs.join(",")}`, headers);
  };
};
const batches = async (store: Running) => same(batchRequest(await login(store), 50));

/** Random products, so that a large catalog profits little from caches. */
const anyInfo = (products: number) => async (store: Running) => {
  const session = await login(store);
  return () => callRequest(session, "catalog_product.info", [1 + Math.floor(Math.random() * products)]);
};

async function creating(store: Running): Promise<() => Buffer> {
  const session = await login(store);
  const data = { name: "Created", price: 9.99, weight: 1, stock_data: { qty: 5 }, website_ids: [1] };
  let count = 0;
  return () => {
    count += 1;
    return callRequest(session, "catalog_product.create", [
      "simple",
      4,
      `created-${process.pid}-${count}`,
      data,
    ]);
  };
}

/** Orders of a product with unlimited stock. */
async function ordering(store: Running): Promise<() => Buffer> {
  const data = { name: "Endless", price: 5, website_ids: [1] };
  await send(
    store,
    callRequest(await login(store), "catalog_product.create", ["simple", 4, "endless", data]),
  );
  return same(post("/control/orders", { customer_id: 1, items: [{ sku: "endless", qty: 1 }] }));
}

async function largeOrder(store: Running): Promise<() => Buffer> {
  const items = Array.from({ length: 100 }, (_, at) => ({ sku: at % 2 ? "mug-01" : "mug-02", qty: 1 }));
  const answer = await send(store, post("/control/orders", { customer_id: 1, items }));
  const { increment_id } = JSON.parse(answer) as { increment_id: string };
  return same(callRequest(await login(store), "sales_order.info", [increment_id]));
}

/** @param large products of the large shop */
export function scenarios(large: number): readonly Scenario[] {
  const creates = { connections: 50, requests: creating };
  const orders = { connections: 50, success: 201, requests: ordering };
  return [
    {
      name: "info, different",
      on: "memory",
      wanted: ">= 0.48",
      requests: infos,
    },
    {
      name: "list of 49, different filters",
      on: "memory",
      wanted: ">= 0.28",
      requests: different((session, n) =>
        callRequest(session, "catalog_product.list", [{ sku: { neq: `none-${n}` } }]),
      ),
    },
    {
      name: "list of 25 orders, different times",
      on: "memory",
      wanted: ">= 0.28",
      requests: different((session, n) =>
        callRequest(session, "sales_order.list", [{ updated_at: { gteq: timeOf(n) } }]),
      ),
    },
    {
      name: "update, different",
      on: "memory",
      wanted: ">= 0.42",
      requests: different((session, n) =>
        callRequest(session, "catalog_product.update", [
          1 + (n % products),
          { price: 10 + (n % 9999) / 100 },
        ]),
      ),
    },
    {
      name: "info by XML-RPC, different",
      on: "memory",
      wanted: ">= 0.25",
      requests: different((session, n) => infoByXmlRpc(session, infoOf(n))),
    },
    {
      name: "info by SOAP v1, different",
      on: "memory",
      wanted: ">= 0.25",
      requests: different((session, n) => infoBySoap(1, session, infoOf(n))),
    },
    {
      name: "info by SOAP v2, different",
      on: "memory",
      wanted: ">= 0.25",
      requests: different((session, n) => infoBySoap(2, session, infoOf(n))),
    },
    {
      name: "REST customer as JSON, different",
      on: "memory",
      wanted: ">= 0.40",
      requests: differentCustomer("json"),
    },
    { name: "REST customer as XML, different", on: "memory", requests: differentCustomer("xml") },
    { name: "batch of 50, per operation", on: "memory", operations: 50, requests: batches },
    { name: "order of 100 items", on: "memory", requests: largeOrder },
    {
      name: "login",
      on: "memory",
      requests: async () =>
        same(post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] })),
    },
    { name: "clock of the control", on: "memory", requests: async () => same(getFrom("/control/clock", {})) },
    { name: "create on memory", on: "memory", ...creates },
    { name: "create on file", on: "file", ...creates },
    { name: "order on memory", on: "memory", ...orders },
    { name: "order on file", on: "file", ...orders },
    { name: "info of 1,000 products", on: "small", requests: anyInfo(1000) },
    { name: "info of many products", on: "large", requests: anyInfo(large) },
    { name: "create beside 1,000 products", on: "small", ...creates },
    { name: "create beside many products", on: "large", ...creates },
    { name: "info without control", on: "no control", requests: infos },
  ];
}

export interface Comparison {
  readonly name: string;
  readonly of: string;
  readonly beside: string;
  /** `rate`: answers per second; `cost`: processor time. */
  readonly by: "rate" | "cost";
  readonly wanted: string;
}

export const comparisons: readonly Comparison[] = [
  {
    name: "creates on file / on memory",
    of: "create on file",
    beside: "create on memory",
    by: "rate",
    wanted: ">= 0.5",
  },
  {
    name: "orders on file / on memory",
    of: "order on file",
    beside: "order on memory",
    by: "rate",
    wanted: ">= 0.3",
  },
  {
    name: "cost of info: many / 1,000",
    of: "info of many products",
    beside: "info of 1,000 products",
    by: "cost",
    wanted: "<= 1.3",
  },
  {
    name: "cost of create: many / 1,000",
    of: "create beside many products",
    beside: "create beside 1,000 products",
    by: "cost",
    wanted: "<= 1.3",
  },
  {
    name: "cost of info: control on / off",
    of: "info, different",
    beside: "info without control",
    by: "cost",
    wanted: "<= 1.1",
  },
];

/** @param files datasets of 1,000 and of many products */
export function optionsOf(
  kind: Kind,
  files: { readonly small: string; readonly large: string },
): StoreOptions {
  switch (kind) {
    case "file":
      return { storage: "file", dataset: "sample" };
    case "small":
    case "large":
      return { storage: "memory", dataset: files[kind] };
    case "no control":
      return { storage: "memory", dataset: "sample", flags: ["--control", "off"] };
    case "memory":
      return { storage: "memory", dataset: "sample" };
  }
}

async function send({ port }: Running, request: Buffer): Promise<string> {
  const [head = "", body] = request.toString().split("\r\n\r\n", 2);
  const [, path] = head.split(" ", 2);
  const headers = { "Content-Type": "application/json" };
  return (
    await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body: body ?? null })
  ).text();
}
