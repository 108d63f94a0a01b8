/** The references of XML: its five names, and characters by number. */

/** What XML 1.0 cannot hold in any form. */
// oxlint-disable-next-line no-control-regex
export const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const reference = /&(?:(lt|gt|amp|apos|quot)|#(\d+)|#x([\dA-Fa-f]+));|&/g;
const names: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", apos: "'", quot: '"' };

/** A text with its references resolved, each once; undefined when one of them is none. */
export function resolved(text: string): string | undefined {
  if (!text.includes("&")) return text;
  let isWhole = true;
  // Some libraries write the lines of a file so, and each match of the other costs a call.
  const result = text
    .replaceAll("&#13;", "\r")
    .replaceAll("&#xD;", "\r")
    .replace(reference, (_all, name?: string, decimal?: string, hex?: string) => {
      const character = name === undefined ? characterOf(decimal, hex) : names[name];
      if (character === undefined) isWhole = false;
      return character ?? "";
    });
  return isWhole ? result : undefined;
}

function characterOf(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  const character = isCharacter ? String.fromCodePoint(code) : "\0";
  return illegal.test(character) ? undefined : character;
}
