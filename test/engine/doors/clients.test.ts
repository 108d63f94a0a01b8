/**
 * Published clients, unchanged, each with the same day in the shop: a list with filters, info, update, stock,
 * an order that is shipped, tracked, invoiced and commented, a fault that it branches on, an expired session.
 */
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { outside } from "../../outside/packages.js";
import { startShop } from "../../support/shop.js";

const run = promisify(execFile);
const scripts = fileURLToPath(new URL("clients/", import.meta.url));

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset("sample"));

/** The results that every client must find. */
const day = {
  found: ["mug-01", "mug-02"],
  name: "Renamed",
  price: "12.5000",
  qty: "7.0000",
  listed: 1,
  state: "complete",
  comment: "Thank you",
  track: "1Z999",
  invoiced: true,
  fault: "101",
  expired: "5",
  again: "mug-01",
};

/** The first of these commands that works with these arguments. */
function working(commands: readonly string[], ...args: string[]): string | undefined {
  return commands.find((command) => spawnSync(command, args, { stdio: "ignore" }).status === 0);
}

const pythons = ["python3", "/usr/bin/python3"];
const php = working(["php"], "-r", "exit(extension_loaded('soap') ? 0 : 1);");

describe("in other languages", () => {
  test.for([
    ["xmlrpc.client of Python", working(pythons, "-c", "import xmlrpc.client"), "day_xmlrpc.py"],
    ["xmlrpc of Ruby", working(["ruby"], "-e", 'require "xmlrpc/client"'), "day_xmlrpc.rb"],
    ["RPC::XML of Perl", working(["perl"], "-MRPC::XML::Client", "-e", "1"), "day_xmlrpc.pl"],
    ["XMLRPC::Lite of Perl", working(["perl"], "-MXMLRPC::Lite", "-e", "1"), "day_xmlrpc_lite.pl"],
    ["encoding/xml of Go", working(["go"], "version"), "day_xmlrpc.go"],
    ["SOAP::Lite of Perl by SOAP v1", working(["perl"], "-MSOAP::Lite", "-e", "1"), "day_soap_lite.pl"],
    ["SoapClient of PHP by SOAP v1", php, "day-v1.php"],
    ["SoapClient of PHP by SOAP v2", php, "day-v2.php"],
    ["zeep of Python by SOAP v2", working(pythons, "-c", "import zeep"), "day_zeep.py"],
    ["suds of Python by SOAP v2", working(pythons, "-c", "import suds"), "day_suds.py"],
  ] as const)("%s", async ([, interpreter, script], { skip }) => {
    if (interpreter === undefined) return skip(`nothing here can run ${script}`);
    const args = [...(interpreter === "go" ? ["run"] : []), scripts + script, shop.url];
    const { stdout } = await run(interpreter, args);
    expect(JSON.parse(stdout)).toEqual(day);
  });
});

const mcs = working(["mcs"], "--version") && working(["wsdl"], "-?") && working(["mono"], "--version");

test.skipIf(mcs === undefined)("C# by mono and SOAP v2", async () => {
  const cwd = await temporaryFolder();
  await run("wsdl", [`${shop.url}/api/v2_soap?wsdl`], { cwd });
  const libraries = ["-r:System.Web.Services", "-r:System.Web.Extensions"];
  await run("mcs", ["-out:day.exe", ...libraries, "MagentoService.cs", `${scripts}Day.cs`], { cwd });
  const { stdout } = await run("mono", ["day.exe", shop.url], { cwd });
  expect(JSON.parse(stdout)).toEqual(day);
});

const wsimport = working(["javac"], "-version") && working(["wsimport"], "-version");
/** The folder where Debian's package `jaxws` puts the modules that the JDK no longer contains. */
const jaxws = "/usr/share/jaxws/lib/*";

test.skipIf(wsimport === undefined)(
  "Java by JAX-WS and WS-I; wsimport wraps no part in a JAXBElement",
  async () => {
    const compliant = await startShop({ dataset: "sample", settings: { wsiCompliance: true } });
    const folder = await temporaryFolder();
    const wsdl = `${compliant.url}/api/v2_soap?wsdl`;
    await run(wsimport as string, ["-Xnocompile", "-s", folder, "-p", "shop", wsdl]);
    const classes = await readdir(join(folder, "shop"));
    expect(classes).toContain("CatalogProductInfoRequestParam.java");
    const sources = await Promise.all(classes.map((name) => readFile(join(folder, "shop", name), "utf8")));
    expect(sources.filter((source) => source.includes("JAXBElement"))).toEqual([]);
    const files = classes.map((name) => join(folder, "shop", name));
    const compile = ["-nowarn", "-d", folder, "-cp", jaxws, `${scripts}Day.java`];
    await run("javac", [...compile, ...files]);
    const { stdout } = await run("java", ["-cp", `${folder}:${jaxws}`, "Day", compliant.url]);
    expect(JSON.parse(stdout)).toEqual(day);
  },
);

interface Order {
  readonly increment_id: string;
}

async function placedOrder(): Promise<string> {
  const body = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
  return ((await shop.http("POST", "/control/orders", { body })).json as Order).increment_id;
}

async function letSessionsExpire(): Promise<void> {
  await shop.http("PUT", "/control/clock", { body: { advance_seconds: 4000 } });
}

type Row = Record<string, unknown>;

/** The expected results at the end of the day, whatever the protocol. */
function summary(parts: {
  found: Row[];
  product: Row;
  stock: Row | undefined;
  listed: Row[];
  info: { state: string; status_history: { comment: string }[] };
  shipped: { tracks: { number: string }[] };
  invoice: unknown;
}) {
  const { found, product, stock, listed, info, shipped, invoice } = parts;
  return {
    ...{ found: found.map(({ sku }) => sku), name: product.name, price: product.price, qty: stock?.qty },
    ...{ listed: listed.length, state: info.state, comment: info.status_history[0]?.comment },
    ...{ track: shipped.tracks[0]?.number, invoiced: invoice !== "" },
  };
}

test("magento-node-api, which discovers its methods", async () => {
  type Api = Record<string, Record<string, (...args: unknown[]) => Promise<unknown>>>;
  const MagentoAPI = outside("magento-node-api") as new (config: object) => Api & {
    init: () => Promise<void>;
    sessionId: string;
  };
  const api = new MagentoAPI({ host: shop.url, login: "admin", pass: "admin123" });
  await api.init();
  const { catalog_product: products, cataloginventory_stock_item: stocks, sales_order: orders } = api as Api;
  const { sales_order_shipment: shipments, sales_order_invoice: invoices } = api as Api;
  const found = (await products?.list?.({ sku: { in: ["mug-01", "mug-02"] } })) as Row[];
  await products?.update?.("mug-01", { name: "Renamed" });
  const product = (await products?.info?.(1)) as Row;
  await stocks?.update?.("mug-01", { qty: 7, is_in_stock: 1 });
  const [stock] = (await stocks!.list!(["mug-01"])) as Row[];
  const order = await placedOrder();
  const listed = (await orders?.list?.({ increment_id: order })) as Row[];
  const shipment = await shipments?.create?.(order, {}, "Packed");
  await shipments?.addTrack?.(shipment, "ups", "UPS", "1Z999");
  const invoice = await invoices?.create?.(order, {});
  await orders?.addComment?.(order, "complete", "Thank you");
  const info = (await orders?.info?.(order)) as never;
  const shipped = (await shipments?.info?.(shipment)) as never;
  const fault = await products?.info?.("nothing").catch((error: { faultCode: number }) => error.faultCode);
  const before = api.sessionId;
  await letSessionsExpire();
  // It logs in again automatically after fault 5.
  const again = ((await products!.info!(1)) as Row).sku;
  expect(api.sessionId).not.toBe(before);
  const end = summary({ found, product, stock, listed, info, shipped, invoice });
  expect({ ...end, fault: String(fault), expired: "5", again }).toEqual(day);
});

test("magento-xmlrpc, which knows its methods", async () => {
  type Method = (...args: unknown[]) => void;
  const Magento = outside("magento-xmlrpc") as new (config: object) => Record<
    string,
    Record<string, Method>
  > & {
    login: Method;
    sessionId: string;
  };
  const { hostname, port } = new URL(shop.url);
  const magento = new Magento({
    host: hostname,
    port: Number(port),
    path: "/api/xmlrpc/",
    login: "admin",
    pass: "admin123",
  });
  const done = <Result>(start: (callback: (error: Error | null, result: Result) => void) => void) =>
    new Promise<Result>((resolve, reject) => {
      start((error, result) => (error ? reject(error) : resolve(result)));
    });
  const call = <Result>(resource: string, method: string, params: object) =>
    done<Result>((callback) => magento[resource]?.[method]?.(params, callback));

  await done((callback) => magento.login(callback));
  const found = await call<Row[]>("catalogProduct", "list", {
    filters: { sku: { in: ["mug-01", "mug-02"] } },
  });
  await call("catalogProduct", "update", { id: "mug-01", data: { name: "Renamed" } });
  const product = await call<Row>("catalogProduct", "info", { id: 1 });
  await call("catalogInventoryStockItem", "update", { product: "mug-01", data: { qty: 7, is_in_stock: 1 } });
  const [stock] = await call<Row[]>("catalogInventoryStockItem", "list", { products: ["mug-01"] });
  const order = await placedOrder();
  const listed = await call<Row[]>("salesOrder", "list", { filters: { increment_id: order } });
  const shipment = await call("salesOrderShipment", "create", { orderIncrementId: order });
  const track = { shipmentIncrementId: shipment, carrier: "ups", title: "UPS", trackNumber: "1Z999" };
  await call("salesOrderShipment", "addTrack", track);
  const invoice = await call("salesOrderInvoice", "create", { orderIncrementId: order, itemsQty: {} });
  await call("salesOrder", "addComment", {
    orderIncrementId: order,
    status: "complete",
    comment: "Thank you",
  });
  const info = await call<never>("salesOrder", "info", { orderIncrementId: order });
  const shipped = await call<never>("salesOrderShipment", "info", { shipmentIncrementId: shipment });
  const fault = await call("catalogProduct", "info", { id: "nothing" }).catch((error: Error) => error);
  expect(fault).toMatchObject({ message: 'There is no such product (productId: "nothing").' });

  const before = magento.sessionId;
  await letSessionsExpire();
  const silence = [vi.spyOn(console, "warn"), vi.spyOn(console, "log")].map((spy) => spy.mockReturnValue());
  // It logs in again after fault 5, but repeats the call with the old session, so the next call succeeds.
  await expect(call("catalogProduct", "info", { id: 1 })).rejects.toThrow("log in again");
  const { sku: again } = await call<Row>("catalogProduct", "info", { id: 1 });
  for (const spy of silence) spy.mockRestore();
  expect(magento.sessionId).not.toBe(before);
  const end = summary({ found, product, stock, listed, info, shipped, invoice });
  expect({ ...end, fault: "101", expired: "5", again }).toEqual(day);
});

interface SoapClient {
  readonly [method: `${string}Async`]: (parts: object) => Promise<[Row]>;
}

async function soapClient(path: string): Promise<SoapClient> {
  const { createClientAsync } = outside("soap") as {
    createClientAsync: (url: string) => Promise<SoapClient>;
  };
  return createClientAsync(`${shop.url}${path}?wsdl`);
}

/** soap puts values next to the attributes with their types. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { attributes, $value, ...members } = value as Row;
  if ($value !== undefined) return $value;
  const isList = JSON.stringify(attributes ?? {}).includes("arrayType");
  if (isList) return [members.item ?? []].flat().map(plain);
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, plain(member)]));
}

/** The number of the fault as soap parses it. */
function codeOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: { root?: { Envelope: { Body: { Fault: { faultcode: unknown } } } } }) =>
    String(error.root?.Envelope.Body.Fault.faultcode),
  );
}

test("soap by SOAP v2", async () => {
  const client = await soapClient("/api/v2_soap/");
  const call = async <Result>(method: string, parts: object): Promise<Result> => {
    const [answer] = await (client[`${method}Async`] as SoapClient[`${string}Async`])(parts);
    return Object.values(plain(answer) as Row)[0] as Result;
  };
  const login = () => call<string>("login", { username: "admin", apiKey: "admin123" });
  let sessionId = await login();
  const filter = { item: [{ key: "sku", value: { key: "in", value: "mug-01,mug-02" } }] };
  const found = await call<Row[]>("catalogProductList", { sessionId, filters: { complex_filter: filter } });
  await call("catalogProductUpdate", { sessionId, product: "mug-01", productData: { name: "Renamed" } });
  const product = await call<Row>("catalogProductInfo", { sessionId, productId: "1" });
  await call("catalogInventoryStockItemUpdate", {
    sessionId,
    product: "mug-01",
    data: { qty: "7", is_in_stock: 1 },
  });
  const [stock] = await call<Row[]>("catalogInventoryStockItemList", {
    sessionId,
    products: { item: ["mug-01"] },
  });
  const orderIncrementId = await placedOrder();
  const numbered = { filter: { item: [{ key: "increment_id", value: orderIncrementId }] } };
  const listed = await call<Row[]>("salesOrderList", { sessionId, filters: numbered });
  const shipmentIncrementId = await call("salesOrderShipmentCreate", {
    sessionId,
    orderIncrementId,
    comment: "Packed",
  });
  const track = { carrier: "ups", title: "UPS", trackNumber: "1Z999" };
  await call("salesOrderShipmentAddTrack", { sessionId, shipmentIncrementId, ...track });
  const invoice = await call("salesOrderInvoiceCreate", { sessionId, invoiceIncrementId: orderIncrementId });
  await call("salesOrderAddComment", {
    sessionId,
    orderIncrementId,
    status: "complete",
    comment: "Thank you",
  });
  const info = await call<never>("salesOrderInfo", { sessionId, orderIncrementId });
  const shipped = await call<never>("salesOrderShipmentInfo", { sessionId, shipmentIncrementId });
  const fault = await codeOf(call("catalogProductInfo", { sessionId, productId: "nothing" }));
  await letSessionsExpire();
  const expired = await codeOf(call("catalogProductInfo", { sessionId, productId: "1" }));
  sessionId = await login();
  const { sku: again } = await call<Row>("catalogProductInfo", { sessionId, productId: "1" });
  const end = summary({ found, product, stock, listed, info, shipped, invoice });
  expect({ ...end, fault, expired, again }).toEqual(day);
});

/** Maps of SOAP v1 as soap parses them: entries of keys and values. */
function mapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mapped);
  if (typeof value !== "object" || value === null) return value;
  const { item } = value as { item?: { key: string; value: unknown } | { key: string; value: unknown }[] };
  const entries = [item ?? []].flat();
  return Object.fromEntries(entries.map(({ key, value: member }) => [key, mapped(member)]));
}

/** null as its users write it: without this, it would send an empty text. */
const nothing = { attributes: { "xsi:nil": "true" } };

// It sends a list as repeated elements with the name of the part, and does not send types.
test("soap by SOAP v1", async () => {
  const client = await soapClient("/api/soap/");
  const login = async () => {
    const [{ loginReturn }] = await (client.loginAsync as SoapClient["loginAsync"])({
      username: "admin",
      apiKey: "admin123",
    });
    return plain(loginReturn) as string;
  };
  let sessionId = await login();
  const call = async <Result>(resourcePath: string, args: unknown[]): Promise<Result> => {
    const parts = { sessionId, resourcePath, args };
    const [{ callReturn }] = await (client.callAsync as SoapClient["callAsync"])(parts);
    return mapped(plain(callReturn)) as Result;
  };

  const found = await call<Row[]>("catalog_product.list", [{ sku: { in: ["mug-01", "mug-02"] } }]);
  await call("catalog_product.update", ["mug-01", { name: "Renamed" }]);
  const product = await call<Row>("catalog_product.info", ["1"]);
  await call("cataloginventory_stock_item.update", ["mug-01", { qty: 7, is_in_stock: 1 }]);
  const [stock] = await call<Row[]>("cataloginventory_stock_item.list", ["mug-01"]);
  const order = await placedOrder();
  const listed = await call<Row[]>("sales_order.list", [{ increment_id: order }]);
  const shipment = await call("sales_order_shipment.create", [order, nothing, "Packed"]);
  await call("sales_order_shipment.addTrack", [shipment, "ups", "UPS", "1Z999"]);
  const invoice = await call("sales_order_invoice.create", [order]);
  await call("sales_order.addComment", [order, "complete", "Thank you"]);
  const info = await call<never>("sales_order.info", [order]);
  const shipped = await call<never>("sales_order_shipment.info", [shipment]);
  const fault = await codeOf(call("catalog_product.info", ["nothing"]));
  await letSessionsExpire();
  const expired = await codeOf(call("catalog_product.info", ["1"]));
  sessionId = await login();
  const { sku: again } = await call<Row>("catalog_product.info", ["1"]);
  const end = summary({ found, product, stock, listed, info, shipped, invoice });
  expect({ ...end, fault, expired, again }).toEqual(day);
});
