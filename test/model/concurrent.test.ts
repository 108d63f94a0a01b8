/**
 * Histories of several concurrent clients are linearizable. The order of the calls is not deterministic, so a
 * seed repeats the requests of the clients, but not their timing: an inexplicable history is printed
 * completely.
 */
import { expect, test } from "vitest";
import { seed } from "../support/seed.js";
import { startShop, type ShopOptions } from "../support/shop.js";
import { differsHere } from "../support/storages.js";
import { ForgetfulStorage, StaleStorage } from "./broken-storages.js";
import { record, unexplained } from "./concurrent.js";
import { Server } from "./server.js";
import { begin } from "./walk.js";
import { collections } from "../../src/shop/data/collections.js";

const histories = Number(process.env.MODEL_HISTORIES ?? 3);

/** Orders change the prices and stock of no other part; the other parts share nothing. */
const groups = [["catalog", "tree", "customers"], ["sales"]];

/** The first history of that kind that no order of calls explains. */
async function found(options: ShopOptions, first: number, count: number): Promise<string[]> {
  const shop = await startShop(options);
  for (let at = first; at < first + count; at += 1) {
    for (const parts of groups) {
      await shop.reset("minimal");
      const server = new Server(shop.url);
      if (options.storage instanceof StaleStorage) options.storage.isStale = false;
      const start = await begin(server);
      if (options.storage instanceof StaleStorage) options.storage.isStale = true;
      const history = await record(server, start, { seed: at, clients: 5, callsEach: 12, parts });
      const wrong = unexplained(history, start);
      if (wrong.length > 0) return wrong;
    }
  }
  return [];
}

test.skipIf(differsHere("IDs may have gaps and need not follow the order of commits"))(
  `5 clients at once, seed ${seed}`,
  { timeout: 120_000 + histories * 20_000 },
  async () => {
    expect(await found({}, seed, histories)).toEqual([]);
  },
);

test.each([
  { title: "stale reads", storage: () => new StaleStorage({ collections }) },
  { title: "lost updates", storage: () => new ForgetfulStorage({ collections }) },
])("$title are found", async ({ storage }) => {
  expect(await found({ storage: storage() }, 1, 10)).not.toEqual([]);
});
