/** What choosing lines needs to know of a product, looked up. */
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { ReadTx } from "../../../engine/storage/storage.js";

export interface ProductFacts {
  readonly product: ProductDoc;
}

export async function factsOf(_tx: ReadTx, product: ProductDoc): Promise<ProductFacts> {
  return { product };
}
