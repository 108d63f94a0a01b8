/** A whole shop moves from memory into a database and back, with images and numbers. */
import { expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { createDatabase } from "../../support/postgres.js";
import { startShop, type Shop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

const source = await startShop({ dataset: "sample", storage: new MemoryStorage({ collections }) });

const stateOf = (shop: Shop) => shop.http("GET", "/control/state").then(({ json }) => json);
const put = (shop: Shop, body: unknown) => shop.http("PUT", "/control/state", { body });

test("a shop is unchanged after moving into a database and back", async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const database = await startShop({
    storage: await openPostgresStorage(parsePostgresAddress(url), { collections }),
  });
  const target = await startShop({ storage: new MemoryStorage({ collections }) });
  await source.http("POST", "/control/orders", {
    body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] },
  });
  const exported = await stateOf(source);

  expect((await put(database, exported)).status).toBe(204);
  const stored = await stateOf(database);
  expect(stored).toEqual(exported);
  expect((await put(target, stored)).status).toBe(204);
  expect(await stateOf(target)).toEqual(exported);

  const headers = { "Content-Type": "application/jsonl" };
  const lines = (
    await database.http("GET", "/control/state", { headers: { Accept: headers["Content-Type"] } })
  ).text;
  const change = await database.http("PUT", "/control/state", { body: lines.replace("Mug", "Jug"), headers });
  expect([change.status, await stateOf(database)]).toEqual([422, exported]);
  for (const shop of [database, target])
    expect((await shop.http("PUT", "/control/state", { body: lines, headers })).status).toBe(204);
  expect([await stateOf(database), await stateOf(target)]).toEqual([exported, exported]);

  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }] };
  const [one, other] = await Promise.all(
    [source, database].map((shop) => shop.http("POST", "/control/orders", { body: order })),
  );
  expect(other?.json).toEqual(one?.json);
});
