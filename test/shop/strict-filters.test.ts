/** Filters under strict handling: a condition that asks only for unknown values of a closed set (conventions 9.1). */
import { beforeAll, describe, expect, test } from "vitest";
import { basic, startShop } from "../support/shop.js";

const shop = await startShop({ dataset: "sample" });

async function list(operation: string, filters: object, handling: "strict" | "lenient") {
  const { json, text } = await shop.http("POST", `/api/rpc/${operation}`, {
    body: { filters },
    headers: { ...basic("admin", "admin123"), Prefer: `handling=${handling}` },
  });
  return { json, text };
}

const lists = {
  product: "catalog_product.list",
  order: "sales_order.list",
  invoice: "sales_order_invoice.list",
  creditmemo: "sales_order_creditmemo.list",
  shipment: "sales_order_shipment.list",
  customer: "customer.list",
} as const;
type Kind = keyof typeof lists;

/** The filters, and a part of the message. */
const refused: readonly (readonly [Kind, object, string])[] = [
  ["order", { status: "pendign" }, 'status: "pendign" is not a value of this field; pending may be meant.'],
  ["order", { status: { eq: "pendign" } }, "pending may be meant"],
  ["order", { status: { in: ["pendign", "complet"] } }, 'status: "pendign"'],
  ["order", { status: { in: "pendign,complet" } }, 'status: "pendign"'],
  ["order", { status: ["pendign", "complet"] }, 'status: "pendign"'],
  ["order", { status: [{ eq: "pendign" }, "complet", { in: ["x"] }] }, 'status: "pendign"'],
  ["order", { status: { or: ["pendign", { eq: "complet" }] } }, 'status: "pendign"'],
  ["order", { status: { eq: "pendign", like: "%" } }, 'status: "pendign"'],
  ["order", { grand_total: { gt: 0 }, state: "procesing" }, 'state: "procesing"'],
  ["order", { is_virtual: 2 }, "is_virtual: 2"],
  ["order", { customer_is_guest: { in: [2, 3] } }, "customer_is_guest: 2"],
  ["product", { type: "simpel" }, 'type: "simpel" is not a value of this field; simple may be meant.'],
  ["product", { type_id: { in: ["simpel"] } }, 'type_id: "simpel"'],
  ["product", { status: 7 }, "status: 7 is not a value of this field; there are: 1, 2."],
  ["product", { status: { eq: "7" } }, 'status: "7"'],
  ["product", { visibility: [5, 6] }, "visibility: 5"],
  ["product", { has_options: 2 }, "has_options: 2"],
  ["product", { is_recurring: 9 }, "is_recurring: 9"],
  ["invoice", { state: 4 }, "state: 4"],
  ["invoice", { email_sent: 3 }, "email_sent: 3"],
  ["creditmemo", { state: { eq: 0 } }, "state: 0"],
  ["shipment", { email_sent: "5" }, 'email_sent: "5"'],
  ["customer", { is_active: 4 }, "is_active: 4"],
];

/** Filters that are carried out: a value is known, the operator is another, or the set is open. */
const taken: readonly (readonly [Kind, object])[] = [
  ["order", { status: "PENDING" }],
  ["order", { status: ["pendign", "pending"] }],
  ["order", { status: { in: ["pendign", "pending"] } }],
  ["order", { status: [{ eq: "pendign" }, { like: "x%" }] }],
  ["order", { status: { in: [] } }],
  ["order", { status: null }],
  ["order", { status: "" }],
  ["order", { status: { neq: "pendign" } }],
  ["order", { status: { nin: ["pendign"] } }],
  ["order", { status: { like: "pendign%" } }],
  ["order", { status: { seq: "pendign" } }],
  ["order", { status: { finset: "pendign" } }],
  ["order", { status: { gt: "x" } }],
  ["order", { customer_email: "nobody@example.com", increment_id: "9" }],
  ["order", { is_virtual: false, email_sent: "01" }],
  ["product", { status: [7, 1] }],
  ["product", { status: { gt: 6 } }],
  ["product", { sku: "nothing", set: 99, tax_class_id: 99 }],
  ["customer", { group_id: 99, gender: 9 }],
];

describe("strict", () => {
  test.each(refused)("%s %j is refused", async (kind, filters, message) => {
    const { text } = await list(lists[kind], filters, "strict");
    expect(JSON.parse(text)).toMatchObject({ data: { fault: "filters_invalid" } });
    expect(text.replaceAll('\\"', '"')).toContain(message);
  });

  test.each(taken)("%s %j is carried out", async (kind, filters) => {
    const { json, text } = await list(lists[kind], filters, "strict");
    expect(Array.isArray(json), text).toBe(true);
  });
});

test.each(refused)("lenient: %s %j finds nothing", async (kind, filters) => {
  expect((await list(lists[kind], filters, "lenient")).json).toEqual([]);
});

describe("a status that only a stored order has", () => {
  const hasIt = [
    { status: "awaiting_pickup" },
    { status: "Awaiting_Pickup" },
    { status: { eq: "awaiting_pickup" } },
    { status: { in: ["pendign", "awaiting_pickup"] } },
    { status: { in: "pendign,awaiting_pickup" } },
    { status: ["pendign", { eq: "awaiting_pickup" }] },
    { status: { or: ["awaiting_pickup"] } },
  ];

  beforeAll(async () => {
    // A copy of a shop with statuses of its own has such orders.
    const state = (await shop.http("GET", "/control/state")).json as {
      collections: { orders: { id: number; status: string }[] };
    };
    for (const order of state.collections.orders) if (order.id === 2) order.status = "awaiting_pickup";
    const put = await shop.http("PUT", "/control/state", { body: state });
    expect(put.status, put.text).toBeLessThan(300);
    return () => shop.reset("sample");
  });

  test.each(hasIt)("strict: %j finds the order", async (filters) => {
    expect((await list(lists.order, filters, "strict")).json).toMatchObject([{ order_id: 2 }]);
  });

  test("strict: a slip of it is refused, and so is the status of no stored order", async () => {
    const slip = { status: "awaiting_pickupp" };
    expect((await list(lists.order, slip, "strict")).json).toMatchObject({
      data: { fault: "filters_invalid" },
    });
    await shop.reset("sample");
    const { json } = await list(lists.order, { status: "awaiting_pickup" }, "strict");
    expect(json).toMatchObject({ data: { fault: "filters_invalid" } });
  });
});
