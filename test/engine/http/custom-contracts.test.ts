/**
 * A shop with its own customer attributes, from its setting and its dataset to all doors and contracts
 * (customers 7.4).
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import type { CustomAttribute } from "../../../src/shop/data/entities/customer.js";
import type { StateRecord } from "../../../src/engine/storage/storage.js";
import { startShop } from "../../support/shop.js";
import { Rest } from "./rest.js";

const loyalty: CustomAttribute = { code: "loyalty", type: "int", visible_on_front: true, required: false };
const since: CustomAttribute = {
  code: "member_since",
  type: "date",
  visible_on_front: false,
  required: true,
};

/** The minimal shop, whose document contains one attribute. */
function* dataset(): Iterable<StateRecord> {
  for (const record of datasetRecords("minimal")) {
    const isShop = "doc" in record && record.collection === "settings" && record.doc.id === "shop";
    yield isShop ? { ...record, doc: { ...record.doc, customer_attributes: [since] } } : record;
  }
}

interface Document {
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties: Record<string, unknown>; required?: string[] }>>;
  };
}

const shop = await startShop({ startDataset: dataset, settings: { customerAttributes: [loyalty] } });
const rest = new Rest(shop);

const least = {
  email: "a@x.test",
  firstname: "A",
  lastname: "B",
  password: "longEnough1",
  website_id: 1,
  group_id: 1,
};

const get = async (path: string) => (await shop.http("GET", path)).text;
const schemasOf = async (path: string) => (parse(await get(path)) as Document).components.schemas;

describe("customers of the shop", () => {
  test("are written and read by JSON-RPC", async () => {
    const id = (await shop.call("customer.create", [
      { ...least, loyalty: 7, member_since: "2024-02-29" },
    ])) as number;
    expect(await shop.call("customer.info", [id])).toMatchObject({ loyalty: 7, member_since: "2024-02-29" });
    expect(await shop.call("customer.list", [{ loyalty: { gteq: 7 } }])).toHaveLength(1);

    await shop.call("customer.update", [id, { loyalty: "" }]);
    expect(await shop.call("customer.info", [id])).not.toHaveProperty("loyalty");
    await expect(shop.call("customer.create", [{ ...least, email: "b@x.test" }])).rejects.toMatchObject({
      fault: "customer_data_invalid",
      data: { errors: [{ field: "member_since", message: "is required" }] },
    });
  });

  test("are written and read by REST", async () => {
    const id = await rest.create({ ...least, email: "c@x.test", loyalty: 3, member_since: "2024-01-01" });
    expect((await rest.get(`/${id}`)).json).toMatchObject({ loyalty: "3" });
    expect((await rest.get(`/${id}`)).json).not.toHaveProperty("member_since");
    expect(await rest.fields(id, "member_since")).toEqual({ member_since: "2024-01-01" });
    expect(await rest.ids("filter[1][attribute]=loyalty&filter[1][eq]=3")).toEqual([id]);
  });
});

describe("the served contracts", () => {
  test.each(["/openrpc.json", "/rpc.openapi.json"])("%s names them with their types", async (path) => {
    const { Customer, NewCustomer, CustomerChanges, CustomerFilters } = await schemasOf(path);
    expect(Customer?.properties).toMatchObject({
      loyalty: { type: "integer" },
      member_since: { type: "string" },
    });
    expect(NewCustomer?.required).toContain("member_since");
    expect(NewCustomer?.required).not.toContain("loyalty");
    expect(CustomerChanges?.properties).toHaveProperty("loyalty");
    expect(CustomerFilters?.properties.loyalty).toMatchObject({ $ref: "#/components/schemas/NumberFilter" });
  });

  test.each(["/openapi.json", "/openapi.yaml"])("%s names them as text", async (path) => {
    const { Customer, CustomerEntry, CustomerCreate, CustomerUpdate } = await schemasOf(path);
    expect(Customer?.properties.loyalty).toMatchObject({ type: "string" });
    expect(CustomerEntry?.properties).toEqual(Customer?.properties);
    expect(CustomerCreate?.required).toContain("member_since");
    expect(CustomerCreate?.required).not.toContain("loyalty");
    expect(CustomerUpdate?.properties).toHaveProperty("member_since");
  });

  test("/openapi.yaml is the written text with these additional lines", async () => {
    const served = (await get("/openapi.yaml")).split("\n");
    const written = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8").split("\n");
    const added = served.filter((line) => /^ {8}(loyalty|member_since): /.test(line));
    expect(added).toHaveLength(6);
    expect(served.length).toBe(written.length + 6);
    expect(parse(served.filter((line) => !added.includes(line)).join("\n"))).toMatchObject({
      components: { schemas: { CustomerList: expect.anything() as unknown } },
    });
  });

  test("match the answers", async () => {
    const data = { ...least, email: "d@x.test", loyalty: 1, member_since: "2024-01-01" };
    const info = await shop.call("customer.info", [await shop.call("customer.create", [data])]);
    const components = { schemas: await schemasOf("/openrpc.json") };
    const check = new Ajv2020({ strict: false }).compile({
      $ref: "#/components/schemas/Customer",
      components,
    });
    expect([check(info), check({ ...(info as object), nobody: 1 })]).toEqual([true, false]);
  });

  test("the XML Schema has their elements", async () => {
    const xsd = await get("/customers.xsd");
    expect(xsd).toMatch(
      /<xs:element name="loyalty" type="xs:integer"\/>\s+<xs:element name="member_since" type="OptionalDay"\/>\s+<\/xs:choice>/,
    );
  });

  test("rpc.discover also returns them", async () => {
    const { result } = await shop.rpc("rpc.discover", []);
    expect((result as Document).components.schemas.Customer?.properties).toHaveProperty("loyalty");
  });
});

test("without attributes the contracts are served unchanged", async () => {
  const plain = await startShop();
  const text = (await plain.http("GET", "/openapi.yaml")).text;
  expect(text).toMatch(/^openapi: /);
  expect((await plain.http("GET", "/customers.xsd")).text).not.toContain("loyalty");
});
