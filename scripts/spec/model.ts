/**
 * The API documents as data: spec/documents/part-1.yaml and part-2.yaml. spec/README.md describes their form.
 */
import { readYaml } from "./chapters.js";

/** A member, parameter or result: `int`, `array of string`, `string in a, b`, `boolean = false`, the name of a resource. */
type TypeText = string;

export interface Resource {
  /** The place in its document. */
  readonly at: string;
  /** Its component in openrpc.json, or in openapi.yaml for the customers resource. */
  readonly contract: string;
  /** The component with all members optional, for resources that can be created and updated. */
  readonly changes?: string;
  /** Whether callers send it; `?` marks optional members. */
  readonly input?: boolean;
  /** Whether the documents mention further members. */
  readonly open?: boolean;
  readonly members: Readonly<Record<string, TypeText>>;
}

export interface DocumentedOperation {
  readonly at: string;
  readonly params: Readonly<Record<string, TypeText>>;
  readonly returns: TypeText;
  readonly faults: readonly string[];
}

export interface RestRow {
  readonly auth: readonly ("admin" | "customer")[];
  readonly takes?: TypeText;
  readonly answers?: TypeText;
  readonly status?: number;
  readonly headers?: readonly string[];
}

interface Sentence {
  readonly at: string;
  readonly says: string;
  /** The file or folder that contains it. */
  readonly held: string;
}

/** Intended differences of the contract. */
interface Difference {
  readonly because: string;
  /** The form in the contract. */
  readonly contract: string;
  readonly places: readonly string[];
}

export interface Model {
  readonly resources: Readonly<Record<string, Resource>>;
  readonly operations: Readonly<Record<string, DocumentedOperation>>;
  readonly restResources: Readonly<Record<string, Resource>>;
  /** By verb and path. */
  readonly rest: Readonly<Record<string, RestRow | "not allowed">>;
  readonly sentences: readonly Sentence[];
  readonly differences: readonly Difference[];
}

interface Part {
  readonly document: string;
  readonly resources: Record<string, Resource>;
  readonly operations: Record<
    string,
    Record<string, { params: Record<string, TypeText>; returns: TypeText }>
  >;
  readonly faults: Record<string, string[]>;
  readonly rest?: { readonly rows: Model["rest"]; readonly resources: Record<string, Resource> };
  readonly sentences: Sentence[];
}

export function readModel(): Model {
  const parts = ["part-1", "part-2"].map((name) => readYaml("spec", "documents", `${name}.yaml`) as Part);
  const rest = parts.map((part) => part.rest).find((one) => one !== undefined);
  return {
    resources: merged(parts.map((part) => placed(part.resources, part.document))),
    operations: merged(parts.map(operationsOf)),
    restResources: placed(rest?.resources ?? {}, "part 2"),
    rest: rest?.rows ?? {},
    sentences: parts.flatMap(({ sentences, document }) =>
      sentences.map((one) => ({ ...one, at: `${document}, ${one.at}` })),
    ),
    differences: readYaml("spec", "documents", "differences.yaml") as Difference[],
  };
}

function operationsOf({ document, operations, faults }: Part): Record<string, DocumentedOperation> {
  const unused = new Set(Object.keys(faults));
  const found = Object.entries(operations).flatMap(([namespace, rows]) =>
    Object.entries(rows).map(([row, operation]): [string, DocumentedOperation] => {
      const name = `${namespace}.${row}`;
      unused.delete(name);
      const at = `${document}, Endpoints, ${namespace}, row ${row}`;
      return [name, { ...operation, at, faults: faults[name] ?? [] }];
    }),
  );
  if (unused.size > 0) throw new Error(`${document}: faults of no operation: ${[...unused].join(", ")}`);
  return Object.fromEntries(found);
}

function placed(resources: Record<string, Resource>, document: string): Record<string, Resource> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, one]) => [name, { ...one, at: `${document}, ${one.at}` }]),
  );
}

function merged<Value>(parts: readonly Record<string, Value>[]): Record<string, Value> {
  return Object.assign({}, ...parts) as Record<string, Value>;
}
