/** What is known of a product when it is put into a cart; `facts.ts` looks it up. */
import type { PricePlace } from "../../catalog/options/scoped-members.js";
import type { AttributeDoc, ProductDoc } from "../../data/entities/catalog.js";
import type { BundleOption, BundleSelection } from "../../data/entities/compositions.js";
import type { ConfiguringAttribute } from "../../catalog/compositions/child-price.js";

/** The names of things at the store of the cart. */
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

/** The lists of other types of products are empty. */
export interface ProductFacts {
  readonly product: ProductDoc;
  /** The store of the cart. */
  readonly place: PricePlace;
  readonly shown: ShownNames;
  /** Whether links of a downloadable product are sold one by one. */
  readonly areLinksSeparate: boolean;
  /** What buyers of a configurable product choose by. */
  readonly attributes: readonly ConfiguringAttribute[];
  readonly children: readonly ProductDoc[];
  /** Of a bundle. */
  readonly options: readonly BundleOptionFacts[];
  /** What a grouped product consists of, as far as it can be sold. */
  readonly members: readonly { readonly facts: ProductFacts; readonly isDecimal: boolean }[];
}
