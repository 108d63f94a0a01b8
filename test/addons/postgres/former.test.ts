/**
 * A database of an earlier layout: `test/shop/states/database-0.3.sql` is what pg_dump wrote of a minimal shop of release 0.3,
 * with migrations 1 to 4.
 */
import { readFile } from "node:fs/promises";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { schemaMigrations } from "../../../src/addons/postgres/migrations.js";
import { secondaryIndexes } from "../../../src/addons/postgres/schema.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { collections } from "../../../src/shop/data/collections.js";
import { closedAtEnd } from "../../support/closed.js";
import { administer, createDatabase, credentials } from "../../support/postgres.js";
import { product } from "../../engine/storage/support/documents.js";
import { ask } from "../../support/postgres-cluster.js";
import { startShop } from "../../support/shop.js";

const dump = new URL("../../shop/states/database-0.3.sql", import.meta.url);
async function formerDatabase() {
  const database = await createDatabase();
  onTestFinished(database.drop);
  const sql = await readFile(dump, "utf8");
  await administer(database.port, `drop schema store_api cascade;\n${sql}`, database.name);
  return database;
}

async function open(url: string) {
  const storage = await openPostgresStorage(parsePostgresAddress(url), { collections });
  const shop = await startShop({ storage });
  return shop;
}

describe("a database of release 0.3", () => {
  test("is migrated forward, with all that is in it as it was", async () => {
    const { url, port, name } = await formerDatabase();
    const stored = async () => {
      const texts = ["products", "orders", "customers", "settings", "attributes"].map(
        (table) => `select '${table}' as name, id::text, d::text from store_api.${table}`,
      );
      return ask({ port }, `${texts.join(" union all ")} order by name, id`, name);
    };
    const before = await stored();
    expect(before.length).toBeGreaterThan(90);
    const shop = await open(url);
    expect(await stored()).toEqual(before);
    const numbers = "select max(number) as last from store_api.migrations";
    expect(await ask({ port }, numbers, name)).toEqual([{ last: schemaMigrations.at(-1)?.number }]);
    const tables =
      "select relname::text as name from pg_class where relname in ('login_failures', 'caller_writes')";
    expect(await ask({ port }, tables, name)).toEqual([]);

    const session = await shop.login();
    expect(await shop.call("catalog_product.info", [1], session)).toMatchObject({
      name: "Müg  ☃",
      price: 12.5,
    });
    expect(await shop.call("sales_order_invoice.list", [], session)).toMatchObject([
      { increment_id: "100000001" },
    ]);
    const [image] = (await shop.call("catalog_product_attribute_media.list", [1], session)) as {
      file: string;
    }[];
    expect((await fetch(`${shop.url}/media/catalog/product${image?.file}`)).status).toBe(200);
    const clock = await shop.http("GET", "/control/clock");
    expect(clock.json).toEqual({ now: "2030-01-01 00:00:00", frozen: true });
    expect(
      await shop.call("catalog_product.create", ["simple", 4, "next", { name: "n", price: 1 }], session),
    ).toBe(2);
  });

  test("is still opened by servers of 0.3, which know one migration less", async () => {
    const { url } = await formerDatabase();
    const shop = await open(url);
    const migrations = schemaMigrations.slice(0, -1);
    const other = closedAtEnd(
      await openPostgresStorage(parsePostgresAddress(url), { collections, migrations }),
    );
    await other.write((tx) => tx.put("products", product(7, { sku: "by 0.3" })));
    expect(await shop.storage.read((tx) => tx.get("products", 7))).toMatchObject({ sku: "by 0.3" });
  });
});

test("a database from before 0.3 is refused, says how to move it, and stays as it was", async () => {
  const { url, port, name } = await formerDatabase();
  await administer(port, "delete from store_api.migrations where number = 4", name);
  const opening = openPostgresStorage(parsePostgresAddress(url), { collections });
  await expect(opening).rejects.toThrow(
    /are of a version before 0\.3 \(migration 3, this one continues from 4\): export the shop with that version/,
  );
  const numbers = "select max(number) as last from store_api.migrations";
  expect(await ask({ port }, numbers, name)).toEqual([{ last: 3 }]);
});

test("others write while the indexes that are new are made, and what broke off is made again", async () => {
  const { url, port, name } = await formerDatabase();
  const index = secondaryIndexes("store_api", collections).find(({ on }) => on.includes(".products "));
  await administer(port, `drop index if exists store_api.${index?.name}`, name);
  const clients = [0, 1].map(() => new pg.Client({ ...credentials, port, database: name }));
  for (const client of clients) {
    await client.connect();
    onTestFinished(() => client.end());
  }
  const [slow, quick] = clients as [pg.Client, pg.Client];
  await slow.query("begin");
  await slow.query(`insert into store_api.products values (900, '{"id":900,"sku":"slow"}')`);
  const opening = expect(openPostgresStorage(parsePostgresAddress(url), { collections })).rejects.toThrow(
    "terminating",
  );
  const waiting =
    "select count(*)::int as count from pg_stat_activity where query like 'create index concurrently%'";
  const isWaiting = async () => (await ask<{ count: number }>({ port }, waiting, name))[0]?.count === 1;
  await expect.poll(isWaiting, { timeout: 100_000 }).toBe(true);
  // Behind a lock on the table it would wait in vain.
  await quick.query("set lock_timeout = '1s'");
  await quick.query(`insert into store_api.products values (901, '{"id":901,"sku":"quick"}')`);
  await ask(
    { port },
    `select pg_terminate_backend(pid) from (${waiting.replace("count(*)::int as count", "pid")}) one`,
    name,
  );
  await opening;
  await slow.query("commit");
  const invalid = "select count(*)::int as count from pg_index where not indisvalid";
  expect(await ask({ port }, invalid, name)).toEqual([{ count: 1 }]);

  await Promise.all([open(url), open(url)]);
  expect(await ask({ port }, invalid, name)).toEqual([{ count: 0 }]);
});

test("an older database gets the tables, columns, indexes and functions that a new one has", async () => {
  const former = await formerDatabase();
  const fresh = await createDatabase();
  onTestFinished(fresh.drop);
  await (await openPostgresStorage(parsePostgresAddress(former.url), { collections })).close();
  const layoutOf = ({ port, name }: { port: number; name: string }) =>
    ask<{ kind: string; name: string }>(
      { port },
      `select 'column' as kind, table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as name
         from information_schema.columns where table_schema = 'store_api'
       union all select 'index', indexdef from pg_indexes where schemaname = 'store_api'
       union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'store_api'::regnamespace
       order by 1, 2`,
      name,
    );
  const wanted = await layoutOf(fresh);
  expect(wanted.length).toBeGreaterThan(80);
  expect(await layoutOf(former)).toEqual(wanted);
});
