/**
 * Several clients over connections of their own, all at once. What they saw is a history, and must be one that the model
 * could have given, had it carried the calls out one after the other.
 */
import fc from "fast-check";
import { linearize, partsOf, type HistoryEntry, type Specification } from "./linearizability.js";
import type { Server } from "./server.js";
import { NoAnswer } from "./server.js";
import { apply, type Call, type Outcome } from "./shop/model.js";
import { differences } from "./shop/observation.js";
import type { Shop } from "./shop/state.js";
import { anyStep, chosen, type StepKind } from "./steps.js";

export type Entry = HistoryEntry<Call, Outcome>;

/** What the clients do, by the part of the shop that it touches: these share nothing with each other. */
const kinds: Readonly<Record<string, readonly StepKind[]>> = {
  catalog: ["update product", "set special price", "set tier prices", "look at product", "look at product"],
  tree: [
    "create category",
    "move category",
    "delete category",
    "update category",
    "look at tree",
    "look at tree",
  ],
  customers: ["create customer", "update customer", "delete customer", "create address", "look at customer"],
  sales: [
    ...(["place order", "invoice", "ship", "refund", "hold or cancel", "settle invoice"] as const),
    ...(["look at order", "look at order", "look at stock"] as const),
  ],
};

export interface Clients {
  readonly seed: number;
  readonly clients: number;
  readonly callsEach: number;
  /** The parts of the shop that are worked on; all of them otherwise. */
  readonly parts?: readonly string[];
}

/** Lets clients work on a server whose shop is `shop` until they are through or hear nothing any more. */
export async function record(
  server: Server,
  shop: Shop,
  { seed, clients, callsEach, parts }: Clients,
): Promise<Entry[]> {
  const history: Entry[] = [];
  // Only to find something to work on: what is known of the shop, not what is expected of it.
  const known = structuredClone(shop);
  const work = Array.from({ length: clients }, async (_, client) => {
    const wanted = parts ?? Object.keys(kinds);
    const steps = fc.sample(anyStep(wanted.flatMap((part) => kinds[part] ?? [])), {
      ...{ seed: seed * 100 + client, numRuns: callsEach },
    });
    for (const step of steps) {
      const entry = await observed(server, client, chosen(known, step));
      history.push(entry);
      if (entry.outcome === undefined) return;
      if ("result" in entry.outcome) apply(known, entry.call);
    }
  });
  await Promise.all(work);
  return history;
}

async function observed(server: Server, client: number, call: Call): Promise<Entry> {
  const invoked = performance.now();
  try {
    const outcome = await server.carryOut(call);
    return { client, call, outcome, invoked, answered: performance.now() };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { client, call, outcome: undefined, invoked, answered: Infinity };
  }
}

export const specification: Specification<Shop, Call, Outcome> = {
  step: (before, call) => {
    const state = structuredClone(before);
    return { outcome: apply(state, call), state };
  },
  keyOf: (state) => JSON.stringify(state),
  isSame: (seen, wanted) => differences(seen, wanted).length === 0,
};

/** Calls on different parts have no influence on each other: prices and stock are left alone where orders are placed. */
export function partOf({ call: { operation } }: Entry): string {
  if (operation === "look at tree" || operation.startsWith("catalog_category.")) return "tree";
  if (operation === "look at customer" || operation.startsWith("customer")) return "customers";
  return operation === "look at product" || operation.startsWith("catalog_product") ? "catalog" : "sales";
}

/** What no order of the calls explains, part by part; empty when the history is linearizable. */
export function unexplained(history: readonly Entry[], shop: Shop): string[] {
  return [...partsOf(history, partOf)].flatMap(([part, entries]) => {
    const verdict = linearize(entries, shop, specification);
    if (verdict.isLinearizable) return [];
    const lines = (some: readonly Entry[]) => some.map((entry) => `  ${JSON.stringify(entry)}`).join("\n");
    return [`${part}: explained\n${lines(verdict.longest)}\nnot explained\n${lines(verdict.left)}`];
  });
}
