/**
 * Several concurrent clients with their own connections. Their requests and answers are a history, and the
 * model must be able to give these answers if it executes the calls one after the other in some order.
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

/**
 * The calls of the clients, by the part of the shop that they affect: the parts share nothing with each
 * other.
 */
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
  /** The parts of the shop that clients use; default all. */
  readonly parts?: readonly string[];
}

/** Lets clients work on a server whose shop is `shop` until they are finished or get no more answers. */
export async function record(
  server: Server,
  shop: Shop,
  { seed, clients, callsEach, parts }: Clients,
): Promise<Entry[]> {
  const history: Entry[] = [];
  // Only used to find objects to work on: the known state of the shop, not the expected one.
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

/**
 * Calls on different parts do not affect each other: prices and stock are not changed where orders are
 * placed.
 */
function partOf({ call: { operation } }: Entry): string {
  if (operation === "look at tree" || operation.startsWith("catalog_category.")) return "tree";
  if (operation === "look at customer" || operation.startsWith("customer")) return "customers";
  return operation === "look at product" || operation.startsWith("catalog_product") ? "catalog" : "sales";
}

/** The parts that no order of calls explains; empty if the history is linearizable. */
export function unexplained(history: readonly Entry[], shop: Shop): string[] {
  return [...partsOf(history, partOf)].flatMap(([part, entries]) => {
    const verdict = linearize(entries, shop, specification);
    if (verdict.isLinearizable) return [];
    const lines = (some: readonly Entry[]) => some.map((entry) => `  ${JSON.stringify(entry)}`).join("\n");
    return [`${part}: explained\n${lines(verdict.longest)}\nnot explained\n${lines(verdict.left)}`];
  });
}
