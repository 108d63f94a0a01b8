/** Makes the last part of a URL from any text (catalog 9.9). It need not be unique. */
import anyAscii from "any-ascii";

/** Characters of a url_key. Romanised text can be four times as long as the original. */
const maxLength = 255;

/** Only this many characters are converted. Stored names are shorter. */
const maxSource = 1000;

/** `Weiße Tassen & Co.` → `weisse-tassen-and-co`. Null if nothing is left. */
export function urlKey(text: string): string | null {
  const ascii = text
    .slice(0, maxSource)
    .replaceAll("&", "and")
    .replaceAll("@", "at")
    .replace(/\P{ASCII}/gu, romanise);
  const words = ascii.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const key = words.join("-").slice(0, maxLength).replace(/-$/, "");
  return key === "" ? null : key;
}

function romanise(character: string): string {
  const ascii = anyAscii(character);
  // Emoji are converted to `:name:`. They are dropped, like all characters that are not letters.
  if (/^:.+:$/.test(ascii)) return "";
  // Soft and hard signs are converted to apostrophes, which must not split a word.
  return /\p{L}/u.test(character) ? ascii.replace(/[^a-z0-9]/gi, "") : ascii;
}
