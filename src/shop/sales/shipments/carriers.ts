/** The carriers that support tracking, whether or not the shop offers them (sales 9.3). */
const titles = {
  custom: "Custom Value",
  dhl: "DHL (Deprecated)",
  fedex: "Federal Express",
  ups: "United Parcel Service",
  usps: "United States Postal Service",
  dhlint: "DHL",
} as const;

/** Titles by carrier code, in the order of the answer. They are the same in every store. */
export function carrierTitles(): Record<string, string> {
  return { ...titles };
}

/** The title of a carrier, by its lower-case code; undefined for a carrier without tracking. */
export function carrierTitle(code: string): string | undefined {
  return Object.hasOwn(titles, code) ? titles[code as keyof typeof titles] : undefined;
}
