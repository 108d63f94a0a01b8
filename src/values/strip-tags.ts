/**
 * The text without anything that a browser could take for a tag or a comment; `a < b` stays. What is left
 * never holds `<` in front of a letter, `/`, `!` or `?`, also not where taking a tag away has brought the two
 * together.
 */
export function stripTags(text: string): string {
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
