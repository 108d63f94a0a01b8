/** The contract as the client generators read it: operations with their types and faults, whatever the language. */
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod } from "../engine/chapters/bundle.js";
import type { Schema } from "../engine/chapters/chapter.js";
import { faultNames, namespaceOf, operationsOf, restoreRecursion } from "../engine/chapters/views.js";

export interface ClientModel {
  readonly title: string;
  readonly version: string;
  readonly namespaces: readonly ClientNamespace[];
  readonly builtins: readonly ClientMethod[];
  readonly globalFaults: readonly ClientFault[];
  /** Named types, recursion written as a reference. */
  readonly schemas: Readonly<Record<string, Schema>>;
}

export interface ClientNamespace {
  /** As in the documents: `catalog_product`. */
  readonly name: string;
  readonly description: string;
  readonly methods: readonly ClientMethod[];
}

export interface ClientMethod {
  /** As on the wire: `catalog_product.info`. */
  readonly path: string;
  /** Without its namespace: `info`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly params: readonly ClientParam[];
  readonly result: Schema;
  readonly faults: readonly ClientFault[];
  /** It changes the shop, so repeating it takes an `Idempotency-Key`. */
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

/** The built-in methods that a client offers; it wraps calls and opens sessions by itself. */
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
    schemas: restoreRecursion(document.components.schemas) as Record<string, Schema>,
  };
}

function clientMethod(document: OpenRpcDocument, method: OpenRpcMethod): ClientMethod {
  return {
    path: method.name,
    name: method.name.slice(method.name.indexOf(".") + 1),
    summary: method.summary,
    description: method.description ?? "",
    params: method.params.map((param) => ({
      name: param.name,
      required: param.required === true && !param["x-nullable"],
      description: param.description ?? "",
      schema: restoreRecursion(param.schema) as Schema,
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

/** Every operation of a model. */
export function methodsOf({ namespaces }: ClientModel): ClientMethod[] {
  return namespaces.flatMap(({ methods }) => methods);
}

/** How many calls one request holds. */
export function callsAtOnce({ schemas }: ClientModel): number {
  const { maxItems } = schemas.CallList ?? {};
  if (typeof maxItems !== "number")
    throw new Error("the contract does not say how many calls CallList holds");
  return maxItems;
}

/** The names of the components that schemas refer to, directly or through one another, sorted by name. */
export function usedSchemas(roots: readonly unknown[], schemas: Readonly<Record<string, Schema>>): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string") {
      const name = $ref.slice($ref.lastIndexOf("/") + 1);
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

/** `catalog_product` and `info` → `CatalogProductInfo`, the stem of the names of an operation's own types. */
export { camelCase, pascalCase } from "../engine/chapters/views.js";
