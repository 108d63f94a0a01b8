/** Traversal and naming rules of the JSON Schemas in the contracts. */
import type { Schema } from "./chapter.js";

/** A schema and its place, for messages. */
export interface LocatedSchema {
  readonly at: string;
  readonly schema: Schema;
}

const listKeywords = ["oneOf", "anyOf", "allOf"];
const mapKeywords = ["properties", "patternProperties", "definitions"];
const singleKeywords = ["items", "additionalProperties", "not", "contains", "if", "then", "else"];

/** A schema and all schemas nested in it. */
export function* schemasIn({ at, schema }: LocatedSchema): Iterable<LocatedSchema> {
  yield { at, schema };
  for (const keyword of listKeywords) {
    for (const [index, inner] of entries(schema[keyword]))
      yield* schemasIn({ at: `${at}/${keyword}/${index}`, schema: inner });
  }
  for (const keyword of mapKeywords) {
    for (const [name, inner] of entries(schema[keyword]))
      yield* schemasIn({ at: `${at}.${name}`, schema: inner });
  }
  for (const keyword of singleKeywords) {
    const inner = schema[keyword];
    if (Array.isArray(inner)) {
      for (const [index, one] of entries(inner))
        yield* schemasIn({ at: `${at}/${keyword}/${index}`, schema: one });
    } else if (isSchema(inner)) yield* schemasIn({ at: `${at}/${keyword}`, schema: inner });
  }
}

function entries(value: unknown): [string, Schema][] {
  return Object.entries((value ?? {}) as Record<string, unknown>).filter((entry): entry is [string, Schema] =>
    isSchema(entry[1]),
  );
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Missing or ambiguous titles and descriptions, which become names and documentation of generated types. */
export function* titleProblems(
  placed: Iterable<LocatedSchema>,
  needsTitle = (_: LocatedSchema) => true,
): Iterable<string> {
  const owners = new Map<string, string>();
  for (const { at, schema } of placed) {
    const { title, description } = schema;
    if (needsNoName(schema)) continue;
    if (title === undefined && !needsTitle({ at, schema })) continue;
    if (typeof title !== "string" || title === "") yield `${at}: the schema has no title`;
    else if (!/^[A-Z][A-Za-z0-9]*$/.test(title)) yield `${at}: the title ${title} is not PascalCase`;
    else if (owners.has(title)) yield `${at}: the title ${title} is that of ${owners.get(title)} as well`;
    else owners.set(title, at);
    if (typeof description !== "string" || description === "") yield `${at}: the schema has no description`;
  }
}

/** References are named at their target; null needs no name. */
function needsNoName(schema: Schema): boolean {
  return "$ref" in schema || "x-recursive" in schema || schema.type === "null";
}

type SchemaPath = readonly (string | number)[];

/** All references below a node, with the paths of their `$ref` members. */
export function* schemaReferences(
  node: unknown,
  at: SchemaPath = [],
): Iterable<{ readonly path: SchemaPath; readonly ref: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const path = [...at, Array.isArray(node) ? Number(key) : key];
    if (key === "$ref" && typeof value === "string") yield { path, ref: value };
    else yield* schemaReferences(value, path);
  }
}

/** Keywords whose values are data, not schemas. */
const dataKeywords = ["const", "default", "enum", "example", "examples", "x-default"];

/** All regular expressions below a node, with their paths. */
export function* schemaPatterns(
  node: unknown,
  at: SchemaPath = [],
): Iterable<{ readonly path: SchemaPath; readonly pattern: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const path = [...at, Array.isArray(node) ? Number(key) : key];
    if (dataKeywords.includes(key)) continue;
    if (key === "pattern" && typeof value === "string") yield { path, pattern: value };
    if (key === "patternProperties" && isSchema(value))
      for (const pattern of Object.keys(value)) yield { path: [...path, pattern], pattern };
    yield* schemaPatterns(value, path);
  }
}

/** A path as JSON Pointer. */
export function jsonPointer(path: SchemaPath): string {
  return ["#", ...path.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1"))].join("/");
}

/** Names that occur more than once. */
export function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
