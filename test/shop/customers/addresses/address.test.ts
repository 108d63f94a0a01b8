/** `customer_address`: customers 3. See address-data.test.ts for the problems of address data. */
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { CustomerShop, least, place } from "../customer-shop.js";

let shop: CustomerShop;
let customerId: number;

beforeEach(async () => {
  shop = await CustomerShop.open();
  customerId = await shop.call<number>("customer.create", least);
});

const create = (data: object = {}) =>
  shop.call<number>("customer_address.create", customerId, { ...place, ...data });
const update = (id: number, data: object) => shop.call("customer_address.update", id, data);
const info = (id: number) => shop.call<Record<string, unknown>>("customer_address.info", id);
const defaults = async () => {
  const { default_billing, default_shipping } = await shop.call<Record<string, unknown>>(
    "customer.info",
    customerId,
  );
  return [default_billing, default_shipping];
};

const both = { is_default_billing: true, is_default_shipping: true };

test("list returns five members each, by ID", async () => {
  expect(await shop.call("customer_address.list", customerId)).toEqual([]);
  await create();
  shop.clock.advance(60);
  await create({ is_default_shipping: 1 });

  const entry = { is_default_billing: false, is_default_shipping: false };
  const [at, later] = ["2025-06-01 12:00:00", "2025-06-01 12:01:00"];
  expect(await shop.call("customer_address.list", customerId)).toEqual([
    { customer_address_id: 1, created_at: at, updated_at: at, ...entry },
    { customer_address_id: 2, created_at: later, updated_at: later, ...entry, is_default_shipping: true },
  ]);
});

test("the addresses of others are neither listed nor deleted", async () => {
  const other = await shop.call<number>("customer.create", { ...least, email: "other@example.com" });
  const mine = await create();
  const theirs = await shop.call<number>("customer_address.create", other, place);

  const listed = await shop.call<{ customer_address_id: number }[]>("customer_address.list", customerId);
  expect(listed.map(({ customer_address_id }) => customer_address_id)).toEqual([mine]);
  await shop.call("customer.delete", customerId);
  expect(await shop.outcome("customer_address.info", mine)).toBe("address_not_exists");
  expect(await info(theirs)).toMatchObject({ customer_id: other });
  const left = await shop.storage.read((tx) => tx.find("addresses"));
  expect(left.map(({ id }) => id)).toEqual([theirs]);
});

test("all missing members of an empty address are reported at once", async () => {
  const { message, data } = await shop.refusal("customer_address.create", customerId, {});
  const fields = ["firstname", "lastname", "street", "city", "telephone", "postcode", "country_id"];
  expect((data.errors as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  expect(message.split("\n")).toHaveLength(1 + fields.length);
});

describe("default addresses", () => {
  test("no address becomes a default automatically", async () => {
    await create();
    expect(await defaults()).toEqual([null, null]);
  });

  test("move, are removed, and are text in customer.info", async () => {
    const first = await create(both);
    expect(await defaults()).toEqual(["1", "1"]);
    const second = await create({ is_default_billing: true, is_default_shipping: false });
    expect(await defaults()).toEqual(["2", "1"]);
    expect(await info(first)).toMatchObject({ is_default_billing: false, is_default_shipping: true });

    await update(second, { is_default_billing: false, is_default_shipping: false });
    expect(await defaults()).toEqual([null, "1"]);
    await update(second, { is_default_billing: null });
    expect(await defaults()).toEqual([null, "1"]);
    await shop.call("customer_address.delete", first);
    expect(await defaults()).toEqual([null, null]);
    expect(await shop.outcome("customer_address.info", first)).toBe("address_not_exists");
  });

  test("a move counts as a change of the customer, any other change does not", async () => {
    const updated = async () => (await shop.customer(customerId))?.updated_at;
    shop.clock.advance(60);
    const id = await create({ is_default_shipping: false });
    expect(await updated()).toBe("2025-06-01 12:00:00");
    await update(id, both);
    expect(await updated()).toBe("2025-06-01 12:01:00");
    shop.clock.advance(60);
    await update(id, both);
    expect(await updated()).toBe("2025-06-01 12:01:00");
  });

  const flag = fc.constantFrom(true, false, null, undefined, 0, "1");
  const step = fc.oneof(
    fc.record({ kind: fc.constant("create" as const), billing: flag, shipping: flag }),
    fc.record({ kind: fc.constant("update" as const), at: fc.nat(9), billing: flag, shipping: flag }),
    fc.record({ kind: fc.constant("delete" as const), at: fc.nat(9) }),
  );

  test("there is at most one of a kind, and it always exists", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        shop = await CustomerShop.open();
        customerId = await shop.call<number>("customer.create", least);
        for (const next of steps) {
          const existing = await shop.call<{ customer_address_id: number }[]>(
            "customer_address.list",
            customerId,
          );
          const id = next.kind === "create" ? undefined : existing[next.at]?.customer_address_id;
          if (next.kind === "delete") {
            if (id !== undefined) await shop.call("customer_address.delete", id);
            continue;
          }
          const flags = { is_default_billing: next.billing, is_default_shipping: next.shipping };
          if (next.kind === "create") await create(flags);
          else if (id !== undefined) await update(id, flags);
        }
        await expectConsistentDefaults();
      }),
      { numRuns: 60 },
    );
  });

  async function expectConsistentDefaults(): Promise<void> {
    type Entry = Record<"is_default_billing" | "is_default_shipping", boolean> & {
      customer_address_id: number;
    };
    const entries = await shop.call<Entry[]>("customer_address.list", customerId);
    const shown = (["is_default_billing", "is_default_shipping"] as const).map((kind) => {
      const ofKind = entries.filter((entry) => entry[kind]);
      expect(ofKind.length).toBeLessThanOrEqual(1);
      return ofKind[0] ? String(ofKind[0].customer_address_id) : null;
    });
    expect(await defaults()).toEqual(shown);
  }
});

describe("update", () => {
  test("merges, replaces the street and keeps the owner", async () => {
    const other = await shop.call<number>("customer.create", { ...least, email: "b@shop.test" });
    const id = await create({ street: ["a", "b"], company: "Acme", fax: "1" });
    shop.clock.advance(60);
    expect(await update(id, { street: "c", company: "", fax: null, customer_id: other, id: 9 })).toBe(true);

    expect(await info(id)).toMatchObject({ street: "c", company: "", fax: "1", customer_id: customerId });
    expect(await shop.address(id)).toMatchObject({ updated_at: "2025-06-01 12:01:00" });
    expect(await update(id, {})).toBe(true);
  });

  test("the result must be complete: a country may require a postcode", async () => {
    const id = await create({ country_id: "ie", postcode: "" });
    expect(await info(id)).toMatchObject({ country_id: "IE", postcode: "" });
    expect(await shop.outcome("customer_address.update", id, { country_id: "US" })).toBe(
      "data_invalid: postcode",
    );
    expect(await update(id, { country_id: "US", postcode: "90210" })).toBe(true);
  });
});

test("any text is returned unchanged", async () => {
  const text = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
    .filter((one) => one.trim() === one && one !== "" && !/\p{Cc}|^\d+$/u.test(one) && one.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 8, maxLength: 8 }), async (texts) => {
      const [firstname, lastname, city, company, region, fax, street, prefix] = texts;
      const customerData = { firstname, lastname, prefix };
      await shop.call("customer.update", customerId, customerData);
      expect(await shop.call("customer.info", customerId)).toMatchObject(customerData);
      const data = { firstname, lastname, city, company, region, fax, street };
      expect(await info(await create(data))).toMatchObject(data);
    }),
    { numRuns: 100 },
  );
});
