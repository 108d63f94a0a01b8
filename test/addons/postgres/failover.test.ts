/**
 * The primary of three dies under load, its standbys frozen a moment before. With quorum replication nothing that was
 * acknowledged is lost; with standbys that nobody waits for it must be (negative control).
 */
import { expect, onTestFinished, test, vi } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import type { PostgresStorage } from "../../../src/addons/postgres/storage.js";
import { closedAtEnd } from "../../support/closed.js";
import { callBy, workingPlace } from "../../support/process.js";
import { ask, Cluster, type Node } from "../../support/postgres-cluster.js";
import { OrderLoad } from "./order-load.js";
import { collections } from "../../../src/shop/data/collections.js";

const writers = 6;

/** All processes of the primary at once, as a machine goes: while they die one by one, PostgreSQL shows others what no standby has. */
async function killPrimary(cluster: Cluster): Promise<void> {
  const [primary, ...standbys] = cluster.nodes;
  await cluster.signal([primary], "SIGSTOP");
  await cluster.signal([primary], "SIGKILL");
  await primary.ended;
  await cluster.signal(standbys, "SIGCONT");
}

/** What fits into the buffers of the connections would still arrive, although its sender is dead. */
async function fillConnections({ nodes: [primary] }: Cluster): Promise<void> {
  await ask(primary, "select pg_logical_emit_message(false, 'filler', repeat('x', 48000000))");
}

async function loseThePrimary(isSynchronous: boolean) {
  const cluster = await Cluster.start(isSynchronous);
  onTestFinished(() => cluster.stop());
  const [primary, ...standbys] = cluster.nodes;
  await ask(primary, "create database shop");
  const place = await workingPlace({ onTestFinished });
  const programs = [0, 1].map(() =>
    place.start(["--port", "0", "--storage", cluster.url, "--log-level", "fatal"]),
  );
  const urls = await Promise.all(programs.map((program) => program.address()));
  const data = { name: "Endless", price: 5, website_ids: [1] };
  await callBy(urls[0] as string, "catalog_product.create", ["simple", 4, "endless", data]);

  const load = new OrderLoad(urls, writers);
  await load.more(30);
  const call_ms = Math.round(load.took_ms / load.acknowledged.size);
  await cluster.signal(standbys, "SIGSTOP");
  await fillConnections(cluster);
  // Those who wait for a standby acknowledge nothing any more; those who do not lose what comes now.
  if (isSynchronous) await awaitStandby(primary);
  else await load.new(20);
  await killPrimary(cluster);
  const best = await cluster.promoteBest();
  load.countRefusals();
  const promoted = performance.now();
  await load.new(1);
  const gap_ms = Math.round(load.lastAt - promoted);
  await load.new(20);
  await load.end();
  const { refused } = load;
  return { ...(await load.found(best)), refused, call_ms, gap_ms };
}

/** Resolves when a commit waits for a standby. */
async function awaitStandby(primary: Node): Promise<void> {
  const waits = "select from pg_stat_activity where wait_event = 'SyncRep'";
  while ((await ask(primary, waits)).length === 0) await pause(20);
}

test("with quorum replication no acknowledged order is lost or placed twice, and the servers find the new primary", async () => {
  const found = await loseThePrimary(true);
  console.info(JSON.stringify(found));
  expect(found.lost).toBe(0);
  // One order for each key, whatever was sent again, and no number twice.
  expect(found.orders).toBe(found.keys);
  expect(found.numbers).toBe(found.orders);
  expect(found.refused).toBeLessThan(2 * writers);
  // A call that waits for the dead one until its time is over takes hundreds of times as long as one before.
  expect(found.gap_ms / found.call_ms).toBeLessThan(50);
});

test("with standbys that nobody waits for, acknowledged orders are lost", async () => {
  const found = await loseThePrimary(false);
  console.info(JSON.stringify(found));
  expect(found.lost).toBeGreaterThan(0);
});

test("what processes remember of commits that are lost is forgotten, although their numbers are given again", async () => {
  const cluster = await Cluster.start(false);
  onTestFinished(() => cluster.stop());
  const [primary, ...standbys] = cluster.nodes;
  await ask(primary, "create database shop");
  const open = () => openPostgresStorage(parsePostgresAddress(cluster.url), { collections });
  const [one, other] = [await open(), await open()];
  onTestFinished(() => Promise.all([one.close(), other.close()]).then(() => {}));
  const known = new Map([one, other].map((storage) => [storage, "nothing"]));
  // They are also told that the values are those of another server, whose other data may lack something.
  const told = new Set<PostgresStorage>();
  for (const storage of known.keys()) {
    storage.shared.values.onChange((values, isOtherState) => {
      known.set(storage, values.get("word") as string);
      if (isOtherState) told.add(storage);
    });
  }
  const say = async (storage: PostgresStorage, text: string) => {
    await storage.write((tx) => tx.put("settings", { id: "word", text } as never));
    await storage.shared.values.change("word", () => text);
  };
  const heard = (storage: PostgresStorage) =>
    storage.read(async (tx) => (await tx.get("settings", "word")) as unknown as { text: string });
  const numbers = (storage: PostgresStorage, count: number) =>
    Promise.all(Array.from({ length: count }, () => storage.write((tx) => tx.next("product"))));

  await say(one, "kept");
  expect(await heard(other)).toMatchObject({ text: "kept" });
  await vi.waitUntil(async () => {
    const behind = `select from pg_stat_replication where replay_lsn < pg_current_wal_lsn()`;
    return (await ask(primary, behind)).length === 0;
  }, 100_000);
  await cluster.signal(standbys, "SIGSTOP");
  await fillConnections(cluster);
  await say(one, "lost");
  const lost = await numbers(one, 10);
  expect(await heard(one)).toMatchObject({ text: "lost" });
  await killPrimary(cluster);
  await cluster.promoteBest();

  const isBack = () =>
    say(other, "after").then(
      () => true,
      () => false,
    );
  await vi.waitUntil(isBack, { timeout: 100_000, interval: 200 });
  expect(await heard(other)).toMatchObject({ text: "after" });
  // Its first read may find that its connection is gone.
  await expect.poll(() => heard(one)).toMatchObject({ text: "after" });
  // Calls go on, but whoever asks for readiness is told, until the server is started again.
  const health = {
    writable: false,
    reason: expect.stringMatching(/lacks writes that this server has acknowledged/) as unknown,
  };
  await expect.poll(() => one.health()).toEqual(health);
  const started = closedAtEnd(await open());
  await started.write((tx) => tx.put("settings", { id: "word", text: "after" } as never));
  expect(started.health()).toEqual({ writable: true });
  await one.shared.values.refresh();
  expect([known.get(one), known.get(other)]).toEqual(["after", "after"]);
  expect(told).toEqual(new Set([one, other]));
  const [theirs, ours] = [await numbers(other, 30), await numbers(one, 30)];
  // It was lost, or the rest would show nothing.
  expect(theirs.some((number) => lost.includes(number))).toBe(true);
  expect(new Set([...ours, ...theirs]).size).toBe(ours.length + theirs.length);
});
