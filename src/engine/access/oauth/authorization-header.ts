/** Reads the header `Authorization: OAuth …` (RFC 5849, section 3.5.1). */
import type { Parameter } from "./signature.js";

export function isOAuthHeader(authorization: string | undefined): authorization is string {
  return authorization !== undefined && /^OAuth(?:\s|$)/i.test(authorization);
}

const parameter = /\s*(?:([^\s="',]+)\s*=\s*(?:"([^"]*)"|([^\s",]*)))?\s*(?:,|$)/y;

/** The parameters, decoded; undefined if the header is malformed. */
export function headerParameters(authorization: string): Parameter[] | undefined {
  const text = authorization.slice("OAuth".length);
  const found: Parameter[] = [];
  parameter.lastIndex = 0;
  while (parameter.lastIndex < text.length) {
    const match = parameter.exec(text);
    if (!match) return undefined;
    const [, name, quoted, bare = ""] = match;
    // An empty element of the list, as HTTP allows.
    if (name === undefined) continue;
    try {
      // The realm is not a parameter of OAuth, so it is not encoded.
      if (name.toLowerCase() !== "realm")
        found.push([decodeURIComponent(name), decodeURIComponent(quoted ?? bare)]);
    } catch {
      return undefined;
    }
  }
  return found;
}
