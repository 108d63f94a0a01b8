/** The model of the contract for the client generators of all languages: operations with their types and faults. */
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod } from "../../engine/chapters/bundle.js";
import type { Schema } from "../../engine/chapters/chapter.js";
import { withFilterFields } from "./filter-fields.js";
import { refName } from "./flatten.js";
import { faultNames, namespaceOf, operationsOf, restoreRecursion } from "../../engine/chapters/views.js";

export interface ClientModel {
  readonly title: string;
  readonly version: string;
  readonly namespaces: readonly ClientNamespace[];
  readonly builtins: readonly ClientMethod[];
  readonly globalFaults: readonly ClientFault[];
  /** Named types, with recursion as a reference. */
  readonly schemas: Schemas;
}

export interface ClientNamespace {
  /** The name in the documents: `catalog_product`. */
  readonly name: string;
  readonly description: string;
  readonly methods: readonly ClientMethod[];
}

export interface ClientMethod {
  /** The name in requests: `catalog_product.info`. */
  readonly path: string;
  /** The name without the namespace: `info`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly params: readonly ClientParam[];
  readonly result: Schema;
  readonly faults: readonly ClientFault[];
  /** Whether it changes the shop; then it accepts an `Idempotency-Key`. */
  readonly writes: boolean;
}

export interface ClientParam {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface ClientFault {
  readonly name: string;
  readonly code: number;
  readonly message: string;
}

/** The built-in methods that a client offers; it uses the others itself. */
const offeredBuiltins = ["login", "endSession", "resources", "globalFaults", "resourceFaults"];

/** @param document openrpc.json */
export function clientModel(document: OpenRpcDocument): ClientModel {
  const operations = operationsOf(document);
  const names = [...new Set(operations.map(({ name }) => namespaceOf(name)))];
  return {
    title: document.info.title,
    version: document.info.version,
    namespaces: names.map((name) => ({
      name,
      description: document.components.tags[name]?.description ?? "",
      methods: operations
        .filter((method) => namespaceOf(method.name) === name)
        .map((method) => clientMethod(document, method)),
    })),
    builtins: document.methods
      .filter(({ name }) => offeredBuiltins.includes(name))
      .map((method) => clientMethod(document, method)),
    globalFaults: Object.entries(document["x-global-faults"]).map(([name, { code, message }]) => ({
      name,
      code,
      message,
    })),
    schemas: withFilterFields(
      document,
      restoreRecursion(document.components.schemas) as Record<string, Schema>,
    ),
  };
}

function clientMethod(document: OpenRpcDocument, method: OpenRpcMethod): ClientMethod {
  return {
    path: method.name,
    name: method.name.slice(method.name.indexOf(".") + 1),
    summary: method.summary,
    description: method.description ?? "",
    isDeprecated: method.deprecated === true,
    params: method.params.map((param) => ({
      name: param.name,
      required: param.required === true && !param["x-nullable"],
      description: param.description ?? "",
      schema: withMembers(restoreRecursion(param.schema) as Schema, method),
    })),
    result: restoreRecursion(method.result.schema) as Schema,
    writes: (method as { "x-effect"?: string })["x-effect"] === "write",
    faults: faultNames(method).map((name, index) => {
      const { code, message } = resolveReference(document, method.errors[index]?.$ref as string) as {
        code: number;
        message: string;
      };
      return { name: name.slice(name.lastIndexOf("/") + 1), code, message };
    }),
  };
}

/** Codes of attributes to return are the members of the result, and those that shops add. */
function withMembers(schema: Schema, { result }: OpenRpcMethod): Schema {
  const { $ref } = result.schema;
  if (schema.$ref !== "#/components/schemas/AttributeCodes" || typeof $ref !== "string") return schema;
  return { ...schema, "x-members-of": refName($ref) };
}

/** Every operation of a model. */
export function methodsOf({ namespaces }: ClientModel): ClientMethod[] {
  return namespaces.flatMap(({ methods }) => methods);
}

/** The operations that list records by ID: their filters have `entity_id`, the ID of any record. */
export function pagedOperations(model: ClientModel): string[] {
  const hasIds = (schema: Schema): boolean => {
    const name = typeof schema.$ref === "string" ? refName(schema.$ref) : "";
    const { properties = {}, oneOf = [] } = model.schemas[name] ?? {};
    return "entity_id" in (properties as object) || (oneOf as Schema[]).some(hasIds);
  };
  return methodsOf(model)
    .filter(({ params }) => params.some(({ name, schema }) => name === "filters" && hasIds(schema)))
    .map(({ path }) => path);
}

/** The maximum number of calls in one request. */
export function callsAtOnce({ schemas }: ClientModel): number {
  const { maxItems } = schemas.CallList ?? {};
  if (typeof maxItems !== "number") throw new Error("CallList has no maxItems in the contract");
  return maxItems;
}

type Schemas = Readonly<Record<string, Schema>>;

/** The sorted names of the components of what callers give, and of what they are answered. */
export interface UsedSchemas {
  readonly given: readonly string[];
  readonly answered: readonly string[];
}

/** The components of methods, which have a body by REST. */
export function schemasOf(
  methods: readonly (Pick<ClientMethod, "params"> & {
    readonly result: Schema | undefined;
    readonly body?: { readonly schema: Schema } | undefined;
  })[],
  schemas: Schemas,
): UsedSchemas {
  return {
    given: usedSchemas(
      methods.map(({ params, body }) => [params.map(({ schema }) => schema), body?.schema]),
      schemas,
    ),
    answered: usedSchemas(
      methods.map(({ result }) => result),
      schemas,
    ),
  };
}

/** The names of all faults. */
export function faultNamesOf(model: ClientModel): string[] {
  const faults = [...model.globalFaults, ...methodsOf(model).flatMap((method) => method.faults)];
  return [...new Set(faults.map(({ name }) => name))];
}

/** The sorted names of the components that schemas refer to, directly or indirectly. */
export function usedSchemas(roots: readonly unknown[], schemas: Schemas): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string") {
      const name = refName($ref);
      if (found.has(name)) return;
      found.add(name);
      visit(schemas[name]);
      return;
    }
    Object.entries(node).forEach(([key, value]) => key.startsWith("x-") || visit(value));
  };
  roots.forEach(visit);
  return [...found].sort();
}

export { camelCase, pascalCase } from "../../engine/chapters/views.js";
