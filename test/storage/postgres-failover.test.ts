/**
 * The primary of three dies under load, its standbys frozen a moment before. With quorum replication nothing that was
 * acknowledged is lost; with standbys that nobody waits for it must be (negative control).
 */
import { expect, onTestFinished, test } from "vitest";
import { setTimeout as pause } from "node:timers/promises";
import { callBy, workingPlace } from "../support/process.js";
import { ask, Cluster } from "../support/postgres-cluster.js";
import { OrderLoad } from "./support/order-load.js";

const writers = 6;

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
  await load.until(30, 40_000);
  await cluster.signal(standbys, "SIGSTOP");
  // What fits into the buffers of the connections would still arrive, although its sender is dead.
  await ask(primary, "select pg_logical_emit_message(false, 'filler', repeat('x', 48000000))");
  // Those who wait for a standby acknowledge nothing any more; those who do not lose what comes now.
  if (isSynchronous) await pause(1000);
  else await load.until(load.acknowledged.size + 20, 40_000);
  // All at once, as a machine goes: while its processes die one by one, PostgreSQL shows others what no standby has.
  await cluster.signal([primary], "SIGSTOP");
  await cluster.signal([primary], "SIGKILL");
  await primary.ended;
  const before = load.acknowledged.size;
  await cluster.signal(standbys, "SIGCONT");
  await pause(500);
  const best = await cluster.promoteBest();
  const promoted = performance.now();
  await load.until(before + 1, 30_000);
  const gap_ms = load.lastAt - promoted;
  await pause(1500);
  await load.end();
  return { before, ...(await load.found(best)), gap_ms: Math.round(gap_ms) };
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
