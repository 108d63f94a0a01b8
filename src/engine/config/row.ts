/** The definition of a setting: group, parser, default and help text. */
import type { Parser } from "./parsers.js";

/** What defaults depend on besides the setting itself. */
export interface StartConditions {
  readonly production: boolean;
  /** The log is shown on a terminal. */
  readonly terminal: boolean;
}

export interface SettingRow<Value> {
  readonly parse: Parser<Value>;
  /** As the setting would be written; undefined = not set. */
  readonly default?: string | ((conditions: StartConditions) => string);
  /** What `--help` says instead of the default, where that is not a fixed text. */
  readonly defaultText?: string;
  readonly group: Group;
  readonly help: string;
  readonly secret?: true;
  /** Of a repeated flag all values count, as if they were separated by commas. */
  readonly repeats?: true;
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
export function optional<Value>(row: SettingRow<Value>): SettingRow<Value | undefined> {
  return row;
}

export function setting<Value>(
  row: SettingRow<Value> & { default: NonNullable<SettingRow<Value>["default"]> },
): SettingRow<Value> {
  return row;
}
