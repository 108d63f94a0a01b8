/** Validates requests against openapi.yaml, with express-openapi-validator. */
import type { Request, RequestHandler } from "express";
import type { OpenapiDocument } from "./published-contracts.js";

type Next = Parameters<RequestHandler>[2];

export interface ValidationOptions {
  readonly allErrors: boolean;
}

/**
 * Validates address, method, parameters and body of requests whose address begins with `prefix`. The validator is created at
 * the first request, which waits 0.3 s for it; the schemas of an operation are compiled at its own first request.
 * @param asTaken derives the contract for validation from the published one
 * @param options with `allErrors` all problems of a request are reported, otherwise the first one
 */
export function requestValidator(
  read: () => OpenapiDocument,
  prefix: string,
  asTaken: (document: OpenapiDocument) => OpenapiDocument = (document) => document,
  options: ValidationOptions = { allErrors: false },
): RequestHandler {
  let made: Promise<RequestHandler[]> | undefined;
  return (request, response, next) => {
    made ??= sharedValidators(partOf(asTaken(read()), prefix), options);
    made.then((handlers) => runAll(handlers, request, response, next), next);
  };
}

/** An Express request with everything that the validator reads. */
export function requestForValidator(
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

/** More than the servers of one process usually have. */
const maxShared = 8;

const shared = new Map<string, Promise<RequestHandler[]>>();

/** Servers of one process with the same contract share its validators. */
function sharedValidators(contract: OpenapiDocument, options: ValidationOptions): Promise<RequestHandler[]> {
  const key = JSON.stringify([contract, options]);
  const known = shared.get(key) ?? makeValidators(contract, options);
  const [oldest] = shared.keys();
  if (oldest !== undefined && shared.size >= maxShared) shared.delete(oldest);
  shared.set(key, known);
  return known;
}

async function makeValidators(
  document: OpenapiDocument,
  { allErrors }: ValidationOptions,
): Promise<RequestHandler[]> {
  const { middleware } = await import("express-openapi-validator");
  return middleware({
    apiSpec: document as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: false, coerceTypes: false },
    validateResponses: false,
    // Authentication has already taken place.
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

/** The contract reduced to some addresses and the components they use, which compiles faster. */
function partOf(document: OpenapiDocument, prefix: string): OpenapiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, operations]) => [path, withoutResponses(operations)]),
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

/** Responses are not validated, so their schemas need not be compiled. */
function withoutResponses(operations: object): object {
  return Object.fromEntries(
    Object.entries(operations as Record<string, object>).map(([name, operation]) => [
      name,
      "responses" in operation ? { ...operation, responses: {} } : operation,
    ]),
  );
}

/** Makes the validator fill in defaults: the published contract has them as `x-default`. */
function withDefaults(document: OpenapiDocument): OpenapiDocument {
  return JSON.parse(JSON.stringify(document).replaceAll('"x-default":', '"default":')) as OpenapiDocument;
}
