/** The stored shapes of what a buyer of a product chooses: custom options, and the links of downloadable products. */

export type CustomOptionType =
  | "field"
  | "area"
  | "file"
  | "drop_down"
  | "radio"
  | "checkbox"
  | "multiple"
  | "date"
  | "date_time"
  | "time";

export type PriceType = "fixed" | "percent";

export interface OptionPrice {
  /** Up to 4 decimals; in the base currency, or in percent of the product's price. May be negative. */
  readonly price: number;
  readonly price_type: PriceType;
}

/** By scope key as attribute values: "0", the default, which is always there, or "w1" for website 1. */
export type OptionPrices = Readonly<Record<string, OptionPrice>>;

/** By scope key: "0", the default, which is always there, or "s3" for store view 3. */
export type ScopedTitles = Readonly<Record<string, string>>;

/** One choice of an option of the select group. */
export interface OptionValue {
  readonly value_id: number;
  readonly sort_order: number;
  readonly sku: string | null;
  readonly titles: ScopedTitles;
  readonly prices: OptionPrices;
}

export interface ProductOption {
  readonly option_id: number;
  readonly type: CustomOptionType;
  readonly is_require: boolean;
  readonly sort_order: number;
  readonly titles: ScopedTitles;
  /** Price and SKU of the select group are those of its values: here 0 and null. */
  readonly prices: OptionPrices;
  readonly sku: string | null;
  /** Of text; null and 0 are no limit. */
  readonly max_characters: number | null;
  /** Of files: comma-separated extensions, and the largest sides in pixels. */
  readonly file_extension: string | null;
  readonly image_size_x: number | null;
  readonly image_size_y: number | null;
  /** Of the select group, ascending by ID. */
  readonly values: readonly OptionValue[];
}

/** What is offered for download: a file that is kept here, or an address elsewhere. */
export interface DownloadSource {
  readonly type: "file" | "url" | null;
  /** The path of a file among those of its kind, for example `/g/u/guide.pdf`. */
  readonly file: string | null;
  readonly url: string | null;
}

/** By scope key, as `OptionPrices`. */
export type LinkPrices = Readonly<Record<string, number>>;

export interface DownloadLink {
  readonly link_id: number;
  readonly sort_order: number;
  readonly titles: ScopedTitles;
  readonly prices: LinkPrices;
  /** 0 = any number. */
  readonly number_of_downloads: number;
  /** 0 no, 1 yes, 2 as the shop is set. */
  readonly is_shareable: 0 | 1 | 2;
  readonly source: DownloadSource;
  readonly sample: DownloadSource;
}

export interface DownloadSample {
  readonly sample_id: number;
  readonly sort_order: number;
  readonly titles: ScopedTitles;
  readonly source: DownloadSource;
}
