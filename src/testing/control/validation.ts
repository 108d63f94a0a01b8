/** Validates requests of the test control against openapi.yaml and answers errors. */
import type { ErrorRequestHandler, RequestHandler } from "express";
import { nearestName } from "../../engine/config/spelling.js";
import {
  prepareValidator,
  requestValidator,
  type InvalidRequest,
  type Validation,
} from "../../engine/contract/request-validator.js";
import type { RequestProblem } from "../../engine/contract/request-problems.js";
import { fieldOf, ofMeantForm, schemaWords, type Words } from "../../engine/contract/schema-words.js";
import { packagedText, type OpenapiDocument } from "../../engine/contract/published-contracts.js";
import type { Problem } from "../../engine/values/problem.js";
import { cleanText, illegalText } from "../../engine/values/coercion.js";
import { sendErrors } from "../../engine/serving/errors.js";

const contractText = packagedText("generated/openapi.json");

const controlContract: Validation = {
  read: () => JSON.parse(contractText()) as OpenapiDocument,
  prefix: "/control/",
};

/** Checks address, method, parameters and body. */
export function controlValidation(): RequestHandler {
  return requestValidator(controlContract);
}

/** Does now what the first request to the control would wait for. */
export function prepareControl(): Promise<void> {
  return prepareValidator(controlContract);
}

/** Refuses texts with control characters, which JSON Schema cannot express (conventions 10.2). */
export const textValidation: RequestHandler = ({ body }, response, next) => {
  const problems = [...unusableTexts(body, "")];
  if (problems.length === 0) next();
  else sendErrors(response, 400, problems);
};

function* unusableTexts(value: unknown, path: string): Generator<Problem> {
  if (typeof value === "string" && cleanText(value) === undefined) {
    yield { field: fieldOf(path), message: illegalText(value) };
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* unusableTexts(member, `${path}/${key}`);
}

/** An error of Express, its body parser or the validator. */
interface RequestError extends Partial<InvalidRequest> {
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum size of the body, if the body is larger. */
  readonly limit?: number;
}

/** Messages for the statuses whose errors concern no member of the request. */
const plainMessages: Readonly<Record<number, string>> = {
  404: "There is nothing at this address.",
  405: "This address does not support this method.",
  415: "The body must be application/json.",
};

/** Answers client errors as `{errors: [...]}` and passes on all others. */
export const controlErrorHandler: ErrorRequestHandler = (error: RequestError, _request, response, next) => {
  const { status = 500 } = error;
  if (status >= 500) return next(error);
  if (error.headers) response.set(error.headers);
  const plain = status === 413 ? `The body has more than ${error.limit} bytes.` : plainMessages[status];
  if (plain !== undefined) return sendErrors(response, status, plain);
  if (!error.errors) return sendErrors(response, status, "The body is not JSON.");
  sendErrors(response, status, problemsOf(error.errors));
};

function problemsOf(errors: readonly RequestProblem[]): Partial<Problem>[] {
  const problems = ofMeantForm(errors);
  const named = problems.find((problem) => !needsObject(problem));
  if (named && problems.length === 2 && problems.some((one) => needsObject(one) && one.path === named.path))
    return [{ ...answerOf(named), message: `${textOf(named)}, or an object` }];
  if (errors.some(({ path, keyword }) => path === "/body" && keyword === "oneOf"))
    return problemOfForms(problems);
  return problems.length > 0
    ? problems.map(answerOf)
    : [{ message: "The body does not match the contract." }];
}

/** Whether a problem requires an object, which may be one of several forms of a value. */
function needsObject({ keyword, params }: RequestProblem): boolean {
  return keyword === "type" && params.type === "object";
}

/**
 * The errors of a body that may have several forms. Each form reports its missing members. If all other errors concern one
 * member, the first of them is the answer; otherwise the message names the members of which one is required.
 */
function problemOfForms(problems: readonly RequestProblem[]): Partial<Problem>[] {
  const [first, ...others] = problems.filter(({ keyword }) => keyword !== "required");
  if (first && others.every(({ path }) => path === first.path)) return [answerOf(first)];
  const members = new Set(problems.map((problem) => answerOf(problem).field));
  return [{ message: `The body must have exactly one of ${[...members].sort().join(" and ")}.` }];
}

function answerOf(problem: RequestProblem): Partial<Problem> {
  const path = problem.path
    .replace(/^\/(body|params)/, "")
    .replace("/headers/idempotency-key", "/Idempotency-Key");
  const field = fieldOf(path);
  return { ...(field === "" ? {} : { field }), message: textOf(problem) };
}

function textOf(problem: RequestProblem): string {
  const text = schemaWords(problem, ownWords);
  const meant = problem.known && nearestName(problem.path.split("/").at(-1) ?? "", problem.known);
  return meant === undefined ? text : `${text}; ${meant} may be meant`;
}

/** What the patterns of the contract mean, by how they begin. */
const patterns: readonly (readonly [string, string])[] = [
  ["^(\\.*", "must be letters, digits, _, . and -, but not . or .. alone"],
  [
    "^[0-9]{4}-",
    "must be a time in UTC, YYYY-MM-DD HH:MM:SS, or ISO 8601 with a zone, for example 2026-06-30T23:30:00Z",
  ],
  ["^[a-z][a-z0-9_]*", "must be a name of small letters, digits and _"],
  // Only times have a pattern that begins with a year.
  ["^\\d{4}-", "must be a time YYYY-MM-DD HH:MM:SS"],
];

const ownWords: Words = {
  pattern: ({ pattern }) => {
    const known = patterns.find(([start]) => String(pattern).startsWith(start));
    return known?.[1] ?? `must have the form ${String(pattern)}`;
  },
  unknownParameter: () => "is not a query parameter of this address",
};
