/**
 * The settings of a start: flags before environment variables before `.env` before defaults. The table of all
 * settings is in config/table.ts.
 */
import { isUsableKey } from "./access/users.js";
import { readDotEnv } from "./config/dot-env.js";
import { readFlags } from "./config/flags.js";
import { SettingError } from "./config/parsers.js";
import { nearest } from "./config/spelling.js";
import {
  settingNames,
  settingTable,
  variableOf,
  type SettingName,
  type SettingRow,
  type Surroundings,
} from "./config/table.js";

type ValueOf<Row> = Row extends SettingRow<infer Value> ? Value : never;

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingTable)[Name]> } & {
  /** NODE_ENV is `production`. */
  readonly production: boolean;
};

export interface SettingProblems {
  /** One line each, naming the setting and what is allowed. */
  readonly problems: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The text of a setting and the name under which it was given, for messages. */
interface Given {
  readonly text: string;
  readonly source: string;
}

/**
 * @param argv the arguments after the program's name
 * @param dotEnvText what the `.env` file holds
 * @param terminal whether the log goes to a person's screen
 */
export function readSettings(
  argv: readonly string[],
  env: Environment,
  dotEnvText = "",
  terminal = false,
): Settings | SettingProblems {
  const flags = readFlags(argv);
  const { values: dotEnv, problems: unreadable } = readDotEnv(dotEnvText);
  const problems = [...flags.problems, ...misspeltVariables(env), ...unreadable, ...unknownInDotEnv(dotEnv)];
  const production = (env.NODE_ENV ?? dotEnv.NODE_ENV) === "production";
  const values = Object.fromEntries(
    settingNames.map((name) => {
      const given = flags.given.get(name) ?? fromVariables(name, env, dotEnv);
      return [name, valueOf(name, given, { production, terminal }, problems)];
    }),
  );
  const settings = { ...values, production } as Settings;
  if (problems.length === 0) problems.push(...conflicts(settings));
  return problems.length === 0 ? settings : { problems };
}

/** Settings for a program or a test that starts a server itself: the defaults, and what it gives. */
export function defaultSettings(given: Partial<Settings> = {}): Settings {
  const settings = readSettings([], {});
  if ("problems" in settings) throw new Error(settings.problems.join("\n"));
  return { ...settings, ...given };
}

function fromVariables(name: SettingName, env: Environment, dotEnv: Environment): Given | undefined {
  const variable = variableOf(name);
  // Container files often name a variable without giving it a value: that is "not set".
  if (env[variable]) return { text: env[variable], source: variable };
  if (dotEnv[variable]) return { text: dotEnv[variable], source: `${variable} in .env` };
  return undefined;
}

function valueOf(
  name: SettingName,
  given: Given | undefined,
  surroundings: Surroundings,
  problems: string[],
): unknown {
  const row: SettingRow<unknown> = settingTable[name];
  const fallback = typeof row.default === "function" ? row.default(surroundings) : row.default;
  const text = given?.text ?? fallback;
  if (text === undefined) return undefined;
  try {
    return row.parse(text);
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const received = row.secret ? "" : `, not ${JSON.stringify(text)}`;
    problems.push(`${given?.source ?? variableOf(name)} ${error.message}${received}`);
    return undefined;
  }
}

/** What is wrong with settings that are well formed each by itself. */
function conflicts(settings: Settings): string[] {
  const problems: string[] = [];
  const { storage, dataset, apiUser, apiKey, production } = settings;
  if (storage.kind === "postgres") {
    problems.push("STORAGE postgres://… is not available in this version; use file:<folder> or memory:");
  }
  if (!/^(sample|minimal)$/.test(dataset) && !/[/\\.]/.test(dataset)) {
    problems.push(`DATASET must be sample, minimal or the path of a file, not ${JSON.stringify(dataset)}`);
  }
  if (!/^[^@]{1,40}$/.test(apiUser)) {
    problems.push("API_USER must have 1 to 40 characters without @, which marks customers");
  }
  if (!isUsableKey(apiKey)) {
    problems.push("API_KEY must have 7 to 256 characters with at least one letter and one digit");
  } else if (production && apiKey === settingTable.apiKey.default) {
    problems.push(
      "API_KEY must be set to a key of your own with NODE_ENV=production; the default key is public",
    );
  }
  if (settings.requireHttps && settings.trustedProxies.length === 0) {
    problems.push("REQUIRE_HTTPS needs TRUSTED_PROXIES: only they can tell that a request came by HTTPS");
  }
  return problems;
}

function unknownInDotEnv(dotEnv: Environment): string[] {
  const known = [...settingNames.map(variableOf), "NODE_ENV"];
  return Object.keys(dotEnv)
    .filter((name) => !known.includes(name))
    .map((name) => `${name} in .env is no setting${hint(nearest(name.toUpperCase(), known, 2))}`);
}

/** Shorter names are too often right in their own way, as POST or HOSTS. */
const shortestJudged = 7;

/** Variables that are one slip away from a setting. All others belong to somebody else. */
function misspeltVariables(env: Environment): string[] {
  const known = settingNames.map(variableOf).filter((name) => name.length >= shortestJudged);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || name.length < shortestJudged - 1 || !env[name]) return [];
    const meant = nearest(name.toUpperCase(), known, 1);
    return meant === undefined || env[meant] ? [] : [`${name} is no setting${hint(meant)}`];
  });
}

function hint(meant: string | undefined): string {
  return meant === undefined ? "; --help lists all settings" : `; did you mean ${meant}?`;
}
