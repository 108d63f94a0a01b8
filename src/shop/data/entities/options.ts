/** Custom options, and the links and samples of downloadable products, as stored in products. */

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

type PriceType = "fixed" | "percent";

export interface OptionPrice {
  /** Up to 4 decimals; in the base currency, or in percent of the product's price. May be negative. */
  readonly price: number;
  readonly price_type: PriceType;
}

/** By scope key, like attribute values: "0" is the default and always present, "w1" is website 1. */
export type OptionPrices = Readonly<Record<string, OptionPrice>>;

/** By scope key: "0" is the default and always present, "s3" is store view 3. */
export type ScopedTitles = Readonly<Record<string, string>>;

/** A value of an option of the select group. */
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
  /** Options of the select group have a price and SKU per value: 0 and null here. */
  readonly prices: OptionPrices;
  readonly sku: string | null;
  /** For text; null and 0 mean no limit. */
  readonly max_characters: number | null;
  /** For files: comma-separated extensions, and maximum width and height in pixels. */
  readonly file_extension: string | null;
  readonly image_size_x: number | null;
  readonly image_size_y: number | null;
  /** For the select group, ascending by ID. */
  readonly values: readonly OptionValue[];
}

/** The source of a download: a stored file or a URL. */
export interface DownloadSource {
  readonly type: "file" | "url" | null;
  /** The path of the file in `download_files`, for example `/g/u/guide.pdf`. */
  readonly file: string | null;
  readonly url: string | null;
}

/** By scope key, like `OptionPrices`. */
export type LinkPrices = Readonly<Record<string, number>>;

export interface DownloadLink {
  readonly link_id: number;
  readonly sort_order: number;
  readonly titles: ScopedTitles;
  readonly prices: LinkPrices;
  /** 0 = unlimited. */
  readonly number_of_downloads: number;
  /** 0 no, 1 yes, 2 the setting of the shop. */
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
