/** What the buyer of a cart has to agree to (beyond 6.3, 12.2). */
import type { Schemas } from "../../../generated/operations.js";
import type { Agreement, CartDoc } from "../data/entities/cart.js";
import { toId } from "../../engine/values/coercion.js";
import type { ReadTx } from "../../engine/storage/storage.js";

/** The agreements in force for the store view of a cart, by position. None where nobody has set any. */
export async function agreementsOf(tx: ReadTx, { store_id }: CartDoc): Promise<Agreement[]> {
  const stored = await tx.get("settings", "agreements");
  const all = stored?.id === "agreements" ? stored.agreements : [];
  return all
    .filter(
      ({ is_active, store_ids }) => is_active === 1 && store_ids.some((id) => id === 0 || id === store_id),
    )
    .toSorted((a, b) => a.position - b.position || a.agreement_id - b.agreement_id);
}

export function agreementInfo(agreement: Agreement): Schemas["CartAgreement"] {
  const { store_ids: _, is_active, is_html, ...fields } = agreement;
  return { ...fields, is_active: is_active === 1, is_html: is_html === 1 };
}

/** Whether all of these are in the list of IDs that was given, if any; others do no harm. */
export function includesAll(given: unknown, wanted: readonly number[]): boolean {
  if (!Array.isArray(given ?? [])) return false;
  const ids = new Set(((given ?? []) as readonly unknown[]).map(toId));
  return wanted.every((id) => ids.has(id));
}
