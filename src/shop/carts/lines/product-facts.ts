/** The facts of a product that choosing lines depends on; `facts.ts` looks them up. */
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { BundleOption, BundleSelection } from "../../data/entities/compositions.js";
import type { ConfiguringAttribute } from "../../catalog/compositions/child-price.js";

/** Names and labels in the store view of the cart. */
export interface ShownNames {
  readonly productName: (product: ProductDoc) => string;
  readonly attributeLabel: (attribute: AttributeDoc) => string;
  readonly optionLabel: (attribute: AttributeDoc, optionId: number | undefined) => string;
}

export interface BundleOptionFacts {
  readonly option: BundleOption;
  readonly selections: readonly {
    readonly selection: BundleSelection;
    readonly product: ProductDoc;
    readonly isDecimal: boolean;
  }[];
}

/** Lists that do not apply to the type of the product are empty. */
export interface ProductFacts {
  readonly product: ProductDoc;
  /** The store of the cart. */
  readonly place: PricePlace;
  readonly shown: ShownNames;
  /** Whether the links of a downloadable product are sold separately. */
  readonly areLinksSeparate: boolean;
  /** The configuring attributes of a configurable product. */
  readonly attributes: readonly ConfiguringAttribute[];
  readonly children: readonly ProductDoc[];
  /** The options of a bundle. */
  readonly options: readonly BundleOptionFacts[];
  /** The members of a grouped product that can be sold. */
  readonly members: readonly { readonly facts: ProductFacts; readonly isDecimal: boolean }[];
}
