/**
 * Two versions on one database: a server of the previous version continues to read and write while the next one creates
 * its tables, and then both run side by side.
 */
import { expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { type SchemaMigration, schemaMigrations } from "../../../src/addons/postgres/migrations.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { administer, createDatabase } from "../../support/postgres.js";
import { callBy, workingPlace } from "../../support/process.js";
import { startShop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const newest = schemaMigrations.at(-1)?.number ?? 0;

/** What a next version may do: a column and an index for tables that are in use, and a table of its own. */
const next = (number: number): SchemaMigration => ({
  number,
  sql: (schema) => `
alter table ${schema}.versions add column of_next_${number} bigint not null default 0;
create index on ${schema}.products ((d ->> 'type'));
create table ${schema}.next_${number} (id bigint primary key);`,
});

const oneMore = [...schemaMigrations, next(newest + 1)];
const twoMore = [...oneMore, next(newest + 2)];

interface Load {
  calls: number;
  readonly wrong: unknown[];
  isOver: boolean;
}

/** Creates products one after the other and reads each, until it is over. */
async function work(url: string, name: string, load: Load): Promise<void> {
  for (let number = 0; !load.isOver; number += 1) {
    const sku = `${name}-${number}`;
    const made = await callBy(url, "catalog_product.create", ["simple", 4, sku, { name: sku, price: 1 }]);
    const seen = await callBy(url, "catalog_product.info", [made.result]);
    if ((seen.result as { sku?: string } | undefined)?.sku !== sku) load.wrong.push(made.error ?? seen);
    load.calls += 1;
  }
}

test("a server goes on while the next version migrates the database, and beside it afterwards", async () => {
  const { url, port, name, drop } = await createDatabase();
  onTestFinished(drop);
  const place = await workingPlace({ onTestFinished });
  const start = () => place.start(["--port", "0", "--storage", url, "--log-level", "fatal"]);
  const before = await start().address();
  const load: Load = { calls: 0, wrong: [], isOver: false };
  const running = ["a", "b", "c", "d"].map((writer) => work(before, writer, load));
  await expect.poll(() => load.calls, { timeout: 100_000 }).toBeGreaterThan(20);

  const shop = await startShop({
    dataset: "sample",
    storage: await openPostgresStorage(parsePostgresAddress(url), { collections, migrations: oneMore }),
  });
  await administer(port, `insert into store_api.next_${newest + 1} values (1)`, name);
  const atMigration = load.calls;
  const product = await shop.call("catalog_product.create", [
    "simple",
    4,
    "by-the-next",
    { name: "n", price: 1 },
  ]);
  expect((await callBy(before, "catalog_product.info", [product])).result).toMatchObject({
    sku: "by-the-next",
  });
  // What one version changes among the things kept in memory, the other one knows.
  await callBy(before, "catalog_category.create", [2, { name: "By the one before", is_active: 1 }]);
  expect(JSON.stringify(await shop.call("catalog_category.tree", [2]))).toContain("By the one before");
  await expect.poll(() => load.calls, { timeout: 100_000 }).toBeGreaterThan(atMigration + 20);
  load.isOver = true;
  await Promise.all(running);
  expect(load.wrong).toEqual([]);

  // The version before can still be started, for instance to go back.
  const again = await start().address();
  expect((await callBy(again, "catalog_product.info", [product])).result).toMatchObject({
    sku: "by-the-next",
  });
});

test("two migrations are one too many for the version before", async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  await (await openPostgresStorage(parsePostgresAddress(url), { collections, migrations: twoMore })).close();
  const refusal = openPostgresStorage(parsePostgresAddress(url), { collections });
  await expect(refusal).rejects.toThrow(`(migration ${newest + 2}, this one knows ${newest})`);
  await (await openPostgresStorage(parsePostgresAddress(url), { collections, migrations: oneMore })).close();
});
