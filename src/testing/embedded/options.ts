/** The options of `startServer`: the settings in camel case, and a dataset. */
import { type ShopSettings, readSettings, settingNames, type SettingName } from "../../shop/settings.js";
import { variableOf } from "../../engine/config/names.js";
import { nearest } from "../../engine/config/spelling.js";
import type { StoreServer } from "./store-server.js";
import type { DatasetContent } from "./typed-dataset.js";
import { append } from "../../engine/values/lists.js";

/** `true` for a switch, a number for a number, a list for a list, otherwise the text of the setting. */
type OptionOf<Value> = Value extends boolean | number | undefined
  ? Value
  : Value extends readonly string[]
    ? Value
    : Value extends string
      ? Value
      : string;

/**
 * The settings of `--help` in camel case (`sessionTimeoutSeconds`, `priceScope`, …). Defaults that differ from the
 * command line: `storage` is `memory:`, `port` is 0 (any free port) and `logLevel` is `silent`. Neither the environment
 * nor a `.env` file is read.
 */
export type StartOptions = {
  readonly [Name in Exclude<SettingName, "dataset" | "extend">]?: OptionOf<ShopSettings[Name]> | undefined;
} & {
  /** Chapters of your own operations: paths, or the chapters as objects. */
  readonly extend?: readonly (string | object)[] | undefined;
  /**
   * `sample` (the default), `minimal`, the path of a dataset file, a dataset as an object, or a function that receives
   * the server started with `minimal` and fills it. A reset restores this state.
   */
  readonly dataset?: Dataset | undefined;
};

export type Dataset = "sample" | "minimal" | (string & {}) | DatasetContent | FillShop;

export type FillShop = (server: StoreServer) => Promise<void>;

const ownDefaults = { port: 0, storage: "memory:", logLevel: "silent" } as const;

/** Throws a TypeError that names every unknown or invalid option. */
export function settingsOf({ dataset = "sample", extend = [], ...options }: StartOptions): ShopSettings {
  const given = Object.entries({ ...ownDefaults, ...withoutUndefined(options) });
  const problems = given.filter(([name]) => !isSetting(name)).map(([name]) => unknownOption(name));
  const path = typeof dataset === "string" ? dataset : "minimal";
  const variables = [...given, ["dataset", path] as const]
    .filter(([name]) => isSetting(name))
    .map(([name, value]) => [variableOf(name as SettingName), textOf(value)]);
  const settings = readSettings([], Object.fromEntries(variables) as Record<string, string>);
  if ("problems" in settings) append(problems, settings.problems.map(withOptionNames));
  if (!Array.isArray(extend) || !extend.every((one) => isChapter(one)))
    problems.push("extend must be a list of paths of chapters, or of chapters as objects");
  if ("problems" in settings || problems.length > 0) throw new TypeError(problems.join("\n"));
  return settings;
}

function isChapter(value: unknown): boolean {
  return typeof value === "string" ? value !== "" : typeof value === "object" && value !== null;
}

function withoutUndefined(options: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function isSetting(name: string): name is SettingName {
  return (settingNames as string[]).includes(name);
}

function unknownOption(name: string): string {
  const meant = nearest(name, settingNames, 2);
  return `${name} is not an option of startServer${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}

function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** Replaces the names of environment variables, which messages about settings contain, by the names of options. */
function withOptionNames(problem: string): string {
  return settingNames.reduce((text, name) => text.replaceAll(variableOf(name), name), problem);
}
