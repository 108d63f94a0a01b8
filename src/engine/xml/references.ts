/** Resolves the references of XML: its five names, and characters by number. */

/** A character that XML 1.0 cannot contain, not even as a reference. */
// oxlint-disable-next-line no-control-regex
export const illegalCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const named = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["apos", "'"],
  ["quot", '"'],
]);

/** Zeros may precede. More digits than these make no character. */
const numbered = /^#(?:0*([1-9]\d{0,6})|x0*([1-9A-Fa-f][\dA-Fa-f]{0,5}))$/;

/** Returns a text with its references resolved, each once; undefined if a reference is invalid. */
export function resolveXmlReferences(text: string): string | undefined {
  let isValid = true;
  const resolved = replaceReferences(text, (reference) => {
    const character = characterOf(reference);
    isValid &&= character !== undefined && !illegalCharacter.test(character) && character.isWellFormed();
    return character;
  });
  return isValid ? resolved : undefined;
}

/** For texts of other programs: characters that XML forbids are resolved, too, and what is no reference stays. */
export function resolveKnownReferences(text: string): string {
  return replaceReferences(text, (reference) => characterOf(reference.toLowerCase()));
}

/**
 * A text may have 200,000 references: a pattern whose matches are each replaced by a function takes four times as long.
 * @param characterOf receives what stands between `&` and `;`
 */
function replaceReferences(text: string, characterOf: (reference: string) => string | undefined): string {
  if (!text.includes("&")) return text;
  const parts = text.split("&");
  for (let nth = 1; nth < parts.length; nth += 1) {
    const part = parts[nth] as string;
    const end = part.indexOf(";");
    const character = characterOf(part.slice(0, Math.max(end, 0)));
    parts[nth] = character === undefined ? `&${part}` : character + part.slice(end + 1);
  }
  return parts.join("");
}

function characterOf(reference: string): string | undefined {
  if (!reference.startsWith("#")) return named.get(reference);
  const found = numbered.exec(reference);
  if (!found) return undefined;
  const [, decimal, hex = ""] = found;
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
