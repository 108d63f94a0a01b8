/** `customer.list` and `customer.delete`: customers 2.1, 2.7. */
import type { OrderDoc } from "../../../../src/shop/data/entities/sales.js";
import { beforeEach, describe, expect, test } from "vitest";
import { sharingProblem } from "../../../../src/shop/customers/accounts/accounts.js";
import { CustomerShop, least, sampleCustomers } from "../customer-shop.js";

let shop: CustomerShop;

beforeEach(async () => {
  shop = await CustomerShop.open({ records: sampleCustomers });
});

const ids = async (...args: unknown[]) =>
  (await shop.call<{ customer_id: number }[]>("customer.list", ...args)).map(
    ({ customer_id }) => customer_id,
  );

describe("list", () => {
  test("returns exactly the documented members, by ID", async () => {
    const [first, ...others] = await shop.call<Record<string, unknown>[]>("customer.list");
    expect(first).toEqual({
      customer_id: 1,
      email: "anna.becker@example.com",
      firstname: "Anna",
      lastname: "Becker",
      created_at: "2024-01-02 08:00:00",
      updated_at: "2024-01-02 08:00:00",
      website_id: 1,
      group_id: 1,
    });
    expect(others.map(({ customer_id }) => customer_id)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });

  test.each([
    { filters: { customer_id: [3, "1", 99] }, want: [1, 3] },
    { filters: { entity_id: { gt: 6 } }, want: [7, 8] },
    { filters: { email: { like: "ANNA%" } }, want: [1] },
    { filters: { created_at: { from: "2024-01-05 16:20:00", to: "2024-01-11" } }, want: [2, 3] },
    { filters: { website_id: 2, group_id: { neq: 1 } }, want: [6, 7] },
    { filters: { dob: { notnull: true } }, want: [1, 2, 5] },
    { filters: { dob: "1992-02-29" }, want: [5] },
    { filters: { taxvat: "" }, want: [1, 2, 4, 5, 7, 8] },
    { filters: { gender: 2, is_active: true }, want: [1, 5] },
    { filters: { default_shipping: { null: true } }, want: [4, 8] },
    { filters: { default_billing: 3 }, want: [2] },
    { filters: { created_in: "admin" }, want: [7, 8] },
    { filters: { store_id: { in: "2,3" } }, want: [2, 5, 6] },
    { filters: { lastname: "nobody" }, want: [] },
  ])("filters $filters", async ({ filters, want }) => {
    expect(await ids(filters)).toEqual(want);
  });

  test.each([
    { store: null, want: [1, 2, 3, 4, 5, 6, 7, 8] },
    { store: "admin", want: [1, 2, 3, 4, 5, 6, 7, 8] },
    { store: "german", want: [1, 2, 3, 4, 8] },
    { store: 2, want: [5, 6, 7] },
  ])("store $store", async ({ store, want }) => {
    expect(await ids(null, store)).toEqual(want);
  });

  test("store is only checked if accounts are shared", async () => {
    shop = await CustomerShop.open({
      records: sampleCustomers,
      settings: { customerShareScope: "global" },
    });
    expect(await ids({}, 2)).toHaveLength(8);
    expect(await shop.outcome("customer.list", {}, "nope")).toBe("store_not_exists");
  });

  test.each([
    [{ nonsense: 1 }],
    [{ password_hash: { like: "%" } }],
    [{ password: "x" }],
    [{ subscription: "subscribed" }],
    [{ last_logged_in: { null: true } }],
    [{ website_id: "abc" }],
    [{ email: { regexp: "." } }],
    [{ email: {} }],
    [[1]],
    ["text"],
  ])("refuses the filters %j", async (filters) => {
    expect(await shop.outcome("customer.list", filters)).toMatch(/^filters_invalid/);
  });

  test("refuses a list above the limit instead of shortening it", async () => {
    shop = await CustomerShop.open({ records: sampleCustomers, settings: { listMaxRows: 7 } });
    expect(await shop.outcome("customer.list")).toBe("filters_invalid");
    expect(await ids({ website_id: 1 })).toHaveLength(5);
  });
});

describe("delete", () => {
  /** What matters of an order here. */
  const order = (id: number, customer_id: number | null) => {
    const numbers = { id, customer_id, increment_id: String(100000000 + id), store_id: 1 };
    const rest = { status: "pending", state: "new", created_at: "2024-02-01 10:00:00" };
    return { ...numbers, ...rest, customer_email: "anna.becker@example.com" } as unknown as OrderDoc;
  };

  test("removes addresses and sessions and keeps orders", async () => {
    await shop.storage.write(async (tx) => {
      for (let id = 1; id <= 1200; id += 1) await tx.put("orders", order(id, id === 7 ? 2 : 1));
      const session = { user_id: 0, created_at: "", last_used: "" };
      await tx.put("sessions", { ...session, id: "hers", customer_id: 1 });
      await tx.put("sessions", { ...session, id: "his", customer_id: 2 });
    });

    expect(await shop.call("customer.delete", 1)).toBe(true);

    expect(await shop.outcome("customer.delete", 1)).toBe("customer_not_exists");
    expect(await shop.outcome("customer.info", 1)).toBe("customer_not_exists");
    expect(await shop.outcome("customer_address.list", 1)).toBe("customer_not_exists");
    expect(await shop.outcome("customer_address.info", 1)).toBe("address_not_exists");
    await shop.storage.read(async (tx) => {
      expect(await tx.get("orders", 5)).toEqual(order(5, null));
      expect(await tx.get("orders", 1200)).toEqual(order(1200, null));
      expect(await tx.get("orders", 7)).toEqual(order(7, 2));
      expect((await tx.find("sessions")).map(({ id }) => id)).toEqual(["his"]);
      expect((await tx.find("addresses")).map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 8]);
    });
  });

  test("never uses an ID again", async () => {
    await shop.call("customer.delete", 8);
    expect(await shop.call("customer.create", least)).toBe(9);
  });

  test.each([0, -1, "abc", 1.5, true, 99])("knows no customer %j", async (id) => {
    expect(await shop.outcome("customer.delete", id)).toBe("customer_not_exists");
  });
});

test("sharing accounts is refused while two have the same e-mail address", async () => {
  expect(await sharingProblem(shop.storage)).toBeUndefined();
  await shop.call("customer.create", { ...least, email: "ANNA.becker@example.com", website_id: 2 });
  expect(await sharingProblem(shop.storage)).toMatch("customers 1 and 9");
});

test("no answer contains a secret", async () => {
  const answers = [
    await shop.call("customer.list"),
    await shop.call("customer.info", 1),
    await shop.refusal("customer.create", { ...least, password: "short!", email: "x" }),
    await shop.refusal("customer.create", { ...least, email: "anna.becker@example.com" }),
    await shop.refusal("customer.create", { ...least, password: ["secret-7"] }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/scrypt|password_hash|short!|secret-7/);
});
