/**
 * Attacks on access: guessed keys, names that look like others, limits that concurrent calls could exceed,
 * names of JavaScript.
 */
import type { Attack, Target } from "./attack.js";
import { json } from "./probe.js";
import { rpcRequest } from "./sockets.js";

const admin = `Basic ${Buffer.from("admin:admin123").toString("base64")}`;

const loginAs = (username: string, key: string, id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "login",
  params: [username, key],
});

/** Names that are not `admin`, but look like it. */
const lookAlikes = [
  "аdmin",
  "ａｄｍｉｎ",
  "admin\u200b",
  "admin\u00a0",
  " admin",
  "admin ",
  "ad\u00admin",
  "admi\u0144",
  "ádmin",
  "admin\u0301",
  "\ufeffadmin",
  "admin\0",
  "admin\n",
  "adm\u0131n",
  "𝐚dmin",
];

/** Names of JavaScript's own objects and of their members. */
const ownNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "__defineGetter__",
];

async function rpc({ probe }: Target, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const sent = {
    method: "POST",
    path: "/api/jsonrpc",
    headers: { "Content-Type": "application/json", ...headers },
  };
  return (await probe.send({ ...sent, body: [json(body)] })).text;
}

export const accessAttacks: readonly Attack[] = [
  {
    title: "400 wrong keys in one write, and the right one behind them",
    run: async ({ sockets }) => {
      const wrong = Array.from({ length: 400 }, (_, id) =>
        rpcRequest(loginAs("admin", `wrong-key-${id}`, id)),
      ).join("");
      const { text } = await sockets.exchange(wrong + rpcRequest(loginAs("admin", "admin123", 9999)), 3000);
      return text.includes('"result"') ? ["the right key behind 400 wrong ones was let in"] : [];
    },
  },
  {
    title: "400 wrong keys over 100 connections",
    run: async (target) => {
      const { sockets } = target;
      const four = (nth: number) =>
        [0, 1, 2, 3].map((id) => rpcRequest(loginAs("admin", `wrong-${nth}-${id}`))).join("");
      const started = performance.now();
      await Promise.all(Array.from({ length: 100 }, (_, nth) => sockets.exchange(four(nth), 1500)));
      const answer = await rpc(target, loginAs("admin", "admin123"));
      const took = performance.now() - started;
      const problems = answer.includes('"result"') ? ["the right key behind 400 wrong ones was let in"] : [];
      return took > 20_000 ? [...problems, `it took ${Math.round(took)} ms`] : problems;
    },
  },
  {
    title: "names that look like admin",
    server: { settings: { loginFailuresPerUser: 1000, loginFailuresPerAddress: 1000 } },
    run: async (target) => {
      const found: string[] = [];
      for (const name of lookAlikes) {
        if ((await rpc(target, loginAs(name, "admin123"))).includes('"result"'))
          found.push(`${JSON.stringify(name)} is let in`);
      }
      return (await rpc(target, loginAs("ADMIN", "admin123"))).includes('"result"')
        ? found
        : [...found, "admin is not"];
    },
  },
  {
    title: "more calls than CALLS_PER_MINUTE, in batches and by HTTP Basic",
    server: { settings: { callsPerMinute: 50 } },
    run: async (target) => {
      const call = (id: number, session: string | null) => ({
        jsonrpc: "2.0",
        id,
        method: "call",
        params: [session, "catalog_product_type.items"],
      });
      const counts = async (session: string | null) => {
        const batch = Array.from({ length: 80 }, (_, id) => call(id, session));
        const answers = JSON.parse(
          await rpc(target, batch, session === null ? { Authorization: admin } : {}),
        ) as { result?: unknown }[];
        return answers.filter(({ result }) => result !== undefined).length;
      };
      const [bySession, byBasic] = [await counts(target.probe.session), await counts(null)];
      return bySession === 50 && byBasic === 50
        ? []
        : [`${bySession} by session and ${byBasic} by Basic were carried out`];
    },
  },
  {
    title: "names of JavaScript in every position of a name",
    run: async (target) => {
      const found: string[] = [];
      const { session } = target.probe;
      for (const name of ownNames) {
        const hostile = JSON.parse(`{"${name}":{"polluted":"yes","value":1}}`) as unknown;
        const calls: [string, unknown][] = [
          ["catalog_product.list", [hostile]],
          ["catalog_product.info", [name]],
          ["catalog_product.info", [1, name, [name]]],
          ["catalog_product.update", [1, hostile]],
          [
            "catalog_product.update",
            [1, { additional_attributes: { single_data: hostile, multi_data: hostile } }],
          ],
          ["catalog_product.update", [1, { stock_data: hostile }]],
          ["catalog_product_attribute.info", [name]],
          ["catalog_product_attribute.options", [name]],
          [
            "catalog_product_attribute.create",
            [
              {
                attribute_code: name,
                frontend_input: "text",
                frontend_label: [{ store_id: 0, label: name }],
                ...(hostile as object),
              },
            ],
          ],
          ["catalog_category.update", [3, hostile]],
          ["customer.list", [hostile]],
          ["customer.update", [1, hostile]],
          ["customer_address.update", [1, hostile]],
          ["sales_order.list", [{ [name]: { [name]: 1 } }]],
          ["sales_order_shipment.create", ["100000002", hostile]],
          ["sales_order_creditmemo.create", ["100000003", hostile]],
          [name, []],
          [`catalog_product.${name}`, []],
          [`${name}.info`, []],
        ];
        for (const [path, args] of calls) {
          const answer = await rpc(target, {
            jsonrpc: "2.0",
            id: 1,
            method: "call",
            params: [session, path, args],
          });
          if (/"fault":"internal"|-32603/.test(answer))
            found.push(`${path} with ${name}: ${answer.slice(0, 100)}`);
        }
        for (const body of [
          { operation: name },
          { operation: "catalog_product.info", fault: name },
          { operation: "catalog_product.info", delay_ms: 1, match: hostile },
        ]) {
          const { status } = await target.probe.post("/control/faults", [json(body)]);
          if (status >= 500) found.push(`a rule with ${name}: ${status}`);
        }
        await rpc(target, { jsonrpc: "2.0", id: 1, method: name, params: hostile });
      }
      await target.probe.send({ method: "DELETE", path: "/control/faults", headers: {}, body: [] });
      const product = JSON.stringify(await target.probe.call("catalog_product.info", [1]));
      return product.includes("polluted") ? [...found, "an answer holds what was set on all objects"] : found;
    },
  },
];
