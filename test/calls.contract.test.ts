/**
 * Every call that the contract allows, and every call that is almost valid, is answered as declared: with a
 * result of its schema or with a declared fault, never with a failure of the service. CONTRACT_CALLS=100000
 * sets the number of calls.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCall, operations, type Call } from "./support/arbitraries.js";
import { bearer, startShop, type RpcAnswer } from "./support/shop.js";

const calls = Number(process.env.CONTRACT_CALLS ?? 2_000);
const callsPerBatch = 50;
const batchesPerShop = 40;

const shop = await startShop({ dataset: "sample" });

const failures = ["internal", "unknown", "internal_error", "invalid_request", "method_not_found"];

/** Sends the calls in one batch; the shop checks every answer against the contract. */
async function send(batch: readonly Call[]): Promise<RpcAnswer[]> {
  const requests = batch.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
  return (await shop.send(requests, bearer(await shop.session()))) as RpcAnswer[];
}

test(`${calls} calls generated from the contract`, { timeout: calls * 20 + 120_000 }, async () => {
  const seen = new Set<string>();
  let batches = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyCall, { minLength: callsPerBatch, maxLength: callsPerBatch }),
      async (batch) => {
        if (batches++ % batchesPerShop === 0) await shop.reset("sample");
        const answers = await send(batch);
        answers.forEach(({ error }, index) => {
          const { method } = batch[index] as Call;
          if (!error) seen.add(method);
          else if (failures.includes(error.data.fault)) {
            expect.fail(`${JSON.stringify(batch[index])} answered ${JSON.stringify(error)}`);
          }
        });
      },
    ),
    { numRuns: Math.ceil(calls / callsPerBatch), endOnFailure: true },
  );
  // Calls that are all refused would prove little.
  expect(seen.size).toBeGreaterThan(operations.length / 4);
});
