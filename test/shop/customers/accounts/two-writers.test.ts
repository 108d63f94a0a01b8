/**
 * Two writers of one e-mail address at the same moment, each of which looked before the other wrote
 * (customers 1.5).
 */
import { describe, expect, test } from "vitest";
import {
  changeAccount,
  createAccount,
  type AccountContext,
} from "../../../../src/shop/customers/accounts/accounts.js";
import type { NewCustomer } from "../../../../src/shop/customers/accounts/customer-record.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import type { CustomerDoc } from "../../../../src/shop/data/entities/customer.js";
import { ShopDirectory } from "../../../../src/shop/stores/directory.js";
import { UniqueError, type Tx } from "../../../../src/engine/storage/storage.js";

const given = {
  ...{ email: "Ada@Shop.test", firstname: "Ada", lastname: "King", password: "secret77" },
  ...{ website_id: 1, group_id: 1 },
} as unknown as NewCustomer;
const stored = { id: 1, custom: {}, store_id: 0, ...given } as unknown as CustomerDoc;

/** A transaction that finds no customer, and in which storing fails. */
function writing(error: Error | undefined, scope: "website" | "global" = "website") {
  const claims: string[] = [];
  const tx = {
    by: () => Promise.resolve(undefined),
    find: () => Promise.resolve([]),
    next: () => Promise.resolve(1),
    claim: (name: string) => Promise.resolve(claims.push(name)),
    put: () => (error ? Promise.reject(error) : Promise.resolve()),
  };
  const parts = {
    ...{ tx: tx as unknown as Tx, shop: new ShopDirectory(installedShop), now: "2025-06-01 12:00:00" },
    ...{ settings: { customerShareScope: scope, customerConfirmationRequired: false }, hashOf: () => "x" },
  };
  return { claims, parts: parts as unknown as AccountContext };
}

const taken = new UniqueError("customers", "email", ["1", given.email]);

describe("if the unique index detects it", () => {
  test("a new account is refused because the address is used", async () => {
    expect(await createAccount(writing(taken).parts, { given, custom: {} })).toBeUndefined();
    expect(await createAccount(writing(undefined).parts, { given, custom: {} })).toBe(1);
  });

  test("a change is refused because the address is used", async () => {
    const change = { given: { email: "b@shop.test" }, custom: {} };
    expect(await changeAccount(writing(taken).parts, stored, change)).toBe(false);
    expect(await changeAccount(writing(undefined).parts, stored, change)).toBe(true);
  });

  test.each([new UniqueError("sessions", "token", ["x"]), new Error("no room")])(
    "any other error is passed on: %s",
    async (error) => {
      await expect(createAccount(writing(error).parts, { given, custom: {} })).rejects.toBe(error);
    },
  );
});

test("accounts of all websites wait for each other by the address, in any case; those of one website need not", async () => {
  const [shared, own] = [writing(undefined, "global"), writing(undefined)];
  for (const { parts } of [shared, own]) await createAccount(parts, { given, custom: {} });
  expect([shared.claims, own.claims]).toEqual([["email ada@shop.test"], []]);
});
