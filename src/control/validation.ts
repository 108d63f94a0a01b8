/** Requests of the test control, checked against openapi.yaml. */
import type { ErrorRequestHandler, RequestHandler } from "express";
import { parseOpenapi, type Contracts, type OpenapiDocument } from "../http/contracts.js";
import type { Problem } from "../rpc/faults.js";
import { controlErrors } from "./errors.js";

type Next = Parameters<RequestHandler>[2];

/** Checks address, method, parameters and body. Made at the first request: it takes half a second to make. */
export function controlValidation(contracts: Contracts): RequestHandler {
  let made: Promise<RequestHandler[]> | undefined;
  return (request, response, next) => {
    made ??= makeValidators(contracts);
    made.then((handlers) => runAll(handlers, request, response, next), next);
  };
}

async function makeValidators(contracts: Contracts): Promise<RequestHandler[]> {
  const { middleware } = await import("express-openapi-validator");
  const apiSpec = controlPart(parseOpenapi(contracts)) as Parameters<typeof middleware>[0]["apiSpec"];
  return middleware({
    apiSpec,
    validateApiSpec: false,
    validateRequests: true,
    validateResponses: false,
    // Who may come in was decided before; sessions mean nothing here.
    validateSecurity: false,
  }) as RequestHandler[];
}

function runAll(
  handlers: readonly RequestHandler[],
  ...[request, response, done]: Parameters<RequestHandler>
): void {
  const [first, ...rest] = handlers;
  if (!first) return done();
  const next = ((error?: unknown) => {
    if (error) done(error);
    else runAll(rest, request, response, done);
  }) as Next;
  void first(request, response, next);
}

/** Only the addresses of the test control and the components that these need: quicker to compile. */
function controlPart(document: OpenapiDocument): OpenapiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).filter(([path]) => path.startsWith("/control/")),
  );
  const components: Record<string, Record<string, unknown>> = {};
  const all = document.components as Record<string, Record<string, unknown>>;
  const collect = (value: unknown): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const group = (components[kind] ??= {});
      if (name in group) continue;
      group[name] = all[kind]?.[name];
      collect(group[name]);
    }
  };
  collect(paths);
  return { openapi: document.openapi, info: document.info, paths, components };
}

/** What express, its body parser and the validator report about a request. */
interface RequestError {
  readonly status?: number;
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sentences for the statuses at which the place of an error says nothing. */
const plainMessages: Readonly<Record<number, string>> = {
  404: "There is nothing at this address.",
  405: "The address does not know this method.",
  413: "The body is too large.",
  415: "The body must be application/json.",
};

/** Turns errors that are the request's own fault into `{errors: [...]}`; all others go on. */
export const controlErrorHandler: ErrorRequestHandler = (error: RequestError, _request, response, next) => {
  const { status = 500 } = error;
  if (status >= 500) return next(error);
  if (error.headers) response.set(error.headers);
  const plain = plainMessages[status];
  if (plain !== undefined) return controlErrors(response, status, plain);
  controlErrors(response, status, error.errors ? problemsOf(error.errors) : "The body is not JSON.");
};

function problemsOf(errors: NonNullable<RequestError["errors"]>): Partial<Problem>[] {
  const problems = errors
    .filter(({ message }) => !message.includes("schema in oneOf"))
    .map(({ path, message }) => {
      const field = fieldOf(path);
      return { ...(field === "" ? {} : { field }), message: friendly(message) };
    });
  return problems.length > 0 ? problems : [{ message: "The body does not fit." }];
}

/** `/body/items/0/qty` → `items[0].qty` */
function fieldOf(path: string): string {
  const parts = path.split("/").slice(2);
  return parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}

function friendly(message: string): string {
  if (message.startsWith("must have required property")) return "is required";
  if (message.startsWith("must NOT have additional")) return "is not known here";
  if (message.startsWith("Unknown query parameter")) return "is no parameter of this address";
  return message;
}
