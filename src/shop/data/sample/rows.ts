/**
 * The shape of the sample shop's tables. What a row leaves out is the same as when a caller leaves it out.
 */
import type { ProductType, TierPrice } from "../entities/catalog.js";
import type { CareName, ToneName, MaterialName } from "./ceramics-set.js";
import type { GiftFields } from "./gifts-set.js";
import type { CategoryName } from "./categories.js";
import type { Texts } from "./texts.js";

type Data = Readonly<Record<string, unknown>>;

export interface ProductRow extends Texts {
  /** Simple, when left out. */
  readonly type?: ProductType;
  readonly sku: string;
  readonly price?: number;
  /** Kilograms. */
  readonly weight?: number;
  readonly in: readonly CategoryName[];
  /** Website 1, when left out. */
  readonly websites?: readonly number[];
  /** A product with a material is of the set Ceramics. */
  readonly material?: MaterialName;
  readonly care?: readonly CareName[];
  /** Of products that a configurable product is sold as. */
  readonly tone?: ToneName;
  /** A product with these is of the set Gifts. */
  readonly gift?: GiftFields;
  /** Pieces, or stock data; not managed when left out. */
  readonly stock?: number | Readonly<Record<string, number>>;
  readonly tiers?: readonly (Pick<TierPrice, "qty" | "price"> & {
    readonly group?: number;
    readonly website?: string;
  })[];
  /** The labels of its images; one with the name, when left out. */
  readonly pictures?: readonly string[];
  /** What the German store view says instead. */
  readonly german?: Texts;
  /** Values of the second website. */
  readonly second?: Readonly<Record<string, unknown>>;
  /** Custom options, each with what the German store view says instead, by sort order; values are numbered from 1 on. */
  readonly options?: readonly { readonly data: Data; readonly german: Data }[];
  /** Links and samples of a downloadable product. */
  readonly downloads?: readonly { readonly resourceType: "link" | "sample"; readonly resource: Data }[];
  /** Further members of the product data. */
  readonly more?: Readonly<Record<string, unknown>>;
}
