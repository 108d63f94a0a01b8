/** The components that views share. Values of the shop are rendered as text, never as markup. */
import type { ComponentChildren, TargetedEvent } from "preact";
import { useState } from "preact/hooks";
import { codeForCall, languages, type CodeLanguage } from "./call-code.js";
import type { Loaded } from "./load.js";
import type { MadeCall } from "./shop.js";

export function ProblemNote({ text }: { readonly text: string | undefined }) {
  return <div role="alert">{text !== undefined && <p class="note bad problem">{text}</p>}</div>;
}

/** Renders a loaded value, or the error. */
export function WhenLoaded<Value>({
  loaded,
  children,
}: {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { value, problem, isLoading } = loaded;
  return (
    <>
      <ProblemNote text={problem} />
      {value === undefined && isLoading && <p class="soft">Loading …</p>}
      {value !== undefined && children(value)}
    </>
  );
}

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
  none = "Nothing here.",
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly none?: string;
}) {
  const [shown, setShown] = useState(rowsAtOnce);
  if (rows.length === 0) return <p class="soft">{none}</p>;
  return (
    <>
      <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" class={isNumber ? "number" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={keyOf(row, index)}>
                {columns.map(({ title, cell, isNumber }) => (
                  <td key={title} class={isNumber ? "number" : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <p>
          {shown} of {rows.length}.{" "}
          <button type="button" class="button small" onClick={() => setShown(shown + 10 * rowsAtOnce)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

const rowsAtOnce = 100;

export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === "" ? "–" : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A value as JSON with syntax colours. */
export function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? "nothing";
  const parts = text.length > maxColouredLength ? [text] : text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?)/);
  return (
    <pre class="code json" tabIndex={0}>
      <code>
        {parts.map((part, index) => {
          if (!part.startsWith('"')) return part;
          return (
            <span key={index} class={part.endsWith(":") ? "json-key" : "json-text"}>
              {part}
            </span>
          );
        })}
      </code>
    </pre>
  );
}

const maxColouredLength = 100_000;

export function CopyButton({
  text,
  children = "Copy",
}: {
  readonly text: () => string;
  readonly children?: string;
}) {
  const [said, setSaid] = useState<string>();
  const copy = () => {
    navigator.clipboard.writeText(text()).then(
      () => setSaid("Copied"),
      () => setSaid("Not allowed"),
    );
    setTimeout(() => setSaid(undefined), 1500);
  };
  return (
    <button type="button" class="button small" onClick={copy}>
      <span aria-live="polite">{said ?? children}</span>
    </button>
  );
}

/** The call behind a view as code in the chosen language. */
export function CallCode({ made }: { readonly made: MadeCall | { operation: string; params: object } }) {
  const [language, setLanguage] = useState<CodeLanguage>(storedLanguage);
  const choose = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    localStorage.setItem(languageKey, currentTarget.value);
    setLanguage(currentTarget.value as CodeLanguage);
  };
  const code = codeForCall(language, made);
  return (
    <details class="call-code">
      <summary>
        <code>{made.operation}</code> as code
      </summary>
      <div class="row">
        <label>
          Language{" "}
          <select class="inline" value={language} onChange={choose}>
            {languages.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <CopyButton text={() => code} />
      </div>
      <pre class="code" tabIndex={0}>
        <code>{code}</code>
      </pre>
    </details>
  );
}

/** Shared with the pages of the documentation (enhance.ts). */
const languageKey = "store-api-language";

function storedLanguage(): CodeLanguage {
  const stored = localStorage.getItem(languageKey) as CodeLanguage;
  return languages.includes(stored) ? stored : "curl";
}

export function FormField({
  label,
  children,
  hint,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly hint?: string;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
      {hint !== undefined && <small class="soft">{hint}</small>}
    </label>
  );
}

/** The values of a form by the names of its fields. */
export function formValues(event: TargetedEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  const fields = [...new FormData(event.currentTarget)];
  return Object.fromEntries(
    fields.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Formats an amount. */
export function money(amount: number | null | undefined, currency = ""): string {
  if (amount === null || amount === undefined) return "";
  return `${amount.toFixed(2)} ${currency}`.trim();
}

const tones: Readonly<Record<string, string>> = {
  complete: "good",
  processing: "accent",
  new: "accent",
  pending: "accent",
  holded: "warn",
  payment_review: "warn",
  pending_payment: "warn",
  canceled: "bad",
  closed: "",
};

export function StateChip({ state }: { readonly state: string }) {
  return <span class={`chip ${tones[state] ?? ""}`}>{state}</span>;
}
