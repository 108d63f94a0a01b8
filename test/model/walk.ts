/**
 * One walk: executes each step on the model and on the server, and compares the answers, and the visible data
 * at the end.
 */
import { apply, type Call } from "./shop/model.js";
import { differences, observe } from "./shop/observation.js";
import { emptyShop, type Shop } from "./shop/state.js";
import type { Server } from "./server.js";
import { chosen, prologue, type Step } from "./steps.js";

/** The start time of all walks; clocks are frozen between their steps. */
export const beginning = Date.UTC(2025, 5, 1, 12) / 1000;

class Disagreement extends Error {
  override name = "Disagreement";
}

/** A walk on a server whose shop is the dataset `minimal` at the start time. */
export async function walk(
  server: Server,
  steps: readonly Step[],
  shop: Shop = emptyShop(beginning),
): Promise<Shop> {
  const taken: string[] = [];
  for (const step of [...prologue, ...steps]) {
    const call = "kind" in step ? chosen(shop, step) : step;
    taken.push(describe(call));
    const wanted = apply(shop, call);
    const outcome = await server.carryOut(call);
    const wrong = differences(outcome, wanted);
    if (wrong.length > 0) throw new Disagreement([...taken, ...wrong].join("\n"));
  }
  const wrong = differences(await server.observe(), observe(shop));
  if (wrong.length > 0) throw new Disagreement([...taken, ...wrong.slice(0, 40)].join("\n"));
  return shop;
}

/** The initial shop of every walk and every history. */
export async function begin(server: Server): Promise<Shop> {
  await server.freeze(beginning);
  return walk(server, []);
}

export function describe({ operation, params, session }: Call): string {
  return `${session === undefined ? "" : `${session}: `}${operation} ${JSON.stringify(params)}`;
}
