/** The `.env` file: `NAME=value` lines, comments and blank lines. */
import { parseEnv } from "node:util";
import { settingNames, variableOf } from "./table.js";

export interface DotEnv {
  readonly values: Readonly<Record<string, string | undefined>>;
  /** One line for each line of the file that sets nothing. */
  readonly problems: readonly string[];
}

export function readDotEnv(text: string): DotEnv {
  const lines = text.split(/\r?\n/);
  const problems = lines.flatMap((line, index) =>
    isUsable(line) ? [] : [`.env line ${index + 1} is no setting; write ${exampleFor(line)}`],
  );
  // Any other line node would take for the beginning of the next one's name.
  return { values: parseEnv(lines.filter(isUsable).join("\n")), problems };
}

function isUsable(line: string): boolean {
  return /^\s*(#|$|(export )?[\w.-]+\s*=)/.test(line);
}

/** Names what the line begins with only if that is a setting: it may as well be a part of a secret. */
function exampleFor(line: string): string {
  const word = /^\s*(?:export\s+)?(\w+)/.exec(line)?.[1]?.toUpperCase();
  const name = settingNames.map(variableOf).find((variable) => variable === word);
  return `${name ?? "<NAME>"}=<value>`;
}
