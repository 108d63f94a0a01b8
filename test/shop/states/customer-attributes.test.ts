/** A dataset file that adds attributes to customers and uses them at once (customers 7.4, docs/testing.md). */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { parse } from "yaml";
import { startServer } from "../../../src/testing/embedded/start-server.js";

const customer = {
  ...{ firstname: "Ada", lastname: "King", email: "ada@shop.test", password: "analytical1" },
  ...{ website_id: 1, group_id: 1 },
};

async function fileWith(folder: string, attributes: unknown): Promise<string> {
  const path = join(folder, "shop.json");
  const document = {
    extends: "minimal",
    settings: { shop: { customer_attributes: attributes } },
    calls: [{ call: "customer.create", params: { customerData: { ...customer, shoe_size: 38 } }, as: "ada" }],
  };
  await writeFile(path, JSON.stringify(document));
  return path;
}

test("its calls, its doors and its contracts contain them; the shop keeps its websites", async () => {
  const folder = await temporaryFolder();
  const dataset = await fileWith(folder, [{ code: "shoe_size", type: "int" }]);
  const server = await startServer({ dataset });
  onTestFinished(() => server.stop());

  const shop = server.client();
  expect(await shop.customer.info({ customerId: 1 })).toMatchObject({ shoe_size: 38 });
  const get = async (path: string) =>
    (await fetch(server.url + path, { headers: { Authorization: `Bearer ${shop.session}` } })).text();
  expect(await get("/api/rest/customers/1")).toContain("<shoe_size>38</shoe_size>");
  const contract = parse(await get("/openapi.yaml")) as {
    components: { schemas: { Customer: { properties: object } } };
  };
  expect(contract.components.schemas.Customer.properties).toHaveProperty("shoe_size");
  expect(await get("/customers.xsd")).toContain('name="shoe_size"');
  expect(await get("/openrpc.json")).toContain('"shoe_size"');
  expect(await shop.catalogProduct.currentStore({ store: "german" })).toBe(3);
});

test.each([
  ["no list", "shoe_size", /must be a list/],
  ["an unknown type", [{ code: "shoe_size", type: "shoe" }], /type must be text, int/],
  ["the name of a field", [{ code: "email", type: "text" }], /name of a field/],
])("%s stops the start with its place", async (_what, attributes, says) => {
  const folder = await temporaryFolder();
  const start = startServer({ dataset: await fileWith(folder, attributes) });
  await expect(start).rejects.toThrow(says);
  await expect(start).rejects.toThrow(/settings\.shop\.customer_attributes/);
});
