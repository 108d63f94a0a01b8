/** The carriers that support tracking, whether or not the shop offers them (sales 9.3). */
import type { ShopDoc } from "../../data/entities/shop.js";

/** Titles by carrier code. */
export type Carriers = Readonly<Record<string, string>>;

const installed: Carriers = {
  custom: "Custom Value",
  dhl: "DHL (Deprecated)",
  fedex: "Federal Express",
  ups: "United Parcel Service",
  usps: "United States Postal Service",
  dhlint: "DHL",
};

export interface CarrierSources {
  /** CARRIERS */
  readonly settings: { readonly carriers: Carriers };
  readonly shop: { readonly doc: Pick<ShopDoc, "carriers"> };
}

/**
 * Titles by carrier code, in the order of the answer: the installed ones, then those of the setting and of the dataset. They
 * are the same in every store.
 */
export function carrierTitles({ settings, shop }: CarrierSources): Carriers {
  return { ...installed, ...settings.carriers, ...shop.doc.carriers };
}

/** The title of a carrier, by its code; undefined for a carrier without tracking. */
export function carrierTitle(sources: CarrierSources, code: string): string | undefined {
  const titles = carrierTitles(sources);
  return Object.hasOwn(titles, code) ? titles[code] : undefined;
}

export const carrierForm = "a code has 1 to 30 of a-z, 0-9 and _, a title 1 to 255 characters";

export function isCarrier(code: string, title: unknown): title is string {
  return /^[a-z0-9_]{1,30}$/.test(code) && typeof title === "string" && /^\P{Cc}{1,255}$/u.test(title.trim());
}
