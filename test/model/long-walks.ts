/** The long forms of the walks with the model, for `npm run walk`. */
import fc from "fast-check";
import { newTally, type Tally } from "../engine/storage/torture/tally.js";
import { openShop } from "../support/shop.js";
import { record, unexplained } from "./concurrent.js";
import { Server } from "./server.js";
import { anyStep } from "./steps.js";
import { begin, beginning, walk } from "./walk.js";

/** One client; a failing walk is shrunk to its minimum. */
export async function walkModel(seed: number, walks: number): Promise<Tally> {
  const tally = newTally("walks beside the model");
  const shop = await openShop();
  const steps = fc.array(anyStep(), { minLength: 1, maxLength: 100, size: "max" });
  const found = await fc.check(
    fc.asyncProperty(steps, async (taken) => {
      await shop.reset("minimal");
      const server = new Server(shop.url);
      await server.freeze(beginning);
      await walk(server, taken);
      tally.faults += taken.length;
    }),
    { seed, numRuns: walks },
  );
  tally.rounds = found.numRuns;
  if (found.failed) tally.violations.push(`path ${found.counterexamplePath}: ${String(found.errorInstance)}`);
  await shop.close();
  return tally;
}

/** Several concurrent clients. */
export async function walkTogether(seed: number, histories: number): Promise<Tally> {
  const tally = newTally("histories of clients at once");
  const shop = await openShop();
  for (let at = 0; at < histories; at += 1) {
    const parts = at % 2 === 0 ? ["sales"] : ["catalog", "tree", "customers"];
    await shop.reset("minimal");
    const server = new Server(shop.url);
    const start = await begin(server);
    const history = await record(server, start, { seed: seed + at, clients: 6, callsEach: 20, parts });
    tally.rounds += 1;
    tally.faults += history.length;
    tally.violations.push(...unexplained(history, start));
  }
  await shop.close();
  return tally;
}
