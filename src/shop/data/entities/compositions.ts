/** The documents of the compositions of configurable products and bundles. */

/** The amount that an option of an attribute adds to the price of a configurable product. */
export interface ConfigurablePrice {
  readonly option_id: number;
  /** Up to 4 decimals; in the base currency, or in percent of the price of the configurable product. */
  readonly price: number;
  readonly is_percent: boolean;
}

export interface ConfigurableAttribute {
  readonly attribute_id: number;
  /** Options that are not listed add nothing. */
  readonly prices: readonly ConfigurablePrice[];
}

export interface BundleSelection {
  readonly selection_id: number;
  readonly product_id: number;
  /** Units per bundle. */
  readonly qty: number;
  readonly can_change_qty: boolean;
}

export interface BundleOption {
  readonly option_id: number;
  readonly title: string;
  /** `select` and `radio` allow one selection. */
  readonly type: "select" | "radio" | "checkbox" | "multi";
  readonly required: boolean;
  readonly selections: readonly BundleSelection[];
}

/** Lists that do not apply to the type of the product are empty. */
export interface CompositionDoc {
  /** The product's ID. */
  readonly id: number;
  /** The configuring attributes of a configurable product. */
  readonly attributes: readonly ConfigurableAttribute[];
  /**
   * The IDs of the children of a configurable product. Their values of the attributes determine which one is
   * chosen.
   */
  readonly children: readonly number[];
  /** The options of a bundle. */
  readonly options: readonly BundleOption[];
}
