/**
 * The rows of the sample shop's tables. A member that a row omits is the same as one that a caller omits.
 */
import type { ProductType, TierPrice } from "../../src/shop/data/entities/catalog.js";

type Data = Readonly<Record<string, unknown>>;

/** The texts of a product or category in one language. */
export interface Texts {
  readonly name: string;
  readonly short?: string;
  readonly text?: string;
}

export interface ProductRow extends Texts {
  /** Default: simple. */
  readonly type?: ProductType;
  readonly sku: string;
  readonly price?: number;
  /** Kilograms. */
  readonly weight?: number;
  readonly in: readonly string[];
  /** Default: website 1. */
  readonly websites?: readonly number[];
  /** A product with a material is of the set Ceramics. */
  readonly material?: string;
  readonly care?: readonly string[];
  /** For children of the configurable product. */
  readonly tone?: string;
  /** A product with these is of the set Gifts. */
  readonly gift?: Data;
  /** A quantity, or stock data; default: not managed. */
  readonly stock?: number | Readonly<Record<string, number>>;
  readonly tiers?: readonly (Pick<TierPrice, "qty" | "price"> & {
    readonly group?: number;
    readonly website?: string;
  })[];
  /** The labels of the images; default: one image with the name as its label. */
  readonly pictures?: readonly string[];
  /** Texts for the German store view. */
  readonly german?: Texts;
  /** Values of the second website. */
  readonly second?: Readonly<Record<string, unknown>>;
  /** Custom options with data for the German store view, by sort order; value IDs count from 1. */
  readonly options?: readonly { readonly data: Data; readonly german: Data }[];
  /** Links and samples of a downloadable product. */
  readonly downloads?: readonly { readonly resourceType: "link" | "sample"; readonly resource: Data }[];
  /** Further members of the product data. */
  readonly more?: Readonly<Record<string, unknown>>;
}
