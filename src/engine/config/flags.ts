/** Settings given as flags: `--port 8080`, `--port=8080`, `--require-https`. Of a repeated one the last counts. */
import { parseArgs } from "node:util";
import { onOff } from "./parsers.js";
import { nearest } from "./spelling.js";
import { flagOf } from "./names.js";
import { settingNames, settingTable, type SettingName } from "./table.js";
import { append } from "../values/lists.js";

export interface Flags {
  readonly given: ReadonlyMap<SettingName, { readonly text: string; readonly source: string }>;
  readonly problems: readonly string[];
}

const nameByFlag = new Map(settingNames.map((name) => [flagOf(name), name]));

const options = {
  ...Object.fromEntries([...nameByFlag.keys()].map((flag) => [flag, { type: "string" as const }])),
  help: { type: "boolean" as const, short: "h" },
  version: { type: "boolean" as const, short: "v" },
  "no-env-file": { type: "boolean" as const },
};

/** Flags that are no settings. */
const otherFlags = ["--help", "-h", "--version", "-v", "--no-env-file"];

/** What is asked for instead of a start. */
export function wantedText(argv: readonly string[]): "help" | "version" | undefined {
  if (argv.some((arg) => arg === "--help" || arg === "-h")) return "help";
  return argv.some((arg) => arg === "--version" || arg === "-v") ? "version" : undefined;
}

/** May the `.env` file of the working folder be read? */
export function readsEnvFile(argv: readonly string[]): boolean {
  return !argv.includes("--no-env-file");
}

export function readFlags(argv: readonly string[]): Flags {
  const given = new Map<SettingName, { text: string; source: string }>();
  const problems: string[] = [];
  const { tokens } = parseArgs({
    args: argv.map(withValue),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  let afterUnknown = -1;
  for (const token of tokens) {
    // The word after an unknown flag is its value, and no mistake of its own.
    if (token.kind === "positional" && token.index !== afterUnknown) {
      const lists = "store-api help lists the commands, store-api --help the settings";
      problems.push(`"${token.value}" is no command and no setting; ${lists}`);
    }
    if (token.kind !== "option") continue;
    const name = nameByFlag.get(token.name);
    if (name === undefined) {
      append(problems, unknownFlag(token.rawName));
      afterUnknown = token.index + 1;
    } else if (token.value === undefined || looksLikeFlag(token)) {
      problems.push(`${token.rawName} needs a value`);
    } else if (token.value === "") {
      // As with variables: empty is "not set".
      given.delete(name);
    } else {
      given.set(name, { text: token.value, source: token.rawName });
    }
  }
  return { given, problems };
}

/** `--control` alone means `--control=on`. */
function withValue(arg: string, index: number, argv: readonly string[]): string {
  const name = nameByFlag.get(arg.replace(/^--/, ""));
  if (name === undefined || settingTable[name].parse !== onOff) return arg;
  const next = argv[index + 1];
  return next === undefined || next.startsWith("--") ? `${arg}=on` : arg;
}

function looksLikeFlag(token: {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}): boolean {
  return token.inlineValue !== true && token.value?.startsWith("--") === true;
}

function unknownFlag(rawName: string): string[] {
  if (otherFlags.includes(rawName)) return [];
  const meant = nearest(
    rawName.replace(/^-+/, "").replaceAll("_", "-").toLowerCase(),
    [...nameByFlag.keys()],
    2,
  );
  const hint = meant === undefined ? "--help lists all settings" : `did you mean --${meant}?`;
  return [`${rawName} is no setting; ${hint}`];
}
