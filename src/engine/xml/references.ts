/** Resolves the references of XML: its five names, and characters by number. */

/** A character that XML 1.0 cannot contain, not even as a reference. */
// oxlint-disable-next-line no-control-regex
export const illegalCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const invalid = /&(?!(?:lt|gt|amp|apos|quot|#\d+|#x[\dA-Fa-f]+);)/;
const numeric = /&#(?:(\d+)|x([\dA-Fa-f]+));/g;

/**
 * Returns a text with its references resolved, each once; undefined if a reference is invalid. A name is replaced by a
 * pattern of its own, which costs no call for each match; `&amp;` last, because its `&` begins no reference.
 */
export function resolveXmlReferences(text: string): string | undefined {
  if (!text.includes("&")) return text;
  if (invalid.test(text)) return undefined;
  const named = text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'");
  const result = named.includes("&#") ? resolveNumbers(named) : named;
  return result?.replace(/&amp;/g, "&");
}

/** Some libraries send the line breaks of a file as references. */
function resolveNumbers(text: string): string | undefined {
  let isValid = true;
  const result = text
    .replace(/&#13;/g, "\r")
    .replace(/&#xD;/g, "\r")
    .replace(numeric, (_all, decimal?: string, hex?: string) => {
      const character = characterOf(decimal, hex);
      if (character === undefined) isValid = false;
      return character === "&" ? "&amp;" : (character ?? "");
    });
  return isValid ? result : undefined;
}

/** Compares only characters that may be illegal: a document may have 200,000 references. */
function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code >= 0x20 && code < 0xd800) return String.fromCharCode(code);
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  const character = String.fromCodePoint(code);
  return illegalCharacter.test(character) ? undefined : character;
}
