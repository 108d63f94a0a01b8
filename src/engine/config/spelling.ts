/** Finds the most similar known name for a misspelt one. */

/** Changes of one character, and swaps of two neighbours, that lead from one word to the other. */
export function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, j - 2) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, other.length);
}

/** The known name nearest to a word, at most `limit` changes away. */
export function nearest(word: string, known: readonly string[], limit: number): string | undefined {
  const ranked = known
    .filter((name) => Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, changes: distance(word, name) }))
    .filter(({ changes }) => changes <= limit)
    .sort((a, b) => a.changes - b.changes);
  return ranked[0]?.name;
}

/** The known name that a person may have meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  return nearest(name, known, Math.max(2, Math.floor(name.length / 3)));
}

/** Most names that a message lists. */
const maxListed = 20;

/** The end of a message about an unknown name: the nearest known one, or all if they are few; "" otherwise. */
export function meantName(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return `; ${meant} may be meant`;
  return known.length === 0 || known.length > maxListed ? "" : `; there are: ${known.join(", ")}`;
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
