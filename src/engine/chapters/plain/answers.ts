/** The error responses of plain HTTP: by operation and status, an error whose fault is an enumeration. Operations share them. */
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod } from "../bundle.js";
import type { FaultRow, Schema } from "../chapter.js";
import { schemaReferences } from "../schemas.js";
import { faultNames, namespaceOf, pascalCase, schemaPrefix } from "../views.js";

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: { readonly "application/json": Schema };
}

interface Answerable extends Pick<FaultRow, "code" | "message"> {
  /** Members of `data` besides the fault, for a fault that does not belong to the namespace. */
  readonly data?: { readonly parameter: string };
}

type Faults = Readonly<Record<string, Answerable>>;

/** Optional members of `data` besides the fault and its namespace. */
type Member = "errors" | "parameter" | "products" | "retry_after" | "reference";

/** The members of `data` in global faults, by status. */
const globalMembers: Readonly<Record<string, readonly Member[]>> = {
  "400": ["parameter", "errors"],
  "401": ["retry_after"],
  "429": ["retry_after"],
  "500": ["reference"],
  "503": ["reference"],
};

/** Faults by status that cannot be derived from the table of global faults: of authentication and of malformed requests. */
const sentWith: Readonly<Record<string, readonly string[]>> = {
  "401": ["session_expired", "access_denied"],
  "405": ["invalid_request"],
  "413": ["invalid_request"],
  "415": ["invalid_request"],
  "429": ["access_denied"],
  "503": ["internal_error", "internal"],
};

/** Faults of write calls for an `Idempotency-Key` that cannot be used. */
const idempotencyFaults: Readonly<Record<string, Faults>> = {
  "409": keyFault("The first call with the `Idempotency-Key` is still in progress."),
  "422": keyFault("The `Idempotency-Key` was used for another call."),
};

function keyFault(message: string): Faults {
  return { invalid_request_param: { code: 6, message, data: { parameter: "Idempotency-Key" } } };
}

/** Statuses that an operation has only if it declares a fault with that status. */
const declaredStatuses = ["404", "409", "422"];

export class PlainAnswers {
  private readonly general: Readonly<Record<string, Answer>>;
  private readonly schemas: Record<string, Schema> = {};

  /** @param openapi openapi.yaml, with the general form of the responses */
  constructor(
    private readonly document: OpenRpcDocument,
    private readonly openapi: Schema,
  ) {
    const responses = resolveReference(openapi, "#/paths/~1api~1rpc~1{operation}/post/responses") as object;
    this.general = Object.fromEntries(
      Object.entries(responses).map(([status, answer]: [string, { $ref?: string }]) => [
        status,
        (answer.$ref === undefined ? answer : resolveReference(openapi, answer.$ref)) as Answer,
      ]),
    );
  }

  /** The success response of a method, without the schema. */
  success(method: OpenRpcMethod): object {
    const all = (this.general["200"]?.headers ?? {}) as Schema;
    const { "Idempotent-Replayed": _, ...headers } = all;
    return { headers: writes(method) ? all : headers };
  }

  /** The header parameters of a method. */
  parameters(method: OpenRpcMethod): object {
    const names = [...(writes(method) ? ["IdempotencyKeyHeader"] : []), "Prefer"];
    return { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) };
  }

  /** The error responses of a method by status. */
  of(method: OpenRpcMethod): object {
    const shared = this.commonStatuses().map((status) => [
      status,
      { $ref: `#/components/responses/${responseName(status)}` },
    ]);
    const own = Object.entries(this.byStatus(method)).map(([status, faults]) => [
      status,
      this.answer(status, errorName(method, status, Object.keys(faults)), faults, method),
    ]);
    return Object.fromEntries([...shared, ...own]) as object;
  }

  /** The components: schemas, headers, and the responses common to all methods. */
  components(): Record<string, Record<string, Schema>> {
    const responses = Object.fromEntries(
      this.commonStatuses().map((status) => [
        responseName(status),
        this.answer(status, `Fault${status}`, this.global(status)),
      ]),
    ) as Record<string, Schema>;
    const headers: Record<string, Schema> = {};
    for (const answer of Object.values(this.general)) {
      for (const { ref } of schemaReferences(answer.headers)) {
        headers[ref.slice(ref.lastIndexOf("/") + 1)] = resolveReference(this.openapi, ref) as Schema;
      }
    }
    const parameters = Object.fromEntries(
      ["IdempotencyKeyHeader", "Prefer"].map((name) => [
        name,
        resolveReference(this.openapi, `#/components/parameters/${name}`) as Schema,
      ]),
    );
    for (const { ref } of schemaReferences({ headers, parameters })) {
      const name = ref.slice(ref.lastIndexOf("/") + 1);
      if (ref.startsWith(schemaPrefix)) this.schemas[name] = resolveReference(this.openapi, ref) as Schema;
    }
    return { parameters, headers, responses, schemas: this.schemas };
  }

  private commonStatuses(): string[] {
    return Object.keys(this.general).filter(
      (status) => status !== "200" && !declaredStatuses.includes(status),
    );
  }

  /** The declared faults of a method by status. Faults of built-in methods are global. */
  private byStatus(method: OpenRpcMethod): Record<string, Faults> {
    const found = this.declared(method);
    if (!writes(method)) return found;
    const keyed = Object.entries(idempotencyFaults).map(([status, faults]) => [
      status,
      { ...found[status], ...faults },
    ]);
    return { ...found, ...(Object.fromEntries(keyed) as Record<string, Faults>) };
  }

  private declared(method: OpenRpcMethod): Record<string, Faults> {
    const isOperation = method.name.includes(".");
    const table = isOperation ? this.document["x-namespaces"][namespaceOf(method.name)]?.faults : undefined;
    const found: Record<string, Record<string, FaultRow>> = {};
    for (const name of faultNames(method)) {
      const row = (table ?? this.document["x-global-faults"])[name];
      if (row && declaredStatuses.includes(String(row.status))) (found[row.status] ??= {})[name] = row;
    }
    return found;
  }

  /** The faults that every method can return with a status. */
  private global(status: string): Faults {
    const known: Faults = { ...protocolFaults, ...this.document["x-global-faults"] };
    const names = sentWith[status] ?? this.globalNames(status);
    return Object.fromEntries(names.map((name) => [name, known[name] as Faults[string]]));
  }

  private globalNames(status: string): string[] {
    return Object.entries(this.document["x-global-faults"])
      .filter(([, row]) => String(row.status) === status)
      .map(([name]) => name);
  }

  private answer(status: string, name: string, faults: Faults, method?: OpenRpcMethod) {
    const { description, headers, content } = this.general[status] as Answer;
    const told = Object.entries(faults).map(([fault, { message }]) => `\`${fault}\`: ${message}`);
    const resource = method?.name.includes(".") ? namespaceOf(method.name) : undefined;
    if (!(name in this.schemas)) this.addFault(name, status, faults, resource, method);
    const { schema: _, ...examples } = content?.["application/json"] ?? {};
    const of = resource === undefined ? {} : { resource };
    const own = Object.entries(faults).map(([fault, { code, message, data = of }]) => [
      fault,
      { value: { code, message, data: { fault, ...data } } },
    ]);
    return {
      description: method ? told.join("\n") : description,
      ...(headers === undefined ? {} : { headers }),
      content: {
        "application/json": {
          schema: { $ref: schemaPrefix + name },
          ...(method ? { examples: Object.fromEntries(own) as object } : examples),
        },
      },
    };
  }

  /** Adds the schemas of an error and of its `data`. */
  private addFault(
    name: string,
    status: string,
    faults: Faults,
    resource: string | undefined,
    method?: OpenRpcMethod,
  ): void {
    const told = Object.keys(faults).map((fault) => `\`${fault}\``);
    this.schemas[name] = {
      title: name,
      description: method ? `A fault: ${told.join(" or ")}.` : `A response with status ${status}.`,
      type: "object",
      required: ["code", "message", "data"],
      additionalProperties: false,
      properties: {
        code: {
          type: "integer",
          enum: [...new Set(Object.values(faults).map(({ code }) => code))],
          description: "Number of the fault; several faults can share one.",
        },
        message: { type: "string", description: "Text for people." },
        data: { $ref: `${schemaPrefix}${name}Detail` },
      },
    };
    const { properties } = this.document.components.schemas.FaultDetail as {
      properties: Record<string, Schema>;
    };
    const members = method ? membersOf(faults) : (globalMembers[status] ?? []);
    const isGlobal = Object.values(faults).some(({ data }) => data !== undefined);
    this.schemas[`${name}Detail`] = {
      title: `${name}Detail`,
      description: `The data of \`${name}\` for programs.`,
      type: "object",
      required: resource === undefined || isGlobal ? ["fault"] : ["fault", "resource"],
      additionalProperties: false,
      properties: {
        fault: { type: "string", enum: Object.keys(faults), description: "Branch on it." },
        ...(resource === undefined
          ? {}
          : {
              resource: {
                type: "string",
                enum: [resource],
                description: "The namespace that the fault belongs to.",
              },
            }),
        ...Object.fromEntries(members.map((member) => [member, untitled(properties[member])])),
      },
    };
  }
}

/** Errors of the protocol, for requests that are not calls. */
const protocolFaults = {
  invalid_request: { code: -32600, message: "Invalid request" },
  internal_error: { code: -32603, message: "Internal error" },
};

/** The members of `data` for faults of an operation: any can list problems or name an argument, one products. */
function membersOf(faults: Faults): Member[] {
  return ["errors", ...("product_not_exists" in faults ? ["products" as const] : []), "parameter"];
}

function writes(method: OpenRpcMethod): boolean {
  return (method as { "x-effect"?: string })["x-effect"] === "write";
}

/** Without the title: repeated titles would make generators create duplicate types. */
function untitled({ title: _, ...schema }: Schema = {}): Schema {
  return schema;
}

/**
 * The component name of an error. Errors with one or two faults are named by these, so that the operations of a namespace
 * share them; names of more faults would be too long.
 */
function errorName({ name }: OpenRpcMethod, status: string, faults: readonly string[]): string {
  const isShared = name.includes(".") && faults.length <= 2;
  if (!isShared) return `${pascalCase(name)}Fault${status}`;
  return pascalCase(namespaceOf(name)) + faults.map(pascalCase).toSorted().join("Or");
}

/** The component name of a common response. */
function responseName(status: string): string {
  return `Status${status}`;
}
