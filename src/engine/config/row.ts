/** The definition of a setting: parser, default, help text and group. */
import type { Parser } from "./parsers.js";

/** What defaults depend on besides the setting itself. */
interface StartConditions {
  readonly production: boolean;
  /** The log is shown on a terminal. */
  readonly terminal: boolean;
}

export interface Setting<Value> {
  readonly parse: Parser<Value>;
  /** As the setting would be written; undefined = not set. */
  readonly default?: string | ((conditions: StartConditions) => string);
  /** What `--help` says instead of the default, where that is not a fixed text. */
  readonly defaultText?: string;
  readonly help: string;
  readonly secret?: true;
  /** Of a repeated flag all values count, as if they were separated by commas. */
  readonly repeats?: true;
}

export interface SettingRow<Value> extends Setting<Value> {
  readonly group: Group;
}

/** By name. */
export type SettingTable = Readonly<Record<string, SettingRow<unknown>>>;

export const groups = [
  "Address",
  "Data",
  "Access",
  "Limits",
  "Rules",
  "Protocols",
  "Mail",
  "Log",
  "Process",
] as const;
export type Group = (typeof groups)[number];

/** A setting that may stay unset. */
export function optional<Value>(row: Setting<Value>): Setting<Value | undefined> {
  return row;
}

export function setting<Value>(
  row: Setting<Value> & { default: NonNullable<Setting<Value>["default"]> },
): Setting<Value> {
  return row;
}

type InGroup<Rows> = { readonly [Name in keyof Rows]: Rows[Name] & { readonly group: Group } };

export function inGroup<Rows extends Record<string, Setting<unknown>>>(group: Group, rows: Rows) {
  const entries = Object.entries(rows).map(([name, row]) => [name, { ...row, group }]);
  return Object.fromEntries(entries) as InGroup<Rows>;
}
