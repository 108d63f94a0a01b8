/** Patterns of chapters, wherever a schema may have one: matched in linear time, and named in the message. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../../../src/testing/embedded/start-server.js";
import type { StoreServer } from "../../../src/testing/embedded/store-server.js";
import { quote } from "../../../src/engine/values/messages.js";

const slow = "^(a+)+$";
const code = { type: "string", pattern: slow };
const members = {
  type: "object",
  patternProperties: { [slow]: { type: "integer" } },
  additionalProperties: false,
};
const params = {
  text: code,
  reference: { $ref: "#/components/schemas/ErpCode" },
  list: { type: "array", items: code },
  choice: { anyOf: [{ type: "boolean" }, code] },
  names: { type: "array", items: { type: "object", propertyNames: { pattern: slow } } },
  members: { anyOf: [members] },
  kind: { type: "string", enum: ["new", "old"] },
  short: { type: "string", maxLength: 3 },
};
const chapter = {
  title: "ERP",
  schemas: { ErpCode: code },
  methods: [
    {
      name: "erp.take",
      summary: "Takes.",
      "x-effect": "read",
      params: Object.entries(params).map(([name, schema]) => ({ name, schema })),
      result: { schema: { type: "boolean" } },
      examples: [{ name: "One", result: true }],
    },
  ],
};

let server: StoreServer;
beforeAll(async () => {
  server = await startServer({ dataset: "minimal", extend: [chapter] });
});
afterAll(() => server.stop());

async function take(args: object) {
  const response = await fetch(`${server.url}/api/rpc/erp.take`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa("admin:admin123")}` },
    body: JSON.stringify(args),
  });
  const body = (await response.json()) as { message: string; data: { parameter: string } };
  return response.status === 200 ? "taken" : `${response.status} ${body.data.parameter} ${body.message}`;
}

/** 30 characters held the process for 7.5 s, each further one twice as long. */
const hostile = `${"a".repeat(60)}b`;

test.each<[args: Record<string, unknown>, outcome: string]>([
  [{ text: "aa" }, "taken"],
  [{ text: hostile }, `400 text text: must have the form ${slow}`],
  [{ text: "a".repeat(131_072).replace(/.$/, "b") }, `400 text text: must have the form ${slow}`],
  [
    { text: "a\u0001" },
    "400 text text: must not contain control characters or invalid characters, such as U+0001",
  ],
  [{ reference: hostile }, `400 reference reference: must have the form ${slow}`],
  [{ list: ["a", hostile] }, `400 list list: /1 must have the form ${slow}`],
  [{ choice: hostile }, `400 choice choice: must have the form ${slow}`],
  [{ names: [{ [hostile]: 1 }] }, `400 names names: /0 must have the form ${slow}`],
  [{ members: { [hostile]: 1 } }, "400 members members: has an unusable form"],
  [{ members: { aa: 1 } }, "taken"],
  [{ kind: "used" }, "400 kind kind: must be one of new, old"],
  [{ short: "long" }, "400 short short: is too long"],
])("%j", async (args, outcome) => {
  const [value] = Object.values(args);
  expect(await take(args)).toBe(outcome === "taken" ? outcome : `${outcome}, not ${quote(value)}`);
});
