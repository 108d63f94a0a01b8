/** Recipients of messages, and mail rules (sales 16.2). */
import { beforeEach, expect, test } from "vitest";
import type { CustomerDoc } from "../../../src/shop/data/entities/customer.js";
import type { MailRule } from "../../../src/shop/data/entities/mail.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { orderOf } from "./support/orders.js";
import { orderTo, queue } from "./support/waiting.js";
import { collections } from "../../../src/shop/data/collections.js";

let storage: MemoryStorage;
beforeEach(() => {
  storage = new MemoryStorage({ collections, freeze: true });
});

const outbox = () => storage.read((tx) => tx.find("mail"));

function rule(given: Partial<MailRule>): Promise<void> {
  const rules = [{ template: "order_new", store_id: 0, ...given }] as const;
  return storage.write((tx) => tx.put("settings", { id: "mail_rules", rules }));
}

test("a message waits for its delivery, numbered from 1", async () => {
  expect(await queue(storage, { comment: "Thanks" })).toBe(true);
  expect(await outbox()).toMatchObject([
    {
      id: 1,
      template: "order_new",
      to: ["anna.then@example.com"],
      to_name: "Anna Becker",
      bcc: [],
      from_name: "Main Website Store",
      increment_id: "100000001",
      order_increment_id: "100000001",
      comment: "Thanks",
      created_at: "2025-06-01 12:00:00",
      delivered_at: null,
      state: "waiting",
      attempts: 0,
    },
  ]);
});

test("the customer's current address applies, or that of the order for a deleted customer", async () => {
  const customer = { id: 1, website_id: 1, email: "anna.now@example.com" } as unknown as CustomerDoc;
  await storage.write((tx) => tx.put("customers", customer));
  await queue(storage, { order: orderOf({ customer_id: 1 }) });
  await queue(storage, { order: orderOf({ customer_id: 99 }) });
  expect((await outbox()).map(({ to }) => to)).toEqual([["anna.now@example.com"], ["anna.then@example.com"]]);
});

test.each([
  { comment: undefined, stored: null },
  { comment: null, stored: null },
  { comment: "", stored: null },
  { comment: " ", stored: " " },
])("the comment $comment is kept as $stored", async ({ comment, stored }) => {
  await queue(storage, { comment });
  expect((await outbox())[0]?.comment).toBe(stored);
});

test("without notify there is no message", async () => {
  expect(await queue(storage, { notify: false })).toBe(false);
  expect(await outbox()).toEqual([]);
});

test("a refused transaction leaves no message and uses no number", async () => {
  const refused = storage.write(async (tx) => {
    await tx.next("mail");
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  await queue(storage);
  expect((await outbox()).map(({ id }) => id)).toEqual([1]);
});

test("a disabled kind of mail is not sent, and the order says so", async () => {
  await rule({ enabled: false, copy_to: ["boss@example.com"] });
  expect(await queue(storage)).toBe(false);
  expect(await outbox()).toEqual([]);
});

test("the rule of a store view takes precedence over that of all", async () => {
  const rules = [
    { template: "order_new", store_id: 0, enabled: false },
    { template: "order_new", store_id: 2, enabled: true },
  ] as const;
  await storage.write((tx) => tx.put("settings", { id: "mail_rules", rules }));
  expect(await queue(storage, { order: orderTo("a@example.com", { store_id: 1 }) })).toBe(false);
  expect(await queue(storage, { order: orderTo("a@example.com", { store_id: 2 }) })).toBe(true);
});

test.each([
  { copy_method: "bcc", notify: true, want: [["anna.then@example.com", "boss@example.com"]] },
  { copy_method: "bcc", notify: false, want: [["boss@example.com"]] },
  { copy_method: "copy", notify: true, want: [["anna.then@example.com"], ["boss@example.com"]] },
  { copy_method: "copy", notify: false, want: [["boss@example.com"]] },
] as const)("copies by $copy_method, notify $notify", async ({ copy_method, notify, want }) => {
  await rule({ copy_method, copy_to: ["boss@example.com"] });
  expect(await queue(storage, { notify })).toBe(notify);
  expect((await outbox()).map(({ to, bcc }) => [...to, ...bcc])).toEqual(want);
});

test("a shop may set another sender", async () => {
  await rule({ sender: { name: "Sales", email: "sales@example.com" } });
  await queue(storage);
  expect(await outbox()).toMatchObject([{ from_name: "Sales", from_address: "sales@example.com" }]);
  expect((await outbox())[0]?.text).toContain("sales@example.com");
});
