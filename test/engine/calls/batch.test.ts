/** Batches (conventions 2.5). */
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const aList = expect.any(Array) as unknown[];
const aText = expect.any(String) as string;

const shop = await startShop();

const request = (id: unknown, method = "globalFaults", params: unknown = []) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const notification = (method = "globalFaults") => ({ jsonrpc: "2.0", method });
const invalid = { jsonrpc: "2.0", id: null, error: { code: -32600 } };

test("answers have the order of the requests; notifications have none", async () => {
  const batch = [
    request(2),
    1,
    notification(),
    request("a", "nope"),
    [],
    request(null),
    notification("nope"),
    null,
  ];
  expect(await shop.send(batch)).toMatchObject([
    { id: 2, result: aList },
    invalid,
    { id: "a", error: { code: -32601 } },
    invalid,
    { id: null, result: aList },
    invalid,
  ]);
});

test("an empty batch is one invalid request", async () => expect(await shop.send([])).toMatchObject(invalid));

test("a batch of one request has a batch of one answer", async () => {
  expect(await shop.send([request(1)])).toMatchObject([{ id: 1 }]);
  expect(await shop.send([1])).toMatchObject([invalid]);
});

test("a batch of only notifications is not answered", async () => {
  expect(await shop.send([notification(), notification("nope")])).toBeUndefined();
});

test("100 requests pass", async () => {
  const answers = await shop.send(Array.from({ length: 100 }, (_, id) => request(id, "startSession")));
  expect((answers as { id: number }[]).map(({ id }) => id)).toEqual([...Array(100).keys()]);
});

test("of 101 requests none is executed", async () => {
  const session = await shop.login();
  const batch = [request(0, "endSession", [session]), ...Array.from({ length: 100 }, (_, id) => request(id))];
  expect(await shop.send(batch)).toMatchObject(invalid);
  expect(await shop.call("catalog_category.currentStore", [], session)).toBe(0);
});

test("a huge batch is refused as a whole", async () => {
  expect(await shop.send(Array.from({ length: 25_000 }, () => 1))).toMatchObject(invalid);
});

test("a later request sees the effects of earlier ones, and a failure undoes nothing", async () => {
  const session = await shop.login();
  const call = (id: number, path: string, args: unknown[] = []) => request(id, "call", [session, path, args]);
  expect(
    await shop.send([
      call(1, "catalog_category.currentStore", ["default"]),
      call(2, "catalog_category.currentStore", ["nope"]),
      call(3, "catalog_category.currentStore"),
    ]),
  ).toMatchObject([{ result: 1 }, { error: { data: { fault: "store_not_exists" } } }, { result: 1 }]);
});

test("a login in a batch does not affect later requests", async () => {
  const batch = [
    request(1, "login", ["admin", "admin123"]),
    request(2, "call", [null, "catalog_product_type.items"]),
  ];
  expect(await shop.send(batch)).toMatchObject([{ result: aText }, { error: { code: 5 } }]);
});
