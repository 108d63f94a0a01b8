/** Value edits: changes to the values of many products, which a transaction records and the storage applies. */
import type { ValueEdit, ValueEditChange, ValueEditsDoc } from "../../data/entities/catalog.js";
import { prepareForNote, type DeferredRewrites } from "../../../engine/storage/rewriting.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { markEdited, withEdits } from "./edited-values.js";

/**
 * Changes values of all products. All readers see the change after this transaction. The storage rewrites the
 * products in the background (storage/rewriting-storage.ts).
 */
export async function editValues(tx: Tx, changes: readonly ValueEditChange[]): Promise<void> {
  if (changes.length === 0) return;
  prepareForNote(tx);
  const edits = [...(await pendingEdits(tx))];
  for (const change of changes) edits.push({ ...change, number: await tx.next("value_edit") });
  await tx.put("settings", { id: "value_edits", edits });
}

/** The edits that are not applied to all products yet, in their order. */
async function pendingEdits(tx: ReadTx): Promise<readonly ValueEdit[]> {
  const doc = (await tx.get("settings", "value_edits")) as ValueEditsDoc | undefined;
  return doc?.edits ?? none;
}

const none: readonly ValueEdit[] = [];

/** Tells the storage how to apply the edits (storage/rewriting-storage.ts). */
export const valueRewrites: DeferredRewrites<"products", ValueEdit> = {
  collection: "products",
  noted: pendingEdits,
  forget: forgetEdits,
  rewrite: withEdits,
  mark: markEdited,
  touches: (path, edits) =>
    path.startsWith("values.") && edits.some(({ attribute_code }) => path.endsWith(`.${attribute_code}`)),
};

/** Removes edits that are applied to all products. Edits that were recorded since then stay. */
async function forgetEdits(tx: Tx, carriedOut: readonly ValueEdit[]): Promise<void> {
  const last = carriedOut.at(-1)?.number ?? 0;
  const edits = (await pendingEdits(tx)).filter(({ number }) => number > last);
  await tx.put("settings", { id: "value_edits", edits });
}
