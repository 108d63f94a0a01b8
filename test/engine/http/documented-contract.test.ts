/** NAMESPACES=documents: the service offers only the API documents (docs/settings.md). */
import { expect, test } from "vitest";
import { operations, type OperationRow } from "../../../generated/tables.js";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ settings: { namespaces: "documents" } });

const rows = Object.entries<OperationRow>(operations);
const documented = rows.filter(([, row]) => row.observed !== true).map(([name]) => name);
const observed = rows.filter(([, row]) => row.observed === true).map(([name]) => name);

test("84 operations of 13 namespaces are of the documents", () => {
  expect(documented).toHaveLength(84);
  expect(new Set(documented.map((name) => name.split(".")[0]))).toHaveLength(13);
  expect([...new Set(observed.map((name) => name.split(".")[0]))]).toEqual([
    "catalog_product_attribute",
    "catalog_product_attribute_media",
    "core_store",
    "customer_group",
    "cataloginventory_stock_item",
    "core_magento",
    "directory_country",
    "directory_region",
    "catalog_category_attribute",
    "catalog_product_link",
    "cart",
    "cart_product",
    "cart_customer",
    "cart_shipping",
    "cart_payment",
    "cart_coupon",
    "catalog_product_custom_option",
    "catalog_product_custom_option_value",
    "catalog_product_downloadable_link",
    "catalog_product_tag",
    "giftmessage",
  ]);
});

test.each(observed)("%s is unknown, in every form", async (name) => {
  await expect(shop.call(name, [])).rejects.toMatchObject({ fault: "resource_path_invalid" });
  const session = await shop.session();
  const direct = await shop.rpc(name, [session]);
  expect(direct.error?.data).toMatchObject({ fault: "resource_path_invalid" });
  const headers = { authorization: `Bearer ${session}` };
  expect((await shop.http("POST", `/api/rpc/${name}`, { body: {}, headers })).status).toBe(404);
});

test.each(observed)("no rule is accepted for %s, which cannot be called", async (operation) => {
  const { status, text } = await shop.http("POST", "/control/faults", { body: { operation, drop: true } });
  expect([status, text]).toEqual([422, expect.stringContaining("NAMESPACES=documents")]);
});

test("the listings do not contain them", async () => {
  const session = await shop.session();
  const resources = (await shop.rpc("resources", [session])).result as { name: string }[];
  expect(resources).toHaveLength(13);
  const faults = await shop.rpc("resourceFaults", [session, "core_store"]);
  expect(faults.error?.data).toMatchObject({ fault: "resource_path_invalid" });
});

interface Contract {
  readonly methods?: readonly { readonly name: string }[];
  readonly paths?: object;
  readonly tags?: readonly { readonly name: string }[];
  readonly components: { readonly schemas: object };
}

async function contract(path: string): Promise<{ text: string; document: Contract }> {
  const { text } = await shop.http("GET", path);
  return { text, document: JSON.parse(text) as Contract };
}

test("openrpc.json contains the documented operations, and no reference is broken", async () => {
  const { text, document } = await contract("/openrpc.json");
  const names = document.methods?.map(({ name }) => name).filter((name) => name.includes("."));
  expect(names?.toSorted()).toEqual(documented.toSorted());
  expect(danglingReferences(text, document)).toEqual([]);
  expect(Object.keys(document.components.schemas)).not.toContain("StockLevel");
});

test("and so does rpc.openapi.json", async () => {
  const { text, document } = await contract("/rpc.openapi.json");
  const names = Object.keys(document.paths ?? {}).map((path) => path.slice("/api/rpc/".length));
  expect(names.filter((name) => name.includes(".")).toSorted()).toEqual(documented.toSorted());
  expect(document.tags?.map(({ name }) => name)).not.toContain("core_store");
  expect(danglingReferences(text, document)).toEqual([]);
});

function danglingReferences(text: string, { components }: Contract): string[] {
  const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name);
  return names.filter((name) => !(name in components.schemas));
}
