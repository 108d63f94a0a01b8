/** The stored shapes of what can be chosen of configurable products and bundles. */

/** What an option of an attribute adds to the price of a configurable product. */
export interface ConfigurablePrice {
  readonly option_id: number;
  /** Up to 4 decimals; in the base currency, or in percent of the price of the configurable product. */
  readonly price: number;
  readonly is_percent: boolean;
}

export interface ConfigurableAttribute {
  readonly attribute_id: number;
  /** Options that are not here add nothing. */
  readonly prices: readonly ConfigurablePrice[];
}

export interface BundleSelection {
  readonly selection_id: number;
  readonly product_id: number;
  /** In each bundle. */
  readonly qty: number;
  readonly can_change_qty: boolean;
}

export interface BundleOption {
  readonly option_id: number;
  readonly title: string;
  /** `select` and `radio` take one selection. */
  readonly type: "select" | "radio" | "checkbox" | "multi";
  readonly required: boolean;
  readonly selections: readonly BundleSelection[];
}

/** The lists of the other type are empty. */
export interface CompositionDoc {
  /** The product's ID. */
  readonly id: number;
  /** What a buyer of a configurable product chooses by. */
  readonly attributes: readonly ConfigurableAttribute[];
  /** The products that it is sold as, by ID; their values of the attributes say which one is chosen. */
  readonly children: readonly number[];
  /** Of a bundle. */
  readonly options: readonly BundleOption[];
}
