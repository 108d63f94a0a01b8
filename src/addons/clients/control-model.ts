/** The model of the test control for the client generators: the operations of openapi.yaml with the tag `control`. */
import { resolveReference } from "../../engine/chapters/bundle.js";
import type { Schema } from "../../engine/chapters/chapter.js";

export interface ControlMethod {
  /** The operationId. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly method: string;
  readonly path: string;
  /** Parameters of the path and the query. */
  readonly params: readonly ControlParam[];
  readonly body: { readonly schema: Schema; readonly required: boolean } | undefined;
  /** The schema of the answer; undefined = no body. */
  readonly result: Schema | undefined;
  /** Whether the answer is a stream of server-sent events, each a `result`. */
  readonly isStream: boolean;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly takesKey: boolean;
}

interface ControlParam {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>> | undefined;

const verbs = ["get", "put", "post", "delete"];

/** @param openapi openapi.yaml */
export function controlOperations(openapi: Schema): ControlMethod[] {
  const paths = openapi.paths as Record<string, Record<string, unknown>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      // The events of a stream are elements of the list at the parent path.
      const list = paths[path.replace(/\/[^/]*$/, "")]?.get as Operation | undefined;
      const operation = item[verb] as Operation | undefined;
      if (!operation?.tags?.includes("control") || isPage(openapi, operation)) return [];
      const shared = (item.parameters ?? []) as Schema[];
      const found = controlOperation(openapi, verb.toUpperCase(), path, shared, operation);
      return [found.isStream && list ? { ...found, result: itemsOf(openapi, list) } : found];
    }),
  );
}

function controlOperation(
  openapi: Schema,
  method: string,
  path: string,
  shared: readonly Schema[],
  operation: Operation,
): ControlMethod {
  const params = [...shared, ...(operation.parameters ?? [])].map((param) => resolved(openapi, param));
  const body = operation.requestBody && resolved(openapi, operation.requestBody);
  const answer = success(openapi, operation)?.content as Content;
  const stream = answer?.["text/event-stream"]?.schema;
  return {
    name: operation.operationId,
    summary: operation.summary ?? "",
    description: operation.description ?? "",
    isDeprecated: operation.deprecated === true,
    method,
    path,
    params: params
      .filter((param) => param.in === "path" || param.in === "query")
      .map((param) => ({
        name: String(param.name),
        in: param.in as "path" | "query",
        required: param.required === true,
        description: typeof param.description === "string" ? param.description : "",
        schema: (param.schema ?? {}) as Schema,
      })),
    body: body && {
      schema: (body.content as Content)?.["application/json"]?.schema ?? {},
      required: body.required === true,
    },
    result: stream ?? answer?.["application/json"]?.schema,
    isStream: stream !== undefined,
    takesKey: params.some(({ name }) => name === "Idempotency-Key"),
  };
}

function itemsOf(openapi: Schema, list: Operation): Schema {
  const content = success(openapi, list)?.content as Content;
  const items = resolved(openapi, content?.["application/json"]?.schema ?? {}).items as Schema | undefined;
  if (!items)
    throw new Error(`${list.operationId} must return a list, because the stream below it sends its elements`);
  return items;
}

/** The answer with the first 2xx status. */
function success(openapi: Schema, { responses }: Operation): Schema | undefined {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  return status === undefined ? undefined : resolved(openapi, responses[status] as Schema);
}

function isPage(openapi: Schema, operation: Operation): boolean {
  return "text/html" in ((success(openapi, operation)?.content as object | undefined) ?? {});
}

function resolved(openapi: Schema, node: Schema): Schema {
  return typeof node.$ref === "string" ? (resolveReference(openapi, node.$ref) as Schema) : node;
}
