/**
 * `npm run bench`: speed as ratios beside a bare node:http server in the same run (README, "Speed").
 * Every figure is the median of three turns; the servers take turns, so that a noisy machine hits all of them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeCatalog } from "./catalog.js";
import { get, getFrom, measure, post, postText, type Measured } from "./load.js";
import { startBare, startStore, type Running } from "./processes.js";
import { amount, count, script } from "../usage.js";
import { infoCall, infoRequest, login, rate, type Figure } from "./requests.js";
import { unusedFigures } from "./unused.js";

const turns = 3;
const summary = `Speed as ratios beside a bare node:http server in the same run (README, "Speed"), in some minutes. The machine should have
nothing else to do.`;
const { seconds, products: large } = script("bench", summary, ["", "--seconds 1 --products 10000"])
  .option("--seconds <n>", "of each turn; there are three", amount, 3)
  .option("--products <n>", "of the large shop", count, 100_000)
  .parse()
  .opts<{ readonly seconds: number; readonly products: number }>();

const figures: Figure[] = [];
const folder = mkdtempSync(join(tmpdir(), "store-bench-"));
try {
  await hotPath();
  await durability();
  await customers();
  await doors();
  await orders();
  await dataSize();
  progress("what is switched on but unused");
  figures.push(...(await unusedFigures(seconds)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.table(
  Object.fromEntries(
    figures.map(({ name, ratio, wanted, detail }) => [
      name,
      { ratio: Number(ratio.toFixed(2)), wanted, detail },
    ]),
  ),
);

async function hotPath(): Promise<void> {
  progress("product info and batches beside bare node:http");
  const store = await startStore({ storage: "memory", dataset: "sample" });
  const session = await login(store);
  const info = infoRequest(session, 1);
  const batch = post(
    "/api/jsonrpc",
    Array.from({ length: 50 }, (_, id) => infoCall(session, 1 + (id % 40), id)),
  );
  const [infoBytes, batchBytes] = [await sizeOf(store, info), await sizeOf(store, batch)];
  const bare = await startBare(infoBytes);
  const bareForBatch = await startBare(batchBytes);

  const [bareRate, infoRate, bareBatchRate, batchRate] = await medians([
    () => measure({ port: bare.port, connections: 16, seconds, request: () => get }),
    () => measure({ port: store.port, connections: 16, seconds, request: () => info }),
    () => measure({ port: bareForBatch.port, connections: 16, seconds, request: () => get }),
    () => measure({ port: store.port, connections: 16, seconds, request: () => batch }),
  ]);
  figures.push({
    name: "catalog_product.info, 16 connections / bare",
    ratio: infoRate / bareRate,
    wanted: ">= 0.55",
    detail: `${rate(infoRate)} of ${rate(bareRate)}, ${infoBytes} bytes`,
  });
  figures.push({
    name: "operations of a batch of 50 / bare",
    ratio: (batchRate * 50) / bareBatchRate,
    wanted: ">= 4",
    detail: `${rate(batchRate * 50)} operations, bare ${rate(bareBatchRate)}, ${batchBytes} bytes`,
  });
  await Promise.all([store.stop(), bare.stop(), bareForBatch.stop()]);
}

/** The bare server answers as many bytes as the store. */
async function sizeOf(store: Running, request: Buffer): Promise<number> {
  const { sample } = await measure({
    port: store.port,
    connections: 1,
    seconds: 0.1,
    request: () => request,
  });
  return Buffer.byteLength(sample);
}

async function durability(): Promise<void> {
  progress("creating products: file beside memory");
  const memory = await startStore({ storage: "memory", dataset: "minimal" });
  const file = await startStore({ storage: "file", dataset: "minimal" });
  const [memoryRate, fileRate] = await medians([await creating(memory), await creating(file)]);
  figures.push({
    name: "catalog_product.create, 50 connections: file / memory",
    ratio: fileRate / memoryRate,
    wanted: ">= 0.5",
    detail: `${rate(fileRate)} of ${rate(memoryRate)}`,
  });
  await Promise.all([memory.stop(), file.stop()]);
}

/** One customer by REST, as a session of the API user asks for it. */
async function customers(): Promise<void> {
  progress("REST customers beside bare node:http");
  const store = await startStore({ storage: "memory", dataset: "sample" });
  const session = await login(store);
  for (const [format, wanted] of [
    ["json", ">= 0.35"],
    ["xml", ">= 0.3"],
  ] as const) {
    const headers = { Authorization: `Bearer ${session}`, Accept: `application/${format}` };
    await besideBare(store, `REST customer as ${format}`, getFrom("/api/rest/customers/1", headers), wanted);
  }
  await store.stop();
}

/** One product by the doors of existing clients. */
async function doors(): Promise<void> {
  progress("XML-RPC and SOAP beside bare node:http");
  const store = await startStore({ storage: "memory", dataset: "sample" });
  const session = await login(store);
  const value = (text: string) => `<param><value><string>${text}</string></value></param>`;
  const xmlRpc =
    `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${value(session)}` +
    `${value("catalog_product.info")}<param><value><array><data><value><int>1</int></value></data></array></value>` +
    `</param></params></methodCall>`;
  const soap = (operation: string, parts: string) =>
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>` +
    `<m:${operation} xmlns:m="urn:Magento"><sessionId>${session}</sessionId>${parts}</m:${operation}></s:Body></s:Envelope>`;
  const v1 = soap("call", "<resourcePath>catalog_product.info</resourcePath><args>1</args>");
  const v2 = soap("catalogProductInfo", "<productId>1</productId>");
  for (const [name, path, text, wanted] of [
    ["XML-RPC", "/api/xmlrpc", xmlRpc, ">= 0.35"],
    ["SOAP v1", "/api/soap", v1, "-"],
    ["SOAP v2", "/api/v2_soap", v2, "-"],
  ] as const) {
    await besideBare(store, `catalog_product.info by ${name}`, postText(path, "text/xml", text), wanted);
  }
  await store.stop();
}

/** An order of 100 items read again and again, and orders being placed. */
async function orders(): Promise<void> {
  progress("orders");
  const store = await startStore({ storage: "memory", dataset: "sample" });
  const session = await login(store);
  const items = Array.from({ length: 100 }, (_, at) => ({ sku: at % 2 ? "mug-01" : "mug-02", qty: 1 }));
  const placed = await fetch(`http://127.0.0.1:${store.port}/control/orders`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ customer_id: 1, items }),
  });
  const { increment_id } = (await placed.json()) as { increment_id: string };
  const params = [session, "sales_order.info", [increment_id]];
  const info = post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "call", params });
  await besideBare(store, "sales_order.info of 100 items", info, ">= 0.4");
  await store.stop();

  const memory = await startStore({ storage: "memory", dataset: "sample" });
  const file = await startStore({ storage: "file", dataset: "sample" });
  // A product without managed stock never runs out.
  for (const running of [memory, file]) {
    const data = { name: "Endless", price: 5, website_ids: [1] };
    const params = [await login(running), "catalog_product.create", ["simple", 4, "endless", data]];
    const create = post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "call", params });
    await sizeOf(running, create);
  }
  const order = post("/control/orders", { customer_id: 1, items: [{ sku: "endless", qty: 1 }] });
  const placing = (port: number) => () =>
    measure({ port, connections: 50, seconds, request: () => order, success: 201 });
  const [memoryRate, fileRate] = await medians([placing(memory.port), placing(file.port)]);
  figures.push({
    name: "placing orders, 50 connections: file / memory",
    ratio: fileRate / memoryRate,
    wanted: ">= 0.3",
    detail: `${rate(fileRate)} of ${rate(memoryRate)}`,
  });
  await Promise.all([memory.stop(), file.stop()]);
}

async function besideBare(store: Running, name: string, request: Buffer, wanted: string): Promise<void> {
  const bytes = await sizeOf(store, request);
  const bare = await startBare(bytes);
  const [bareRate, storeRate] = await medians([
    () => measure({ port: bare.port, connections: 16, seconds, request: () => get }),
    () => measure({ port: store.port, connections: 16, seconds, request: () => request }),
  ]);
  const detail = `${rate(storeRate)} of ${rate(bareRate)}, ${bytes} bytes`;
  figures.push({ name: `${name}, 16 connections / bare`, ratio: storeRate / bareRate, wanted, detail });
  await bare.stop();
}

async function dataSize(): Promise<void> {
  progress(`${large} products beside 1,000`);
  const [small, big] = [join(folder, "small.json"), join(folder, "big.json")];
  await writeCatalog(small, 1000);
  await writeCatalog(big, large);
  const few = await startStore({ storage: "memory", dataset: small });
  const many = await startStore({ storage: "memory", dataset: big });
  const [fewInfo, manyInfo, fewCreate, manyCreate] = await medians([
    await reading(few, 1000),
    await reading(many, large),
    await creating(few),
    await creating(many),
  ]);
  for (const [name, fewRate, manyRate] of [
    ["info", fewInfo, manyInfo],
    ["create", fewCreate, manyCreate],
  ] as const) {
    figures.push({
      name: `catalog_product.${name}: cost at ${large} products / at 1,000`,
      ratio: fewRate / manyRate,
      wanted: "<= 1.3",
      detail: `${rate(manyRate)} and ${rate(fewRate)}`,
    });
  }
  await Promise.all([few.stop(), many.stop()]);
}

type Turn = () => Promise<Measured>;

/** Requests for products anywhere in the catalog, so that the large one gains little from what was read before. */
async function reading(store: Running, products: number): Promise<Turn> {
  const session = await login(store);
  const request = () => infoRequest(session, 1 + Math.floor(Math.random() * products));
  return () => measure({ port: store.port, connections: 16, seconds, request });
}

async function creating(store: Running): Promise<Turn> {
  const session = await login(store);
  let count = 0;
  const request = () => {
    count += 1;
    const data = {
      name: `Created ${count}`,
      price: 9.99,
      weight: 1,
      stock_data: { qty: 5 },
      website_ids: [1],
    };
    const params = [
      session,
      "catalog_product.create",
      ["simple", 4, `created-${process.pid}-${count}`, data],
    ];
    return post("/api/jsonrpc", { jsonrpc: "2.0", id: 1, method: "call", params });
  };
  return () => measure({ port: store.port, connections: 50, seconds, request });
}

async function medians<Turns extends Turn[]>(all: [...Turns]): Promise<{ [At in keyof Turns]: number }> {
  const rates: number[][] = all.map(() => []);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [index, measureOnce] of all.entries()) {
      const { requestsPerSecond, errors, sample } = await measureOnce();
      if (errors > 0 || /"error"|<fault/.test(sample))
        throw new Error(`measured a failure: ${sample.slice(0, 200)}`);
      rates[index]?.push(requestsPerSecond);
    }
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(turns / 2)] as number;
  return rates.map(middle) as { [At in keyof Turns]: number };
}

function progress(what: string): void {
  console.error(`measuring ${what} …`);
}
