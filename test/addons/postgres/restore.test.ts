/**
 * Backup and point-in-time restore with PostgreSQL's own means, while the shop is in use: a copy of the folder,
 * the archived log, and a moment between the last good call and the accident.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../support/free-port.js";
import { ask } from "../../support/postgres-cluster.js";
import {
  addressOf,
  credentials,
  initCluster,
  removeFolder,
  own,
  serverFolder,
  startServerIn,
  type Server,
} from "../../support/postgres.js";
import { callBy, placeOrderBy, workingPlace, type PlacedOrder } from "../../support/process.js";

async function placeOrder(url: string): Promise<string> {
  return (await placeOrderBy(url, "mug-01")).increment_id;
}

async function orderNumbers(url: string): Promise<string[]> {
  const { result } = await callBy(url, "sales_order.list", []);
  return (result as PlacedOrder[]).map(({ increment_id }) => increment_id);
}

/** Copies the folder of a running server; `pg_basebackup` does the same over the network. */
async function backUp(port: number, from: string, to: string): Promise<void> {
  const client = new pg.Client({ ...credentials, port, database: "postgres" });
  await client.connect();
  try {
    await client.query("select pg_backup_start('shop', fast => true)");
    const isLeftOut = (path: string) => /postmaster\.(pid|opts)$|\/pg_wal\/[0-9A-F]{24}$/.test(path);
    await cp(from, to, { recursive: true, filter: (path) => !isLeftOut(path) });
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop()");
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
}

test("a shop goes back to the moment before an accident, from a copy and the archived log", async () => {
  const folder = await serverFolder();
  const [data, copy, archive] = ["data", "copy", "archive"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const servers: Server[] = [];
  onTestFinished(async () => {
    for (const { pid, ended } of servers) {
      try {
        process.kill(pid, "SIGQUIT");
      } catch {
        // It has ended already.
      }
      await ended;
    }
    await removeFolder(folder);
  });
  await mkdir(archive);
  await own(archive);
  await initCluster(data);
  const port = await freePort();
  servers.push(
    await startServerIn(data, port, {
      archive_mode: "on",
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    }),
  );
  await ask({ port }, "create database shop");
  const place = await workingPlace({ onTestFinished });
  const start = (at: number) =>
    place.start(["--port", "0", "--storage", addressOf([at], "shop"), "--log-level", "fatal"]);
  const url = await start(port).address();

  // However long the copy takes, there is something left to order.
  await callBy(url, "cataloginventory_stock_item.update", ["mug-01", { qty: 1_000_000 }]);
  const numbers = [await placeOrder(url)];
  // The shop is at work while it is copied.
  const copying = { isOver: false };
  const working = (async () => {
    while (!copying.isOver) numbers.push(await placeOrder(url));
  })();
  await backUp(port, data, copy);
  copying.isOver = true;
  await working;
  numbers.push(await placeOrder(url), await placeOrder(url));
  const kept = await orderNumbers(url);
  expect(kept).toEqual(expect.arrayContaining(numbers));

  const [row] = await ask<{ now: string }>({ port }, "select clock_timestamp()::text as now");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const accident = await fetch(`${url}/control/reset`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ dataset: "minimal" }),
  });
  expect(accident.status).toBe(204);
  expect(await orderNumbers(url)).toEqual([]);

  const [last] = await ask<{ name: string }>({ port }, "select pg_walfile_name(pg_switch_wal()) as name");
  const archived = `select last_archived_wal >= '${last?.name}' as it from pg_stat_archiver`;
  await expect
    .poll(async () => (await ask<{ it: boolean }>({ port }, archived))[0]?.it, { timeout: 100_000 })
    .toBe(true);
  // The machine is lost with all that it had.
  process.kill(servers[0]?.pid ?? 0, "SIGKILL");
  await servers[0]?.ended;
  await rm(data, { recursive: true, force: true });

  await writeFile(join(copy, "recovery.signal"), "");
  await own(copy);
  const restored = await freePort();
  servers.push(
    await startServerIn(copy, restored, {
      restore_command: `cp ${archive}/%f %p`,
      recovery_target_time: row?.now ?? "",
      recovery_target_action: "promote",
    }),
  );
  const isBack = "select not pg_is_in_recovery() as it";
  await expect
    .poll(async () => (await ask<{ it: boolean }>({ port: restored }, isBack))[0]?.it, { timeout: 100_000 })
    .toBe(true);
  const back = await start(restored).address();
  expect(await orderNumbers(back)).toEqual(kept);
  const next = await placeOrder(back);
  expect(Number(next)).toBe(Math.max(...numbers.map(Number)) + 1);
});
