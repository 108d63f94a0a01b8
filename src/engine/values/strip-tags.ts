import { longestText } from "./coercion.js";

/**
 * Removes everything that a browser could parse as a tag or a comment; `a < b` stays. The result never contains `<` before
 * a letter, `/`, `!` or `?`, not even where removing a tag has joined the two.
 * A text longer than `longestText` is returned unchanged: it is refused for its length.
 */
export function stripTags(text: string): string {
  if (text.length > longestText || !text.includes("<")) return text;
  const kept = new Uint16Array(text.length);
  let length = 0;
  let isTag = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isTag) {
      isTag = unit !== closing;
    } else if (length > 0 && kept[length - 1] === opening && beginsTag(unit)) {
      length -= 1;
      isTag = true;
    } else {
      kept[length] = unit;
      length += 1;
    }
  }
  return Buffer.from(kept.buffer, 0, 2 * length).toString("utf16le");
}

const [opening, closing] = [0x3c, 0x3e];

/** Whether `<` and this character begin a tag: a letter, or one of `/!?`. */
function beginsTag(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || unit === 0x2f || unit === 0x21 || unit === 0x3f;
}
