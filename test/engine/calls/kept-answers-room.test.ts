/** Room for cached answers: what is counted is what is held, and nothing else is kept in memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { KeptAnswers } from "../../../src/engine/calls/kept-answers.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { ReadTx } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";
import { product, put } from "../storage/support/documents.js";

/** Answers a question as a call does. @returns whether the answer was kept */
async function ask(
  storage: MemoryStorage,
  kept: KeptAnswers,
  question: string,
  answer: object,
): Promise<boolean> {
  return storage.read(async (tx: ReadTx) => {
    if (kept.find(question, tx)) return true;
    await tx.get("products", 1);
    // Other calls with the same question also miss meanwhile.
    await setImmediate();
    kept.note(question, tx, answer);
    return false;
  });
}

test("answers are still kept after many equal reads that missed together", async () => {
  const storage = new MemoryStorage({ collections });
  const kept = new KeptAnswers();
  const large = { text: "x".repeat(50_000) };
  for (let round = 0; round < 20; round += 1) {
    await put(storage, product(1, { name: `Name ${round}` }));
    const asked = Array.from({ length: 24 }, () => ask(storage, kept, "all", { ...large }));
    expect(await Promise.all(asked)).not.toContain(true);
    expect(await ask(storage, kept, "all", large)).toBe(true);
  }
});

test("a kept answer does not keep the state that it was read from", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const storage = new MemoryStorage({ collections });
  const kept = new KeptAnswers();
  const former = await (async () => {
    const docs = [product(1), product(2, { name: "former" })];
    await put(storage, ...docs);
    for (const wanted of [false, false, true])
      expect(await ask(storage, kept, "one", { id: 1 })).toBe(wanted);
    return new WeakRef(docs[1] as object);
  })();
  await put(storage, product(1), product(2));
  for (let round = 0; round < 10 && former.deref(); round += 1) {
    await setImmediate();
    collectGarbage();
  }
  expect(former.deref()).toBeUndefined();
  expect(await ask(storage, kept, "one", { id: 1 })).toBe(false);
});
