/** JSON Schema → PHP: types of the language, and array shapes for tools that read comments. */
import type { Schema } from "../../../spec/chapters.js";
import { refName } from "../flatten.js";
import { schemaText } from "../typescript/schema-types.js";

type Schemas = Readonly<Record<string, Schema>>;

/** The type that PHP itself checks. */
export function nativeType(schema: Schema, schemas: Schemas): string {
  const types = [...nativeTypes(schema, schemas)];
  if (types.includes("mixed")) return "mixed";
  const order = ["int", "float", "string", "bool", "array", "null"];
  const sorted = order.filter((type) => types.includes(type));
  const [first = "mixed", second] = sorted;
  return sorted.length === 2 && second === "null" ? `?${first}` : sorted.join("|");
}

function nativeTypes(schema: Schema, schemas: Schemas): Set<string> {
  if (typeof schema.$ref === "string") return nativeTypes(schemas[refName(schema.$ref)] ?? {}, schemas);
  const values = "const" in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  if (values) return new Set(values.map(nativeOf));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) return new Set(branches.flatMap((branch) => [...nativeTypes(branch, schemas)]));
  const types = [schema.type ?? (schema.properties ? "object" : schema.items ? "array" : "any")].flat();
  const found = types.flatMap((type) => nativeNames[type as string] ?? ["mixed"]);
  return new Set(schema.nullable === true ? [...found, "null"] : found);
}

const nativeNames: Record<string, string[]> = {
  integer: ["int"],
  number: ["int", "float"],
  string: ["string"],
  boolean: ["bool"],
  array: ["array"],
  object: ["array"],
  null: ["null"],
};

function nativeOf(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return typeof value === "boolean" ? "bool" : "string";
}

/** A `@phpstan-type` with its description, as lines of a comment. */
export function typeLines(name: string, schema: Schema): string[] {
  const type = shape(schema, "  ").split("\n");
  return [...schemaText(schema), `@phpstan-type ${name} ${type[0] ?? ""}`, ...type.slice(1), ""];
}

/** The type as tools read it in comments. */
export function shape(schema: Schema, indent = ""): string {
  const type = bareShape(schema, indent);
  return schema.nullable === true ? union([type, "null"]) : type;
}

function bareShape(schema: Schema, indent: string): string {
  if (typeof schema.$ref === "string") return refName(schema.$ref);
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) return union(branches.map((branch) => shape(branch, indent)));
  if (schema.properties !== undefined) return arrayShape(schema, indent);
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((one: string) => bareShape({ ...schema, type: one }, indent)));
  }
  if (schema.type === "array" || schema.items !== undefined) {
    return `list<${shape((schema.items ?? {}) as Schema, indent)}>`;
  }
  if (schema.type === "object") {
    const rest = schema.additionalProperties;
    const typed = typeof rest === "object" && rest !== null && Object.keys(rest).length > 0;
    return `array<string, ${typed ? shape(rest as Schema, indent) : "mixed"}>`;
  }
  return plainNames[schema.type as string] ?? "mixed";
}

const plainNames: Record<string, string> = {
  integer: "int",
  number: "int|float",
  string: "string",
  boolean: "bool",
  null: "null",
};

function arrayShape(schema: Schema, indent: string): string {
  const required = (schema.required ?? []) as string[];
  const inner = `${indent}  `;
  const rows = Object.entries(schema.properties as Record<string, Schema>).flatMap(([name, member]) => [
    ...schemaText(member).map((line) => `${inner}// ${line}`.trimEnd()),
    `${inner}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${shape(member, inner)},`,
  ]);
  // Three dots stand for members beside those named.
  const open = schema.additionalProperties === true ? [`${inner}...`] : [];
  return `array{\n${[...rows, ...open].join("\n")}\n${indent}}`;
}

function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join("|");
}

/** A doc comment with a line break behind it. */
export function docComment(lines: readonly string[], indent = ""): string {
  const rows = lines.map((line) => `${indent} * ${line.replaceAll("*/", "* /")}`.trimEnd());
  return `${indent}/**\n${rows.join("\n")}\n${indent} */\n`;
}
