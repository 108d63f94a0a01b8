/** What the journal says about calls that the control ended by HTTP alone, and about calls that were not permitted (15.1). */
import { beforeEach, expect, test } from "vitest";
import { connect } from "../../../src/testing/embedded/store-server.js";
import { journalText } from "../../../src/testing/kits/journal-text.js";
import { basic, startShop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { inJson, update, updates } from "./updates.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const latest = async (query = "") =>
  ((await shop.http("GET", `/control/calls?limit=1&${query}`)).json as Record<string, unknown>[])[0];

const info = () =>
  fetch(`${shop.url}/api/rpc/catalog_product.info`, {
    ...{ method: "POST", body: '{"productId":1}' },
    headers: { ...basic(), "Content-Type": "application/json" },
  }).catch(() => undefined);

test.each([
  { answer: { drop: true }, outcome: "dropped", status: null },
  { answer: { http: { reset: true } }, outcome: "reset", status: null },
  { answer: { http: { status: 503 } }, outcome: "http", status: 503 },
  { answer: { http: { status: 502 }, body: "html" }, outcome: "html", status: 502 },
  { answer: { http: { status: 200 }, body: "truncated" }, outcome: "truncated", status: 200 },
  { answer: { drop: true, when: "after" }, outcome: "dropped", status: null },
  { answer: { http: { status: 200 }, body: "truncated", when: "after" }, outcome: "truncated", status: 200 },
])("$answer is the outcome $outcome, not the fault internal", async ({ answer, outcome, status }) => {
  await shop.http("POST", "/control/faults", { body: { operation: "catalog_product.info", ...answer } });
  await info();
  const call = "operation=catalog_product.info";
  await shop.http("GET", `/control/calls/wait?${call}`);
  expect(await latest(call)).toMatchObject({ fault: null, error: null, forced: true, outcome, status });
  expect((await shop.http("GET", "/control/calls?fault=internal")).json).toEqual([]);
});

test("REST alike", async () => {
  await shop.http("POST", "/control/faults", { body: { operation: "getCustomer", drop: true } });
  await fetch(`${shop.url}/api/rest/customers/1`, { headers: basic() }).catch(() => undefined);
  await shop.http("GET", "/control/calls/wait?operation=getCustomer");
  expect(await latest("operation=getCustomer")).toMatchObject({
    fault: null,
    outcome: "dropped",
    forced: true,
  });
});

test("other calls end with a result or a fault", async () => {
  await info();
  expect(await latest("operation=catalog_product.info")).toMatchObject({ outcome: "result", needs: null });
  await expect(shop.call("catalog_product.info", [9999])).rejects.toThrow();
  expect(await latest("operation=catalog_product.info")).toMatchObject({ outcome: "fault", needs: null });
});

test("a call that is not permitted has the access node that it needs, and those of the user", async () => {
  const roles = ["catalog/product/info", "catalog/category"];
  await shop.http("POST", "/control/users", { body: { username: "reader", api_key: "reader123", roles } });
  const session = await shop.login("reader", "reader123");
  await expect(shop.call("catalog_product.delete", [1], session)).rejects.toMatchObject({
    fault: "access_denied",
    message: "access_denied 2: Not permitted.",
  });
  expect(await latest("fault=access_denied")).toMatchObject({
    needs: "catalog/product/delete",
    problem:
      "The roles of reader allow catalog/product/info, catalog/category; catalog_product.delete needs catalog/product/delete.",
  });
});

test("REST: the node of the operation that the request stands for", async () => {
  await shop.http("POST", "/control/users", { body: { username: "none", api_key: "reader123", roles: [] } });
  await shop.http("GET", "/api/rest/customers", { headers: basic("none", "reader123") });
  expect(await latest("operation=listCustomers")).toMatchObject({
    fault: "403",
    needs: expect.stringMatching(/^customer/) as unknown,
    problem: expect.stringContaining(
      "The roles of none allow no access nodes; listCustomers needs customer",
    ) as unknown,
  });
});

test("a wrong key needs no node, and the journal says that it is wrong", async () => {
  await shop.http("POST", "/api/rpc/catalog_product.info", {
    body: {},
    headers: basic("admin", "wrong-key-1"),
  });
  expect(await latest("operation=catalog_product.info")).toMatchObject({
    needs: null,
    problem: "There is no active API user with this key.",
  });
});

const put = (path: string, body: object) => shop.http("PUT", `/control${path}`, { body });
const post = (path: string, body: object) => shop.http("POST", `/control${path}`, { body });

const timedOut =
  'The session has timed out: it was last used at 2025-06-01 12:00:00, now it is 2025-06-01 14:00:00 (SESSION_TIMEOUT_SECONDS is 3600). The clock was moved by PUT /control/clock {"advance_seconds":7200}.';

test.each<[string, (session: string) => unknown, string]>([
  ["the clock was moved", () => put("/clock", { advance_seconds: 7200 }), timedOut],
  [
    "its user has logged in again since, which removes what has timed out",
    async () => {
      await put("/clock", { advance_seconds: 7200 });
      await shop.login();
    },
    'The session has timed out. The clock was moved by PUT /control/clock {"advance_seconds":7200}.',
  ],
  [
    "endSession",
    (session) => shop.http("POST", "/api/rpc/endSession", { body: { sessionId: session } }),
    "The session was ended by endSession.",
  ],
  [
    "a reset",
    () => shop.reset(),
    "The session ended when the state was replaced, by a reset, a restored snapshot or an import.",
  ],
  [
    "its user got another key",
    () => post("/users", { username: "admin", api_key: "another-key-1", roles: ["all"] }),
    "The session ended when its user got another key or was deleted.",
  ],
  [
    "its user opened a hundred others",
    async () => {
      for (let others = 0; others < 100; others += 1) {
        await put("/clock", { advance_seconds: 1 });
        await post("/sessions", { username: "admin" });
      }
    },
    "The session made room for newer ones: a user has at most 100.",
  ],
])("why a session is refused: %s", async (_, end, problem) => {
  const session = await shop.login();
  await end(session);
  await expect(shop.call("catalog_product.info", [1], session)).rejects.toMatchObject({
    fault: "session_expired",
    message: expect.not.stringContaining(problem) as unknown,
  });
  expect(await latest("fault=session_expired")).toMatchObject({ problem });
  expect(await journalText(connect(shop.url))).toContain(problem);
  const rest = { headers: { Authorization: `Bearer ${session}` } };
  expect((await shop.http("GET", "/api/rest/customers/1", rest)).status).toBe(401);
  expect(await latest("operation=getCustomer")).toMatchObject({ problem });
});

test.each([
  ["nothing", "", "No session was sent."],
  ["a text", "admin", "What was sent is no session ID: one has 64 hexadecimal digits."],
  ["an unknown one", "a".repeat(64), "No session with this ID was opened since the start of the server."],
])("why what was sent is no session: %s", async (_, session, problem) => {
  await expect(shop.call("catalog_product.info", [1], session)).rejects.toThrow("session_expired");
  expect(await latest("fault=session_expired")).toMatchObject({ problem });
});

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "a session of another sandbox names where it was opened",
  async () => {
    await post("/sandboxes", { name: "box" });
    const inBox = { headers: { "X-Sandbox": "box" } };
    const { session } = (
      await shop.http("POST", "/control/sessions", { ...inBox, body: { username: "admin" } })
    ).json as { session: string };
    await expect(shop.call("catalog_product.info", [1], session)).rejects.toThrow("session_expired");
    expect(await latest("fault=session_expired")).toMatchObject({
      problem: "The session was opened in the sandbox box, but sent to the main shop.",
    });
    await shop.http("DELETE", "/control/sandboxes/box");
  },
);

const cup = { productId: 1, productData: { name: "Given up" } };
/** Sends a call that a rule delays, and disconnects once the delay has begun. */
async function giveUp(rule: object, request: ReturnType<typeof inJson> & { method?: string }, headers = {}) {
  const { id } = (await shop.http("POST", "/control/faults", { body: rule })).json as { id: number };
  const { path, body, type, method = "POST" } = request;
  const client = new AbortController();
  const call = fetch(`${shop.url}${path}`, {
    ...{ method, body, signal: client.signal },
    headers: { ...basic(), "Content-Type": type, ...headers },
  });
  await expect
    .poll(async () => (await shop.http("GET", "/control/faults")).json)
    .toMatchObject([{ id, hits: 1 }]);
  client.abort();
  await expect(call).rejects.toThrow("aborted");
}

const nameNow = async () => ((await shop.call("catalog_product.info", [1])) as { name: string }).name;
const verified = async (body: object) => (await shop.http("POST", "/control/calls/verify", { body })).status;

test.each(Object.keys(updates))(
  "a call whose client disconnects during a delay is not executed: %s",
  async (door) => {
    const before = await nameNow();
    const operation = door === "rest" ? "updateProduct" : update;
    const request = updates[door] as (typeof updates)[string];
    const started = performance.now();
    await giveUp({ operation, delay_ms: 60_000 }, request(await shop.login(), "name", "Given up"));
    const waiting = `operation=${operation}&outcome=given_up`;
    const { json } = await shop.http("GET", `/control/calls/wait?${waiting}`);
    expect(json).toMatchObject([{ operation, outcome: "given_up", fault: null, status: null, forced: true }]);
    expect(performance.now() - started).toBeLessThan(30_000);
    await shop.http("DELETE", "/control/faults");
    expect(await nameNow()).toBe(before);
  },
);

test("a call that waits is listed, with its rule and delay", async () => {
  await shop.http("POST", "/control/faults", { body: { operation: update, delay_ms: 60_000 } });
  const { path, body, type } = inJson(`/api/rpc/${update}`, cup);
  const headers = { ...basic(), "Content-Type": type };
  const call = fetch(`${shop.url}${path}`, { method: "POST", body, headers });
  const waiting = async () => (await shop.http("GET", "/control/calls/waiting")).json;
  const listed = { operation: update, door: "plain", caller: "admin", delay_ms: 60_000 };
  await expect.poll(waiting).toMatchObject([listed]);
  expect(await journalText(connect(shop.url))).toMatch(
    /^catalog_product\.update by admin: still waiting \(rule \d+, 60000 ms\)$/m,
  );
  await shop.http("DELETE", "/control/faults");
  await call;
  expect(await waiting()).toEqual([]);
});

test("unused=true lists the rules that no call has used", async () => {
  const add = (operation: string) =>
    shop.http("POST", "/control/faults", { body: { operation, http: { status: 503 } } });
  await add("catalog_product.info");
  await add("catalog_product.list");
  await info();
  const { json } = await shop.http("GET", "/control/faults?unused=true");
  expect(json).toMatchObject([{ operation: "catalog_product.list", hits: 0 }]);
  expect((await shop.http("GET", "/control/faults?unused=false")).json).toHaveLength(2);
});

test("a call that was given up counts only where it is asked for", async () => {
  await shop.http("DELETE", "/control/coverage");
  await giveUp({ operation: update, delay_ms: 60_000 }, inJson(`/api/rpc/${update}`, cup));
  await shop.http("GET", `/control/calls/wait?operation=${update}&outcome=given_up`);
  const given = { operation: update, outcome: "given_up" };
  expect(await verified({ operation: update, times: 0 })).toBe(204);
  expect(await verified({ ...given, times: 1 })).toBe(204);
  expect(await verified({ sequence: [{ operation: update }] })).toBe(422);
  expect(await verified({ sequence: [given] })).toBe(204);
  const waited = await shop.http("GET", `/control/calls/wait?operation=${update}&timeout_ms=20`);
  expect([waited.status, waited.text]).toMatchObject([
    408,
    expect.stringContaining("given up by its client during the delay of rule"),
  ]);
  const coverage = (await shop.http("GET", `/control/coverage?operation=${update}`)).json;
  expect(coverage).toMatchObject({ rows: [{ calls: 0 }] });
  await shop.call("catalog_product.info", [1]);
  expect(await verified({ operation: "catalog_product.info", only: true })).toBe(204);
});

test("the Idempotency-Key of a call that was given up is free again", async () => {
  const key = { "Idempotency-Key": "cup-1" };
  await giveUp({ operation: update, delay_ms: 60_000 }, inJson(`/api/rpc/${update}`, cup), key);
  await shop.http("GET", `/control/calls/wait?operation=${update}&outcome=given_up`);
  const again = await shop.http("POST", `/api/rpc/${update}`, { body: cup, headers: { ...basic(), ...key } });
  expect([again.status, again.headers.get("Idempotent-Replayed")]).toEqual([200, null]);
  expect(await nameNow()).toBe("Given up");
});

test("a client that disconnects after the effect: the call counts, and its entry says so", async () => {
  await giveUp({ operation: update, when: "after", delay_ms: 60_000 }, inJson(`/api/rpc/${update}`, cup));
  const { json } = await shop.http("GET", `/control/calls/wait?operation=${update}`);
  expect(json).toMatchObject([
    { outcome: "result", problem: "The client disconnected before the response; the call was executed." },
  ]);
  expect(await nameNow()).toBe("Given up");
});
