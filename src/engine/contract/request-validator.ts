/** Validates requests against openapi.yaml, with express-openapi-validator. */
import type { Request, RequestHandler, Response } from "express";
import type { OpenapiDocument } from "./published-contracts.js";
import type { ReportedProblem, RequestProblem, RequestProblems } from "./request-problems.js";

type Next = (error?: unknown) => void;

/** What `requestValidator` refuses a request with. */
export interface InvalidRequest extends Error {
  readonly status: number;
  readonly errors: readonly RequestProblem[];
}

interface ValidationOptions {
  readonly allErrors: boolean;
  /** Whether query parameters that are not described are ignored, rather than refused. */
  readonly ignoresUnknownQuery?: boolean;
  /** The content type that bodies are checked as, where a reader has made the same values of all types. */
  readonly contentType?: string;
}

/** A contract, the part of it that is validated, and how. */
export interface Validation {
  readonly read: () => OpenapiDocument;
  /** How the addresses of the part begin. */
  readonly prefix: string;
  /** Derives the contract for validation from the published one. */
  readonly asTaken?: (document: OpenapiDocument) => OpenapiDocument;
  /** With `allErrors`, all problems of a request are reported, otherwise the first one. */
  readonly options?: ValidationOptions;
}

/**
 * Validates address, method, parameters and body of requests. The validator is created at the first request, which waits
 * for it, unless it is prepared; the schemas of an operation are compiled at its own first request.
 */
export function requestValidator(validation: Validation): RequestHandler {
  let making: Promise<Validator> | undefined;
  let validator: Validator | undefined;
  return (request, response, next) => {
    if (validator) {
      validator.check(request as Examined, response, next);
      return;
    }
    making ??= sharedValidator(validation);
    making.then((made) => (validator = made).check(request as Examined, response, next), next);
  };
}

/**
 * Creates the validator before the first request. This takes half a second of processor time: loading the package, which
 * compiles the schema of OpenAPI itself even if it shall not validate the contract.
 */
export async function prepareValidator(validation: Validation): Promise<void> {
  await sharedValidator(validation);
}

/** More than the servers of one process usually have. */
const maxShared = 8;

const shared = new Map<string, Promise<Validator>>();

/** Servers of one process with the same contract share its validator. */
function sharedValidator({
  read,
  prefix,
  asTaken = (document) => document,
  options = { allErrors: false },
}: Validation): Promise<Validator> {
  const contract = partOf(asTaken(read()), prefix);
  const key = JSON.stringify([contract, options]);
  const known = shared.get(key) ?? makeValidator(contract, options);
  const [oldest] = shared.keys();
  if (oldest !== undefined && shared.size >= maxShared) shared.delete(oldest);
  shared.set(key, known);
  return known;
}

async function makeValidator(
  document: OpenapiDocument,
  { allErrors, contentType, ignoresUnknownQuery = false }: ValidationOptions,
): Promise<Validator> {
  const [{ middleware }, { RequestProblems }] = await Promise.all([
    import("express-openapi-validator"),
    import("./request-problems.js"),
  ]);
  const handlers = middleware({
    apiSpec: document as Parameters<typeof middleware>[0]["apiSpec"],
    validateApiSpec: false,
    validateRequests: { allErrors, allowUnknownQueryParameters: ignoresUnknownQuery, coerceTypes: false },
    validateResponses: false,
    // Authentication has already taken place.
    validateSecurity: false,
    // No operation takes a form with files.
    fileUploader: false,
  }) as RequestHandler[];
  return new Validator(handlers, new RequestProblems(document, allErrors), contentType);
}

/** The operation of a request, as the validator notes it in the request. */
interface Operation {
  readonly openApiRoute: string;
  readonly schema: object;
  readonly pathParams: Readonly<Record<string, unknown>>;
}

interface Examined extends Request {
  openapi?: Operation;
  /** Undefined outside of a route. */
  route: { readonly path: string } | undefined;
}

/**
 * The handlers of express-openapi-validator: all but the last one find the operation, the last one checks the request. To
 * find it, they compile a pattern for each address of the contract at every request, which takes longer than all other
 * checks. So the operation is kept per method and route of Express; for requests without a route, per address of the
 * contract that has no parameters.
 */
class Validator {
  private readonly operations = new Map<string, Operation>();

  constructor(
    private readonly handlers: readonly RequestHandler[],
    private readonly problems: RequestProblems,
    private readonly contentType: string | undefined,
  ) {}

  check(request: Examined, response: Response, done: Next): void {
    const { params, route, method } = request;
    const next = this.withContentType(request, (error) => done(error && this.explained(request, error)));
    const [path = ""] = request.originalUrl.split("?", 1);
    const address = `${method} ${route ? request.baseUrl + route.path : path}`;
    const known = this.operations.get(address);
    if (known) {
      request.openapi = { ...known, pathParams: route ? params : {} };
      request.params = {};
      this.run(this.handlers.length - 1, request, response, next);
      return;
    }
    this.run(0, request, response, (error) => {
      const found = request.openapi;
      const isForAll = route !== undefined || (found?.openApiRoute === path && isEmpty(found.pathParams));
      if (found && isForAll) this.operations.set(address, found);
      next(error);
    });
  }

  private explained(request: Examined, error: unknown): unknown {
    if (!(error instanceof Error && "errors" in error)) return error;
    const errors = this.problems.of(request, error.errors as readonly ReportedProblem[]);
    return Object.assign(error, { errors });
  }

  /** The validator keeps compiled schemas for each content type that it sees, for ever: it sees one. */
  private withContentType({ headers }: Request, next: Next): Next {
    if (this.contentType === undefined) return next;
    const { "content-type": sent } = headers;
    headers["content-type"] = this.contentType;
    return (error) => {
      if (sent === undefined) delete headers["content-type"];
      else headers["content-type"] = sent;
      next(error);
    };
  }

  private run(step: number, request: Request, response: Response, done: Next): void {
    const handler = this.handlers[step];
    if (!handler) return done();
    const next: Next = (error) => {
      if (error) done(error);
      else this.run(step + 1, request, response, done);
    };
    void handler(request, response, next);
  }
}

function isEmpty(members: object): boolean {
  return Object.keys(members).length === 0;
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
