/** Compares the answers of two calls line by line. */
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { diffLines, type DiffLine } from "./lines.js";

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
