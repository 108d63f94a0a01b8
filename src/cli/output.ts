/** The output of commands: tables or JSON. Texts of a shop are escaped, so that they cannot control the terminal. */
import { escapeJsonLines, escapeLines, escapeText } from "../engine/log/escape.js";

export interface Output {
  /** Whether to print JSON instead of tables. */
  readonly json: boolean;
  /** Backpressure: for large outputs, await the result before writing more. */
  readonly write: (text: string) => unknown;
}

/** Prints rows as a table with these columns, or `none` if there are no rows. */
export async function printRows(
  { json, write }: Output,
  rows: readonly object[],
  columns: readonly string[],
  none = "None.",
): Promise<void> {
  if (json) await write(escapeJsonLines(`${JSON.stringify(rows, null, 2)}\n`));
  else if (rows.length === 0) await write(`${none}\n`);
  else await write(textTable(rows as readonly Record<string, unknown>[], columns));
}

/** Prints `text`, escaped, or the value as JSON if there is no text or JSON is asked for. */
export function print({ json, write }: Output, value: unknown, text?: string): void {
  if (json || text === undefined) write(escapeJsonLines(`${JSON.stringify(value ?? null, null, 2)}\n`));
  else if (text !== "") write(`${escapeLines(text)}\n`);
}

const maxCellLength = 60;

export function textTable(
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
  return plain.length > maxCellLength ? `${plain.slice(0, maxCellLength - 1)}…` : plain;
}
