/** `customer`: customers 2, its "worth a test" lists above all. */
import { beforeEach, describe, expect, test } from "vitest";
import { createAccount } from "../../../../src/shop/customers/accounts/accounts.js";
import { samplePassword } from "../../../../src/shop/states/sample/password.js";
import { shopDirectory } from "../../../../src/shop/stores/directory.js";
import { UniqueError, type Tx } from "../../../../src/engine/storage/storage.js";
import { CustomerShop, least, sampleCustomers } from "../customer-shop.js";

let shop: CustomerShop;

beforeEach(async () => {
  shop = await CustomerShop.open();
});

const create = (data: unknown, ...more: unknown[]) => shop.call<number>("customer.create", data, ...more);
const creating = (data: unknown, ...more: unknown[]) => shop.outcome("customer.create", data, ...more);
const updating = (id: unknown, data: unknown, ...more: unknown[]) =>
  shop.outcome("customer.update", id, data, ...more);
const info = (id: number) => shop.call<Record<string, unknown>>("customer.info", id);

describe("create", () => {
  test("with the minimum, everything else has its default", async () => {
    const id = await create(least);

    const want = {
      customer_id: 1,
      email: "mila@shop.test",
      firstname: "Mila",
      lastname: "Novak",
      middlename: "",
      prefix: "",
      suffix: "",
      created_at: "2025-06-01 12:00:00",
      updated_at: "2025-06-01 12:00:00",
      website_id: 1,
      group_id: 1,
      dob: null,
      taxvat: "",
      confirmation: null,
      created_in: "Admin",
      default_billing: null,
      default_shipping: null,
      is_active: 1,
    };
    expect(await info(id)).toEqual(want);
    expect(Object.keys(await info(id))).toEqual(Object.keys(want));
    expect(await shop.customer(id)).toMatchObject({
      store_id: 0,
      subscription: null,
      gender: null,
      custom: {},
    });
  });

  test("with everything, all members are stored trimmed", async () => {
    const id = await create({
      ...least,
      ...{ email: "  Mila@Shop.test ", firstname: " Mila ", group_id: "2", middlename: " M. ", prefix: "Dr" },
      suffix: "",
      dob: "1990-02-11 08:00:00",
      taxvat: 4711,
      is_subscribed: true,
      gender: "2",
      is_active: 0,
      ...{ disable_auto_group_change: true, store: "german" },
    });

    expect(await info(id)).toMatchObject({
      email: "Mila@Shop.test",
      firstname: "Mila",
      group_id: 2,
      middlename: "M.",
      prefix: "Dr",
      suffix: "",
      ...{ dob: "1990-02-11", taxvat: "4711", is_active: 0 },
    });
    expect(await shop.customer(id)).toMatchObject({
      ...{ subscription: "subscribed", gender: 2, disable_auto_group_change: 1, store_id: 3 },
    });
  });

  test.each([
    ["positional", {}, "default", { store_id: 1, created_in: "Default Store View" }],
    ["none", {}, 0, { store_id: 0, created_in: "Admin" }],
    ["store before positional", { store: "german" }, 1, { store_id: 3 }],
    ["store_id before store", { store: "german", store_id: 1 }, 0, { store_id: 1 }],
    ["store_id 0", { store_id: 0 }, 1, { store_id: 0, created_in: "Admin" }],
  ])("store of origin: %s", async (_title, data, store, want) => {
    const id = await create({ ...least, ...data }, store);
    expect(await shop.customer(id)).toMatchObject(want);
  });

  test.each([
    { title: "unknown store", data: {}, store: "nope", want: "store_not_exists" },
    { title: "store of another website", data: {}, store: 2, want: "customer_data_invalid: store" },
    { title: "unknown store_id", data: { store_id: 99 }, want: "customer_data_invalid: store_id" },
    { title: "store_id elsewhere", data: { store_id: 2 }, want: "customer_data_invalid: store_id" },
    { title: "store elsewhere", data: { store: "second_default" }, want: "customer_data_invalid: store" },
    { title: "unknown website", data: { website_id: 99 }, want: "website_not_exists" },
    { title: "website 0", data: { website_id: 0 }, want: "website_not_exists" },
    { title: "unknown group", data: { group_id: 99 }, want: "group_not_exists" },
    { title: "group 0", data: { group_id: 0 }, want: "group_not_exists" },
    { title: "both unknown", data: { website_id: 99, group_id: 99 }, want: "website_not_exists" },
    { title: "group null", data: { group_id: null }, want: "ok" },
    { title: "group empty", data: { group_id: "" }, want: "data_invalid: group_id" },
    { title: "bad e-mail", data: { email: "a@b" }, want: "customer_data_invalid: email" },
    { title: "e-mail of another type", data: { email: {} }, want: "data_invalid: email" },
    { title: "boolean text", data: { firstname: true }, want: "data_invalid: firstname" },
    { title: "structure before content", data: { email: "x", prefix: [] }, want: "data_invalid: prefix" },
    { title: "no boolean", data: { is_subscribed: "false" }, want: "data_invalid: is_subscribed" },
    { title: "flag 0 as text", data: { is_subscribed: "0" }, want: "ok" },
    { title: "no date", data: { dob: "2023-02-29" }, want: "customer_data_invalid: dob" },
    { title: "no gender", data: { gender: 3 }, want: "customer_data_invalid: gender" },
    { title: "long text", data: { suffix: "x".repeat(256) }, want: "customer_data_invalid: suffix" },
    { title: "255 characters", data: { suffix: "😀".repeat(255) }, want: "ok" },
    { title: "control character", data: { taxvat: "\u0001" }, want: "customer_data_invalid: taxvat" },
    { title: "unknown member", data: { nonsense: {}, __proto__: { email: 1 } }, want: "ok" },
  ])("$title", async ({ data, store, want }) => {
    expect(await creating({ ...least, ...data }, store)).toBe(want);
  });

  test.each(["email", "firstname", "lastname", "password"])("%s is required", async (field) => {
    for (const value of [undefined, null, "", "  "]) {
      expect(await creating({ ...least, [field]: value })).toBe(`customer_data_invalid: ${field}`);
    }
  });

  test("website_id is required and a whole number", async () => {
    expect(await creating({ ...least, website_id: null })).toBe("customer_data_invalid: website_id");
    for (const website_id of ["", "  ", "abc", true, 1.5, []]) {
      expect(await creating({ ...least, website_id })).toBe("data_invalid: website_id");
    }
  });

  test("all five missing members are one fault", async () => {
    const { message, data } = await shop.refusal("customer.create", {});
    expect(data.fault).toBe("customer_data_invalid");
    const fields = (data.errors as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(["email", "firstname", "lastname", "password", "website_id"]);
    expect(message.split("\n")).toHaveLength(6);
  });

  test.each([
    ["123456", false],
    ["1234567", true],
    ["  123456  ", false],
    ["  1234567  ", true],
    ["x".repeat(256), true],
    ["x".repeat(257), false],
    ["😀".repeat(6), false],
    ["😀".repeat(200), true],
  ])("password %s", async (password, isGood) => {
    expect(await creating({ ...least, password })).toBe(isGood ? "ok" : "customer_data_invalid: password");
    if (isGood) {
      const { password_hash } = (await shop.customer(1)) ?? {};
      expect(await shop.secrets.verify(password.trim(), password_hash)).toBe(true);
    }
  });

  test("data that is not an object", async () => {
    expect(await creating("text")).toBe("data_invalid: customerData");
    expect(await creating([1])).toBe("data_invalid: customerData");
    expect(await creating([])).toMatch(/^customer_data_invalid: email/);
    expect(await creating(null)).toBe("invalid_request_param");
  });

  test("members that the server sets cannot be given", async () => {
    const first = await create(least);
    const id = await create({
      ...{ ...least, email: "other@shop.test", customer_id: first, entity_id: first, id: first },
      ...{ password_hash: "x", created_at: "2001-01-01 00:00:00", created_in: "x", confirmation: "x" },
      ...{ default_billing: 1, default_shipping: 1, last_logged_in: "2001-01-01 00:00:00" },
    });
    expect(id).toBe(2);
    expect(await info(first)).toMatchObject({ email: least.email });
    const defaults = { created_in: "Admin", confirmation: null, default_billing: null };
    expect(await info(id)).toMatchObject({ ...defaults, created_at: "2025-06-01 12:00:00" });
    expect((await shop.customer(id))?.password_hash).toMatch(/^scrypt\$/);
  });

  test("an account that must be confirmed", async () => {
    shop = await CustomerShop.open({ settings: { customerConfirmationRequired: true } });
    const id = await create({ ...least, confirmation: "mine" });
    expect((await info(id)).confirmation).toMatch(/^[0-9a-f]{32}$/);

    await updating(id, { confirmation: "other" });
    expect((await info(id)).confirmation).toMatch(/^[0-9a-f]{32}$/);
    await updating(id, { confirmation: "" });
    expect((await info(id)).confirmation).toBeNull();
  });
});

describe("e-mail addresses", () => {
  test("are unique per website, whatever their case", async () => {
    await create(least);
    expect(await creating({ ...least, email: "MILA@Shop.Test" })).toBe("customer_exists");
    expect(await creating({ ...least, website_id: 2 })).toBe("ok");
  });

  test("are unique in the shop if accounts are shared", async () => {
    shop = await CustomerShop.open({ settings: { customerShareScope: "global" } });
    await create(least);
    expect(await creating({ ...least, email: "MILA@shop.test", website_id: 2 })).toBe("customer_exists");
  });

  test("are given to only one of two concurrent calls", async () => {
    const outcomes = await Promise.all([creating(least), creating(least)]);
    expect(outcomes.sort()).toEqual(["customer_exists", "ok"]);
  });

  test("are also refused by the storage's index, for writes of other processes", async () => {
    const outcome = await shop.storage.write(async (tx) => {
      const settings = { customerShareScope: "website", customerConfirmationRequired: false } as const;
      const directory = await shopDirectory(tx);
      const racing: Tx = {
        get: (collection, id) => tx.get(collection, id),
        by: async () => undefined,
        find: (collection, query) => tx.find(collection, query),
        count: (collection, query) => tx.count(collection, query),
        del: (collection, id) => tx.del(collection, id),
        next: (...sequence) => tx.next(...sequence),
        claim: (name) => tx.claim(name),
        put: () => Promise.reject(new UniqueError("customers", "email", ["1", least.email])),
      };
      const writing = { tx: racing, shop: directory, now: "", settings, hashOf: () => "hash" };
      return createAccount(writing, { given: least, custom: {} });
    });
    expect(outcome).toBeUndefined();
  });
});

describe("hashing", () => {
  test("is skipped if something else is refused", async () => {
    await create(least);
    shop.secrets.hashed = 0;
    await creating({ ...least, email: "bad" });
    await creating({ ...least, website_id: 99 });
    await creating(least);
    await updating(1, { password: "another-1", email: "bad" });
    await updating(1, { firstname: "Anna" });
    expect(shop.secrets.hashed).toBe(0);
  });

  test("delays no other write", async () => {
    let finish: (hash: string) => void = () => {};
    const hashing = new Promise<void>((begin) => {
      shop.secrets.hash = () => {
        begin();
        return new Promise((resolve) => (finish = resolve));
      };
    });
    const slow = create(least);
    await hashing;
    await shop.storage.write(async (tx) => void (await tx.next("other")));
    finish("scrypt$…");
    expect(await slow).toBe(1);
  });
});

describe("update", () => {
  let id: number;

  beforeEach(async () => {
    id = await create({ ...least, taxvat: "X1", dob: "1990-02-11", is_subscribed: true }, "default");
  });

  test("an empty object only changes updated_at", async () => {
    const before = await info(id);
    shop.clock.advance(60);
    expect(await shop.call("customer.update", id, {})).toBe(true);
    expect(await info(id)).toEqual({ ...before, updated_at: "2025-06-01 12:01:00" });
  });

  test("null keeps a value, an empty text clears it", async () => {
    await updating(id, { taxvat: null, firstname: null, group_id: null, dob: null, password: null });
    expect(await info(id)).toMatchObject({ taxvat: "X1", firstname: "Mila", group_id: 1, dob: "1990-02-11" });
    await updating(id, { taxvat: "", dob: "", middlename: "" });
    expect(await info(id)).toMatchObject({ taxvat: "", dob: null, middlename: "" });
  });

  test.each([
    { title: "blank name", data: { firstname: "" }, want: "customer_data_invalid: firstname" },
    { title: "blank e-mail", data: { email: " " }, want: "customer_data_invalid: email" },
    { title: "own e-mail in other case", data: { email: "MILA@shop.test" }, want: "ok" },
    { title: "taken e-mail", data: { email: "OTHER@shop.test" }, want: "customer_exists" },
    { title: "no group", data: { group_id: "" }, want: "data_invalid: group_id" },
    { title: "unknown group", data: { group_id: 9 }, want: "group_not_exists" },
    { title: "unknown website", data: { website_id: 9 }, want: "website_not_exists" },
    { title: "store elsewhere", data: {}, store: 2, want: "customer_data_invalid: store" },
    { title: "unknown store", data: {}, store: "nope", want: "store_not_exists" },
    { title: "store follows the website", data: { website_id: 2 }, store: 2, want: "ok" },
    {
      title: "inner store of the old website",
      data: { website_id: 2, store: 1 },
      want: "customer_data_invalid: store",
    },
    {
      title: "e-mail taken in the new website",
      data: { website_id: 2, email: "b@shop.test" },
      want: "customer_exists",
    },
  ])("$title", async ({ data, store, want }) => {
    await create({ ...least, email: "other@shop.test" });
    await create({ ...least, email: "b@shop.test", website_id: 2 });
    expect(await updating(id, data, store)).toBe(want);
  });

  test("a new password replaces the old one and ends the sessions; an empty one does not", async () => {
    await shop.storage.write((tx) =>
      tx.put("sessions", {
        ...{ id: "s", user_id: 0, created_at: "", last_used: "" },
        ...{ customer_id: id },
      }),
    );
    const hashed = async () => (await shop.customer(id))?.password_hash;
    await updating(id, { password: "" });
    expect(await shop.secrets.verify(least.password, await hashed())).toBe(true);
    expect(await shop.storage.read((tx) => tx.get("sessions", "s"))).toBeDefined();

    await updating(id, { password: " new-secret " });
    expect(await shop.secrets.verify("new-secret", await hashed())).toBe(true);
    expect(await shop.storage.read((tx) => tx.get("sessions", "s"))).toBeUndefined();
    expect(await updating(id, { password: "short" })).toBe("customer_data_invalid: password");
  });

  test("a customer who moves takes the default store view of the new website", async () => {
    await updating(id, { website_id: 2 });
    expect(await shop.customer(id)).toMatchObject({
      website_id: 2,
      store_id: 2,
      created_in: "Default Store View",
    });
  });

  test("a customer without a store view is moved without one", async () => {
    const other = await create({ ...least, email: "other@shop.test" });
    await updating(other, { website_id: 2 });
    expect(await shop.customer(other)).toMatchObject({ website_id: 2, store_id: 0 });
  });

  test("the subscription ends, continues or begins", async () => {
    const subscription = async () => (await shop.customer(id))?.subscription;
    await updating(id, { email: "new@shop.test" });
    expect(await subscription()).toBe("subscribed");
    await updating(id, { is_subscribed: false });
    expect(await subscription()).toBe("unsubscribed");

    const other = await create({ ...least, is_subscribed: false });
    expect((await shop.customer(other))?.subscription).toBeNull();
  });
});

describe("custom attributes", () => {
  const level = { code: "level", type: "int", visible_on_front: true, required: false } as const;
  const since = { code: "since", type: "date", visible_on_front: false, required: true } as const;

  test("are stored, cleared, required and filtered", async () => {
    shop = await CustomerShop.open({ customerAttributes: [level, since] });
    expect(await creating(least)).toBe("customer_data_invalid: since");
    expect(await creating({ ...least, level: "x", since: 1 })).toBe("customer_data_invalid: level, since");

    const id = await create({ ...least, level: "3", since: "2020-01-31" });
    expect((await shop.customer(id))?.custom).toEqual({ level: 3, since: "2020-01-31" });
    expect(await shop.call("customer.list", { level: { gt: 2 } })).toHaveLength(1);

    expect(await updating(id, { level: "", since: "" })).toBe("customer_data_invalid: since");
    await updating(id, { level: "" });
    expect((await shop.customer(id))?.custom).toEqual({ since: "2020-01-31" });
  });
});

describe("the sample's password", () => {
  test("is valid for every account", async () => {
    shop = await CustomerShop.open({ records: sampleCustomers });
    const { password_hash } = (await shop.customer(1)) ?? {};
    expect(await shop.secrets.verify(samplePassword, password_hash)).toBe(true);
  });
});
