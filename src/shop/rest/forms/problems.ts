/** Problems with one field of a REST request: each names the field, and the value as it was sent. */
import { problemWith } from "../../../engine/contract/blamed-arguments.js";
import { ignoredText, unwrittenProblems } from "../../../engine/contract/members.js";
import type { Members } from "../../../../generated/tables.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { cutText } from "../../../engine/values/messages.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { RestProblem } from "../../../engine/doors/rest/rest-error.js";
import { refused } from "./refusal.js";
import type { RestOperation } from "./rest-operations.js";

/** `qty`, "must be a number", "abc" → `qty: must be a number, not "abc".` */
export function fieldProblem(field: string, message: string, value?: unknown, meant = ""): RestProblem {
  return { field, message: `${field}: ${problemWith(message, field, value)}${meant}.` };
}

/** As `fieldProblem`, with a name of its own for the field: `The page must be a number from 1 on, not "x".` */
export function sentenceAbout(field: string, name: string, message: string, value: unknown): RestProblem {
  return { field, message: `${name} ${problemWith(message, field, value)}.` };
}

/** The problems of a body, with the values that it has. */
export function bodyProblems(problems: readonly Problem[], body: DataObject): RestProblem[] {
  return problems.map(({ field, message }) => fieldProblem(field, message, valueAt(body, field)));
}

/** The value at a path, for example `tier_price[0].price`. */
function valueAt(body: unknown, path: string): unknown {
  return path.split(/[.[\]]+/).reduce((value: unknown, step) => {
    if (step === "") return value;
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    return Object.hasOwn(value, step) ? (value as DataObject)[step] : undefined;
  }, body);
}

/** The problem of a body without a field that can be written (customers 7.3). */
export function nothingWritable(body: DataObject): RestProblem {
  const names = Object.keys(body);
  const [first] = names;
  const message = "The body has no field that can be written";
  if (first === undefined) return { message: `${message}.` };
  const shown = names.slice(0, maxNames).map(cutText).join(", ");
  return {
    message: `${message}, only ${shown}${names.length > maxNames ? ", …" : ""}.`,
    ...(names.length === 1 ? { field: first } : {}),
  };
}

/** The last message after the problems of data (customers 5.5). */
export const closing = "The data did not pass validation.";

const maxNames = 5;

interface JudgedCall {
  readonly name: RestOperation;
  readonly isStrict: boolean;
  /** Notes what has no effect, in the journal. */
  readonly ignore: ((text: string) => void) | undefined;
}

/** Under strict handling, refuses members that the request does not hand to an operation, which would judge them; else notes them. */
export function refuseUnwritten(
  { isStrict, ignore, name }: JudgedCall,
  written: Pick<Members, "known" | "owned">,
  sent: DataObject,
): void {
  const problems = isStrict || ignore ? unwrittenProblems(written, sent, [], name) : [];
  if (ignore) for (const problem of problems) ignore(ignoredText(problem, "body."));
  else if (problems.length > 0)
    throw refused<"createProduct">(400, [...bodyProblems(problems, sent), closing]);
}
