/**
 * Every storage and topology gives the same answers to every golden exchange as the memory storage, with a
 * reset before each file, and enters the handler of a call that writes once, since nobody disturbs it.
 */
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { operations } from "../generated/tables.js";
import { readGoldenFiles } from "../src/addons/living/conformance/golden.js";
import type { Call, HandledCall } from "../src/engine/calls/call.js";
import { Methods } from "../src/engine/calls/methods.js";
import type { Tx } from "../src/engine/storage/storage.js";
import type { ValueEditsDoc } from "../src/shop/data/entities/catalog.js";
import { replay } from "./support/replay.js";
import { type Shop, startShop } from "./support/shop.js";
import { topologies } from "./support/storages.js";
import { isWanted } from "./support/wanted.js";

const files = readGoldenFiles().filter(({ operation }) => isWanted(operation));
const writes = Object.entries(operations).filter(
  ([name, { effect }]) => effect === "write" && isWanted(name),
);

/** A call with a new password is carried out up to the place that needs its hash, and again with the hash (D-12). */
const hashing = new Set(["cart_customer.set", "customer.create", "customer.update"]);

/** Counts how often the handler of each write is entered, and how many numbers it draws each time. */
function countEntries(): ReadonlyMap<Call, readonly number[]> {
  const entries = new Map<Call, number[]>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the object of the spied call
  const enter = Methods.prototype.call;
  const spy = vi.spyOn(Methods.prototype, "call").mockImplementation(function (this: Methods, call) {
    if (call.operation?.row.effect === "write") {
      const drawn = entries.get(call) ?? [];
      entries.set(call, drawn);
      const entry = drawn.push(0) - 1;
      const tx = (call as HandledCall).tx as Tx;
      const next = tx.next.bind(tx);
      tx.next = (...given) => {
        drawn[entry] = (drawn[entry] ?? 0) + 1;
        return next(...given);
      };
    }
    return enter.call(this, call);
  });
  onTestFinished(() => spy.mockRestore());
  return entries;
}

/** Edits of values are carried out in the background, by writes that disturb others. */
async function carriedOut({ storage }: Shop): Promise<void> {
  for (;;) {
    const doc = await storage.read((tx) => tx.get("settings", "value_edits"));
    if (!doc || (doc as ValueEditsDoc).edits.length === 0) return;
    await pause(5);
  }
}

test.each(topologies)("%s", { timeout: 600_000 }, async (topology) => {
  const wrong: string[] = [];
  const entries = countEntries();
  for (const dataVersion of new Set(files.map(({ version }) => version))) {
    const shop = await startShop({ topology, dataVersion });
    for (const file of files.filter(({ version }) => version === dataVersion)) {
      await replay(shop, file, () => carriedOut(shop)).catch((error: unknown) =>
        wrong.push(`${file.path}: ${String(error)}`),
      );
    }
  }
  expect(wrong).toEqual([]);
  for (const [{ name = "" }, drawn] of entries) {
    if (drawn.length === 1 || (hashing.has(name) && drawn.length === 2 && drawn[0] === 0)) continue;
    wrong.push(`${name} was entered ${drawn.length} times and drew ${drawn.join(", ")} numbers`);
  }
  expect(wrong).toEqual([]);
  const entered = new Set([...entries.keys()].map(({ name }) => name));
  expect(writes.filter(([name]) => !entered.has(name))).toEqual([]);
});
