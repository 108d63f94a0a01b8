/** What differs between two texts, by lines. */

export interface Line {
  readonly kind: "same" | "gone" | "come";
  readonly text: string;
}

/** Beyond so many lines the middle part is shown as gone and come, since comparing takes the product of both. */
const mostCompared = 2000;

/** The longest common lines stay, the others are gone from `before` or have come with `after`. */
export function linesOf(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [one, other] = [before, after].map((lines) => lines.slice(start, lines.length - end));
  const same = (lines: readonly string[]): Line[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(before.slice(0, start)),
    ...middle(one ?? [], other ?? []),
    ...same(before.slice(before.length - end)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): Line[] {
  const gone = before.map((text): Line => ({ kind: "gone", text }));
  const come = after.map((text): Line => ({ kind: "come", text }));
  if (before.length * after.length > mostCompared * mostCompared) return [...gone, ...come];
  // common[i][j]: how many lines the rests from i and from j have in common, in order.
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i] as Uint16Array;
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] as string });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push(gone[i] as Line);
      i += 1;
    } else {
      lines.push(come[j] as Line);
      j += 1;
    }
  }
  return [...lines, ...gone.slice(i), ...come.slice(j)];
}
