/**
 * The primary of three dies under load, its standbys frozen a moment before. With quorum replication nothing that was
 * acknowledged is lost; with standbys that nobody waits for it must be (negative control).
 */
import { createHash } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { callBy, workingPlace } from "../support/process.js";
import { ask, Cluster } from "../support/postgres-cluster.js";

const writers = 6;

interface Placed {
  readonly increment_id: string;
}

interface Load {
  /** The order numbers that were acknowledged, by key. */
  readonly acknowledged: Map<string, string>;
  lastAt: number;
  isOver: boolean;
}

async function write(urls: readonly string[], writer: number, load: Load): Promise<void> {
  for (let number = 0; !load.isOver; number += 1) {
    const key = `writer-${writer}-order-${number}`;
    // Sent again under its key until it is known to be there, by one server or the other.
    for (let attempt = 0; !load.isOver; attempt += 1) {
      const response = await fetch(`${urls[(writer + attempt) % urls.length]}/control/orders`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify({ customer_id: 1, items: [{ sku: "endless", qty: 1 }] }),
        signal: AbortSignal.timeout(45_000),
      }).catch(() => undefined);
      if (response?.status === 201) {
        load.acknowledged.set(key, ((await response.json()) as Placed).increment_id);
        load.lastAt = performance.now();
        break;
      }
      await response?.body?.cancel();
      await pause(100);
    }
  }
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

  const load: Load = { acknowledged: new Map(), lastAt: 0, isOver: false };
  const running = Array.from({ length: writers }, (_, at) => write(urls, at, load));
  const until = async (count: number) => {
    const start = performance.now();
    while (load.acknowledged.size < count && performance.now() - start < 40_000) await pause(20);
  };
  await until(30);
  await cluster.signal(standbys, "SIGSTOP");
  // What fits into the buffers of the connections would still arrive, although its sender is dead.
  await ask(primary, "select pg_logical_emit_message(false, 'filler', repeat('x', 48000000))");
  // Those who wait for a standby acknowledge nothing any more; those who do not lose what comes now.
  if (isSynchronous) await pause(1000);
  else await until(load.acknowledged.size + 20);
  // All at once, as a machine goes: while its processes die one by one, PostgreSQL shows others what no standby has.
  await cluster.signal([primary], "SIGSTOP");
  await cluster.signal([primary], "SIGKILL");
  await primary.ended;
  const before = load.acknowledged.size;
  await cluster.signal(standbys, "SIGCONT");
  await pause(500);
  const best = await cluster.promoteBest();
  const promoted = performance.now();
  while (load.acknowledged.size <= before && performance.now() - promoted < 30_000) await pause(20);
  const gap_ms = load.lastAt - promoted;
  await pause(1500);
  load.isOver = true;
  await Promise.all(running);

  const kept = await ask<{ key: string; answer: string }>(
    best,
    "select d ->> 'key' as key, d ->> 'answer' as answer from store_api.idempotency_keys",
    "shop",
  );
  const stored = new Map(kept.map(({ key, answer }) => [key, (JSON.parse(answer) as Placed).increment_id]));
  const orders = await ask<{ number: string }>(
    best,
    "select d ->> 'increment_id' as number from store_api.orders where d ->> 'created_at' > '2025'",
    "shop",
  );
  return {
    acknowledged: load.acknowledged.size,
    before,
    // A number that was lost is given again: so the call is looked for, and the answer that it had.
    lost: [...load.acknowledged].filter(([key, number]) => stored.get(nameOf(key)) !== number).length,
    orders: orders.length,
    keys: stored.size,
    numbers: new Set(orders.map(({ number }) => number)).size,
    gap_ms: Math.round(gap_ms),
  };
}

/** As the service remembers the keys of the test control. */
function nameOf(key: string): string {
  return createHash("sha256").update(`control\n${key}`).digest("base64url");
}

test("with quorum replication no acknowledged order is lost or placed twice, and the servers find the new primary", async () => {
  const found = await loseThePrimary(true);
  expect(found.before).toBeGreaterThanOrEqual(30);
  expect(found.acknowledged).toBeGreaterThan(found.before);
  expect(found.lost).toBe(0);
  // One order for each key, whatever was sent again, and no number twice.
  expect(found.orders).toBe(found.keys);
  expect(found.numbers).toBe(found.orders);
  expect(found.gap_ms).toBeLessThan(5000);
  console.info(JSON.stringify(found));
}, 180_000);

test("with standbys that nobody waits for, acknowledged orders are lost", async () => {
  const found = await loseThePrimary(false);
  expect(found.lost).toBeGreaterThan(0);
  console.info(JSON.stringify(found));
}, 180_000);
