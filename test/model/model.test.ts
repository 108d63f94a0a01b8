/**
 * Random walks beside the model. A failure prints a seed and a path: MODEL_SEED repeats the run, with MODEL_PATH its last,
 * smallest walk alone. MODEL_WALKS takes more of them; `npm run walk` has the long forms.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { startShop, type Shop, type ShopOptions } from "../support/shop.js";
import { BentStorage, mutants } from "./mutants.js";
import { Server } from "./server.js";
import { anyStep, type Step } from "./steps.js";
import { beginning, walk } from "./walk.js";

const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
const walks = Number(process.env.MODEL_WALKS ?? 10);
const path = process.env.MODEL_PATH;

const steps = fc.array(anyStep(), { minLength: 1, maxLength: 60, size: "max" });

async function walkOver(shop: Shop, taken: readonly Step[]): Promise<void> {
  await shop.reset("minimal");
  const server = new Server(shop.url);
  await server.freeze(beginning);
  await walk(server, taken);
}

/** What fast-check finds out about a server. */
async function walked(options: ShopOptions, parameters: fc.Parameters<[Step[]]>) {
  const shop = await startShop(options);
  try {
    return await fc.check(
      fc.asyncProperty(steps, (taken) => walkOver(shop, taken)),
      parameters,
    );
  } finally {
    await shop.close();
  }
}

test(`the server does what the model does, seed ${seed}`, { timeout: 60_000 + walks * 4_000 }, async () => {
  const found = await walked({}, { seed, numRuns: walks, ...(path === undefined ? {} : { path }) });
  const { failed, counterexamplePath, errorInstance } = found;
  const again = `MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath}`;
  expect(failed ? `${again}\n${String(errorInstance)}` : "").toBe("");
});

test.each(mutants)("the walks notice that $name", { timeout: 60_000 }, async (mutant) => {
  const storage = new BentStorage(mutant);
  // The first walk that notices is enough; its smallest form is of no use here.
  const { failed, numRuns } = await walked({ storage }, { seed: 1, numRuns: 60, endOnFailure: true });
  expect({ failed, walks: numRuns }).toMatchObject({ failed: true });
});
