/** The members of product data that are not values of attributes (catalog 9.4). */
import type { WritableCode } from "../../data/attribute-tables.js";
import type { MemberOf } from "../../inputs.js";

/** A member of the contract without an installed attribute does not compile here: it needs a row or a rule. */
type ProductPart = Exclude<MemberOf<"NewProduct" | "ProductChanges">, WritableCode<"product">>;

const parts: Readonly<Record<ProductPart, true>> = {
  sku: true,
  website_ids: true,
  websites: true,
  category_ids: true,
  categories: true,
  stock_data: true,
  additional_attributes: true,
};

export const productParts = Object.keys(parts) as ProductPart[];
