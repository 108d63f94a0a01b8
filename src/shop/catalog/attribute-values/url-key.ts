/** The last part of an address, made from any text (catalog 9.9). It need not be unique. */
import anyAscii from "any-ascii";

/** Characters, the most that a url_key holds; romanised text can be four times as long as the original. */
const maxLength = 255;

/** Characters that are looked at: no name that is kept has so many. */
const maxSource = 1000;

/** `Weiße Tassen & Co.` → `weisse-tassen-and-co`. Null when nothing usable is left. */
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
  // Emoji come out as `:name:`; they are dropped like anything else that has no letters.
  if (/^:.+:$/.test(ascii)) return "";
  // Soft and hard signs come out as apostrophes, which must not cut a word in two.
  return /\p{L}/u.test(character) ? ascii.replace(/[^a-z0-9]/gi, "") : ascii;
}
