/**
 * The settings of a start: flags before environment variables before `.env` before defaults. The engine's own are in
 * config/table.ts; an application adds its rows to them.
 */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isUsableKey } from "../values/api-key.js";
import { readDotEnv } from "./dot-env.js";
import { readFlags } from "./flags.js";
import { choice, type Parser, SettingError } from "./parsers.js";
import { bareVariables, isOurs, notASetting, variableOf } from "./names.js";
import type { SettingRow, SettingTable } from "./row.js";
import { defaultApiKey, engineSettings } from "./table.js";
import { append } from "../values/lists.js";

type ValueOf<Row> = Row extends SettingRow<infer Value> ? Value : never;

export type SettingsOf<Table> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> } & {
  /** NODE_ENV is `production`. */
  readonly production: boolean;
};

/** What the engine itself asks for. */
export type Settings = SettingsOf<typeof engineSettings>;

const environmentName = choice("development", "test", "production");

export interface SettingProblems {
  /** One line each, naming the setting and what is allowed. */
  readonly problems: readonly string[];
  /** The form in which to report them; undefined if this setting is wrong itself. */
  readonly logFormat: Settings["logFormat"] | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a setting and the name under which it was given, for messages. */
interface Given {
  readonly text: string;
  readonly source: string;
}

interface SettingsReader<Table> {
  /**
   * @param argv the arguments after the program's name
   * @param dotEnvText what the `.env` file holds
   * @param terminal whether the log is shown on a terminal
   */
  readonly readSettings: (
    argv: readonly string[],
    env: Environment,
    dotEnvText?: string,
    terminal?: boolean,
  ) => SettingsOf<Table> | SettingProblems;
  /** Settings for a program or a test that starts a server itself: the defaults, and what it gives. */
  readonly defaultSettings: (given?: Partial<SettingsOf<Table>>) => SettingsOf<Table>;
}

/** @param table the engine's settings and those of the application */
export function settingsReader<Table extends SettingTable & typeof engineSettings>(
  table: Table,
): SettingsReader<Table> {
  const read = (argv: readonly string[], env: Environment, dotEnvText = "", terminal = false) =>
    readTable(table, { argv, env, dotEnvText, terminal }) as SettingsOf<Table> | SettingProblems;
  return {
    readSettings: read,
    defaultSettings(given) {
      const settings = read([], {});
      if ("problems" in settings) throw new Error((settings as SettingProblems).problems.join("\n"));
      return { ...settings, ...given };
    },
  };
}

interface Start {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly dotEnvText: string;
  readonly terminal: boolean;
}

function readTable(
  table: SettingTable,
  { argv, env, dotEnvText, terminal }: Start,
): Settings | SettingProblems {
  const names = Object.keys(table);
  const flags = readFlags(table, argv);
  const { values: dotEnv, problems: unreadable } = readDotEnv(names, dotEnvText);
  const problems = [...flags.problems, ...unknownVariables(names, env, ""), ...unreadable];
  append(problems, unknownVariables(names, dotEnv, " in .env"));
  const nodeEnv = { text: env.NODE_ENV || dotEnv.NODE_ENV || undefined, source: "NODE_ENV" };
  const production = parsed(environmentName, nodeEnv, problems) === "production";
  const values = Object.entries(table).map(([name, row]) => {
    const given =
      flags.given.get(name) ?? fromVariables(name, env, "") ?? fromVariables(name, dotEnv, " in .env");
    const fallback = typeof row.default === "function" ? row.default({ production, terminal }) : row.default;
    const chosen = { text: fallback, source: variableOf(name), ...given };
    return [name, parsed(row.parse, chosen, problems, row.secret)];
  });
  const settings = { ...Object.fromEntries(values), production } as Settings;
  if (problems.length === 0) append(problems, conflicts(settings));
  return problems.length === 0 ? settings : { problems, logFormat: settings.logFormat };
}

/** Container files often name a variable without giving it a value: that is "not set". */
function fromVariables(name: string, env: Environment, where: string): Given | undefined {
  const variable = variableOf(name);
  if (env[variable]) return { text: env[variable], source: variable + where };
  if (name !== "host" && name !== "port") return undefined;
  const bare = env[bareVariables[name]];
  return bare && isUsable[name](bare) ? { text: bare, source: bareVariables[name] + where } : undefined;
}

/** Without our prefix these names may mean another program's address, or just the name of the machine. */
const isUsable = {
  host: isOwnAddress,
  port: (text: string) => parsed(engineSettings.port.parse, { text, source: "PORT" }, []) !== undefined,
};

function isOwnAddress(text: string): boolean {
  if (["localhost", "0.0.0.0", "::"].includes(text)) return true;
  if (isIP(text) === 0) return false;
  if (/^127\./.test(text) || text === "::1") return true;
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === text));
}

/** Undefined without a text, or if it is wrong, which is added to the problems. */
function parsed<Value>(
  parse: Parser<Value>,
  { text, source }: { readonly text: string | undefined; readonly source: string },
  problems: string[],
  isSecret = false,
): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const received = isSecret ? "" : `, not ${JSON.stringify(withoutPassword(text))}`;
    problems.push(`${source} ${error.message}${received}`);
    return undefined;
  }
}

/** `postgres://user:secret@host/…` as it may be printed. */
function withoutPassword(text: string): string {
  return text.replace(/^([a-z]+:\/\/[^:@/]*):[^@]*@/, "$1:…@");
}

/** Contradictions between settings that are well formed individually. */
function conflicts(settings: Settings): string[] {
  const problems: string[] = [];
  const { dataset, apiUser, apiKey, passwordHashCost, production } = settings;
  if (!/^(sample|minimal)$/.test(dataset) && !/[/\\.]/.test(dataset)) {
    problems.push(
      `STORE_API_DATASET must be sample, minimal or the path of a file, not ${JSON.stringify(dataset)}`,
    );
  }
  if (!/^[^@+]{1,40}$/.test(apiUser)) {
    problems.push(
      "STORE_API_API_USER must have 1 to 40 characters without @, which marks customers, and without +, which selects a sandbox",
    );
  }
  if (!isUsableKey(apiKey)) {
    problems.push("STORE_API_API_KEY must have 7 to 256 characters with at least one letter and one digit");
  } else if (production && apiKey === defaultApiKey) {
    problems.push(
      "STORE_API_API_KEY must be set to a key of your own with NODE_ENV=production; the default key is public",
    );
  }
  if (production && passwordHashCost !== undefined && passwordHashCost < 15) {
    problems.push(
      `STORE_API_PASSWORD_HASH_COST must be at least 15 with NODE_ENV=production, not ${passwordHashCost}`,
    );
  }
  if ((settings.tlsCert === undefined) !== (settings.tlsKey === undefined)) {
    problems.push("STORE_API_TLS_CERT and STORE_API_TLS_KEY must be set together or not at all");
  }
  if (settings.requireHttps && settings.trustedProxies.length === 0 && settings.tlsCert === undefined) {
    problems.push(
      "STORE_API_REQUIRE_HTTPS needs STORE_API_TRUSTED_PROXIES, which report how a request came, or STORE_API_TLS_CERT",
    );
  }
  return problems;
}

/** Variables with our prefix that are not settings. All others belong to other programs. */
function unknownVariables(names: readonly string[], env: Environment, where: string): string[] {
  const known = names.map(variableOf);
  const foreign: readonly string[] = ["NODE_ENV", ...Object.values(bareVariables)];
  return Object.keys(env)
    .filter((name) => isOurs(name) && !known.includes(name) && !foreign.includes(name))
    .map((name) => notASetting(name + where, name.toUpperCase(), known));
}
