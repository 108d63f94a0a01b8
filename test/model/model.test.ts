/**
 * Random walks with the model. A failure prints a seed and a path: TEST_SEED repeats the run, and with
 * MODEL_PATH only its last, smallest walk. MODEL_WALKS sets the number of walks; `npm run walk` has the long
 * forms.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "../support/seed.js";
import { startShop, type Shop, type ShopOptions } from "../support/shop.js";
import { BentStorage, mutants } from "./mutants.js";
import { Server } from "./server.js";
import { anyStep, type Step } from "./steps.js";
import { beginning, walk } from "./walk.js";

const walks = Number(process.env.MODEL_WALKS ?? 10);
const path = process.env.MODEL_PATH;

const steps = fc.array(anyStep(), { minLength: 1, maxLength: 60, size: "max" });

async function walkOver(shop: Shop, taken: readonly Step[]): Promise<void> {
  await shop.reset("minimal");
  const server = new Server(shop.url);
  await server.freeze(beginning);
  await walk(server, taken);
}

/** The result of fast-check for a server. */
async function walked(options: ShopOptions, parameters: fc.Parameters<[Step[]]>) {
  const shop = await startShop(options);
  return await fc.check(
    fc.asyncProperty(steps, (taken) => walkOver(shop, taken)),
    parameters,
  );
}

test(`the server behaves like the model, seed ${seed}`, { timeout: 120_000 + walks * 4_000 }, async () => {
  const found = await walked({}, { seed, numRuns: walks, ...(path === undefined ? {} : { path }) });
  const { failed, counterexamplePath, errorInstance } = found;
  const again = `TEST_SEED=${seed} MODEL_PATH=${counterexamplePath}`;
  expect(failed ? `${again}\n${String(errorInstance)}` : "").toBe("");
});

test.each(mutants)("the walks detect that $name", async (mutant) => {
  const storage = new BentStorage(mutant);
  // The first walk that detects it is sufficient, so it is not shrunk.
  const { failed, numRuns } = await walked({ storage }, { seed: 1, numRuns: 60, endOnFailure: true });
  expect({ failed, walks: numRuns }).toMatchObject({ failed: true });
});
