/**
 * Changes to the values of many products at once: noted in the transaction, carried out by the editing
 * storage.
 */
import type { ValueEdit, ValueEditChange, ValueEditsDoc } from "../../entities/catalog.js";
import type { ReadTx, Tx } from "../../storage/storage.js";

/**
 * Changes values of all products. It counts from the end of this transaction on, for every reader, however
 * many products there are: the products themselves are written again behind (editing-storage.ts).
 */
export async function editValues(tx: Tx, changes: readonly ValueEditChange[]): Promise<void> {
  if (changes.length === 0) return;
  const edits = [...(await pendingEdits(tx))];
  for (const change of changes) edits.push({ ...change, number: await tx.next("value_edit") });
  await tx.put("settings", { id: "value_edits", edits });
}

/** The edits that not all products have been written with yet, in their order. */
export async function pendingEdits(tx: ReadTx): Promise<readonly ValueEdit[]> {
  const doc = (await tx.get("settings", "value_edits")) as ValueEditsDoc | undefined;
  return doc?.edits ?? none;
}

const none: readonly ValueEdit[] = [];

/** Forgets the edits up to this number: every product has been written with them. */
export async function forgetEdits(tx: Tx, last: number): Promise<void> {
  const edits = (await pendingEdits(tx)).filter(({ number }) => number > last);
  await tx.put("settings", { id: "value_edits", edits });
}
