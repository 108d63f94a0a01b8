/** Twice the bytes of the largest text attribute (catalog.md 1.4). */
const longest = 131_072;

/**
 * The text without anything that a browser could take for a tag or a comment; `a < b` stays. What is left
 * never holds `<` in front of a letter, `/`, `!` or `?`, also not where taking a tag away has brought the two
 * together.
 * A text that is longer than any that is kept stays as it is: it is refused for its length.
 */
export function stripTags(text: string): string {
  if (text.length > longest) return text;
  const kept: string[] = [];
  let isTag = false;
  for (const character of text) {
    if (isTag) {
      isTag = character !== ">";
    } else if (kept.at(-1) === "<" && /[a-z/!?]/i.test(character)) {
      kept.pop();
      isTag = true;
    } else {
      kept.push(character);
    }
  }
  return kept.join("");
}
