/** The storage that carries noted changes out knows no product: here a change adds a number to every order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CommitLog, MemoryStorage } from "../../../src/engine/storage/memory.js";
import { prepareForNote, type DeferredRewrites } from "../../../src/engine/storage/rewriting.js";
import { RewritingStorage } from "../../../src/engine/storage/rewriting-storage.js";
import type { DocOf, ReadTx, Tx, Version } from "../../../src/engine/storage/storage.js";
import { order } from "./support/documents.js";
import { collections } from "../../../src/shop/data/collections.js";

interface Addition {
  readonly number: number;
  readonly add: number;
}
type Counted = DocOf<"orders"> & { readonly sum: number; readonly seen?: number };

const NOTES = "additions" as const;

async function noted(tx: ReadTx): Promise<readonly Addition[]> {
  const doc = (await tx.get("settings", NOTES)) as unknown as { notes: Addition[] } | undefined;
  return doc?.notes ?? [];
}

const putNotes = (tx: Tx, notes: readonly Addition[]) => tx.put("settings", { id: NOTES, notes } as never);

const additions: DeferredRewrites<"orders", Addition> = {
  collection: "orders",
  noted,
  async forget(tx, done) {
    const last = done.at(-1)?.number ?? 0;
    await putNotes(
      tx,
      (await noted(tx)).filter(({ number }) => number > last),
    );
  },
  rewrite(doc, notes) {
    const { sum, seen = 0 } = doc as Counted;
    const left = notes.filter(({ number }) => number > seen);
    if (left.length === 0) return doc;
    const added = { ...doc, sum: left.reduce((total, { add }) => total + add, sum) };
    return additions.mark(added, notes);
  },
  mark: (doc, notes) => ({ ...doc, seen: notes.at(-1)?.number ?? (doc as Counted).seen }) as Counted,
  touches: (path) => path === "sum",
};

type Step =
  | { readonly kind: "add"; readonly add: number; readonly refused: boolean }
  | { readonly kind: "put"; readonly id: number; readonly sum: number }
  | { readonly kind: "keep" | "restore" | "wait" | "restart" };

const id = fc.integer({ min: 1, max: 4 });
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("add" as const),
      add: fc.integer({ min: 1, max: 9 }),
      refused: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("put" as const), id, sum: fc.integer({ min: 0, max: 9 }) }),
    fc.record({ kind: fc.constantFrom("keep" as const, "restore", "wait", "restart") }),
  ),
  { maxLength: 30 },
);

test("whatever is noted, stored, restored and interrupted, reads are as if all had been carried out at once", async () => {
  await fc.assert(fc.asyncProperty(steps, follow), { numRuns: 200 });
});

async function follow(all: readonly Step[]): Promise<void> {
  const inner = new MemoryStorage({ collections, freeze: true });
  const open = () => new RewritingStorage(inner, additions, (error) => expect(error).toBeUndefined());
  let storage = open();
  let model = new Map<number, number>();
  let kept: { readonly version: Version; readonly model: ReadonlyMap<number, number> } | undefined;
  storage.start();
  for (const step of all) {
    if (step.kind === "add") await add(storage, step, model);
    else if (step.kind === "put") {
      await storage.write((tx) => tx.put("orders", { ...order(step.id), sum: step.sum } as Counted));
      model.set(step.id, step.sum);
    } else if (step.kind === "keep") kept = { version: await storage.version(), model: new Map(model) };
    else if (step.kind === "wait") await storage.settled();
    else if (step.kind === "restore" && kept) {
      await storage.restore(kept.version);
      model = new Map(kept.model);
    } else if (step.kind === "restart") {
      await storage.stop();
      storage = open();
      storage.start();
    }
    expect(await sums(storage)).toEqual(model);
  }
  await storage.settled();
  // Everything has been written, so that the storage below says the same.
  expect(await sums(inner)).toEqual(model);
  expect(await inner.read(noted)).toEqual([]);
}

type Sums = Map<number, number>;

async function add(storage: RewritingStorage<"orders", Addition>, step: Step & { kind: "add" }, model: Sums) {
  const write = storage.write(async (tx) => {
    prepareForNote(tx);
    await putNotes(tx, [...(await noted(tx)), { number: await tx.next("note"), add: step.add }]);
    // Its own transaction sees it too.
    for (const [one, sum] of model)
      expect(await tx.get("orders", one)).toMatchObject({ sum: sum + step.add });
    if (step.refused) throw new Error("refused");
  });
  if (step.refused) return expect(write).rejects.toThrow("refused");
  await write;
  for (const [one, sum] of model) model.set(one, sum + step.add);
}

async function sums(storage: Pick<MemoryStorage, "read">): Promise<Sums> {
  const docs = (await storage.read((tx) => tx.find("orders"))) as Counted[];
  const found = new Map(docs.map((doc) => [doc.id, doc.sum]));
  for (const [one, sum] of found) {
    const where = [
      { path: "sum", op: "eq" as const, value: sum },
      { path: "id", op: "eq" as const, value: one },
    ];
    expect(await storage.read((tx) => tx.count("orders", { where }))).toBe(1);
  }
  return found;
}

/** Two orders with the sum 0, in a storage that is idle. */
async function idleStorage(
  log?: CommitLog,
): Promise<{ inner: MemoryStorage; storage: RewritingStorage<"orders", Addition> }> {
  const inner = new MemoryStorage({ collections, freeze: true, log });
  const storage = new RewritingStorage(inner, additions, (error) => expect(error).toBeUndefined());
  for (const one of [1, 2])
    await storage.write((tx) => tx.put("orders", { ...order(one), sum: 0 } as Counted));
  storage.start();
  await storage.settled();
  return { inner, storage };
}

const addOne = (storage: RewritingStorage<"orders", Addition>) =>
  add(storage, { kind: "add", add: 1, refused: false }, new Map());

test("a reader that sees the note sees it carried out, also before the write has ended", async () => {
  let isGated = false;
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const { storage } = await idleStorage({
    start: () => {},
    // Landed for readers, and not yet told to the writer.
    append: async (_change, landed) => {
      landed();
      if (isGated) await gate;
    },
    flush: async () => {},
    restore: async (_change, landed) => landed(),
    health: () => ({ writable: true }),
    measures: async () => [],
    interrupt: () => {},
    close: async () => {},
  });
  isGated = true;
  const writing = addOne(storage);
  await new Promise((resolve) => setImmediate(resolve));
  expect(await sums(storage)).toEqual(new Map([1, 2].map((one) => [one, 1])));
  goOn();
  await writing;
});

test.each(Array.from({ length: 40 }, (_, ticks) => ticks))(
  "what comes %i steps after the begin of a pass is carried out too, on the state that is there then",
  async (ticks) => {
    const { inner, storage } = await idleStorage();
    await addOne(storage);
    const withNote = await storage.version();
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await addOne(storage);
    await storage.settled();
    expect(await sums(inner)).toEqual(new Map([1, 2].map((one) => [one, 2])));

    // Back to the state with the note, while a pass over another state is about to forget the same number.
    await storage.restore(withNote);
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await storage.restore(withNote);
    await storage.settled();
    expect(await sums(inner)).toEqual(new Map([1, 2].map((one) => [one, 1])));
    expect(await inner.read(noted)).toEqual([]);
  },
);

test("what came and went while a pass looked for notes is found by the next one", async () => {
  const { inner } = await idleStorage();
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const slow: typeof additions = {
    ...additions,
    async noted(tx) {
      const found = await noted(tx);
      await gate;
      return found;
    },
  };
  const storage = new RewritingStorage(inner, slow, (error) => expect(error).toBeUndefined());
  storage.start();
  await new Promise((resolve) => setImmediate(resolve));
  await addOne(storage);
  goOn();
  await storage.settled();
  expect(await sums(inner)).toEqual(new Map([1, 2].map((one) => [one, 1])));
});
