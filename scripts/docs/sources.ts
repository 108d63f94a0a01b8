/** Reads the sources of the documentation: the contracts and the written documents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import type { FaultMember, FaultRow } from "../../src/engine/chapters/chapter.js";

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly "x-default"?: unknown;
  readonly "x-recursive"?: string;
  readonly "x-kind"?: string;
}

export interface Param {
  readonly name: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly "x-fault"?: string;
  readonly "x-default"?: unknown;
}

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

export interface Method {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly params: readonly Param[];
  readonly result: { readonly name: string; readonly description?: string; readonly schema: Schema };
  readonly errors: readonly { readonly $ref: string }[];
  readonly examples?: readonly {
    readonly name: string;
    readonly params: readonly NamedValue[];
    readonly result: NamedValue;
  }[];
  readonly "x-acl"?: string;
  readonly "x-effect"?: string;
  readonly "x-source"?: string;
  /** Faults that the API documents do not name for the operation. */
  readonly "x-added-faults"?: readonly string[];
  readonly "x-fault-tells"?: Readonly<Record<string, readonly FaultMember[]>>;
  readonly "x-aliases"?: readonly string[];
  readonly "x-checks"?: readonly { readonly arguments?: readonly string[]; readonly fault: string }[];
}

export interface RpcContract {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly methods: readonly Method[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly tags: Readonly<Record<string, { readonly description?: string }>>;
  };
  readonly "x-global-faults": Readonly<Record<string, FaultRow>>;
  readonly "x-acl-nodes": readonly string[];
  readonly "x-namespaces": OpenRpcDocument["x-namespaces"];
}

export interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<
    Record<string, { readonly $ref?: string; readonly summary?: string; readonly value?: unknown }>
  >;
}

interface HttpParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface HttpResponse {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface HttpOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly HttpParameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, HttpResponse>>;
}

export interface HttpContract {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, HttpOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Sources {
  readonly rpc: RpcContract;
  readonly http: HttpContract;
  /** The text of a document. */
  document(path: string): string;
}

export function readSources(root: string): Sources {
  const document = (path: string) => readFileSync(join(root, path), "utf8");
  const parsed = <Document>(path: string) => JSON.parse(document(path)) as Document;
  return { rpc: parsed("openrpc.json"), http: parsed("generated/openapi.json"), document };
}

/** A document without its title. */
export function untitled(document: string): string {
  return document.replace(/^# .*$/m, "");
}

/** Resolves a reference; any other value is returned as it is. */
export function resolved<Value extends object>(contract: object, value: Value): Value {
  const reference = (value as { $ref?: string }).$ref;
  if (reference === undefined) return value;
  let target: unknown = contract;
  for (const step of reference.slice(2).split("/")) target = (target as Record<string, unknown>)[step];
  return resolved(contract, target as Value);
}

export function isOperation({ name }: Method): boolean {
  return name.includes(".");
}

export interface HttpEntry {
  readonly method: string;
  readonly path: string;
  readonly operation: HttpOperation;
}

/** The operations in the order of the contract, without HEAD and OPTIONS, which have no pages. */
export function httpOperations({ paths }: HttpContract): readonly HttpEntry[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ["get", "post", "put", "delete", "patch"].includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}
