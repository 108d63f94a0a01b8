/**
 * READ_FROM=standbys acted out: the standbys get what is written and keep it back, so that whoever reads there without
 * looking reads what was before.
 */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readAddress } from "../../../src/engine/storage/postgres/address.js";
import { CallerWrites } from "../../../src/engine/storage/postgres/caller-writes.js";
import { Connections, HostChoice } from "../../../src/engine/storage/postgres/connections.js";
import { openPostgresStorage } from "../../../src/engine/storage/postgres/open.js";
import type { Storage } from "../../../src/engine/storage/storage.js";
import { ask, Cluster } from "../../support/postgres-cluster.js";
import { workingPlace } from "../../support/process.js";
import { product } from "./support/documents.js";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start(true);
  await ask(cluster.nodes[0], "create database shop");
  await ask(cluster.nodes[0], "create database other");
}, 60_000);
afterAll(() => cluster.stop());

const standbys = () => cluster.nodes.slice(1);
const freeze = () => Promise.all(standbys().map((node) => ask(node, "select pg_wal_replay_pause()")));
const thaw = () => Promise.all(standbys().map((node) => ask(node, "select pg_wal_replay_resume()")));
afterEach(async () => {
  vi.restoreAllMocks();
  // The last test leaves none alive.
  await thaw().catch(() => {});
});

/** The standbys have what the primary has now. */
async function caughtUp(): Promise<void> {
  const [row] = await ask<{ lsn: string }>(cluster.nodes[0], "select pg_current_wal_lsn()::text as lsn");
  for (const node of standbys()) {
    const hasIt = `select pg_last_wal_replay_lsn() >= '${row?.lsn}' as it`;
    await vi.waitUntil(async () => (await ask<{ it: boolean }>(node, hasIt))[0]?.it, { timeout: 10_000 });
  }
}

const address = () => readAddress(cluster.url.replace("/shop", "/other"));

function primaryOf(): Connections {
  const options = { max: 1, pipeline: true, name: "test" };
  const connections = new Connections(address(), new HostChoice(address()), options);
  onTestFinished(() => connections.close());
  return connections;
}

async function open(): Promise<Storage> {
  const storage = await openPostgresStorage(address(), { readFrom: "standbys" });
  onTestFinished(() => storage.close());
  return storage;
}

const skuSeen = (storage: Storage, caller?: string) =>
  storage.read(async (tx) => (await tx.get("products", 1))?.sku, caller === undefined ? {} : { caller });
const write = (storage: Storage, sku: string, caller?: string) =>
  storage.write((tx) => tx.put("products", product(1, { sku })), caller === undefined ? {} : { caller });

/** Until a caller who has written nothing is answered by a standby: it sees less than the primary has. */
async function readsGoToStandbys(storages: readonly Storage[], marker: string): Promise<void> {
  const [first] = storages as [Storage];
  await vi.waitFor(
    async () => {
      await thaw();
      await write(first, `${marker} before`, "somebody");
      await caughtUp();
      await freeze();
      await write(first, `${marker} after`, "somebody");
      for (const storage of storages) expect(await skuSeen(storage, "a stranger")).toBe(`${marker} before`);
    },
    { timeout: 20_000, interval: 300 },
  );
}

test("no process answers a caller older than its own write; others may be, for a while", async () => {
  const [one, other] = [await open(), await open()];
  await readsGoToStandbys([one, other], "own");
  for (let round = 0; round < 20; round += 1) {
    await write(round % 2 ? one : other, `round ${round}`, "me");
    expect([await skuSeen(one, "me"), await skuSeen(other, "me")]).toEqual(Array(2).fill(`round ${round}`));
  }
  await thaw();
  await caughtUp();
  expect(await skuSeen(other, "a stranger")).toBe("round 19");
});

test("without the look at what the caller has written it would be (negative control)", async () => {
  const [one, other] = [await open(), await open()];
  await readsGoToStandbys([one, other], "negative");
  const known = await new CallerWrites(primaryOf(), "store_api", 0).wanted("me");
  vi.spyOn(CallerWrites.prototype, "wanted").mockResolvedValue({ era: known?.era ?? 0, position: 0 });
  await write(one, "mine", "me");
  expect([await skuSeen(one, "me"), await skuSeen(other, "me")]).toEqual(Array(2).fill("negative before"));
});

test("what is written without a caller counts for everybody, and who reads without one reads the primary", async () => {
  const [one, other] = [await open(), await open()];
  await readsGoToStandbys([one, other], "nobody");
  expect(await skuSeen(other)).toBe("nobody after");
  await write(one, "for all");
  expect([await skuSeen(one, "a stranger"), await skuSeen(other, "anybody")]).toEqual(["for all", "for all"]);
});

test("a storage that reads from the primary notes its writes for one that does not", async () => {
  const plain = await openPostgresStorage(address());
  onTestFinished(() => plain.close());
  const other = await open();
  await readsGoToStandbys([other], "mixed");
  await write(plain, "by the plain one", "me");
  expect(await skuSeen(other, "me")).toBe("by the plain one");
});

test("a standby that keeps everything back for long is left alone", async () => {
  const one = await open();
  await readsGoToStandbys([one], "long");
  await vi.waitUntil(async () => (await skuSeen(one, "a stranger")) === "long after", { timeout: 15_000 });
}, 40_000);

test("after a crash of the primary, which empties the table of notes, nobody reads older either", async () => {
  const [one, other] = [await open(), await open()];
  await readsGoToStandbys([one, other], "crash");
  await write(one, "kept", "me");
  const [primary] = cluster.nodes;
  await cluster.signal([primary], "SIGKILL");
  await primary.ended;
  await cluster.restart(primary);
  for (let count = 0; count < 20; count += 1) {
    for (const storage of [one, other]) {
      const seen = await skuSeen(storage, "me").catch(() => "refused");
      expect(["kept", "refused"]).toContain(seen);
    }
    await pause(100);
  }
  expect([await skuSeen(one, "me"), await skuSeen(other, "me")]).toEqual(["kept", "kept"]);
}, 60_000);

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

test("two servers: a session's own writes are seen at once through both; standbys die and reads go on", async () => {
  const place = await workingPlace({ onTestFinished });
  const flags = ["--port", "0", "--storage", cluster.url, "--read-from", "standbys", "--log-level", "fatal"];
  const programs = [place.start(flags), place.start(flags)];
  const urls = (await Promise.all(programs.map((program) => program.address()))) as [string, string];
  const post = async (at: number, body: unknown): Promise<Answer> => {
    const response = await fetch(`${urls[at % 2]}/api/jsonrpc`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...(body as object) }),
    });
    return (await response.json()) as Answer;
  };
  const login = async () => {
    const { result } = await post(0, { method: "login", params: ["admin", "admin123"] });
    const session = result as string;
    return async (at: number, path: string, ...args: unknown[]) => {
      const { result, error } = await post(at, { method: "call", params: [session, path, args] });
      expect(error).toBeUndefined();
      return result;
    };
  };
  const [mine, theirs] = [await login(), await login()];
  const nameSeen = async (call: typeof mine, at: number) =>
    ((await call(at, "catalog_product.info", 1)) as { name: string }).name;
  const rename = (at: number, name: string) => mine(at, "catalog_product.update", 1, { name });

  await vi.waitFor(
    async () => {
      await thaw();
      await rename(0, "before");
      await caughtUp();
      await freeze();
      await rename(1, "after");
      expect([await nameSeen(theirs, 0), await nameSeen(theirs, 1)]).toEqual(["before", "before"]);
    },
    { timeout: 20_000, interval: 300 },
  );
  for (let round = 0; round < 10; round += 1) {
    await rename(round, `round ${round}`);
    for (const at of [0, 1]) expect(await nameSeen(mine, at)).toBe(`round ${round}`);
  }

  const [first, second] = standbys() as [(typeof cluster.nodes)[0], (typeof cluster.nodes)[0]];
  await thaw();
  await caughtUp();
  await pause(1500);
  // One hangs, as a machine does that is gone from the network; later it is dead, and the other one hangs.
  for (const [hung, dead] of [[first], [second, first]] as const) {
    await cluster.signal([hung], "SIGSTOP");
    if (dead) {
      await cluster.signal([dead], "SIGCONT");
      await cluster.signal([dead], "SIGKILL");
    }
    for (let count = 0; count < 10; count += 1) {
      const begun = performance.now();
      expect(await nameSeen(theirs, count)).toBe("round 9");
      expect(performance.now() - begun).toBeLessThan(4000);
      await pause(50);
    }
  }
}, 120_000);
