/** What commands print: tables for people, JSON for programs. Nothing that a shop holds acts on the terminal. */
import { escapeJsonLines, escapeText } from "../engine/log/escape.js";

export interface Output {
  /** As JSON, whatever a person would see. */
  readonly json: boolean;
  /** Whoever writes much waits for what it answers: then there is room again. */
  readonly write: (text: string) => unknown;
}

/** Rows as a table with these columns; without rows a sentence. */
export function printRows(
  { json, write }: Output,
  rows: readonly object[],
  columns: readonly string[],
  none = "None.",
): void {
  if (json) write(escapeJsonLines(`${JSON.stringify(rows, null, 2)}\n`));
  else write(rows.length === 0 ? `${none}\n` : table(rows as readonly Record<string, unknown>[], columns));
}

/** A value; `text` is what people see instead. */
export function print({ json, write }: Output, value: unknown, text?: string): void {
  if (json || text === undefined) write(escapeJsonLines(`${JSON.stringify(value ?? null, null, 2)}\n`));
  else if (text !== "") write(`${text}\n`);
}

const widest = 60;

export function table(
  rows: readonly Readonly<Record<string, unknown>>[],
  columns: readonly string[],
): string {
  const cells = [columns, ...rows.map((row) => columns.map((column) => cellText(row[column])))];
  const widths = columns.map((_, at) =>
    cells.reduce((most, row) => Math.max(most, (row[at] ?? "").length), 0),
  );
  return cells
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "-";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const plain = escapeText(text);
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}
