/**
 * Shops with one broken rule each: stored documents are changed on their way, as if a handler had this
 * mistake. A walk that does not detect them would prove nothing.
 */
import type { CollectionName, DocOf } from "../../src/engine/storage/storage.js";
import { MemoryStorage } from "../../src/engine/storage/memory.js";
import type { Tx } from "../../src/engine/storage/storage.js";
import { collections } from "../../src/shop/data/collections.js";

type Doc = Record<string, unknown>;

export interface Mutant {
  readonly name: string;
  readonly collection: CollectionName;
  /** The document that is stored instead; undefined: none. */
  readonly bend: (doc: Doc, before: Doc | undefined) => Doc | undefined;
}

const number = (value: unknown) => (typeof value === "number" ? value : 0);

export const mutants: readonly Mutant[] = [
  {
    name: "stock that comes back is not put back",
    collection: "stock_items",
    bend: (doc, before) => (before && number(doc.qty) > number(before.qty) ? before : doc),
  },
  {
    name: "a cent of the tax is lost in invoices of several rows",
    collection: "invoices",
    bend: (doc) =>
      (doc.items as Doc[]).length > 1 && number(doc.tax_amount) > 0
        ? { ...doc, tax_amount: Math.round(number(doc.tax_amount) * 100 - 1) / 100 }
        : doc,
  },
  {
    name: "an order whose money is given back is not closed",
    collection: "orders",
    bend: (doc) => (doc.state === "closed" ? { ...doc, state: "complete", status: "complete" } : doc),
  },
  {
    name: "a special price does not begin by itself",
    collection: "products",
    bend: withoutOwnBeginning,
  },
  {
    name: "the siblings of a moved category stay where they are",
    collection: "categories",
    bend: (doc, before) =>
      before && doc.position !== before.position && doc.parent_id === before.parent_id
        ? { ...doc, position: before.position }
        : doc,
  },
  {
    name: "a default address is kept when it is given up",
    collection: "customers",
    bend: (doc, before) =>
      before?.default_billing && !doc.default_billing
        ? { ...doc, default_billing: before.default_billing }
        : doc,
  },
  {
    name: "a changed product does not say when",
    collection: "products",
    bend: (doc, before) => (before ? { ...doc, updated_at: before.updated_at } : doc),
  },
];

/** If no first day of a special price is given, it is the time of the change. */
function withoutOwnBeginning(doc: Doc): Doc {
  const places = Object.entries(doc.values as Record<string, Doc>).map(([key, values]) => {
    const kept = Object.entries(values).filter(
      ([other, value]) => ![key, other].includes("special_from_date") || value !== doc.updated_at,
    );
    return [key, Object.fromEntries(kept)];
  });
  return { ...doc, values: Object.fromEntries(places) as Doc };
}

/** A storage that changes the documents of one rule. */
export class BentStorage extends MemoryStorage {
  constructor(private readonly mutant: Mutant) {
    super({ collections });
  }

  override write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return super.write((tx) => work(this.bent(tx)));
  }

  private bent(tx: Tx): Tx {
    const { collection: wanted, bend } = this.mutant;
    const put = async <C extends CollectionName>(collection: C, doc: DocOf<C>) => {
      if (collection !== wanted) return tx.put(collection, doc);
      const before = (await tx.get(collection, doc.id)) as unknown as Doc | undefined;
      const bent = bend(doc as unknown as Doc, before);
      if (bent) await tx.put(collection, bent as unknown as DocOf<C>);
    };
    return new Proxy(tx, {
      get(target, name) {
        if (name === "put") return put;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
  }
}
