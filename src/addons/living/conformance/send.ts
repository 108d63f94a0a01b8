/** Calls of a shop, and what golden exchanges take from its answers. */
import { isObject } from "../../../engine/values/coercion.js";
import type { CallAnswer } from "../doors/outcome.js";
import { outcomeName } from "../replay/differences.js";

export type Send = (path: string, args: unknown) => Promise<CallAnswer>;
export type Row = Readonly<Record<string, unknown>>;

/** A golden file cannot be judged; the message says why. */
export class NotJudgedError extends Error {}

/** Throws a `NotJudgedError` with the answer if it is no result. */
export async function resultOf(send: Send, path: string, args: unknown): Promise<unknown> {
  const answer = await send(path, args);
  if (answer.outcome === "result") return answer.value;
  const text = answer.outcome === "fault" ? `: ${answer.fault.message}` : "";
  throw new NotJudgedError(`${path} answers ${outcomeName(answer)}${text}`);
}

/** The object that a shop answers; undefined for any other answer. */
export async function objectOf(send: Send, path: string, args: unknown): Promise<Row | undefined> {
  const answer = await send(path, args);
  return answer.outcome === "result" && isObject(answer.value) ? answer.value : undefined;
}

/** The rows of a list, or of the first of several lists; none for any other answer. */
export async function rowsOf(send: Send, path: string, args: unknown): Promise<readonly Row[]> {
  const answer = await send(path, args);
  if (answer.outcome !== "result") return [];
  const list = isObject(answer.value) ? Object.values(answer.value)[0] : answer.value;
  return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
}
