/** The handlers of operations in chapters: functions of the handler module, or else the first example. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { globalFaults } from "../../../generated/convention.js";
import type { OperationRow } from "../../../generated/tables.js";
import type { Check } from "../../../generated/validators.js";
import { problemPath, schemaWords, type SchemaProblem } from "../contract/schema-words.js";
import { importFile, isExecutable } from "../config/package.js";
import { Fault, UnfitResult } from "../contract/faults.js";
import type { Raise } from "../calls/handler.js";
import type { HandlerInput } from "../calls/handler-input.js";
import { namespaceOf } from "../chapters/views.js";
import { isObject } from "../values/coercion.js";
import { cutText, messageOf } from "../values/messages.js";
import type { ChapterSource, WrittenMethod } from "./chapter-source.js";
import { boundedJson, maxResultCharacters } from "./bounds.js";
import { HandlerRun, placeIn } from "./handler-runs.js";
import { chapterTransaction, type ChapterTx } from "./transaction.js";

/** The argument of a handler function: one call. */
interface ChapterCall {
  /** The arguments by name; undefined if omitted. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Creates a fault to throw: a declared or a global one. */
  readonly fault: Raise<string>;
  readonly tx: ChapterTx;
  /** The time of the call, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string;
  readonly caller: { readonly username: string; readonly roles: readonly string[] | null };
}

type ChapterFunction = (call: ChapterCall) => unknown;

/** A handler module: functions by the last part of the operation name. */
export interface ChapterModule {
  /** Absolute path. */
  readonly file: string;
  readonly functions: Readonly<Record<string, ChapterFunction>>;
}

type LoadedModule = { readonly module?: ChapterModule; readonly problems: readonly string[] };

/**
 * Loads the handler module of a chapter, if it has one.
 * @param mayRun whether its code may be run
 */
export async function loadModule(source: ChapterSource, mayRun: boolean): Promise<LoadedModule> {
  const { handler, methods } = source.chapter;
  if (handler === undefined) return { problems: [] };
  const failed = (what: string): LoadedModule => ({ problems: [source.problem(["handler"], what)] });
  if (!mayRun)
    return failed(
      `a dataset names this chapter, so its handler ${cutText(handler)} is not run; load the chapter with --extend, or allow handlers with --allow-handlers`,
    );
  const file = resolve(dirname(source.file), handler);
  if (!existsSync(file))
    return failed(`there is no file ${handler} next to the chapter; create it, or remove the handler`);
  let functions: unknown;
  try {
    // In the context of a run, for what the module begins by itself.
    const load = async () => ((await importFile(pathToFileURL(file).href)) as { default?: unknown }).default;
    functions = await new HandlerRun(namespaceOf(methods[0]?.name ?? ""), file).run(load);
  } catch (error) {
    return failed(`the handler ${handler} cannot be loaded: ${whereAndWhat(error, file)}; fix it there`);
  }
  const names = methods.map(({ name }) => name.slice(name.indexOf(".") + 1));
  if (!isObject(functions))
    return failed(
      `the handler ${handler} has no default export with functions; write export default { ${names[0]}({ args }) { … } }`,
    );
  const problems = Object.entries(functions).flatMap(([name, value]) => {
    const isKnown = names.includes(name);
    if (isKnown && typeof value === "function") return [];
    const what = isKnown
      ? "must be a function that takes { args, fault, tx, now, caller }"
      : `is not an operation of this chapter; there are ${names.join(", ")}`;
    return [source.problem(["handler"], `${handler}${lineOf(file, name)}: ${name} ${what}`)];
  });
  if (problems.length > 0) return { problems };
  return { problems, module: { file, functions: functions as ChapterModule["functions"] } };
}

function whereAndWhat(error: unknown, file: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const found = error instanceof Error && error.name === "SyntaxError" ? syntaxCheck(file) : stack;
  const line = new RegExp(`${file.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}:(\\d+)`).exec(found)?.[1];
  return `${line === undefined ? "" : `line ${line}: `}${messageOf(error)}`;
}

/** A SyntaxError does not contain its line, but the output of `node --check` does. The executable has no such option. */
function syntaxCheck(file: string): string {
  if (isExecutable) return "";
  return spawnSync(process.execPath, ["--check", file], { encoding: "utf8" }).stderr;
}

function lineOf(file: string, name: string): string {
  const lines = readFileSync(file, "utf8").split("\n");
  const index = lines.findIndex((line) => new RegExp(`\\b${name}\\b`).test(line));
  return index < 0 ? "" : `:${index + 1}`;
}

/** A handler that always returns the first example. */
export function exampleHandler({ examples }: Pick<WrittenMethod, "examples">) {
  return async (_call: HandlerInput): Promise<unknown> => structuredClone(examples[0]?.result);
}

/** A handler that calls a function of a module. @param fits validates a result by its schema */
export function functionHandler(row: OperationRow, { file, functions }: ChapterModule, fits: Check) {
  const handle = functions[row.name] as ChapterFunction;
  const operation = `${row.namespace}.${row.name}`;
  const checked = row.params.filter((param) => param.checked).map(({ name }) => name);
  const known = new Set([...row.faults, ...Object.keys(globalFaults)]);
  return async (call: HandlerInput): Promise<unknown> => {
    const raise: Raise<string> = (name, detail) => {
      if (known.has(name)) return call.fault(name, detail);
      throw new Error(`${operation} does not declare the fault ${name}; add it to its errors in the chapter`);
    };
    const args = { ...call.args };
    for (const name of checked) Object.assign(args, call.check(name));
    const running = new HandlerRun(operation, file, () => call.isLate);
    const tx = chapterTransaction(call.tx, row.effect, running);
    const given = { args, fault: raise, tx, now: call.now, caller: call.caller };
    try {
      return fitting(await running.run(() => handle(given)));
    } catch (error) {
      throw error instanceof Fault ? error : handlerError(file, error);
    }
  };

  /** The result as it would be sent: for example without undefined members. Throws UnfitResult. */
  function fitting(given: unknown): unknown {
    const text = boundedJson(given, maxResultCharacters);
    if (text === undefined)
      throw new UnfitResult(
        `The handler of ${operation} returned more than ${maxResultCharacters} characters of JSON.`,
      );
    const result = JSON.parse(text) as unknown;
    if (fits(result)) return result;
    const problems = (fits.errors ?? []).map(problemText).join("; ");
    throw new UnfitResult(
      `The handler of ${operation} returned a result that does not match its schema: ${problems}.`,
    );
  }
}

/**
 * Adds file and line to an error, for the log. Keeps the error object, since the storage retries transactions on some
 * errors.
 */
function handlerError(file: string, error: unknown): Error {
  const known = error instanceof Error ? error : new Error(`it threw ${inspect(error, briefly)}`);
  return Object.isExtensible(known) ? Object.assign(known, { handler: placeIn(file, known) }) : known;
}

const briefly = { depth: 2, maxArrayLength: 10, maxStringLength: 200, breakLength: Infinity };

function problemText(problem: SchemaProblem): string {
  return `${cutText(problemPath(problem) || "the result")} ${cutText(schemaWords(problem))}`;
}
