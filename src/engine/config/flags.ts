/** Settings given as flags: `--port 8080`, `--port=8080`, `--require-https`. If a flag is repeated, the last one counts, unless its setting is a list. */
import { parseArgs } from "node:util";
import { onOff } from "./parsers.js";
import { flagOf, notASetting } from "./names.js";
import type { SettingTable } from "./row.js";

export interface Flags {
  readonly given: ReadonlyMap<string, { readonly text: string; readonly source: string }>;
  readonly problems: readonly string[];
}

/** What the command line requests instead of a start. */
export function wantedText(argv: readonly string[]): "help" | "version" | undefined {
  if (argv.some((arg) => arg === "--help" || arg === "-h")) return "help";
  return argv.some((arg) => arg === "--version" || arg === "-v") ? "version" : undefined;
}

/** May the `.env` file of the working folder be read? */
export function readsEnvFile(argv: readonly string[]): boolean {
  return !argv.includes("--no-env-file");
}

export function readFlags(table: SettingTable, argv: readonly string[]): Flags {
  const nameByFlag = new Map(Object.keys(table).map((name) => [flagOf(name), name]));
  const others = {
    help: { type: "boolean", short: "h" },
    version: { type: "boolean", short: "v" },
    "no-env-file": { type: "boolean" },
  } as const;
  const ofSettings = [...nameByFlag.keys()].map((flag) => [flag, { type: "string" }] as const);
  const known = [...nameByFlag.keys()].map((flag) => `--${flag}`);
  const isSwitch = (flag: string) => table[nameByFlag.get(flag) ?? ""]?.parse === onOff;
  const given = new Map<string, { text: string; source: string }>();
  const problems: string[] = [];
  const { tokens } = parseArgs({
    args: argv.map((arg, index) =>
      isSwitch(arg.replace(/^--/, "")) ? withValue(arg, argv[index + 1]) : arg,
    ),
    options: { ...Object.fromEntries(ofSettings), ...others },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  let afterUnknown = -1;
  for (const token of tokens) {
    // The word after an unknown flag is its value, and no mistake of its own.
    if (token.kind === "positional" && token.index !== afterUnknown) {
      const lists = "store-api help lists the commands, store-api --help the settings";
      problems.push(`"${token.value}" is neither a command nor a setting; ${lists}`);
    }
    if (token.kind !== "option") continue;
    const name = nameByFlag.get(token.name);
    if (name === undefined) {
      afterUnknown = token.index + 1;
      if (Object.hasOwn(others, token.name)) continue;
      const asFlag = `--${token.rawName.replace(/^-+/, "").replaceAll("_", "-").toLowerCase()}`;
      problems.push(notASetting(token.rawName, asFlag, known));
    } else if (token.value === undefined || (!token.inlineValue && token.value.startsWith("--"))) {
      problems.push(`${token.rawName} needs a value`);
    } else if (token.value === "") {
      // As with variables: empty is "not set".
      given.delete(name);
    } else {
      const before = table[name]?.repeats ? given.get(name)?.text : undefined;
      const text = before === undefined ? token.value : `${before},${token.value}`;
      given.set(name, { text, source: token.rawName });
    }
  }
  return { given, problems };
}

/** `--control` alone means `--control=on`. */
function withValue(arg: string, next: string | undefined): string {
  return next === undefined || next.startsWith("--") ? `${arg}=on` : arg;
}
