/** What handlers of chapters answer and store is limited. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { startServer } from "../../../src/testing/embedded/start-server.js";

const any = { description: "Anything." };
const chapter = {
  title: "ERP",
  handler: "./erp.mjs",
  methods: ["answer", "store", "put", "fail"].map((name) => ({
    name: `erp.${name}`,
    summary: name,
    "x-effect": "write",
    params: [
      { name: "characters", required: true, schema: { type: "integer" } },
      { name: "isList", schema: { type: "boolean" } },
    ],
    result: { schema: name === "fail" ? { type: "object", additionalProperties: false } : any },
    examples: [{ name: "One", params: { characters: 1 }, result: {} }],
  })),
};
const handlers = `
const value = ({ characters, isList }) =>
  isList ? Array.from({ length: Math.floor(characters / 11) }, () => "12345678") : "x".repeat(characters - 2);
export default {
  answer: ({ args }) => value(args),
  async store({ args, tx }) { await tx.rows("erp").put("a", value(args)); return true; },
  async put({ args, tx }) { const settings = await tx.get("settings", "shop"); await tx.put("settings", { ...settings, extra: value(args) }); return true; },
  fail: ({ args }) => ({ [value(args)]: 1 }),
};
`;

const folder = await temporaryFolder();
await writeFile(join(folder, "erp.yaml"), JSON.stringify(chapter));
await writeFile(join(folder, "erp.mjs"), handlers);
const server = await startServer({ dataset: "minimal", extend: [join(folder, "erp.yaml")] });
afterAll(() => server.stop());

async function call(name: string, args: object) {
  const response = await fetch(`${server.url}/api/rpc/erp.${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa("admin:admin123")}` },
    body: JSON.stringify(args),
  });
  return { status: response.status, text: await response.text() };
}

const [mostAnswered, mostStored] = [4_194_304, 2_097_152];

test.each([false, true])(
  "an answer of 4 MiB is sent, a longer one is refused with the limit; list: %s",
  async (isList) => {
    const most = isList ? mostAnswered - 14 : mostAnswered;
    const longest = await call("answer", { characters: most, isList });
    expect([longest.status, longest.text.length]).toEqual([200, isList ? expect.any(Number) : mostAnswered]);
    for (const characters of [mostAnswered + 20, 60_000_000]) {
      const { status, text } = await call("answer", { characters, isList });
      expect(status).toBe(500);
      expect(JSON.parse(text)).toMatchObject({
        message: "The handler of erp.answer returned more than 4194304 characters of JSON.",
        data: { fault: "internal" },
      });
    }
  },
);

test.each(["store", "put"])("%s: a value of 2 MiB is stored, a longer one is not", async (name) => {
  expect(await call(name, { characters: mostStored - 50_000 })).toMatchObject({ status: 200 });
  for (const characters of [mostStored + 1, 60_000_000])
    expect(await call(name, { characters })).toMatchObject({ status: 500 });
});

test("a message about an unfit result is short", async () => {
  const { status, text } = await call("fail", { characters: 4_000_000 });
  expect([status, text.length < 1000]).toEqual([500, true]);
  expect(text).toContain("x… is unknown.");
});
