/** Attacks with data: documents that grow with small calls, and the calls that then read them as a whole. */
import { growthBounds } from "../../src/shop/data/growth.js";
import type { Attack, Target } from "./attack.js";
import { json } from "./probe.js";

const order = "100000001";
const text = "é\u2028".repeat(10_000);

interface Told {
  readonly result?: readonly unknown[];
}

/**
 * Makes many calls, 10 per request, which is the maximum for the longest texts. Returns the first refusal, if
 * any.
 */
async function callMany({ probe }: Target, calls: readonly unknown[]): Promise<string | undefined> {
  for (let from = 0; from < calls.length; from += 10) {
    const params = [probe.session, calls.slice(from, from + 10)];
    const { text } = await probe.post("/api/jsonrpc", [
      json({ jsonrpc: "2.0", id: 1, method: "multiCall", params }),
    ]);
    const { result = [] } = JSON.parse(text) as Told;
    const refused = result.find((one) => typeof one === "object" && one !== null && "fault" in one);
    if (refused) return (refused as { readonly fault: string }).fault;
  }
  return undefined;
}

const many = <One>(count: number, one: (nth: number) => One) =>
  Array.from({ length: count }, (_, nth) => one(nth));

/** The answer is too long to be parsed. */
async function read({ probe }: Target, path: string, args: readonly unknown[]): Promise<void> {
  const params = [probe.session, path, args];
  await probe.post("/api/jsonrpc", [json({ jsonrpc: "2.0", id: 1, method: "call", params })]);
}

async function soap({ probe }: Target, operation: string, argument: string): Promise<void> {
  const body =
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="urn:Magento"><e:Body><m:${operation}>` +
    `<sessionId>${probe.session}</sessionId>${argument}</m:${operation}></e:Body></e:Envelope>`;
  const headers = { "Content-Type": "text/xml" };
  await probe.send({ method: "POST", path: "/api/v2_soap", headers, body: [Buffer.from(body)] });
}

async function xmlRpc({ probe }: Target, path: string, argument: string): Promise<void> {
  const param = (value: string) => `<param><value>${value}</value></param>`;
  const params = `${param(probe.session)}${param(path)}${param(`<array><data>${argument}</data></array>`)}`;
  const body = `<methodCall><methodName>call</methodName><params>${params}</params></methodCall>`;
  const headers = { "Content-Type": "text/xml" };
  await probe.send({ method: "POST", path: "/api/xmlrpc", headers, body: [Buffer.from(body)] });
}

function unless(isRefused: boolean, problem: string): string[] {
  return isRefused ? [] : [problem];
}

export const growthAttacks: readonly Attack[] = [
  {
    title: "an order with an unlimited number of comments",
    run: async (target) => {
      const comments = many(150, () => ["sales_order.addComment", [order, "pending", text]]);
      const fault = await callMany(target, comments);
      await read(target, "sales_order.info", [order]);
      await soap(target, "salesOrderInfo", `<orderIncrementId>${order}</orderIncrementId>`);
      return unless(fault === "invalid_request_param", `150 comments: ${fault ?? "all were stored"}`);
    },
  },
  {
    title: "a product with an unlimited number of texts",
    run: async (target) => {
      const code = (nth: number) => `grown_${nth}`;
      const label = [{ store_id: 0, label: "Grown" }];
      const given = { frontend_input: "textarea", scope: "store", frontend_label: label };
      for (let nth = 0; nth < 130; nth += 1) {
        const attribute = { attribute_code: code(nth), ...given };
        const id = await target.probe.call("catalog_product_attribute.create", [attribute]);
        await target.probe.call("catalog_product_attribute_set.attributeAdd", [id, 4]);
      }
      const texts = many(130, (nth) => ["catalog_product.update", [1, { [code(nth)]: text }]]);
      const fault = await callMany(target, texts);
      await read(target, "catalog_product.info", [1]);
      return unless(fault === "data_invalid", `130 texts: ${fault ?? "all were stored"}`);
    },
  },
  {
    title: "a category tree that is deeper than clients can read",
    run: async ({ probe }) => {
      const data = {
        ...{ name: "Deep", is_active: 1, include_in_menu: 1 },
        ...{ available_sort_by: ["name"], default_sort_by: "name" },
      };
      let parent = 2;
      let levels = 1;
      let refusal = "";
      while (refusal === "" && levels < 1000) {
        try {
          parent = (await probe.call("catalog_category.create", [parent, data])) as number;
          levels += 1;
        } catch (error) {
          refusal = String(error);
        }
      }
      await probe.call("catalog_category.tree", []);
      return unless(
        levels === growthBounds.treeLevels && refusal.includes("data_invalid"),
        `${levels} levels: ${refusal}`,
      );
    },
  },
  {
    title: "a customer with 10,000 addresses, listed through all doors and deleted",
    run: async (target, size) => {
      const address = {
        ...{ firstname: "a", lastname: "b", street: ["c"], city: "d" },
        ...{ country_id: "DE", postcode: "1", telephone: "1" },
      };
      const count = size === "long" ? 20_000 : 4_000;
      await callMany(
        target,
        many(count, () => ["customer_address.create", [1, address]]),
      );
      await read(target, "customer_address.list", [1]);
      await soap(target, "customerAddressList", "<customerId>1</customerId>");
      await xmlRpc(target, "customer_address.list", "<value><int>1</int></value>");
      await target.probe.call("customer.delete", [1]);
      return [];
    },
  },
  {
    title: "the journal and the mail of testers at their maximum size",
    run: async (target, size) => {
      const filters = { name: { in: many(900, String) } };
      await callMany(
        target,
        many(size === "long" ? 1000 : 300, () => ["catalog_product.list", [filters]]),
      );
      const notify = many(size === "long" ? 40 : 10, () => [
        "sales_order.addComment",
        ["100000002", "pending", text, 1],
      ]);
      await callMany(target, notify);
      for (const path of ["/control/calls?limit=1000", "/control/mail"])
        await target.probe.send({ method: "GET", path, headers: {}, body: [] });
      return [];
    },
  },
];
