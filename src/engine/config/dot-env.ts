/** The `.env` file. It may belong to another program, so only lines that name our settings are looked at. */
import { parseEnv } from "node:util";
import { isOurs, variableOf } from "./names.js";

interface DotEnv {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** One line for each line of the file that names a setting and sets nothing. */
  readonly problems: readonly string[];
}

/** @param settings the names of all settings */
export function readDotEnv(settings: readonly string[], text: string): DotEnv {
  const values: Record<string, string | undefined> = {};
  const problems: string[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .entries()) {
    const [, name = "", sign] = /^\s*(?:export\s+)?(\w+)\s*(=)?/.exec(line) ?? [];
    if (!isOurs(name)) continue;
    // Line by line: values of other programs are not checked, not even for open quotes.
    if (sign) Object.assign(values, parseEnv(line));
    else problems.push(`.env line ${index + 1} does not set anything; write ${exampleFor(settings, name)}`);
  }
  return { values, problems };
}

/** Repeats a name only if it is a setting: what looks like one may as well be a part of a secret. */
function exampleFor(settings: readonly string[], word: string): string {
  const name = settings.map(variableOf).find((variable) => variable === word.toUpperCase());
  return `${name ?? "STORE_API_<NAME>"}=<value>`;
}
