/** Compares the answers of two calls line by line. */
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";

export function DifferenceView({ one, other }: { readonly one: RecordedCall; readonly other: RecordedCall }) {
  const [before, after] = [one, other].map(({ result, fault }) =>
    JSON.stringify(fault ?? result, null, 2).split("\n"),
  );
  const lines = diffLines(before ?? [], after ?? []);
  const changed = lines.filter(({ kind }) => kind !== "same").length;
  return (
    <section aria-label={`Call ${one.number} beside call ${other.number}`}>
      <h2 class="first">
        {one.number} → {other.number}
      </h2>
      <p class="soft">{changed === 0 ? "The answers are equal." : `${changed} lines differ.`}</p>
      {changed > 0 && (
        <pre class="code difference" tabIndex={0}>
          {lines.map((line, index) => (
            <LineOf key={index} line={line} />
          ))}
        </pre>
      )}
    </section>
  );
}

function LineOf({ line: { kind, text } }: { readonly line: DiffLine }) {
  const sign = { same: "  ", gone: "− ", come: "+ " }[kind];
  return <div class={kind}>{sign + text}</div>;
}

interface DiffLine {
  readonly kind: "same" | "gone" | "come";
  readonly text: string;
}

/** With more lines, the changed part is not compared, because the time grows with the product of both lengths. */
const maxComparedLines = 2000;

/** Lines of the longest common subsequence are `same`; others are `gone` from `before` or `come` with `after`. */
function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [one, other] = [before, after].map((lines) => lines.slice(start, lines.length - end));
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  return [
    ...same(before.slice(0, start)),
    ...middle(one ?? [], other ?? []),
    ...same(before.slice(before.length - end)),
  ];
}

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const gone = before.map((text): DiffLine => ({ kind: "gone", text }));
  const come = after.map((text): DiffLine => ({ kind: "come", text }));
  if (before.length * after.length > maxComparedLines * maxComparedLines) return [...gone, ...come];
  // common[i][j]: the length of the longest common subsequence of the lines from i and from j.
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = common[i] as Uint16Array;
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ kind: "same", text: before[i] as string });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push(gone[i] as DiffLine);
      i += 1;
    } else {
      lines.push(come[j] as DiffLine);
      j += 1;
    }
  }
  return [...lines, ...gone.slice(i), ...come.slice(j)];
}
