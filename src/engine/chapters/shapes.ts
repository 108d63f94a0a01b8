/** How the XML doors encode the result of each operation, derived from its schema. */
import type { Dress } from "../../../generated/doors/values.js";
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { schemaName } from "./views.js";

export type Shape =
  | Dress
  | "self"
  | { list: Shape }
  | { members: Record<string, Shape>; rest?: Shape; fixed?: Record<string, unknown> };

type Paths = Readonly<Record<string, readonly string[]>>;

/** The additions of spec/doors/values.yaml to the schemas. */
export interface ShapeExceptions {
  readonly int: Paths;
  readonly boolean: Paths;
  readonly iso: Paths;
  readonly day: Paths;
  readonly like: Readonly<Record<string, string>>;
  readonly also: Readonly<Record<string, Readonly<Record<string, Dress>>>>;
  /** By path, the value of members that a response lacks. */
  readonly fixed: Readonly<Record<string, Readonly<Record<string, readonly FixedMembers[]>>>>;
  readonly base64: Paths;
}

interface FixedMembers {
  readonly value: unknown;
  readonly names: readonly string[];
}

/** For a contract without such additions. */
export const noShapeExceptions: ShapeExceptions = {
  int: {},
  boolean: {},
  iso: {},
  day: {},
  like: {},
  also: {},
  fixed: {},
  base64: {},
};

/** The shape of the result by operation. */
export function shapesOf(
  document: OpenRpcDocument,
  methods: readonly OpenRpcMethod[],
  exceptions: ShapeExceptions,
): Record<string, Shape> {
  const shapes = Object.fromEntries(
    methods.map(({ name, result }) => [name, shapeOfResult(document, name, result.schema, exceptions)]),
  );
  for (const [list, whole] of Object.entries(exceptions.like)) completeRows(shapes, list, whole);
  return shapes;
}

/** The shape of a result. Throws if an exception names a path that the result does not have. */
function shapeOfResult(
  document: OpenRpcDocument,
  name: string,
  schema: Schema,
  exceptions: ShapeExceptions,
): Shape {
  const root = { shape: shapeOf(document, schema, schemaName(schema)) };
  for (const scalar of ["int", "boolean", "iso", "day"] as const) {
    for (const path of exceptions[scalar][name] ?? []) setAt(root, path, scalar, name, false);
  }
  for (const [path, scalar] of Object.entries(exceptions.also[name] ?? {})) {
    setAt(root, path, scalar, name, true);
  }
  for (const [path, members] of Object.entries(exceptions.fixed[name] ?? {})) {
    for (const fixed of members) addFixed(root.shape, path, fixed, name);
  }
  return root.shape;
}

/** Adds the scalar members of another result to the rows of a list. */
function completeRows(shapes: Record<string, Shape>, list: string, whole: string): void {
  const row = membersOf((shapes[list] as { list?: Shape } | undefined)?.list ?? "any");
  const info = membersOf(shapes[whole] ?? "any");
  if (!row || !info)
    throw new Error(`spec/doors/values.yaml: ${list} is not a list of what ${whole} answers`);
  for (const [name, shape] of Object.entries(info)) {
    // Lists encode times as text.
    if (typeof shape === "string") row[name] ??= shape === "iso" ? "text" : shape;
  }
}

/** The shape of a value by its schema. @param whole the name of the schema that may contain itself */
export function shapeOf(document: OpenRpcDocument, given: Schema, whole: string | undefined): Shape {
  if (given["x-recursive"] !== undefined) {
    if (given["x-recursive"] !== whole)
      throw new Error(`only a whole result may contain itself: ${String(given.title)}`);
    return "self";
  }
  const schema = typeof given.$ref === "string" ? (resolveReference(document, given.$ref) as Schema) : given;
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
  return scalarShape(schema);
}

function restOf(document: OpenRpcDocument, schema: Schema, whole: string | undefined): Shape | undefined {
  const rest = schema.additionalProperties;
  if (rest === false || (rest === undefined && schema.properties)) return undefined;
  return typeof rest === "object" ? shapeOf(document, rest as Schema, whole) : "any";
}

/** Ignores null. If the branches differ, the value determines the encoding. */
function shapeOfBranches(shapes: readonly Shape[]): Shape {
  const [first, ...others] = shapes.filter((shape) => shape !== nothing);
  if (first === undefined) return "any";
  if (others.every((other) => JSON.stringify(other) === JSON.stringify(first))) return first;
  return shapes.includes("boolean") ? "constant" : "any";
}

const nothing: Shape = { members: { null: "any" } };

function scalarShape(schema: Schema): Shape {
  switch (schema.type) {
    case "null":
      return nothing;
    case "integer":
      return "number";
    case "number":
      return "decimal";
    case "boolean":
      return typeof schema.const === "boolean" ? "boolean" : "flag";
    case "string":
      return schema.format === "date" ? "day" : "text";
    default:
      return "any";
  }
}

/** Adds members with a fixed value to the object at a path. */
function addFixed(root: Shape, path: string, { value, names }: FixedMembers, operation: string): void {
  const at = shapeAt(root, stepsOf(path));
  if (at === undefined || typeof at === "string" || "list" in at)
    throw new Error(`spec/doors/values.yaml: ${operation} has no object at ${path}`);
  const fixed = (at.fixed ??= {});
  for (const name of names) {
    if (name in fixed) throw new Error(`spec/doors/values.yaml: ${operation} has ${path}.${name} twice`);
    fixed[name] = value;
  }
}

function stepsOf(path: string): string[] {
  return path.split(/\.|(?=\[)/).filter((step) => step !== "");
}

/** Undefined if the result does not have the path. */
function shapeAt(root: Shape, steps: readonly string[]): Shape | undefined {
  let at: Shape | undefined = root;
  for (const step of steps) {
    if (at === undefined) return undefined;
    at = step === "[]" ? (at as { list?: Shape }).list : membersOf(at)?.[step];
  }
  return at;
}

/** Sets the shape at a path: `[].required`, `tier_price[].price_id`, or `` for the whole result. */
function setAt(root: { shape: Shape }, path: string, scalar: Dress, operation: string, isNew: boolean): void {
  const steps = stepsOf(path);
  const fail = () => new Error(`spec/doors/values.yaml: ${operation} has no ${path}`);
  const last = steps.pop();
  if (last === undefined) {
    root.shape = scalar;
    return;
  }
  const at = shapeAt(root.shape, steps);
  if (at === undefined) throw fail();
  const members = membersOf(at);
  if (!members || (!isNew && members[last] === undefined)) throw fail();
  members[last] = scalar;
}

function membersOf(shape: Shape): Record<string, Shape> | undefined {
  return typeof shape === "object" && "members" in shape ? shape.members : undefined;
}
