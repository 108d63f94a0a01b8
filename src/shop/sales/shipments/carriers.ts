/** Carriers whose parcels can be followed, whether the shop offers them or not (sales 9.3). */
const titles = {
  custom: "Custom Value",
  dhl: "DHL (Deprecated)",
  fedex: "Federal Express",
  ups: "United Parcel Service",
  usps: "United States Postal Service",
  dhlint: "DHL",
} as const;

/** Titles by code, in the order in which they are offered; the same in every store. */
export function carrierTitles(): Record<string, string> {
  return { ...titles };
}

/** Codes are lower case; undefined for a carrier without tracking. */
export function carrierTitle(code: string): string | undefined {
  return Object.hasOwn(titles, code) ? titles[code as keyof typeof titles] : undefined;
}
