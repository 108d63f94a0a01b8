/** `catalog_product_type`: the product types. catalog 6. */
import type { Namespace } from "../../namespace.js";
import { productTypes } from "../attribute-values/product-types.js";

export const productType: Namespace<"catalog_product_type"> = {
  async items() {
    return productTypes.map(({ type, label }) => ({ type, label }));
  },
};
