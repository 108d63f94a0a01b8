/** The agreements that the buyer of a cart must accept (beyond 6.3, 12.2). */
import type { Schemas } from "../../../generated/operations.js";
import type { Agreement, CartDoc } from "../data/entities/cart.js";
import { toId } from "../../engine/values/coercion.js";
import type { ReadTx } from "../../engine/storage/storage.js";

/** The active agreements of the cart's store view, by position. */
export async function agreementsOf(tx: ReadTx, { store_id }: CartDoc): Promise<Agreement[]> {
  return (await storedAgreements(tx))
    .filter(
      ({ is_active, store_ids }) => is_active === 1 && store_ids.some((id) => id === 0 || id === store_id),
    )
    .toSorted((a, b) => a.position - b.position || a.agreement_id - b.agreement_id);
}

export async function storedAgreements(tx: ReadTx): Promise<readonly Agreement[]> {
  const stored = await tx.get("settings", "agreements");
  return stored?.id === "agreements" ? stored.agreements : [];
}

export function agreementInfo(agreement: Agreement): Schemas["CartAgreement"] {
  const { store_ids: _, is_active, is_html, ...fields } = agreement;
  return { ...fields, is_active: is_active === 1, is_html: is_html === 1 };
}

/**
 * Whether the given list of IDs contains all wanted ones. Further IDs are ignored; no list counts as an empty
 * one.
 */
export function includesAllIds(given: unknown, wanted: readonly number[]): boolean {
  if (!Array.isArray(given ?? [])) return false;
  const ids = new Set(((given ?? []) as readonly unknown[]).map(toId));
  return wanted.every((id) => ids.has(id));
}
