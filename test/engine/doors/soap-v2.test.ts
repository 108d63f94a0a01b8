/** The SOAP v2 door over HTTP, rpc/encoded and WS-I (doors 1, 4). */
import { XMLParser } from "fast-xml-parser";
import { beforeEach, describe, expect, test } from "vitest";
import { functions, types } from "../../../generated/doors/soap-v2.js";
import { operations } from "../../../generated/tables.js";
import { mentionedTypes, soapBindings } from "../../../src/engine/chapters/soap-functions.js";
import { startShop } from "../../support/shop.js";
import { envelope, operation, readSoap, soap, SoapFault } from "./soap-client.js";
import { postXml } from "./xml-rpc-client.js";

const address = "/api/v2_soap";

const shop = await startShop({ dataset: "sample" });
let sessionId: string;
beforeEach(async () => {
  await shop.reset("sample");
  sessionId = await shop.session();
});

function call(name: string, parts: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return soap(shop, address, operation(name, { sessionId, ...parts }));
}

async function textOf(
  name: string,
  parts: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = envelope(operation(name, { sessionId, ...parts }));
  return (await postXml(shop, body, { path: address, headers })).text;
}

function faultOf(answer: Promise<unknown>): Promise<SoapFault> {
  return answer.then(
    () => Promise.reject(new Error("there was no fault")),
    (error: unknown) => {
      if (error instanceof SoapFault) return error;
      throw error;
    },
  );
}

describe("the table", () => {
  test("has a function for every operation, and uses every type", () => {
    expect(
      Object.values(functions)
        .map((one) => one.operation)
        .sort(),
    ).toEqual(Object.keys(operations).sort());
  });

  test.each(soapBindings)("refers to no missing type: %s", (binding) => {
    const scalars = ["string", "int", "double", "boolean"];
    const mentioned = [
      ...mentionedTypes(functions, binding),
      ...Object.values(types[binding]).flatMap((type) =>
        "list" in type ? [type.list] : type.members.map((one) => one.type),
      ),
    ];
    expect(mentioned.filter((type) => !scalars.includes(type) && !types[binding][type])).toEqual([]);
  });

  test.each([
    ["catalogProductList", "catalog_product.list"],
    ["salesOrderInfo", "sales_order.info"],
    ["customerCustomerList", "customer.list"],
    ["catalogInventoryStockItemUpdate", "cataloginventory_stock_item.update"],
    ["storeList", "core_store.list"],
  ])("%s is %s", (name, path) => expect(functions[name]?.operation).toBe(path));

  test.each(soapBindings)("has all parameters of every operation: %s", (binding) => {
    for (const [name, { operation: path, [binding]: form }] of Object.entries(functions)) {
      const params = operations[path as keyof typeof operations].params.map((param) => param.name);
      expect(form.parts.flatMap(({ param }) => param ?? []).sort(), name).toEqual([...params].sort());
    }
  });
});

describe("the description", () => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", removeNSPrefix: true });

  test.each([
    "/api/v2_soap",
    "/api/v2_soap/",
    "/index.php/api/v2_soap/",
    "/api.php?type=soap_v2",
    "/api.php?type=v2_soap",
  ])("%s describes itself", async (path) => {
    const { text } = await shop.http("GET", `${path}${path.includes("?") ? "&" : "?"}wsdl`);
    expect(text).toContain(`<soap:address location="${shop.url}${path}"/>`);
  });

  test("offers all functions, in the namespace of the setting", async () => {
    const { text } = await shop.http("GET", `${address}?wsdl`);
    const { definitions } = parser.parse(text) as {
      definitions: { targetNamespace: string; portType: { operation: { name: string }[] } };
    };
    expect(definitions.targetNamespace).toBe("urn:Magento");
    const names = definitions.portType.operation.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["login", "endSession", ...Object.keys(functions)]));
    expect(names).not.toContain("call");
  });

  test("needs no other host", async () => {
    const { text } = await shop.http("GET", `${address}?wsdl`);
    const places = [...text.matchAll(/schemaLocation="([^"]*)"/g)].map(([, place = ""]) => place);
    expect(places).toEqual([`${shop.url}${address}?xsd`]);
    expect((await shop.http("GET", `${address}?xsd`)).text).toContain('<complexType name="Array">');
  });

  test("omits functions that the server does not offer, and uses another namespace", async () => {
    const other = await startShop({ settings: { namespaces: "documents", wsdlNamespace: "urn:OpenMage" } });
    const { text } = await other.http("GET", `${address}?wsdl`);
    expect(text).toContain('targetNamespace="urn:OpenMage"');
    expect(text).not.toContain("storeList");
  });
});

describe("answers", () => {
  test("are typed, in the order of the type, without null members", async () => {
    const text = await textOf("catalogProductInfo", { productId: "1" });
    expect(text).toContain(
      '<ns1:catalogProductInfoResponse><info xsi:type="ns1:catalogProductReturnEntity">' +
        '<product_id xsi:type="xsd:string">1</product_id><sku xsi:type="xsd:string">mug-01</sku>',
    );
    expect(text).toContain('<price xsi:type="xsd:string">12.5000</price>');
    expect(text).toContain('<qty xsi:type="xsd:int">6</qty><price xsi:type="xsd:double">11.5</price>');
    expect(text).toContain(
      '<categories SOAP-ENC:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">3</item>',
    );
    expect(text).not.toContain("old_id");
    expect(text).not.toContain("xsi:nil");
  });

  test.each([
    ["catalogProductAttributeSetList", {}, '<set_id xsi:type="xsd:int">4</set_id>'],
    ["catalogCategoryLevel", {}, '<is_active xsi:type="xsd:int">1</is_active>'],
    [
      "customerAddressList",
      { customerId: "1" },
      '<is_default_billing xsi:type="xsd:boolean">true</is_default_billing>',
    ],
    [
      "salesOrderShipmentGetCarriers",
      { orderIncrementId: "100000001" },
      '<key xsi:type="xsd:string">ups</key><value xsi:type="xsd:string">United Parcel Service</value>',
    ],
    ["catalogProductGetSpecialPrice", { product: "mug-01" }, '<special_price xsi:nil="true"/>'],
    [
      "catalogProductSetSpecialPrice",
      { product: "mug-01", specialPrice: "5" },
      '<result xsi:type="xsd:int">1</result>',
    ],
    ["catalogProductDelete", { product: "2" }, '<result xsi:type="xsd:int">1</result>'],
    ["catalogCategoryTree", { parentId: "3" }, '<tree xsi:type="ns1:catalogCategoryTree">'],
    ["catalogProductCurrentStore", { storeView: "german" }, '<storeView xsi:type="xsd:int">3</storeView>'],
    [
      "catalogProductAttributeCurrentStore",
      { storeView: "1" },
      '<storeView xsi:type="xsd:int">1</storeView>',
    ],
    ["catalogProductAttributeMediaCurrentStore", {}, '<storeView xsi:type="xsd:int">0</storeView>'],
    ["storeList", {}, '<store_id xsi:type="xsd:int">1</store_id>'],
    ["resources", {}, '<methods SOAP-ENC:arrayType="ns1:apiMethodEntity['],
    ["globalFaults", {}, '<code xsi:type="xsd:string">5</code>'],
  ])("%s", async (name, parts, expected) => expect(await textOf(name, parts)).toContain(expected));

  test("every reading operation answers with its type", async () => {
    const reads = Object.entries(functions).filter(([, { rpc }]) =>
      rpc.parts.every(({ type }) => type === "filters" || type === "string"),
    );
    for (const [name, { operation: path, rpc }] of reads) {
      if (operations[path as keyof typeof operations].effect !== "read") continue;
      const text = await textOf(name, {
        product: "1",
        productId: "1",
        orderIncrementId: "100000001",
        attribute: "status",
        attributeId: "status",
      });
      const isFault = text.includes("<faultcode>");
      if (!isFault) expect(text, name).toContain(`<${rpc.answers.name} `);
      else expect(text, name).toMatch(/<faultcode>\d+<\/faultcode>/);
    }
  });
});

describe("identifierType of special prices", () => {
  const twin = { product: "2", identifierType: "sku" };
  beforeEach(async () => {
    const id = await shop.call("catalog_product.create", ["simple", 4, "2", { name: "Two", price: 9 }]);
    expect(id).not.toBe(2);
  });

  test("sku means the SKU, also of digits, and nothing else is looked up", async () => {
    expect(await textOf("catalogProductSetSpecialPrice", { ...twin, specialPrice: "3" })).toContain(">1<");
    expect(await shop.call("catalog_product.info", ["2", null, null, "sku"])).toMatchObject({
      special_price: 3,
    });
    expect(await textOf("catalogProductGetSpecialPrice", twin)).toContain(">3.0000</special_price>");
    expect(await textOf("catalogProductGetSpecialPrice", { ...twin, product: "1" })).toContain(notFound);
  });

  test.each(["id", "ID"])("%s means the number, and no SKU", async (identifierType) => {
    const own = await shop.call("catalog_product.getSpecialPrice", [2]);
    const price = (own as { special_price: number }).special_price.toFixed(4);
    expect(await textOf("catalogProductGetSpecialPrice", { product: "2", identifierType })).toContain(price);
    const bySku = { product: "mug-01", identifierType };
    expect(await textOf("catalogProductGetSpecialPrice", bySku)).toContain(notFound);
    const write = { ...bySku, specialPrice: "1" };
    expect(await textOf("catalogProductSetSpecialPrice", write)).toContain(notFound);
  });

  test("any other word is refused, as by every function", async () => {
    const wrong = { product: "1", productId: "1", identifierType: "ean" };
    const refusal = await textOf("catalogProductInfo", wrong);
    expect(refusal).toContain("<faultcode>6</faultcode>");
    expect(await textOf("catalogProductGetSpecialPrice", wrong)).toBe(refusal);
    expect(await textOf("catalogProductSetSpecialPrice", { ...wrong, specialPrice: "1" })).toBe(refusal);
  });

  test("is part of the call that an Idempotency-Key identifies", async () => {
    const write = (parts: Record<string, string>) =>
      textOf(
        "catalogProductSetSpecialPrice",
        { specialPrice: "4", ...parts },
        { "Idempotency-Key": "special-1" },
      );
    expect(await write(twin)).toContain(">1<");
    expect(await write(twin)).toContain(">1<");
    expect(await write({ product: "2" })).toContain("Idempotency-Key");
  });
});

const notFound = "<faultcode>101</faultcode>";

describe("arguments", () => {
  const pair = (key: string, value: string) => `<item><key>${key}</key><value>${value}</value></item>`;
  const complex = (key: string, operator: string, operand: string) =>
    `<item><key>${key}</key><value><key>${operator}</key><value>${operand}</value></value></item>`;
  const skusOf = async (filters: string) => {
    const { storeView } = (await call("catalogProductList", {
      filters: `<filters>${filters}</filters>`,
    })) as {
      storeView: { item?: { sku: { "#text": string } } | { sku: { "#text": string } }[] };
    };
    return [storeView.item ?? []].flat().map(({ sku }) => sku["#text"]);
  };

  test.each([
    [`<filter>${pair("sku", "mug-01")}</filter>`, ["mug-01"]],
    [`<complex_filter>${complex("sku", "in", "mug-01,mug-02")}</complex_filter>`, ["mug-01", "mug-02"]],
    [
      `<complex_filter>${complex("product_id", "from", "2")}${complex("product_id", "to", "3")}</complex_filter>`,
      ["mug-02", "mug-03"],
    ],
    [
      `<filter>${pair("type", "simple")}</filter><complex_filter>${complex("sku", "like", "mug-0%")}${complex("product_id", "lt", "3")}</complex_filter>`,
      ["mug-01", "mug-02"],
    ],
  ])("filters %s", async (filters, skus) => expect(await skusOf(filters)).toEqual(skus));

  test("an unusable filter", async () => {
    const filters = `<filters><complex_filter>${complex("nope", "eq", "1")}</complex_filter></filters>`;
    expect(await faultOf(call("catalogProductList", { filters }))).toMatchObject({
      code: "109",
      faultName: "filters_invalid",
    });
  });

  test("requested attributes, and further ones by key and value", async () => {
    const attributes = `<attributes><attributes><item>name</item></attributes><additional_attributes><item>material</item></additional_attributes></attributes>`;
    const text = await textOf("catalogProductInfo", { productId: "mug-03", attributes });
    expect(text).toContain('<name xsi:type="xsd:string">Large Coffee Mug</name>');
    expect(text).toContain('<additional_attributes SOAP-ENC:arrayType="ns1:associativeEntity[1]"');
    expect(text).not.toContain("<price ");
  });

  test("product data with attributes by key and value, and stock", async () => {
    const data =
      "<productData><name>New</name><price>5</price><websites><item>1</item></websites>" +
      "<stock_data><qty>7</qty><is_in_stock>1</is_in_stock></stock_data>" +
      `<additional_attributes><single_data>${pair("meta_title", "Meta")}</single_data></additional_attributes></productData>`;
    await call("catalogProductCreate", { type: "simple", set: "4", sku: "v2-new", productData: data });
    const args = ["v2-new", null, ["name", "meta_title", "stock_data"], "sku"];
    expect(await shop.call("catalog_product.info", args)).toMatchObject({
      ...{ name: "New", meta_title: "Meta", websites: [1], stock_data: { qty: 7 } },
    });
  });

  test("multiUpdate has separate data for each product", async () => {
    const parts = {
      productIds: "<productIds><item>1</item><item>mug-02</item></productIds>",
      productData: "<productData><item><name>A</name></item><item><name>B</name></item></productData>",
    };
    await call("catalogProductMultiUpdate", parts);
    expect(await shop.call("catalog_product.info", [2, null, ["name"]])).toMatchObject({ name: "B" });
  });

  test("surplus elements are ignored, like surplus positions at the other doors", async () => {
    const attributes = "<attributes><item>name</item></attributes>";
    const parts = { categoryId: "2", storeView: "default", attributes };
    const expected = await textOf("catalogCategoryInfo", parts);
    expect(expected).toContain("<category_id ");
    expect(await textOf("catalogCategoryInfo", { ...parts, surplus: "1", another: "2" })).toBe(expected);
    const args = [2, "default", ["name"], "1", "2"];
    expect(await shop.call("catalog_category.info", args)).toMatchObject({ category_id: 2 });
  });

  test("parts under the names that clients use", async () => {
    const order = (
      await shop.http("POST", "/control/orders", {
        body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] },
      })
    ).json as { increment_id: string; items: { item_id: number }[] };
    const itemsQty = `<itemsQty><item><order_item_id>${order.items[0]?.item_id}</order_item_id><qty>1</qty></item></itemsQty>`;
    const invoice = (await call("salesOrderInvoiceCreate", {
      invoiceIncrementId: order.increment_id,
      itemsQty,
    })) as { result: { "#text": string } };
    expect(
      await call("salesOrderInvoiceAddComment", {
        invoiceIncrementId: invoice.result["#text"],
        comment: "x",
        includeComment: "1",
      }),
    ).toHaveProperty("result");
    const refund = { orderIncrementId: order.increment_id, notifyCustomer: "0" };
    const credit = { ...refund, refundToStoreCreditAmount: "5" };
    expect(await faultOf(call("salesOrderCreditmemoCreate", credit))).toMatchObject({ code: "105" });
    expect(
      await call("salesOrderCreditmemoCreate", { ...refund, refundToStoreCreditAmount: "0" }),
    ).toHaveProperty("result");
  });

  test.each([
    { flag: "", want: false },
    { flag: "0", want: false },
    { flag: "1", want: true },
  ])("a flag that PHP writes as the text '$flag' is $want", async ({ flag, want }) => {
    const body = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
    const { increment_id } = (await shop.http("POST", "/control/orders", { body })).json as {
      increment_id: string;
    };
    const parts = {
      invoiceIncrementId: increment_id,
      itemsQty: "<itemsQty/>",
      email: flag,
      includeComment: "",
    };
    await call("salesOrderInvoiceCreate", parts);
    const mail = (await shop.http("GET", "/control/mail")).text;
    expect(mail.includes(increment_id)).toBe(want);
  });

  test("selected attributes of a customer", async () => {
    const text = await textOf("customerCustomerInfo", {
      customerId: "1",
      attributes: "<attributes><item>email</item></attributes>",
    });
    expect(text).toContain("<email ");
    expect(text).not.toContain("<lastname ");
  });

  test.each([
    ["call", {}, 500, "SOAP-ENV:Server"],
    ["nope", {}, 500, "SOAP-ENV:Server"],
    ["catalogProductInfo", {}, 200, "6"],
    ["catalogProductInfo", { productId: "999" }, 200, "101"],
    ["customerCustomerInfo", { customerId: "<customerId>abc</customerId>" }, 500, "SOAP-ENV:Server"],
  ])("%s %j → %i %s", async (name, parts, status, code) => {
    expect(await faultOf(call(name, parts))).toMatchObject({ status, code });
  });
});

describe("WSI_COMPLIANCE=on", async () => {
  const compliant = await startShop({ dataset: "sample", settings: { wsiCompliance: true } });

  const literal = (name: string, content: string) =>
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><m:${name} xmlns:m="urn:Magento">${content}</m:${name}></s:Body></s:Envelope>`;
  const post = (name: string, content: string) =>
    postXml(compliant, literal(name, content), { path: address });

  test("calls and answers are documents without types", async () => {
    const login = await post("loginParam", "<username>admin</username><apiKey>admin123</apiKey>");
    const { result } = readSoap(login) as { result: string };
    const session = `<sessionId>${result}</sessionId>`;
    const filters =
      "<filters><complex_filter><complexObjectArray><key>sku</key><value><key>in</key><value>mug-01,mug-02</value></value></complexObjectArray></complex_filter></filters>";
    const { text } = await post("catalogProductListRequestParam", session + filters);
    expect(text).toContain(
      "<ns1:catalogProductListResponseParam><result><complexObjectArray><product_id>1</product_id>",
    );
    expect(text).not.toContain("xsi:type");
    expect(readSoap(await post("catalogProductListRequestParam", session + filters))).toMatchObject({
      result: { complexObjectArray: [{ sku: "mug-01" }, { sku: "mug-02" }] },
    });
    const missing = await post("catalogProductInfoRequestParam", `${session}<productId>999</productId>`);
    expect(() => readSoap(missing)).toThrow(SoapFault);
  });

  test("the description has elements", async () => {
    const { text } = await compliant.http("GET", `${address}?wsdl`);
    expect(text).toContain('<xsd:element name="catalogProductListRequestParam">');
    expect(text).toContain('<soap:body use="literal"/>');
    expect(text).not.toContain("soapenc:Array");
  });

  test("members without a value are empty or omitted: nothing is nillable", async () => {
    expect((await compliant.http("GET", `${address}?wsdl`)).text).not.toContain("nillable");
    const content = `<sessionId>${await compliant.session()}</sessionId><productId>2</productId>`;
    const { text } = await post("catalogProductGetSpecialPriceRequestParam", content);
    expect(text).toContain("<special_from_date>2024-05-01 00:00:00</special_from_date><special_to_date/>");
    expect(text).not.toContain("xsi:nil");
  });
});
