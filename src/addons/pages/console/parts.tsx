/** The components that views share. Values of the shop are rendered as text, never as markup. */
import type { ComponentChildren, TargetedEvent } from "preact";
import { useState } from "preact/hooks";
import { TextView } from "../browser/json-view.js";
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
  /** A CSS width; a table with widths cuts long texts in place of wrapping them. */
  readonly width?: string;
  /** Left out where details stand beside the table. */
  readonly isExtra?: boolean;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string | number;
  readonly none?: string;
  /** The row whose details are shown. */
  readonly isCurrent?: (row: Row) => boolean;
  /** Opens the row that was clicked; for keyboards, a cell has a link. */
  readonly onOpen?: (row: Row) => void;
  /** Rows of one group follow each other below its heading. */
  readonly groupOf?: (row: Row) => string;
}

/** A table; on narrow screens, a card for each row. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, none = "Nothing here.", groupOf = () => "" } = props;
  const [shown, setShown] = useState(rowsAtOnce);
  if (rows.length === 0) return <p class="soft">{none}</p>;
  const groups = [...Map.groupBy(rows.slice(0, shown), groupOf)];
  const isDense = columns.some(({ width }) => width !== undefined);
  return (
    <>
      <div class="scroll" role="region" aria-label={caption} tabIndex={0}>
        <table class={isDense ? "cards dense" : "cards"}>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)} style={{ width: column.width }}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(([group, members]) => (
            <tbody key={group}>
              {group !== "" && (
                <tr>
                  <th scope="rowgroup" colSpan={columns.length}>
                    {group} <span class="soft">{members.length}</span>
                  </th>
                </tr>
              )}
              {members.map((row, index) => (
                <TableRow key={props.keyOf(row, index)} row={row} {...props} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {rows.length > shown && (
        <p>
          {count(shown)} of {count(rows.length)}.{" "}
          <button type="button" class="button small" onClick={() => setShown(shown + 10 * rowsAtOnce)}>
            Show more
          </button>
        </p>
      )}
    </>
  );
}

const rowsAtOnce = 100;

function TableRow<Row>({ row, columns, isCurrent, onOpen }: TableProps<Row> & { readonly row: Row }) {
  return (
    <tr aria-current={isCurrent?.(row) ? "true" : undefined} onClick={onOpen && (() => onOpen(row))}>
      {columns.map((column) => (
        <td key={column.title} class={classOf(column)} data-title={column.title}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function classOf({ isNumber, isExtra }: Pick<Column<never>, "isNumber" | "isExtra">): string | undefined {
  return [isNumber && "number", isExtra && "extra"].filter(Boolean).join(" ") || undefined;
}

/** What is known of a record; facts without a value are left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A value as JSON with syntax colours. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <TextView text={JSON.stringify(value, null, 2) ?? "nothing"} label={label} />;
}

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

/** Formats a number of things, with its thousands separated. */
export function count(things: number): string {
  return things.toLocaleString("en");
}

/** Formats an amount, with its thousands separated. */
export function money(amount: number | null | undefined, currency = ""): string {
  if (amount === null || amount === undefined) return "";
  const text = amount.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  return `${text} ${currency}`.trim();
}

/** The states of documents, which are numbers. */
export const stateTexts = {
  invoices: ["", "open", "paid", "canceled"],
  creditmemos: ["", "open", "refunded", "canceled"],
} as const;

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
