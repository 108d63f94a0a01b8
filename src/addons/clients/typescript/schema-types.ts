/** JSON Schema → TypeScript: one exported type per component, with the description and limits as its comment. */
import type { Schema } from "../../../engine/chapters/chapter.js";

/** Types for values that the contract leaves open. */
export const jsonTypes = `/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Any JSON object. */
export type JsonObject = { [member: string]: JsonValue | undefined };`;

export function typescriptDeclaration(name: string, schema: Schema): string {
  return `${comment(schemaText(schema))}export type ${name} = ${typescriptType(schema)};`;
}

export function typescriptType(schema: Schema, indent = ""): string {
  const type = bareType(schema, indent);
  return schema.nullable === true && !/\bnull\b/.test(type) ? union([type, "null"]) : type;
}

function bareType(schema: Schema, indent: string): string {
  if (typeof schema.$ref === "string") return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  const parts = [
    ...((schema.allOf ?? []) as Schema[]).map((part) => typescriptType(part, indent)),
    ...(branches ? [`(${union(branches.map((branch) => typescriptType(branch, indent)))})`] : []),
  ];
  if (parts.length === 0) return ofTypes(schema, indent);
  if (schema.properties !== undefined) parts.push(objectType(schema, indent));
  return parts.length === 1 ? unwrapped(parts[0] as string) : parts.map(inIntersection).join(" & ");
}

function unwrapped(type: string): string {
  return /^\(.*\)$/s.test(type) ? type.slice(1, -1) : type;
}

function inIntersection(type: string): string {
  return type.includes(" | ") && !type.startsWith("(") && !type.startsWith("{") ? `(${type})` : type;
}

function ofTypes(schema: Schema, indent: string): string {
  const { type } = schema;
  if (Array.isArray(type)) {
    return union(type.map((one: string) => typescriptType({ ...schema, type: one }, indent)));
  }
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayType((schema.items ?? {}) as Schema, indent);
    case "object":
      return objectType(schema, indent);
    default:
      // Schemas that also describe XML have members but no `type`, because of Prism.
      if (schema.properties !== undefined) return objectType(schema, indent);
      return schema.items === undefined ? "JsonValue" : arrayType(schema.items as Schema, indent);
  }
}

function arrayType(items: Schema, indent: string): string {
  const type = typescriptType(items, indent);
  return /^[\w"]+$/.test(type) ? `${type}[]` : `Array<${type}>`;
}

function objectType(schema: Schema, indent: string): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const open = schema.additionalProperties as Schema | boolean | undefined;
  const typedRest = typeof open === "object" && Object.keys(open).length > 0;
  if (properties.length === 0) {
    if (typedRest) return `{ [name: string]: ${typescriptType(open, indent)} }`;
    return open === false ? "Record<string, never>" : "JsonObject";
  }
  const inner = `${indent}  `;
  const members = properties.map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const mark = required.includes(name) ? "" : "?";
    return `${comment(schemaText(member), inner)}${inner}${key}${mark}: ${typescriptType(member, inner)};`;
  });
  // A typed index signature would have to match the named members too.
  if (open === true || typedRest) {
    members.push(`${inner}/** Further members. */`, `${inner}[member: string]: JsonValue | undefined;`);
  }
  return `{\n${members.join("\n")}\n${indent}}`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

/** The description and limits of a schema. */
export function schemaText(schema: Schema): string[] {
  const fallback = schema.default ?? schema["x-default"];
  const limits = [
    ["minimum", schema.minimum],
    ["maximum", schema.maximum],
    ["minLength", schema.minLength],
    ["maxLength", schema.maxLength],
    ["minItems", schema.minItems],
    ["maxItems", schema.maxItems],
    ["pattern", typeof schema.pattern === "string" ? `\`${schema.pattern}\`` : undefined],
    ["default", fallback === undefined ? undefined : JSON.stringify(fallback)],
  ] as const;
  return [
    ...(typeof schema.description === "string" ? schema.description.trim().split("\n") : []),
    ...limits.filter(([, value]) => value !== undefined).map(([name, value]) => `@${name} ${String(value)}`),
  ];
}

/** A doc comment that ends with a line break; empty for no lines. */
export function comment(lines: readonly string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  const [only = ""] = safe;
  if (safe.length === 0) return "";
  if (safe.length === 1) return `${indent}/** ${only} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}
