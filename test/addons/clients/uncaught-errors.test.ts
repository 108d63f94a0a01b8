/** Errors that a handler of a chapter does not catch: the process goes on. Those of the program itself end it. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workingPlace } from "../../support/process.js";

const chapter = {
  title: "ERP",
  handler: "./erp.mjs",
  methods: [
    {
      name: "erp.slip",
      summary: "Slips.",
      "x-effect": "write",
      params: [{ name: "how", required: true, schema: { type: "string" } }],
      result: { schema: { type: "boolean" } },
      examples: [{ name: "One", params: { how: "now" }, result: true }],
    },
    {
      name: "erp.stored",
      summary: "What is stored.",
      "x-effect": "read",
      result: { schema: { type: "array", items: { type: "object" } } },
      examples: [{ name: "One", result: [] }],
    },
  ],
};

/** Each slip is on its own line, which the log must name. */
const handlers = `import { setTimeout as sleep } from "node:timers/promises";
import { EventEmitter } from "node:events";
const slip = async (ms) => { await sleep(ms);
  throw new Error("slip of " + ms); };
const slips = {
  async atOnce() { (async () => {
    throw new Error("at once"); })(); },
  async soon() { slip(5); await sleep(100); },
  async later() { slip(100); },
  async collection({ tx }) {
    tx.get("nothing", 1); },
  async forbidden({ tx }) {
    tx.del("sessions", "1"); },
  async timer() { setTimeout(() => {
      throw new Error("timer"); }, 5); await sleep(100); },
  async timerLater() { setTimeout(() => {
      throw new Error("timer later"); }, 100); },
  async emitter() { setImmediate(() => {
      new EventEmitter().emit("error", new Error("emitted")); }); await sleep(100); },
  async noError() { Promise.reject("a text"); },
};
export default {
  async slip(call) {
    await call.tx.rows("erp").put(call.args.how, true);
    await slips[call.args.how](call);
    return true;
  },
  async stored({ tx }) { return tx.rows("erp").all(); },
};
`;

const lineOf = (text: string) => handlers.split("\n").findIndex((line) => line.includes(text)) + 1;

test("errors that a handler does not catch", async (context) => {
  const place = await workingPlace(context);
  await writeFile(join(place.folder, "erp.yaml"), JSON.stringify(chapter));
  await writeFile(join(place.folder, "erp.mjs"), handlers);
  const settings = ["--storage", "memory:", "--port", "0", "--dataset", "minimal", "--log-format", "json"];
  const program = place.start([...settings, "--extend", "erp.yaml"]);
  const url = await program.address();
  const call = async (operation: string, params: object) => {
    const response = await fetch(`${url}/api/rpc/${operation}`, {
      method: "POST",
      headers: { Authorization: `Basic ${btoa("admin:admin123")}`, "Content-Type": "application/json" },
      body: JSON.stringify(params),
    });
    return { status: response.status, body: (await response.json()) as { data?: object } };
  };
  const logged = async (text: string) => {
    await expect.poll(() => program.stderr, { timeout: 100_000 }).toContain(text);
    return JSON.parse(program.stderr.split("\n").find((line) => line.includes(text)) ?? "") as object;
  };

  const handler = join(place.folder, "erp.mjs");
  const inTime: readonly (readonly [how: string, message: string, line: string])[] = [
    ["atOnce", "at once", 'throw new Error("at once")'],
    ["soon", "slip of 5", 'throw new Error("slip of '],
    ["collection", "there is no collection nothing", ""],
    ["forbidden", "sessions cannot be used by handlers of chapters", 'tx.del("sessions"'],
    ["timer", "timer", 'throw new Error("timer")'],
    ["emitter", "emitted", 'new Error("emitted")'],
    ["noError", "it threw 'a text'", ""],
  ];
  for (const [how, message, line] of inTime) {
    const { status, body } = await call("erp.slip", { how });
    expect([how, status, body]).toMatchObject([how, 500, { data: { fault: "internal" } }]);
    const { reference } = body.data as { reference: string };
    const entry = (await logged(reference)) as { err: { message: string; handler: string } };
    expect(entry).toMatchObject({ operation: "erp.slip", msg: "the call failed unexpectedly" });
    expect(entry.err.message).toContain(message);
    if (line === "") expect(entry.err.handler, how).toContain(handler);
    else expect(entry.err.handler, how).toBe(`${handler}:${lineOf(line)}`);
  }
  expect((await call("erp.stored", {})).body).toEqual([]);

  // Too late for the answer, but not for the log.
  const late: readonly (readonly [how: string, message: string, line: string])[] = [
    ["later", "slip of 100", 'throw new Error("slip of '],
    ["timerLater", "timer later", 'throw new Error("timer later")'],
  ];
  for (const [how, message, line] of late) {
    expect(await call("erp.slip", { how })).toEqual({ status: 200, body: true });
    expect(await logged(`"message":"${message}"`)).toMatchObject({
      level: 50,
      operation: "erp.slip",
      handler: `${handler}:${lineOf(line)}`,
      msg: "a handler did not catch an error after its call had ended",
    });
  }
  expect((await call("erp.stored", {})).body).toMatchObject([{ key: "later" }, { key: "timerLater" }]);
});

test("errors of the program outside of handlers end it", async (context) => {
  const place = await workingPlace(context);
  // A module that is not a handler: what nobody caught in it belongs to nobody.
  const code = 'setTimeout(() => { Promise.reject(new Error("a bug of the program")); }, 3000);';
  await writeFile(join(place.folder, "bug.cjs"), code);
  const options = { NODE_OPTIONS: `--require ${join(place.folder, "bug.cjs")}` };
  await writeFile(join(place.folder, "erp.yaml"), JSON.stringify(chapter));
  await writeFile(join(place.folder, "erp.mjs"), handlers);
  const settings = ["--storage", "memory:", "--port", "0", "--dataset", "minimal", "--log-format", "json"];
  const program = place.start([...settings, "--extend", "erp.yaml"], options);
  expect(await program.ended).toBe(1);
  expect(program.stderr).toContain("a bug of the program");
});
