/** What holds for every JSON Schema of the contracts, wherever it stands. */
import type { Schema } from "./chapter.js";

/** A schema and where it stands, for messages. */
export interface Placed {
  readonly at: string;
  readonly schema: Schema;
}

const listKeywords = ["oneOf", "anyOf", "allOf"];
const mapKeywords = ["properties", "patternProperties", "definitions"];
const singleKeywords = ["items", "additionalProperties", "not", "contains", "if", "then", "else"];

/** A schema and all schemas inside of it. */
export function* schemasIn({ at, schema }: Placed): Iterable<Placed> {
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

/** Titles become the names of generated types, descriptions their documentation. */
export function* titleProblems(placed: Iterable<Placed>, needsTitle = (_: Placed) => true): Iterable<string> {
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

/** References are named elsewhere; null has nothing to say. */
function needsNoName(schema: Schema): boolean {
  return "$ref" in schema || "x-recursive" in schema || schema.type === "null";
}

/** All `$ref` texts in a document, with the place they stand at. */
export function* references(
  node: unknown,
  at = "#",
): Iterable<{ readonly at: string; readonly ref: string }> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === "$ref" && typeof value === "string") yield { at, ref: value };
    else yield* references(value, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

/** Names that occur more than once. */
export function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
