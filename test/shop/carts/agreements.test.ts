/** beyond 6.3, 12.2: the agreements that buyers must accept. */
import { expect, test } from "vitest";
import { agreementInfo, agreementsOf, includesAllIds } from "../../../src/shop/carts/agreements.js";
import { newCart } from "../../../src/shop/carts/carts.js";
import { collections } from "../../../src/shop/data/collections.js";
import type { Agreement } from "../../../src/shop/data/entities/cart.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";

const agreement = (agreement_id: number, more: Partial<Agreement> = {}): Agreement => ({
  ...{ agreement_id, name: `Terms ${agreement_id}`, content: "You pay.", content_height: null },
  ...{ checkbox_text: "I agree", is_html: 0, is_active: 1, position: 0, store_ids: [0], ...more },
});

async function idsAt(store: number, agreements: readonly Agreement[]): Promise<number[]> {
  const storage = new MemoryStorage({ collections });
  await storage.write((tx) => tx.put("settings", { id: "agreements", agreements }));
  const cart = newCart(1, store, "2025-06-01 12:00:00");
  return (await storage.read((tx) => agreementsOf(tx, cart))).map(({ agreement_id }) => agreement_id);
}

test("those of the store view and those of all views are in force, sorted by position and then by ID", async () => {
  const agreements = [
    agreement(4, { position: 2 }),
    agreement(3, { position: 1, store_ids: [2, 3] }),
    agreement(2, { is_active: 0 }),
    agreement(6, { position: 1 }),
    agreement(5, { position: 1, store_ids: [1] }),
  ];
  expect(await idsAt(3, agreements)).toEqual([3, 6, 4]);
  expect(await idsAt(1, agreements)).toEqual([5, 6, 4]);
});

test("without agreements, none are in force", async () => {
  const storage = new MemoryStorage({ collections });
  const cart = newCart(1, 1, "2025-06-01 12:00:00");
  expect(await storage.read((tx) => agreementsOf(tx, cart))).toEqual([]);
});

test("flags are returned as booleans, without store views", () => {
  const { store_ids: _, ...fields } = agreement(1);
  expect(agreementInfo(agreement(1, { is_html: 1 }))).toEqual({ ...fields, is_active: true, is_html: true });
  expect(agreementInfo(agreement(1, { is_active: 0 }))).toEqual({
    ...fields,
    ...{ is_active: false, is_html: false },
  });
});

test.each([
  { given: [1, 2], wanted: [1, 2], want: true },
  { given: ["2", 1, 99], wanted: [1, 2], want: true },
  { given: [1], wanted: [1, 2], want: false },
  { given: null, wanted: [1], want: false },
  { given: null, wanted: [], want: true },
  { given: undefined, wanted: [], want: true },
  { given: "1", wanted: [1], want: false },
  { given: "1", wanted: [], want: false },
])("$given includes all of $wanted: $want", ({ given, wanted, want }) => {
  expect(includesAllIds(given, wanted)).toBe(want);
});
