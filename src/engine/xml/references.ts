/** Resolves the references of XML: its five names, and characters by number. */

/** A character that XML 1.0 cannot contain, not even as a reference. */
// oxlint-disable-next-line no-control-regex
export const illegalCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const reference = /&(?:(lt|gt|amp|apos|quot)|#(\d+)|#x([\dA-Fa-f]+));|&/g;
const names: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };

/** Returns a text with its references resolved, each once; undefined if a reference is invalid. */
export function resolveXmlReferences(text: string): string | undefined {
  if (!text.includes("&")) return text;
  let isValid = true;
  // Some libraries send the line breaks of a file in this form. Each match of the pattern below costs a call.
  const result = text
    .replaceAll("&#13;", "\r")
    .replaceAll("&#xD;", "\r")
    .replace(reference, (_all, name?: string, decimal?: string, hex?: string) => {
      const character = name === undefined ? characterOf(decimal, hex) : names[name];
      if (character === undefined) isValid = false;
      return character ?? "";
    });
  return isValid ? result : undefined;
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  const character = isCharacter ? String.fromCodePoint(code) : "\0";
  return illegalCharacter.test(character) ? undefined : character;
}
