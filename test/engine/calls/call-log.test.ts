/** One line per call, whatever its result (conventions 2.6, 11.3). */
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections } from "../../../src/shop/data/collections.js";
import { temporaryFolder } from "../../support/closed.js";
import { openLog } from "../../../src/engine/log/log.js";
import { basic, startShop } from "../../support/shop.js";

const file = join(await temporaryFolder(), "log");
const fd = openSync(file, "a");
afterAll(() => closeSync(fd));
const opened = await openLog({ logLevel: "info", logFormat: "json" }, fd);
const shop = await startShop({ log: opened.log });

interface Line {
  readonly operation: string;
  readonly path?: string;
  readonly user: string;
  readonly fault?: string;
}

/** The log lines of the calls that `work` makes. */
async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
  await opened.flush();
  const before = readFileSync(file, "utf8").length;
  await work();
  await opened.flush();
  const lines = readFileSync(file, "utf8").slice(before).trim().split("\n");
  return lines.map((line) => {
    const { operation, path, user, fault } = JSON.parse(line) as Line;
    return {
      operation,
      user,
      ...(path === undefined ? {} : { path }),
      ...(fault === undefined ? {} : { fault }),
    };
  });
}

const level = "catalog_category.level";
const call = (method: string, params: unknown[], more = {}) =>
  shop.send({ jsonrpc: "2.0", method, params, ...more });

test.each<[title: string, work: () => Promise<unknown>, line: Line]>([
  ["a login", () => call("login", ["admin", "admin123"], { id: 1 }), { operation: "login", user: "admin" }],
  [
    "a refused login",
    () => call("login", ["mallory", "guess"], { id: 1 }),
    { operation: "login", user: "mallory", fault: "access_denied" },
  ],
  [
    "a call without a session",
    () => call("call", ["0".repeat(64), level], { id: 1 }),
    { operation: level, user: "", fault: "session_expired" },
  ],
  [
    "a failing notification",
    () => call("call", ["none", level]),
    { operation: level, user: "", fault: "session_expired" },
  ],
  [
    "a method that does not exist",
    () => call("wish", []),
    { operation: "unknown", path: "wish", user: "", fault: "method_not_found" },
  ],
  [
    "an operation that does not exist",
    () => call("catalog_category.wish", [], { id: 1 }),
    { operation: "unknown", path: "catalog_category.wish", user: "", fault: "session_expired" },
  ],
  ["a list of faults", () => call("globalFaults", [], { id: 1 }), { operation: "globalFaults", user: "" }],
  [
    "the plain form with a wrong key",
    () => shop.http("POST", `/api/rpc/${level}`, { body: {}, headers: basic("admin", "guess") }),
    { operation: level, user: "", fault: "access_denied" },
  ],
  [
    "the plain form without an object",
    () => shop.http("POST", `/api/rpc/${level}`, { body: [1], headers: basic() }),
    { operation: level, user: "admin", fault: "invalid_request_param" },
  ],
])("%s leaves a line", async (_title, work, line) => expect(await linesOf(work)).toEqual([line]));

test("an unexpected failure names its operation, also by REST", async () => {
  const storage = new MemoryStorage({ collections });
  const failing = await startShop({ log: opened.log, storage });
  const failed = async (work: () => Promise<unknown>) => {
    const fails = vi.spyOn(storage, "read").mockRejectedValue(new Error("slip"));
    const lines = await linesOf(work);
    fails.mockRestore();
    return lines.map(({ operation }) => operation);
  };
  const headers = { ...basic(), Accept: "application/json" };
  const rest = () => failing.http("GET", "/api/rest/customers/1", { headers });
  expect(await failed(rest)).toEqual(["getCustomer", "getCustomer"]);
  const body = {};
  const plain = () => failing.http("POST", "/api/rpc/customer.list", { headers, body });
  expect(await failed(plain)).toEqual(["customer.list", "customer.list"]);
});
