/** One page of customers in any order (customers 9.1, 9.2). */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { CollectionQuery } from "../accounts/rest-query.js";
import type { RestField } from "../accounts/rest-fields.js";
import { fold } from "../../../engine/values/text.js";
import type { Storage } from "../../../engine/storage/storage.js";
import type { Awaitable } from "../../../engine/values/awaitable.js";

export interface CustomerPage {
  readonly customers: readonly CustomerDoc[];
  /** Of all pages. */
  readonly total: number;
}

export async function readPage(storage: Storage, asked: CollectionQuery): Promise<CustomerPage> {
  const isById = asked.order.path === "id";
  const isUnfiltered = !asked.query.where && !asked.query.any;
  return isById && isUnfiltered ? pageOfAll(storage, asked) : pageOfMatches(storage, asked);
}

/** In the order in which they are stored: costs the same for every page. */
function pageOfAll(storage: Storage, { page, limit, descending }: CollectionQuery): Awaitable<CustomerPage> {
  return storage.read(async (tx) => {
    const total = await tx.count("customers");
    const before = (page - 1) * limit;
    const size = Math.max(0, Math.min(limit, total - before));
    const offset = descending ? total - before - size : before;
    const customers = size === 0 ? [] : await tx.find("customers", { offset, limit: size });
    return { customers: descending ? customers.reverse() : customers, total };
  });
}

/**
 * Walks all matches, keeping of each what tells the order, for no more than the pages up to this one; other calls get
 * their turn in between. Whoever is deleted before the page is read is missing from it.
 */
async function pageOfMatches(
  storage: Storage,
  { query, order, descending, page, limit }: CollectionQuery,
): Promise<CustomerPage> {
  const wanted = page * limit;
  const compare = comparison(descending);
  let total = 0;
  let kept: Ranked[] = [];
  for await (const batch of storage.scan("customers", query)) {
    total += batch.length;
    for (const customer of batch) kept.push({ id: customer.id, value: valueOf(customer, order) });
    if (kept.length > 2 * wanted + batchRoom) kept = kept.sort(compare).slice(0, wanted);
  }
  const shown = kept.sort(compare).slice(wanted - limit, wanted);
  const found = await storage.read((tx) => Promise.all(shown.map(({ id }) => tx.get("customers", id))));
  return { customers: found.filter((customer) => customer !== undefined), total };
}

/** Rows above which those that cannot be on the page are dropped. */
const batchRoom = 4000;

interface Ranked {
  readonly id: number;
  readonly value: string | number | null;
}

function valueOf(customer: CustomerDoc, { path, type, text }: RestField): string | number | null {
  if (path === "id") return customer.id;
  const value = text(customer);
  if (value === null) return null;
  return type === "number" || type === "boolean" ? Number(value) : fold(value);
}

/** Nulls first, text without regard to case; equal values by `entity_id`, ascending in either direction. */
function comparison(descending: boolean): (one: Ranked, other: Ranked) => number {
  const sign = descending ? -1 : 1;
  return (one, other) => {
    if (one.value === other.value) return one.id - other.id;
    if (one.value === null) return -sign;
    if (other.value === null) return sign;
    return one.value < other.value ? -sign : sign;
  };
}
