/** Content negotiation (customers 5.1). */

export const mediaTypes = ["application/xml", "text/xml", "application/json"] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The type of responses to requests without a preference. */
export const defaultType: MediaType = "application/xml";

interface Range {
  readonly type: string;
  /** 0 to 1. */
  readonly quality: number;
}

/** The type that an `Accept` header prefers; undefined if it accepts none of ours. */
export function negotiate(accept: string | undefined): MediaType | undefined {
  if (accept === undefined || accept === "" || accept === "*/*") return defaultType;
  if ((mediaTypes as readonly string[]).includes(accept)) return accept as MediaType;

  const ranges = accept.split(",").flatMap(readRange);
  if (ranges.length === 0) return defaultType;

  let best: { type: MediaType; quality: number; precision: number } | undefined;
  for (const type of mediaTypes) {
    const { quality, precision } = qualityOf(type, ranges);
    const isBetter =
      !best || quality > best.quality || (quality === best.quality && precision > best.precision);
    if (quality > 0 && isBetter) best = { type, quality, precision };
  }
  return best?.type;
}

/** Parses a media range; empty if it is malformed. */
function readRange(text: string): Range[] {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  if (!/^(\*\/\*|[\w!#$&^.+-]+\/(\*|[\w!#$&^.+-]+))$/.test(type)) return [];
  const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (weight === undefined) return [{ type, quality: 1 }];
  const quality = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weight)?.[1];
  return quality === undefined ? [] : [{ type, quality: Number(quality) }];
}

/** The quality of a type in the most specific range that matches it. */
function qualityOf(type: MediaType, ranges: readonly Range[]): { quality: number; precision: number } {
  const names = ["*/*", `${type.split("/", 1)[0]}/*`, type];
  for (let precision = names.length - 1; precision >= 0; precision -= 1) {
    const matching = ranges.filter((range) => range.type === names[precision]);
    if (matching.length === 0) continue;
    const quality = matching.reduce((highest, range) => Math.max(highest, range.quality), 0);
    return { quality, precision };
  }
  return { quality: 0, precision: 0 };
}
