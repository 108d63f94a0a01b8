/** One walk: each step is taken on the model and on the server, and both must say the same; at the end, show the same. */
import { apply, type Call } from "./shop/model.js";
import { differences, observe } from "./shop/observation.js";
import { emptyShop, type Shop } from "./shop/state.js";
import type { Server } from "./server.js";
import { chosen, prologue, type Step } from "./steps.js";

/** Where all walks begin; clocks stand still between their steps. */
export const beginning = Date.UTC(2025, 5, 1, 12) / 1000;

export class Disagreement extends Error {
  override name = "Disagreement";
}

/** A walk over a server whose shop is the dataset `minimal` at that time. */
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

/** The shop that every walk and every history begins with. */
export async function begin(server: Server): Promise<Shop> {
  await server.freeze(beginning);
  return walk(server, []);
}

export function describe({ operation, params, session }: Call): string {
  return `${session === undefined ? "" : `${session}: `}${operation} ${JSON.stringify(params)}`;
}
