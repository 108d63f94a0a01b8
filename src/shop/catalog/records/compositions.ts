/** Lookups and updates of the compositions of configurable products and bundles. */
import type { CompositionDoc } from "../../data/entities/compositions.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";

/** Whether any configurable product uses this attribute. */
export async function isConfiguring(tx: ReadTx, attributeId: number): Promise<boolean> {
  return (await compositionsWith(tx, "attributes.attribute_id", attributeId)).length > 0;
}

/** Deletes the composition of a deleted product, and removes the product from all others. */
export async function removeFromCompositions(tx: Tx, productId: number): Promise<void> {
  await tx.del("compositions", productId);
  for (const composition of await compositionsWith(tx, "children", productId))
    await tx.put("compositions", withoutProduct(composition, productId));
  for (const composition of await compositionsWith(tx, "options.selections.product_id", productId))
    await tx.put("compositions", withoutProduct(composition, productId));
}

function compositionsWith(tx: ReadTx, path: string, value: number): Promise<CompositionDoc[]> {
  return tx.find("compositions", { where: [{ path, type: "number", op: "eq", value }] });
}

function withoutProduct(composition: CompositionDoc, productId: number): CompositionDoc {
  return {
    ...composition,
    children: composition.children.filter((id) => id !== productId),
    options: composition.options.map((option) => ({
      ...option,
      selections: option.selections.filter(({ product_id }) => product_id !== productId),
    })),
  };
}
