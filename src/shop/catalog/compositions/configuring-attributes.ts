/** Looks up the configuring attributes of products. */
import type { ReadTx } from "../../../engine/storage/storage.js";
import { attributeModel } from "../attributes/attributes.js";
import type { ConfiguringAttribute } from "./child-price.js";

/** The configuring attributes of a configurable product with their prices; empty for other products. */
export async function configuringAttributes(tx: ReadTx, productId: number): Promise<ConfiguringAttribute[]> {
  const { attributes = [] } = (await tx.get("compositions", productId)) ?? {};
  const model = await attributeModel(tx);
  return attributes.flatMap(({ attribute_id, prices }) => {
    const attribute = model.productById(attribute_id);
    return attribute ? [{ attribute, prices }] : [];
  });
}
