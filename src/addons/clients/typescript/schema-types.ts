/** JSON Schema → TypeScript: one exported type per component, with the description and limits as its comment. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { pascalCase } from "../../../engine/chapters/views.js";
import { refName } from "../flatten.js";

/** Types for values that the contract leaves open. */
export const jsonTypes = `/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Any JSON object. */
export type JsonObject = { [member: string]: JsonValue | undefined };`;

/** The types of arguments that the contract leaves open, and of the attributes that shops add. */
export const givenTypes = `/** Any value that JSON can express. A \`Date\` is sent as a time in UTC. */
export type JsonInput = string | number | boolean | null | Date | readonly JsonInput[] | JsonObjectInput;

/** Any object of such values. */
export type JsonObjectInput = { readonly [member: string]: JsonInput | undefined };`;

export const ownAttributeTypes = `
/**
 * Your own attributes of products. A program that has some declares them once; data, results and filters then have them:
 *
 *     declare module "@store-management-api/client" {
 *       interface CustomProductAttributes { fabric?: string }
 *     }
 */
export interface CustomProductAttributes {}

/** Your own attributes of categories, declared as those of products. */
export interface CustomCategoryAttributes {}

/** Your own attributes of customers, declared as those of products. */
export interface CustomCustomerAttributes {}

/** Own attributes as they are given: each may be omitted. */
export type GivenAttributes<Own> = { readonly [Code in keyof Own]?: Own[Code] | undefined };

/** Own attributes as they are returned: null if unset, absent if they do not belong to the record. */
export type AnsweredAttributes<Own> = { readonly [Code in keyof Own]?: Own[Code] | null };

/** Conditions by own attributes. */
export type AttributeFilters<Own> = {
  readonly [Code in keyof Own]?: TextFilter | NumberFilter | DateTimeFilter | undefined;
};`;

/** Where a schema is used, and whether callers give the value. */
export interface TypeUse {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Whether callers give the value. Then arrays may be readonly, members may be undefined, and dates are accepted. */
  readonly isGiven: boolean;
}

export function typescriptDeclaration(name: string, schema: Schema, use: TypeUse): string {
  return `${comment(schemaText(schema))}export type ${name} = ${typescriptType(schema, use)};`;
}

export function typescriptType(schema: Schema, use: TypeUse, indent = ""): string {
  const type = bareType(schema, use, indent);
  return schema.nullable === true && !/\bnull\b/.test(type) ? union([type, "null"]) : type;
}

/**
 * Whether types show it inline, since its name would say no more than `string` or `number`. Enumerations keep their
 * names.
 */
export function isPlain(schema: Schema, schemas: TypeUse["schemas"]): boolean {
  if (typeof schema.$ref === "string") return isPlain(schemas[refName(schema.$ref)] as Schema, schemas);
  if ("const" in schema) return true;
  if (schema.enum !== undefined || schema.allOf !== undefined || schema.properties !== undefined)
    return false;
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) return branches.every((branch) => isPlain(branch, schemas));
  const types = [schema.type].flat();
  return types.every((type) => plainTypes.includes(type as string));
}

const plainTypes = ["string", "number", "integer", "boolean", "null"];

/** Days and times are texts of this form. */
export const isTime = ({ pattern }: Schema): boolean =>
  typeof pattern === "string" && pattern.startsWith("^\\d{4}-\\d\\d-\\d\\d");

function bareType(schema: Schema, use: TypeUse, indent: string): string {
  if (typeof schema["x-members-of"] === "string")
    return `ReadonlyArray<keyof ${schema["x-members-of"]} | (string & {})>`;
  if (typeof schema.$ref === "string") {
    const name = refName(schema.$ref);
    const target = use.schemas[name];
    return target && isPlain(target, use.schemas) ? typescriptType(target, use, indent) : name;
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  const parts = [
    ...((schema.allOf ?? []) as Schema[]).map((part) => typescriptType(part, use, indent)),
    ...(branches ? [`(${union(branches.map((branch) => typescriptType(branch, use, indent)))})`] : []),
  ];
  if (parts.length === 0) return ofTypes(schema, use, indent);
  if (schema.properties !== undefined) parts.push(objectType(schema, use, indent));
  return parts.length === 1 ? unwrapped(parts[0] as string) : parts.map(inIntersection).join(" & ");
}

function unwrapped(type: string): string {
  return /^\(.*\)$/s.test(type) ? type.slice(1, -1) : type;
}

function inIntersection(type: string): string {
  return type.includes(" | ") && !type.startsWith("(") && !type.startsWith("{") ? `(${type})` : type;
}

function ofTypes(schema: Schema, use: TypeUse, indent: string): string {
  const { type } = schema;
  if (Array.isArray(type)) {
    return union(type.map((one: string) => typescriptType({ ...schema, type: one }, use, indent)));
  }
  switch (type) {
    case "string":
      if (use.isGiven && isTime(schema)) return "string | Date";
      return use.isGiven ? withKnownValues(schema) : type;
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return arrayType((schema.items ?? {}) as Schema, use, indent);
    case "object":
      return objectType(schema, use, indent);
    default:
      // Schemas that also describe XML have members but no `type`, because of Prism.
      if (schema.properties !== undefined) return objectType(schema, use, indent);
      if (schema.items !== undefined) return arrayType(schema.items as Schema, use, indent);
      return use.isGiven ? "JsonInput" : "JsonValue";
  }
}

/** Text with known values, which editors offer; others are allowed. */
function withKnownValues(schema: Schema): string {
  const values = (schema["x-known-values"] ?? []) as string[];
  return values.length === 0
    ? "string"
    : union([...values.map((value) => JSON.stringify(value)), "(string & {})"]);
}

function arrayType(items: Schema, use: TypeUse, indent: string): string {
  const type = typescriptType(items, use, indent);
  const readonly = use.isGiven ? "readonly " : "";
  return /^[\w"]+$/.test(type) ? `${readonly}${type}[]` : `${use.isGiven ? "Readonly" : ""}Array<${type}>`;
}

function objectType(schema: Schema, use: TypeUse, indent: string): string {
  const own = ownAttributes(schema, use);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return own ?? mapType(schema, use, indent);
  const required = (schema.required ?? []) as string[];
  const inner = `${indent}  `;
  const members = properties.map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const isOptional = !required.includes(name);
    const undefinedToo = isOptional && use.isGiven ? " | undefined" : "";
    const type = typescriptType(member, use, inner);
    return `${comment(schemaText(member, use.schemas), inner)}${inner}${key}${isOptional ? "?" : ""}: ${type}${undefinedToo};`;
  });
  // A typed index signature would have to match the named members too.
  if (hasTypedRest(schema)) {
    const rest = use.isGiven ? "JsonInput" : "JsonValue";
    members.push(`${inner}/** Further members. */`, `${inner}[member: string]: ${rest} | undefined;`);
  }
  const type = `{\n${members.join("\n")}\n${indent}}`;
  return own === undefined ? type : `${type} & ${own}`;
}

/** An object without named members. */
function mapType(schema: Schema, use: TypeUse, indent: string): string {
  const { additionalProperties: rest } = schema;
  const readonly = use.isGiven ? "readonly " : "";
  if (hasTypedRest(schema))
    return `{ ${readonly}[name: string]: ${typescriptType(rest as Schema, use, indent)} }`;
  if (rest === false) return "Record<string, never>";
  return use.isGiven ? "JsonObjectInput" : "JsonObject";
}

function hasTypedRest({ additionalProperties: rest }: Schema): boolean {
  return typeof rest === "object" && rest !== null && Object.keys(rest).length > 0;
}

/** The type of the attributes that a shop may add (`x-own-attributes`). */
function ownAttributes(schema: Schema, { isGiven }: TypeUse): string | undefined {
  const kind = schema["x-own-attributes"];
  if (typeof kind !== "string") return undefined;
  const name = `Custom${pascalCase(kind)}Attributes`;
  if (schema["x-kind"] === "filters") return `AttributeFilters<${name}>`;
  return `${isGiven ? "Given" : "Answered"}Attributes<${name}>`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

/**
 * The description and limits of a schema. A plain component is not named in types, so its limits are told where it is used.
 *
 * @param schemas if omitted, the limits of components are not mentioned
 */
export function schemaText(schema: Schema, schemas?: TypeUse["schemas"]): string[] {
  const target = typeof schema.$ref === "string" ? schemas?.[refName(schema.$ref)] : undefined;
  if (schemas && target && isPlain(target, schemas))
    return schemaText({ ...target, ...schema, $ref: target.$ref }, schemas);
  return ownText(schema);
}

function ownText(schema: Schema): string[] {
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
    ...(schema.deprecated === true ? ["@deprecated It will be removed in a later version."] : []),
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
