/** Requests with as much work as the limits allow. */
import { json, type Finding, type Probe } from "./probe.js";

export interface HeavyRequest {
  readonly title: string;
  /** Data that must exist first. */
  readonly prepare?: (probe: Probe) => Promise<void>;
  readonly run: (probe: Probe) => Promise<Finding>;
}

const large = "a".repeat(65_535);

/** Products with descriptions of the maximum length. */
async function longDescriptions(probe: Probe): Promise<void> {
  for (let nth = 0; nth < 40; nth += 1) {
    const data = { name: `Long ${nth}`, description: large, short_description: large, weight: 1, price: 1 };
    await probe.call("catalog_product.create", ["simple", 4, `long-${nth}`, { ...data, website_ids: [1] }]);
  }
}

function call(title: string, path: string, args: unknown, prepare?: HeavyRequest["prepare"]): HeavyRequest {
  const body = (session: string) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "call",
    params: [session, path, args],
  });
  return request(title, body, prepare);
}

function batchOf100(
  title: string,
  method: string,
  params: (session: string, id: number) => unknown[],
): HeavyRequest {
  return request(`a batch of 100 ${title}`, (session) =>
    Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method, params: params(session, id) })),
  );
}

function request(
  title: string,
  body: (session: string) => unknown,
  prepare?: HeavyRequest["prepare"],
): HeavyRequest {
  const run = (probe: Probe) => probe.measure(title, "", "/api/jsonrpc", [json(body(probe.session))]);
  return prepare ? { title, prepare, run } : { title, run };
}

const list = (filters: unknown) => [filters];

const manyConditions = Object.fromEntries(
  ["name", "description", "short_description", "sku", "meta_title"].map((key) => [
    key,
    Array.from({ length: 10 }, (_, nth) => ({ like: `%${"a_".repeat(8)}${nth}%` })),
  ]),
);

export const heavyRequests: readonly HeavyRequest[] = [
  call(
    "like of 1,000 characters with _",
    "catalog_product.list",
    list({ description: { like: `%${"a_".repeat(498)}b%` } }),
    longDescriptions,
  ),
  call(
    "nlike of 1,000 characters with _",
    "catalog_product.list",
    list({ description: { nlike: `%${"a_".repeat(498)}b%` } }),
  ),
  call("like of 500 runs", "catalog_product.list", list({ description: { like: "%a".repeat(499) + "b" } })),
  call(
    "like of pieces of 1 and _",
    "catalog_product.list",
    list({ description: { like: "%_".repeat(250) + "%ab%b" } }),
  ),
  call("50 like conditions", "catalog_product.list", list(manyConditions)),
  call(
    "50 alternatives of like",
    "catalog_product.list",
    list({ description: Array.from({ length: 50 }, (_, nth) => ({ like: `%${"a_".repeat(8)}${nth}%` })) }),
  ),
  call("finset of a long text", "catalog_product.list", list({ description: { finset: "a".repeat(1000) } })),
  call(
    "1,000 operands",
    "catalog_product.list",
    list({ description: { in: Array.from({ length: 1000 }, (_, nth) => `${large.slice(0, 100)}${nth}`) } }),
  ),
  call("1,000 category IDs", "catalog_product.update", [
    1,
    { category_ids: Array.from({ length: 1000 }, (_, nth) => nth + 2) },
  ]),
  call(
    "1,000 category IDs that are there",
    "catalog_product.update",
    [1, { category_ids: Array.from({ length: 1000 }, (_, nth) => nth + 20) }],
    manyCategories,
  ),
  call("1,000 products updated", "catalog_product.multiUpdate", [
    Array.from({ length: 1000 }, (_, nth) => nth + 1),
    { description: large },
  ]),
  call("1,000 tier prices", "catalog_product_attribute_tier_price.update", [
    1,
    Array.from({ length: 1000 }, (_, nth) => ({ qty: nth + 1, price: 1 })),
  ]),
  call("1,000 labels", "catalog_product_attribute.addOption", [
    "color",
    { label: Array.from({ length: 1000 }, (_, nth) => ({ store_id: nth % 3, value: "<b>".repeat(600) })) },
  ]),
  call("1,000 stores of 1,000 labels", "catalog_product_attribute.addOption", [
    "color",
    {
      label: Array.from({ length: 99 }, () => ({
        store_id: Array.from({ length: 1000 }, (_, id) => id),
        value: "x",
      })),
    },
  ]),
  call("all products", "catalog_product.list", [], manyProducts),
  call("all products of all categories", "catalog_category.assignedProducts", [2]),
  call("the tree", "catalog_category.tree", []),
  request("multiCall of 100 lists", (session) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "multiCall",
    params: [session, Array.from({ length: 100 }, () => ["catalog_product.list"])],
  })),
  batchOf100("lists", "call", (session) => [session, "catalog_product.list"]),
  batchOf100("multiCalls of 100 lists", "multiCall", (session) => [
    session,
    Array.from({ length: 100 }, () => ["catalog_product.list"]),
  ]),
  batchOf100("multiCalls of 100 faults", "multiCall", (session) => [
    session,
    Array.from({ length: 100 }, () => ["catalog_product.info", [999_999]]),
  ]),
  batchOf100("logins", "login", (_session, id) => [`user${id}`, "wrong-key-1"]),
  batchOf100("large infos", "call", (session) => [
    session,
    "catalog_product.info",
    ["long-1", null, null, "sku"],
  ]),
];

async function manyCategories(probe: Probe): Promise<void> {
  for (let batch = 0; batch < 11; batch += 1) {
    const calls = Array.from({ length: 100 }, (_, nth) => [
      "catalog_category.create",
      [
        3,
        {
          name: `Category ${batch}-${nth}`,
          is_active: 1,
          available_sort_by: ["position"],
          default_sort_by: "position",
        },
      ],
    ]);
    await probe.rpc("multiCall", [probe.session, calls]);
  }
}

async function manyProducts(probe: Probe): Promise<void> {
  for (let batch = 0; batch < 20; batch += 1) {
    const calls = Array.from({ length: 100 }, (_, nth) => [
      "catalog_product.create",
      [
        "simple",
        4,
        `many-${batch}-${nth}`,
        { name: `Many ${batch} ${nth}`, weight: 1, price: 1, website_ids: [1], category_ids: [2, 3] },
      ],
    ]);
    await probe.rpc("multiCall", [probe.session, calls]);
  }
}
