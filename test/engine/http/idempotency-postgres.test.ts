/** Two processes with one PostgreSQL: a call that reaches both with one key has one effect and one answer. */
import { expect, test } from "vitest";
import { parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { createDatabase } from "../../support/postgres.js";
import { bearer, startShop, type Shop } from "../../support/shop.js";
import { collections } from "../../../src/shop/data/collections.js";

test("fifty times at once through two processes, with an effect and with a fault", async ({
  onTestFinished,
}) => {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const open = async () => {
    const storage = await openPostgresStorage(parsePostgresAddress(database.url), { collections });
    const shop = await startShop({ storage });
    return shop;
  };
  const shops = [await open(), await open()];
  for (const shop of shops) await shop.session();

  const data = {
    is_active: 1,
    include_in_menu: 1,
    available_sort_by: ["position"],
    default_sort_by: "position",
  };
  const create = { parentId: 2, categoryData: { ...data, name: "Once" } };
  const rounds = Array.from({ length: 10 }, (_, round) => `round ${round}`);
  for (const key of rounds) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(shops[index % 2] as Shop, "catalog_category.create", create, key),
      ),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(
      others.filter(({ status, text }) => status !== 409 || !text.includes("still in progress")),
    ).toEqual([]);

    const refused = await Promise.all(
      shops.map((shop) => send(shop, "catalog_category.delete", { categoryId: 9999 }, `${key} refused`)),
    );
    expect(refused.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([404, refused[0]?.text]));
  }
  const tree = (await shops[1]?.call("catalog_category.tree", [2])) as { children: { name: string }[] };
  expect(tree.children.map(({ name }) => name)).toEqual(rounds.map(() => "Once"));
});

async function send(shop: Shop, operation: string, body: object, key: string) {
  const headers = { ...bearer(await shop.session()), "Idempotency-Key": key };
  const answer = await shop.http("POST", `/api/rpc/${operation}`, { body, headers });
  return { status: answer.status, text: answer.text, replayed: answer.headers.has("Idempotent-Replayed") };
}
