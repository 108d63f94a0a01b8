/** Requests checked against openapi.yaml, by express-openapi-validator. */
import type { Request, RequestHandler } from "express";
import type { OpenapiDocument } from "./contracts.js";

type Next = Parameters<RequestHandler>[2];

export interface CheckOptions {
  readonly allErrors: boolean;
}

/**
 * Checks address, method, parameters and body of the addresses that begin with `prefix`. Made at the first request,
 * which waits 0.3 s for it; what an operation needs is compiled at its own first request.
 * @param asTaken turns the published contract into the one that requests are held to
 * @param options with `allErrors` all that is wrong with a request is told, otherwise what is found first
 */
export function contractCheck(
  read: () => OpenapiDocument,
  prefix: string,
  asTaken: (document: OpenapiDocument) => OpenapiDocument = (document) => document,
  options: CheckOptions = { allErrors: false },
): RequestHandler {
  let made: Promise<RequestHandler[]> | undefined;
  return (request, response, next) => {
    made ??= sharedValidators(partOf(asTaken(read()), prefix), options);
    made.then((handlers) => runAll(handlers, request, response, next), next);
  };
}

/** A request as the validator looks at it, by the names of an Express request. */
export function seenByValidator(
  method: string,
  url: string,
  content: { readonly query?: object; readonly body?: object },
): Request {
  const request = {
    method,
    url,
    originalUrl: url,
    path: url,
    baseUrl: "",
    params: {},
    query: {},
    ...content,
    headers: content.body ? { "content-type": "application/json" } : {},
    app: { enabled: () => true, param: () => undefined },
  };
  return request as unknown as Request;
}

/** More contracts than servers of one process usually have. */
const maxShared = 8;

const shared = new Map<string, Promise<RequestHandler[]>>();

/** Servers of one process that have the same contract share what was made of it. */
function sharedValidators(contract: OpenapiDocument, options: CheckOptions): Promise<RequestHandler[]> {
  const key = JSON.stringify([contract, options]);
  const known = shared.get(key) ?? makeValidators(contract, options);
  const [oldest] = shared.keys();
  if (oldest !== undefined && shared.size >= maxShared) shared.delete(oldest);
  shared.set(key, known);
  return known;
}

async function makeValidators(
  document: OpenapiDocument,
  { allErrors }: CheckOptions,
): Promise<RequestHandler[]> {
  const { middleware } = await import("express-openapi-validator");
  return middleware({
    apiSpec: document as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    // Who may come in was decided before.
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

/** Only some addresses and the components that these need: quicker to compile. */
function partOf(document: OpenapiDocument, prefix: string): OpenapiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, operations]) => [path, withoutAnswers(operations)]),
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
  return withDefaults({ openapi: document.openapi, info: document.info, paths, components });
}

/** Only requests are checked: what answers look like would be compiled for nothing. */
function withoutAnswers(operations: object): object {
  return Object.fromEntries(
    Object.entries(operations as Record<string, object>).map(([name, operation]) => [
      name,
      "responses" in operation ? { ...operation, responses: {} } : operation,
    ]),
  );
}

/** Bodies are filled up with what the contract tells readers as `x-default`. */
function withDefaults(document: OpenapiDocument): OpenapiDocument {
  return JSON.parse(JSON.stringify(document).replaceAll('"x-default":', '"default":')) as OpenapiDocument;
}
