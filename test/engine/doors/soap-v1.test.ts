/** The SOAP v1 door over HTTP (doors 1, 3). */
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { envelope, operation, readSoap, soap, SoapFault } from "./soap-client.js";
import { postXml } from "./xml-rpc-client.js";

const shop = await startShop({ dataset: "sample" });
let session: string;
beforeEach(async () => {
  await shop.reset("sample");
  session = await shop.session();
});

/** The `call` of an operation. @param args elements inside of `args`, or the whole element */
function call(path: string, args: string): string {
  return operation("call", { sessionId: session, resourcePath: path, args });
}

async function answerOf(content: string, path = "/api/soap"): Promise<string> {
  return (await postXml(shop, envelope(content), { path })).text;
}

async function faultOf(body: string, path = "/api/soap"): Promise<SoapFault> {
  try {
    readSoap(await postXml(shop, body, { path }));
  } catch (error) {
    if (error instanceof SoapFault) return error;
    throw error;
  }
  throw new Error("there was no fault");
}

const login = operation("login", { username: "admin", apiKey: "admin123" });

describe("addresses", () => {
  test.each([
    ...["/api/soap", "/api/soap/", "/api/soap/index", "/api/soap/index/", "/api", "/api/", "/api/index"],
    ...["/api/index/index/", "/index.php/api/", "/index.php/api/soap/", "/api.php", "/api.php?type=soap"],
  ])("%s takes calls and describes itself", async (path) => {
    expect(await soap(shop, path, login)).toMatchObject({
      loginReturn: { "#text": expect.any(String) as string },
    });
    for (const key of ["wsdl", "WSDL", "wsdl=1"]) {
      const { text } = await shop.http("GET", `${path}${path.includes("?") ? "&" : "?"}${key}`);
      expect(text).toContain(`<soap:address location="${shop.url}${path}"/>`);
    }
  });

  test.each(["/api/soap/foo", "/soap", "/api/Soap"])("%s is none", async (path) =>
    expect((await postXml(shop, envelope(login), { path })).status).toBe(404),
  );

  test("GET without a query describes the address; other methods are refused", async () => {
    expect(await shop.http("GET", "/api/soap")).toMatchObject({ status: 200 });
    const { status, headers } = await shop.http("PUT", "/api/soap");
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS, POST"]);
    expect((await shop.http("HEAD", "/api/soap?wsdl")).text).toBe("");
    expect((await shop.http("GET", "/api/soap/index/wsdl/1/")).text).toContain(
      `location="${shop.url}/api/soap/index/"`,
    );
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "in a sandbox",
    async () => {
      await shop.http("POST", "/control/sandboxes", { body: { name: "box" } });
      const { text } = await shop.http("GET", "/sandbox/box/api/soap?wsdl");
      expect(text).toContain(`<soap:address location="${shop.url}/sandbox/box/api/soap"/>`);
      expect(await soap(shop, "/sandbox/box/api/soap", login)).toHaveProperty("loginReturn");
    },
  );
});

describe("objects of PHP", () => {
  const struct = (content: string) =>
    `<args xsi:type="SOAP-ENC:Array"><item xsi:type="SOAP-ENC:Struct">${content}</item></args>`;

  test.each([
    ["no filters: new stdClass", "<args xsi:type='SOAP-ENC:Struct'/>", 49],
    ["no filters, as an argument", struct(""), 49],
    ["a filter", struct('<sku xsi:type="xsd:string">mug-01</sku>'), 1],
    ["a filter with an operator", struct('<sku xsi:type="SOAP-ENC:Struct"><like>mug-0%</like></sku>'), 6],
  ])("%s", async (_title, args, rows) => {
    expect(await answerOf(call("catalog_product.list", args))).toContain(`ns2:Map[${rows}]`);
  });
});

describe("answers", () => {
  test("an envelope with types", async () => {
    const text = await answerOf(
      call(
        "catalog_product.info",
        "<args><item>1</item><item xsi:nil='true'/><item><item>price</item><item>old_id</item></item></args>",
      ),
    );
    expect(text).toContain(
      '<SOAP-ENV:Body><ns1:callResponse><callReturn xsi:type="ns2:Map">' +
        '<item><key xsi:type="xsd:string">product_id</key><value xsi:type="xsd:string">1</value></item>',
    );
    expect(text).toContain('<key xsi:type="xsd:string">old_id</key><value xsi:nil="true"/>');
    expect(text).toContain(
      '<value SOAP-ENC:arrayType="xsd:string[2]" xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">3</item>',
    );
    expect(text).toContain('<value xsi:type="xsd:string">12.5000</value>');
  });

  test.each([
    ["a list of maps", "catalog_product.list", "<args/>", 'SOAP-ENC:arrayType="ns2:Map[49]"'],
    [
      "nothing",
      "customer.list",
      '<args xsi:type="SOAP-ENC:Array"><item xsi:type="ns2:Map"><item><key>email</key><value>x</value></item></item></args>',
      '<callReturn SOAP-ENC:arrayType="xsd:ur-type[0]" xsi:type="SOAP-ENC:Array"/>',
    ],
    [
      "a boolean",
      "catalog_product.update",
      '<args><item>1</item><item xsi:type="ns2:Map"><item><key>name</key><value>x</value></item></item></args>',
      '<callReturn xsi:type="xsd:boolean">true</callReturn>',
    ],
    [
      "an int",
      "catalog_product.currentStore",
      "<args>german</args>",
      '<callReturn xsi:type="xsd:int">3</callReturn>',
    ],
  ])("%s", async (_title, path, args, expected) =>
    expect(await answerOf(call(path, args))).toContain(expected),
  );

  test("the namespace of the caller, or that of the WSDL", async () => {
    expect(await answerOf(login)).toContain('xmlns:ns1="urn:Magento"');
    const inOther = login
      .replaceAll("ns1:login", "o:login")
      .replace("<o:login", '<o:login xmlns:o="urn:OpenMage"');
    expect(await answerOf(inOther)).toContain('xmlns:ns1="urn:OpenMage"');
    expect(await answerOf(login.replaceAll("ns1:login", "login"))).toContain('xmlns:ns1="urn:Magento"');
  });

  test("SOAP 1.2 is answered in SOAP 1.2", async () => {
    const in12 = (content: string) =>
      envelope(content).replace(
        "http://schemas.xmlsoap.org/soap/envelope/",
        "http://www.w3.org/2003/05/soap-envelope",
      );
    const { text } = await postXml(shop, in12(login), { path: "/api/soap" });
    expect(text).toContain('<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"');
    const wrong = in12(operation("login", { username: "admin", apiKey: "wrong1234" }));
    expect(await faultOf(wrong)).toMatchObject({ status: 200, code: "2", faultName: "access_denied" });
  });
});

describe("arguments", () => {
  const product = { callReturn: { "@type": "ns2:Map" } };
  const array = (content: string, type = "xsd:ur-type[1]") =>
    `<args SOAP-ENC:arrayType="${type}" xsi:type="SOAP-ENC:Array">${content}</args>`;

  test.each([
    ["a scalar", "<args>1</args>"],
    ["an int", '<args xsi:type="xsd:int">1</args>'],
    ["an array", array('<item xsi:type="xsd:string">1</item>')],
    ["an array of ints", array("<i>1</i>", "xsd:int[1]")],
    [
      "names",
      '<args xsi:type="ns2:Map"><item><key xsi:type="xsd:string">productId</key><value>1</value></item></args>',
    ],
    [
      "numbers as names",
      '<args xsi:type="ns2:Map"><item><key xsi:type="xsd:int">0</key><value>1</value></item></args>',
    ],
    ["elements of the same name", "<args><args>1</args></args>"],
    ["a reference", '<args href="#a"/>'],
  ])("as %s", async (_title, args) => {
    const multiRef = args.includes("href") ? `<multiRef id="a" xsi:type="xsd:int">1</multiRef>` : "";
    expect(await soap(shop, "/api/soap", call("catalog_product.info", args) + multiRef)).toMatchObject(
      product,
    );
  });

  test("by position, whatever their names", async () => {
    const parts = operation("call", { param0: session, param1: "catalog_product.info", param2: "1" });
    expect(await soap(shop, "/api/soap", parts)).toMatchObject(product);
  });

  test("without a session, but HTTP Basic", async () => {
    const headers = { Authorization: `Basic ${btoa("admin:admin123")}` };
    const parts = operation("call", {
      sessionId: '<sessionId xsi:nil="true"/>',
      resourcePath: "catalog_product.info",
      args: "1",
    });
    expect(await soap(shop, "/api/soap", parts, { headers })).toMatchObject(product);
  });

  test("resourceFaults in both orders", async () => {
    for (const parts of [
      { sessionId: session, resourceName: "product" },
      { sessionId: "product", resourceName: session },
    ]) {
      expect(await answerOf(operation("resourceFaults", parts))).toContain(
        '<value xsi:type="xsd:string">product_not_exists</value>',
      );
    }
  });

  test("multiCall", async () => {
    const entry = (path: string, args: string) =>
      `<item xsi:type="SOAP-ENC:Array"><item xsi:type="xsd:string">${path}</item>${args}</item>`;
    const calls = `<calls xsi:type="ns1:FixedArray">${entry("catalog_product.info", "<item>1</item>")}${entry("nope.x", "")}</calls>`;
    const text = await answerOf(operation("multiCall", { sessionId: session, calls }));
    expect(text).toContain('<multiCallReturn SOAP-ENC:arrayType="xsd:ur-type[2]" xsi:type="ns1:FixedArray">');
    expect(text).toContain(
      '<key xsi:type="xsd:string">faultCode</key><value xsi:type="xsd:string">3</value>',
    );
  });
});

describe("faults", () => {
  test.each([
    ["a fault of an operation", () => envelope(call("catalog_product.info", "999")), 200, "101"],
    [
      "an unusable session",
      () => envelope(operation("call", { sessionId: "x", resourcePath: "customer.list" })),
      200,
      "5",
    ],
    ["an unknown operation", () => envelope(operation("nope", {})), 500, "SOAP-ENV:Server"],
    ["an empty body", () => envelope(""), 500, "SOAP-ENV:Client"],
    ["nothing", () => "", 500, "Sender"],
    ["no XML", () => "hello", 500, "Sender"],
    [
      "a DOCTYPE",
      () => `<!DOCTYPE x [<!ENTITY a "b">]>${envelope("<a>&a;</a>").replace(/^<\?.*?\?>/, "")}`,
      500,
      "Sender",
    ],
    [
      "an int that is none",
      () => envelope(call("catalog_product.info", '<args xsi:type="xsd:int">abc</args>')),
      500,
      "SOAP-ENV:Server",
    ],
    ["another root", () => "<a/>", 500, "env:VersionMismatch"],
    ["no envelope of SOAP", () => '<Envelope xmlns="urn:x"><Body/></Envelope>', 500, "env:VersionMismatch"],
    [
      "a header that must be understood",
      () =>
        envelope(login).replace(
          "<SOAP-ENV:Body>",
          '<SOAP-ENV:Header><a SOAP-ENV:mustUnderstand="1"/></SOAP-ENV:Header><SOAP-ENV:Body>',
        ),
      500,
      "SOAP-ENV:MustUnderstand",
    ],
    [
      "a reference to nowhere",
      () => envelope(call("catalog_product.info", '<args href="#x"/>')),
      500,
      "SOAP-ENV:Server",
    ],
    [
      "a reference in a circle",
      () =>
        envelope(
          `${call("catalog_product.info", '<args href="#a"/>')}<m id="a" href="#b"/><m id="b" href="#a"/>`,
        ),
      500,
      "SOAP-ENV:Server",
    ],
    [
      "a value that holds itself",
      () => envelope(`${call("catalog_product.info", '<args href="#a"/>')}<m id="a"><item href="#a"/></m>`),
      500,
      "Sender",
    ],
    ["1,000 elements inside one another", () => envelope("<a>".repeat(1000)), 500, "Sender"],
    ["a long attribute", () => envelope(`<ns1:login a="${"x".repeat(5000)}"/>`), 500, "Sender"],
  ])("%s", async (_title, body, status, code) => {
    const fault = await faultOf(body());
    expect([fault.status, fault.code]).toEqual([status, code]);
  });

  test("a fault contains its name", async () => {
    expect(await faultOf(envelope(call("catalog_product.info", "999")))).toMatchObject({
      ...{ faultName: "product_not_exists", message: 'There is no such product (productId: "999").' },
    });
  });

  test("references that multiply are refused within limits", async () => {
    const levels = Array.from({ length: 20 }, (_, at) => {
      const items = `<item href="#l${at + 1}"/>`.repeat(20);
      return `<m id="l${at}" xsi:type="SOAP-ENC:Array">${items}</m>`;
    });
    const body = envelope(
      `${call("catalog_product.info", '<args href="#l0"/>')}${levels.join("")}<m id="l20">x</m>`,
    );
    const before = process.cpuUsage();
    expect(await faultOf(body)).toMatchObject({ code: "6" });
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "the journal contains the door",
  async () => {
    await soap(shop, "/api/soap", call("catalog_product.info", "1"));
    const { json } = await shop.http("GET", "/control/calls?limit=1");
    expect(json).toMatchObject([{ door: "soap", operation: "catalog_product.info", fault: null }]);
  },
);

test("forced faults and statuses", async () => {
  const force = (body: object) => shop.http("POST", "/control/faults", { body });
  await force({ operation: "catalog_product.info", fault: "store_not_exists" });
  expect((await faultOf(envelope(call("catalog_product.info", "1")))).code).toBe("100");
  await force({ operation: "catalog_product.info", http: { status: 502 } });
  const answer = await postXml(shop, envelope(call("catalog_product.info", "1")), { path: "/api/soap" });
  expect([answer.status, answer.text]).toEqual([502, ""]);
});
