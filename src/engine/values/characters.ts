/** Characters in long texts; without Node, since the pages use it, too. */

/**
 * Replaces characters by their code. `replace` with a callback takes four times as long for a text that has no others: 300 ms
 * of processor time for 1 MB instead of 75.
 */
export function replaceCharacters(text: string, replacements: ReadonlyMap<number, string>): string {
  let replaced = "";
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const replacement = replacements.get(text.charCodeAt(at));
    if (replacement === undefined) continue;
    replaced += text.slice(from, at) + replacement;
    from = at + 1;
  }
  return replaced + text.slice(from);
}

/** The codes of all characters in ranges. */
export function codesOf(...ranges: readonly (readonly [first: number, last: number])[]): number[] {
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
