/** The guard only limits: with a guard that admits everything, all other behaviour is the same. */
import { describe, expect, test } from "vitest";
import { Guard, type Bounds, type GuardSettings } from "../../../src/engine/guard/guard.js";
import { readGoldenFiles } from "../../../src/addons/living/conformance/golden.js";
import { replay } from "../../support/replay.js";
import { startShop, type Shop } from "../../support/shop.js";

const unbounded: GuardSettings = {
  baseUrl: undefined,
  corsOrigins: [],
  allowedHosts: [],
  maxRpcBodyBytes: Infinity,
  callsPerMinute: 0,
  requestTimeoutSeconds: Infinity,
  loginFailuresPerUser: Infinity,
  loginFailuresPerAddress: Infinity,
};

const noBounds: Bounds = {
  connections: Infinity,
  callsUnderWay: Infinity,
  bodyBytes: Infinity,
  anonymousBodyBytes: Infinity,
  answerBytes: Infinity,
  unreadBytes: Infinity,
  idempotencyKeys: Infinity,
};

class OpenGuard extends Guard {
  constructor() {
    super(unbounded, () => Promise.resolve(false), noBounds);
  }

  override async admit() {
    return undefined;
  }
}

/** One file for each operation, because the guard does not affect the answers of an operation. */
const files = [...new Map(readGoldenFiles().map((file) => [file.operation, file])).values()];

describe("without guard the answers are the same", async () => {
  const shops = new Map<number | undefined, Shop>();
  for (const dataVersion of new Set(files.map(({ version }) => version))) {
    shops.set(dataVersion, await startShop({ dataVersion, guard: new OpenGuard() }));
  }

  test.each(files.map((file) => [file.path, file] as const))("%s", async (_path, file) => {
    await replay(shops.get(file.version) as Shop, file);
  });
});

describe("requests that the guard limits are not limited without it", () => {
  const settings = { maxRpcBodyBytes: 2048, callsPerMinute: 2, loginFailuresPerUser: 2 };
  const list = { path: "catalog_product_type.items" };

  test.each([
    { title: "with the guard", guard: undefined, want: { foreign: 403, large: 413, calls: 429, logins: 2 } },
    {
      title: "without it",
      guard: new OpenGuard(),
      want: { foreign: 200, large: 200, calls: 200, logins: 0 },
    },
  ])("$title", async ({ guard, want }) => {
    const shop = await startShop({ settings, ...(guard ? { guard } : {}) });
    const rpc = (body: unknown, headers: Record<string, string> = {}) =>
      shop.http("POST", "/api/jsonrpc", { body, headers });
    const faults = { jsonrpc: "2.0", id: 1, method: "globalFaults", params: [] as unknown[] };
    expect((await rpc(faults, { Origin: "https://elsewhere.example" })).status).toBe(want.foreign);
    expect((await rpc({ ...faults, params: ["x".repeat(4096)] })).status).toBe(want.large);

    const session = await shop.login();
    const call = { ...faults, method: "call", params: [session, list.path] };
    const statuses = [await rpc(call), await rpc(call), await rpc(call)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, want.calls]);

    for (let count = 0; count < 2; count += 1) await shop.rpc("login", ["admin", "wrong123"]);
    expect((await shop.rpc("login", ["admin", "admin123"])).error?.code ?? 0).toBe(want.logins);
  });
});
