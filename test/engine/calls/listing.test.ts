/** Lists that are too long to be one of several results: nothing streams them (D-354). */
import { expect, test } from "vitest";
import { listRows, maxRowsAmongOthers, type Listing } from "../../../src/engine/calls/listing.js";
import type { RowSink } from "../../../src/engine/calls/row-stream.js";

const perBatch = 2_500;

/** A call that lists this many documents of a storage that does not keep them in memory. */
function listing(documents: number, rows?: RowSink) {
  const read = { batches: 0 };
  async function* each() {
    for (let at = 0; at < documents; at += perBatch) {
      read.batches += 1;
      yield Array.from({ length: Math.min(perBatch, documents - at) }, (_, nth) => ({ id: at + nth }));
    }
  }
  const find = async (_: string, { limit }: { limit: number }) =>
    Array.from({ length: Math.min(limit, documents) }, (_row, id) => ({ id }));
  const call = {
    ...{ tx: { find, each, isInMemory: false, count: async () => documents }, rows, isLate: false },
    ...{ settings: { listMaxRows: 0 }, fault: (name: string, text: string) => new Error(`${name}: ${text}`) },
  };
  const form = { collection: "products", query: {}, rowsOf: (all: readonly object[]) => all } as const;
  return { answer: listRows(call as unknown as Listing, form as never), read };
}

test("the longest list of a batch or multiCall is answered as a whole", async () => {
  expect(await listing(maxRowsAmongOthers).answer).toHaveLength(maxRowsAmongOthers);
});

test("a longer one is refused before the rest of it is read", async () => {
  const { answer, read } = listing(10 * maxRowsAmongOthers);
  await expect(answer).rejects.toThrow(
    "filters_invalid: More than 100000 products match; narrow the filters. Or send this call alone, not in a batch or multiCall.",
  );
  expect(read.batches).toBe(maxRowsAmongOthers / perBatch + 1);
});

test("a call of its own streams it, however long it is", async () => {
  let sent = 0;
  const sink = {
    begin: async () => {},
    write: async (rows: readonly unknown[]) => void (sent += rows.length),
  };
  expect(await listing(2 * maxRowsAmongOthers, sink).answer).toMatchObject({ count: 2 * maxRowsAmongOthers });
  expect(sent).toBe(2 * maxRowsAmongOthers);
});
