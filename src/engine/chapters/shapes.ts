/** How the XML doors dress the result of each operation, by its schema in the contract. */
import { resolve, type OpenRpcDocument, type OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { schemaName } from "./views.js";

export type Dress = "text" | "number" | "decimal" | "flag" | "day" | "iso" | "int" | "boolean" | "any";

export type Shape = Dress | "self" | { list: Shape } | { members: Record<string, Shape>; rest?: Shape };

type Paths = Readonly<Record<string, readonly string[]>>;

/** What spec/doors/values.yaml says beyond the schemas. */
export interface Exceptions {
  readonly int: Paths;
  readonly boolean: Paths;
  readonly iso: Paths;
  readonly like: Readonly<Record<string, string>>;
  readonly also: Readonly<Record<string, Readonly<Record<string, Dress>>>>;
  readonly base64: Paths;
}

/** Of a contract whose schemas say all. */
export const noExceptions: Exceptions = {
  int: {},
  boolean: {},
  iso: {},
  like: {},
  also: {},
  base64: {},
};

/** The dress of the result of each of these operations. */
export function shapesOf(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
  exceptions: Exceptions,
): Record<string, Shape> {
  const shapes = Object.fromEntries(
    methods.map(({ name, result }) => [name, shapeOfResult(document, name, result.schema, exceptions)]),
  );
  for (const [list, whole] of Object.entries(exceptions.like)) completeRows(shapes, list, whole);
  return shapes;
}

/** The dress of a result. Throws when an exception names a path that the result does not have. */
function shapeOfResult(
  document: OpenRpcDocument,
  name: string,
  schema: Schema,
  exceptions: Exceptions,
): Shape {
  const root = { shape: shapeOf(document, schema, schemaName(schema)) };
  for (const dress of ["int", "boolean", "iso"] as const) {
    for (const path of exceptions[dress][name] ?? []) setAt(root, path, dress, name, false);
  }
  for (const [path, dress] of Object.entries(exceptions.also[name] ?? {})) {
    setAt(root, path, dress, name, true);
  }
  return root.shape;
}

/** The rows of a list get the plain members of another result. */
function completeRows(shapes: Record<string, Shape>, list: string, whole: string): void {
  const row = membersOf((shapes[list] as { list?: Shape } | undefined)?.list ?? "any");
  const info = membersOf(shapes[whole] ?? "any");
  if (!row || !info) throw new Error(`spec/doors/values.yaml: ${list} is no list of what ${whole} answers`);
  for (const [name, shape] of Object.entries(info)) {
    // Rows have times as lists have them.
    if (typeof shape === "string") row[name] ??= shape === "iso" ? "text" : shape;
  }
}

/** The dress of a value by its schema. @param whole the name of the schema that it may hold itself in */
export function shapeOf(document: OpenRpcDocument, given: Schema, whole: string | undefined): Shape {
  if (given["x-recursive"] !== undefined) {
    if (given["x-recursive"] !== whole)
      throw new Error(`only a whole result may hold itself: ${String(given.title)}`);
    return "self";
  }
  const schema = typeof given.$ref === "string" ? (resolve(document, given.$ref) as Schema) : given;
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) return shapeOfBranches(branches.map((branch) => shapeOf(document, branch, whole)));
  if (schema.properties || schema.type === "object") {
    const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const rest = restOf(document, schema, whole);
    return {
      members: Object.fromEntries(members.map(([key, member]) => [key, shapeOf(document, member, whole)])),
      ...(rest === undefined ? {} : { rest }),
    };
  }
  if (schema.type === "array") return { list: shapeOf(document, (schema.items ?? {}) as Schema, whole) };
  return dressOf(schema);
}

function restOf(document: OpenRpcDocument, schema: Schema, whole: string | undefined): Shape | undefined {
  const rest = schema.additionalProperties;
  if (rest === false || (rest === undefined && schema.properties)) return undefined;
  return typeof rest === "object" ? shapeOf(document, rest as Schema, whole) : "any";
}

/** Null has no dress; branches that differ are told apart by the value. */
function shapeOfBranches(shapes: readonly Shape[]): Shape {
  const [first, ...others] = shapes.filter((shape) => shape !== nothing);
  if (first === undefined) return "any";
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : "any";
}

const nothing: Shape = { members: { null: "any" } };

function dressOf(schema: Schema): Shape {
  switch (schema.type) {
    case "null":
      return nothing;
    case "integer":
      return "number";
    case "number":
      return "decimal";
    case "boolean":
      return schema.const === true ? "boolean" : "flag";
    case "string":
      return schema.format === "date" ? "day" : "text";
    default:
      return "any";
  }
}

/** Sets the shape at a path: `[].required`, `tier_price[].price_id`, `` for all. */
function setAt(root: { shape: Shape }, path: string, dress: Dress, operation: string, isNew: boolean): void {
  const steps = path.split(/\.|(?=\[)/).filter((step) => step !== "");
  const fail = () => new Error(`spec/doors/values.yaml: ${operation} has no ${path}`);
  const last = steps.pop();
  if (last === undefined) {
    root.shape = dress;
    return;
  }
  let at = root.shape;
  for (const step of steps) {
    const next = step === "[]" ? (at as { list?: Shape }).list : membersOf(at)?.[step];
    if (next === undefined) throw fail();
    at = next;
  }
  const members = membersOf(at);
  if (!members || (!isNew && members[last] === undefined)) throw fail();
  members[last] = dress;
}

function membersOf(shape: Shape): Record<string, Shape> | undefined {
  return typeof shape === "object" && "members" in shape ? shape.members : undefined;
}
