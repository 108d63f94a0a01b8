/** Writes the imported rows as a state file of JSON Lines, with the checks that servers perform on loading. */
import { createHash } from "node:crypto";
import type { CollectionName, Doc } from "../../../engine/storage/storage.js";
import { shopContract } from "../../../shop/contract.js";
import { StateCheck } from "../../../shop/states/state-check.js";
import { isObject } from "../../../engine/values/coercion.js";
import { isSliceOver, nextSlice } from "../../../engine/time-slices.js";

export interface StateRow {
  readonly collection: CollectionName;
  readonly doc: object;
}

/**
 * Throws StateProblems if the rows are not a complete state.
 * @param sequences sequences that cannot be derived from the rows
 */
export async function* importedLines(
  rows: AsyncIterable<StateRow>,
  sequences: Readonly<Record<string, number>>,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const check = await StateCheck.begin(
    (collection, at) => `${collection} in row ${at}`,
    shopContract.tables.aclNodes,
  );
  const numbers = new NestedSequences(sequences);
  let count = 0;
  const lineOf = (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  yield lineOf({ state: 1 });
  for await (const { collection, doc } of rows) {
    count += 1;
    if (check.add(collection, doc, count)) numbers.note(collection, doc);
    yield lineOf({ collection, doc });
    if (isSliceOver()) await nextSlice();
  }
  check.requireSettings();
  const all = check.finish(numbers.all);
  for (const [sequence, value] of [...all].sort(([one], [other]) => (one < other ? -1 : 1))) {
    count += 1;
    yield lineOf({ sequence, value });
  }
  yield `${JSON.stringify({ end: { rows: count, sha256: hash.digest("hex") } })}\n`;
}

/** Nested rows, with their sequence and the name of their ID. */
const inner: Readonly<Partial<Record<CollectionName, Readonly<Record<string, readonly [string, string]>>>>> =
  {
    orders: { items: ["order_item", "item_id"] },
    invoices: { items: ["invoice_item", "item_id"], comments: ["invoice_comment", "comment_id"] },
    creditmemos: { items: ["creditmemo_item", "item_id"], comments: ["creditmemo_comment", "comment_id"] },
    shipments: {
      items: ["shipment_item", "item_id"],
      comments: ["shipment_comment", "comment_id"],
      tracks: ["shipment_track", "track_id"],
    },
  };

const numbered: Readonly<Partial<Record<CollectionName, string>>> = {
  orders: "order",
  invoices: "invoice",
  shipments: "shipment",
  creditmemos: "creditmemo",
};

/** Derives the sequences of nested rows and increment IDs from the rows. */
class NestedSequences {
  private readonly last: Map<string, number>;

  constructor(given: Readonly<Record<string, number>>) {
    // Two options belong to an attribute of customers (catalog 2.2).
    this.last = new Map([...Object.entries(given), ["option", 2]]);
  }

  get all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.last);
  }

  note(collection: CollectionName, doc: Doc): void {
    const row = doc as unknown as Readonly<Record<string, unknown>>;
    for (const [member, [sequence, id]] of Object.entries(inner[collection] ?? {}))
      for (const one of (row[member] ?? []) as readonly Record<string, unknown>[])
        this.atLeast(sequence, one[id]);
    const kind = numbered[collection];
    if (kind !== undefined) this.noteIncrementId(kind, row);
    if (collection !== "orders") return;
    for (const address of [row.billing_address, row.shipping_address])
      if (isObject(address)) this.atLeast("order_address", address.address_id);
    if (isObject(row.payment)) this.atLeast("order_payment", row.payment.payment_id);
  }

  /** `100000012` is number 12 of store view 1. */
  private noteIncrementId(kind: string, { increment_id, store_id }: Readonly<Record<string, unknown>>): void {
    const store = String(store_id);
    const text = String(increment_id);
    const tail = text.startsWith(store) ? text.slice(store.length) : "";
    if (/^\d{8}$/.test(tail)) this.atLeast(`${kind}_number_of_store_${store}`, Number(tail));
  }

  private atLeast(sequence: string, value: unknown): void {
    if (typeof value === "number") this.last.set(sequence, Math.max(this.last.get(sequence) ?? 0, value));
  }
}
