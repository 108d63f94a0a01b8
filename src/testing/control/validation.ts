/** Validates requests of the test control against openapi.yaml and answers errors. */
import type { ErrorRequestHandler, Request, RequestHandler } from "express";
import { nearestName } from "../../engine/config/spelling.js";
import { pathOf } from "../../engine/http/request.js";
import {
  prepareValidator,
  requestValidator,
  type Validation,
} from "../../engine/contract/request-validator.js";
import { packagedText, type OpenapiDocument } from "../../engine/contract/published-contracts.js";
import type { Problem } from "../../engine/values/problem.js";
import { cleanText, illegalText } from "../../engine/values/coercion.js";
import { plainWords } from "../faults/schema-words.js";
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
interface RequestError {
  readonly status?: number;
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
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

const required = "is required";
const unknown = "is unknown";

/** Answers client errors as `{errors: [...]}` and passes on all others. */
export const controlErrorHandler: ErrorRequestHandler = (error: RequestError, request, response, next) => {
  const { status = 500 } = error;
  if (status >= 500) return next(error);
  if (error.headers) response.set(error.headers);
  const plain = status === 413 ? `The body has more than ${error.limit} bytes.` : plainMessages[status];
  if (plain !== undefined) return sendErrors(response, status, plain);
  if (!error.errors) return sendErrors(response, status, "The body is not JSON.");
  sendErrors(response, status, problemsOf(error.errors).map(withSuggestion(request)));
};

/** Adds the nearest known name to the message about an unknown member. */
function withSuggestion(request: Request): (problem: Partial<Problem>) => Partial<Problem> {
  return (problem) => {
    const { field = "", message } = problem;
    if (message !== unknown) return problem;
    const [name = "", ...above] = field
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reverse();
    const known = knownMembers(request, above.reverse());
    const meant = nearestName(name, known);
    return meant === undefined ? problem : { ...problem, message: `${message}; ${meant} may be meant` };
  };
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface BodySchemas {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** The member names that the contract declares at a place in the body. @param above the names on the path to that place */
function knownMembers(request: Request, above: readonly string[]): readonly string[] {
  const document = JSON.parse(contractText()) as OpenapiDocument & {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  const schemasOf = (schema: Schema): readonly Schema[] => {
    const named =
      schema.$ref === undefined
        ? undefined
        : document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    const parts = [
      ...(named ? [named] : []),
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ];
    return [schema, ...parts.flatMap(schemasOf)];
  };
  const path = pathOf(request.originalUrl).replace(/^\/sandbox\/[^/]+/, "");
  const operations = (document.paths as Readonly<Record<string, Readonly<Record<string, BodySchemas>>>>)[
    path
  ];
  const body = operations?.[request.method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  let schemas = body ? schemasOf(body) : [];
  for (const name of above) {
    const inner = schemas.map(({ properties, items }) => (/^\d+$/.test(name) ? items : properties?.[name]));
    schemas = inner.flatMap((schema) => (schema ? schemasOf(schema) : []));
  }
  return schemas.flatMap(({ properties = {} }) => Object.keys(properties));
}

function problemsOf(errors: NonNullable<RequestError["errors"]>): Partial<Problem>[] {
  // If a value may have several forms, the errors inside of one form are more helpful than "must be string" for another.
  const isInside = (path: string) => errors.some((other) => other.path.startsWith(`${path}/`));
  const problems = errors
    .filter(({ path, message }) => !isChoice(message) && !(message === "must be string" && isInside(path)))
    .map(({ path, message }) => {
      const field = fieldOf(
        path.replace(/^\/(body|params)/, "").replace("/headers/idempotency-key", "/Idempotency-Key"),
      );
      return { ...(field === "" ? {} : { field }), message: readableMessage(message) };
    });
  const named = problems.find(
    ({ message }) => message.startsWith("must be ") && message !== "must be object",
  );
  if (named && problems.length === 2 && problems.some((one) => one !== named && isOfObject(named)(one)))
    return [{ ...named, message: `${named.message}, or an object` }];
  if (errors.some(({ path, message }) => path === "/body" && isChoice(message)))
    return problemOfForms(problems);
  return problems.length > 0 ? problems : [{ message: "The body does not match the contract." }];
}

/** Whether a problem requires an object although another form of the value is a name. */
function isOfObject({ field }: Partial<Problem>): (problem: Partial<Problem>) => boolean {
  return (problem) => problem.field === field && problem.message === "must be object";
}

function isChoice(message: string): boolean {
  return message.includes("schema in oneOf");
}

/**
 * The errors of a body that may have several forms. Each form reports its missing members. If all other errors concern one
 * member, the first of them is the answer; otherwise the message names the members of which one is required.
 */
function problemOfForms(problems: readonly Partial<Problem>[]): Partial<Problem>[] {
  const [first, ...others] = problems.filter(({ message }) => message !== required);
  if (first && others.every(({ field }) => field === first.field)) return [first];
  const members = new Set(problems.map(({ field }) => field));
  return [{ message: `The body must have exactly one of ${[...members].sort().join(" and ")}.` }];
}

/** `/items/0/qty` → `items[0].qty` */
function fieldOf(path: string): string {
  const parts = path.split("/").slice(1);
  return parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}

/** Replaces messages of the validator by shorter ones. */
function readableMessage(message: string): string {
  if (message.startsWith("must have required property")) return required;
  if (message.startsWith("must NOT have additional")) return unknown;
  if (message.startsWith("Unknown query parameter")) return "is not a query parameter of this address";
  if (message.startsWith('must match pattern "^(\\.*'))
    return "must be letters, digits, _, . and -, but not . or .. alone";
  if (message.startsWith('must match pattern "^[0-9]{4}-'))
    return "must be a time in UTC, YYYY-MM-DD HH:MM:SS, or ISO 8601 with a zone, for example 2026-06-30T23:30:00Z";
  if (message.startsWith('must match pattern "^[a-z][a-z0-9_]*'))
    return "must be a name of small letters, digits and _";
  // Only times have a pattern that begins with a year.
  if (message.startsWith('must match pattern "^\\d{4}-')) return "must be a time YYYY-MM-DD HH:MM:SS";
  return plainWords(message);
}
