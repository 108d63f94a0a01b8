/** Content negotiation (customers 5.1). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isOAuthHeader } from "../../access/oauth/authorization-header.js";
import { WireExchange } from "../../http/exchange.js";

const mediaTypes = ["application/xml", "text/xml", "application/json"] as const;
export type MediaType = (typeof mediaTypes)[number];

/** The type of responses to requests without a preference. */
export const defaultType: MediaType = "application/xml";

/** The precision of a range that names one type; those of wildcards are smaller. */
const exact = 2;

interface Range {
  readonly type: string;
  /** 0 to 1. */
  readonly quality: number;
}

/** The type of the response to a request, by its `Accept` header; undefined if it accepts none of ours. */
export function acceptedType(request: IncomingMessage, response: ServerResponse): MediaType | undefined {
  const preferred = isSigned(request) ? "json" : WireExchange.of(response)?.restDefault;
  return negotiate(request.headers.accept, preferred);
}

/**
 * Programs of Magento, which alone sign, expect JSON for any type, as its documentation shows. A wrong signature counts, too, so that
 * they can read the error.
 */
function isSigned({ headers, url = "" }: IncomingMessage): boolean {
  return isOAuthHeader(headers.authorization) || /[?&]oauth_\w+=/.test(url);
}

/**
 * The type that an `Accept` header prefers; undefined if it accepts none of ours.
 * @param preferred the type that a range with a wildcard means, if it accepts several
 */
function negotiate(accept: string | undefined, preferred: "xml" | "json" = "xml"): MediaType | undefined {
  if (accept === undefined || accept === "") return defaultType;
  if ((mediaTypes as readonly string[]).includes(accept)) return accept as MediaType;

  const ranges = accept.split(",").flatMap(readRange);
  if (ranges.length === 0) return defaultType;

  let best: { type: MediaType; quality: number; precision: number } | undefined;
  for (const type of mediaTypes) {
    const { quality, precision } = qualityOf(type, ranges);
    const isWanted = preferred === "json" && type === "application/json" && precision < exact;
    const isBetter =
      !best ||
      quality > best.quality ||
      (quality === best.quality &&
        (precision > best.precision || (precision === best.precision && isWanted)));
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
