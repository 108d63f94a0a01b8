/** Each call of a batch is made with its own session, which earlier calls may have ended or changed. */
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });

type Answer = { readonly result?: unknown; readonly error?: { readonly data: { readonly fault: string } } };

async function batch(requests: readonly (readonly [method: string, params: unknown])[]): Promise<unknown[]> {
  const body = requests.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  const { json } = await shop.http("POST", "/api/jsonrpc", { body });
  return (json as Answer[]).map(({ result, error }) => error?.data.fault ?? result);
}

const level = ["catalog_category.level", []] as const;
const store = ["catalog_product.currentStore", []] as const;

test("an ended session is refused", async () => {
  const session = await shop.login();
  const answers = await batch([
    ["call", [session, ...level]],
    ["call", [session, ...level]],
    ["endSession", [session]],
    ["call", [session, ...level]],
    ["call", [session, ...level]],
  ]);
  expect(answers.slice(2)).toEqual([true, "session_expired", "session_expired"]);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toHaveLength(1);
});

test("every call is made with its own session", async () => {
  const [one, other] = [await shop.login(), await shop.login()];
  await shop.call("catalog_product.currentStore", ["german"], one);
  const [german, none, wrong, again] = await batch([
    ["call", [one, ...store]],
    ["call", [other, ...store]],
    ["call", ["f".repeat(64), ...store]],
    ["call", [one, ...store]],
  ]);
  expect(german).not.toEqual(none);
  expect(wrong).toBe("session_expired");
  expect(again).toEqual(german);
});

test("a current store that a call sets is the store of later calls", async () => {
  const session = await shop.login();
  const answers = await batch([
    ["call", [session, ...store]],
    ["call", [session, "catalog_product.currentStore", ["german"]]],
    ["call", [session, ...store]],
  ]);
  expect(answers[2]).toBe(answers[1]);
  expect(answers[1]).not.toBe(answers[0]);
});
