/** Writes the imported rows as a state file of JSON Lines, with the checks that servers perform on loading. */
import { createHash } from "node:crypto";
import type { CollectionName } from "../../../engine/storage/storage.js";
import { shopContract } from "../../../shop/contract.js";
import { StateCheck } from "../../../shop/states/state-check.js";
import { isSliceOver, nextSlice } from "../../../engine/time-slices.js";

export interface StateRow {
  readonly collection: CollectionName;
  readonly doc: object;
}

/**
 * Throws StateProblems if the rows are not a complete state.
 * @param sequences sequences that cannot be derived from the rows
 */
export async function* importedLines(
  rows: AsyncIterable<StateRow>,
  sequences: Readonly<Record<string, number>>,
): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const check = await StateCheck.begin(
    (collection, at) => `${collection} in row ${at}`,
    shopContract.tables.aclNodes,
  );
  let count = 0;
  const lineOf = (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  yield lineOf({ state: 1 });
  for await (const { collection, doc } of rows) {
    count += 1;
    check.add(collection, doc, count);
    yield lineOf({ collection, doc });
    if (isSliceOver()) await nextSlice();
  }
  check.requireSettings();
  // Two options belong to an attribute of customers (catalog 2.2).
  const all = check.finish({ ...sequences, option: 2 });
  for (const [sequence, value] of [...all].sort(([one], [other]) => (one < other ? -1 : 1))) {
    count += 1;
    yield lineOf({ sequence, value });
  }
  yield `${JSON.stringify({ end: { rows: count, sha256: hash.digest("hex") } })}\n`;
}
