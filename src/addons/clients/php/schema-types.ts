/** JSON Schema → PHP: record classes for named objects, native types, and array shapes in doc comments for static analysis. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { refName } from "../flatten.js";
import { isTime } from "../typescript/schema-types.js";

export type Schemas = Readonly<Record<string, Schema>>;

/** The use of a value: an argument may be an array instead of a record; inside a union everything is an array. */
type ValueUse = "given" | "answered" | "raw";

/** A schema of a record, or of a list of records. */
interface RecordType {
  readonly name: string;
  readonly isList: boolean;
  readonly nullable: boolean;
}

export function isRecord(schema: Schema | undefined): boolean {
  return schema?.properties !== undefined;
}

export function recordOf(schema: Schema, schemas: Schemas): RecordType | undefined {
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) {
    const others = branches.filter(({ type }) => type !== "null");
    const found = others.length === 1 ? recordOf(others[0] as Schema, schemas) : undefined;
    return found && { ...found, nullable: true };
  }
  const nullable = schema.nullable === true;
  if (typeof schema.$ref === "string") {
    const name = refName(schema.$ref);
    const target = schemas[name] ?? {};
    if (isRecord(target)) return { name, isList: false, nullable: nullable || target.nullable === true };
    const found = isAlias(target) ? recordOf(target, schemas) : undefined;
    return found && { ...found, nullable: nullable || found.nullable };
  }
  const inner =
    schema.items ??
    (typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined);
  if (inner === undefined || isRecord(schema)) return undefined;
  const item = recordOf(inner as Schema, schemas);
  return item && !item.isList && !item.nullable ? { name: item.name, isList: true, nullable } : undefined;
}

/** Only these aliases are followed: the type for any JSON value refers to itself. */
const isAlias = (schema: Schema): boolean => schema.$ref !== undefined || schema.type === "array";

/** The native type in a signature. */
export function nativeType(schema: Schema, schemas: Schemas, place: ValueUse): string {
  const types = [...nativeTypes(schema, schemas, place)];
  if (types.includes("mixed")) return "mixed";
  const builtin = ["int", "float", "string", "bool", "array", "null"];
  const sorted = [
    ...types.filter((type) => !builtin.includes(type)),
    ...builtin.filter((type) => types.includes(type)),
  ];
  const [first = "mixed", second] = sorted;
  return sorted.length === 2 && second === "null" ? `?${first}` : sorted.join("|");
}

function nativeTypes(schema: Schema, schemas: Schemas, place: ValueUse): Set<string> {
  const record = place === "raw" ? undefined : recordOf(schema, schemas);
  if (record) {
    const kinds = record.isList ? ["array"] : place === "given" ? [record.name, "array"] : [record.name];
    return new Set([...kinds, ...(record.nullable ? ["null"] : [])]);
  }
  if (typeof schema.$ref === "string")
    return nativeTypes(schemas[refName(schema.$ref)] ?? {}, schemas, "raw");
  const values = "const" in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  if (values) return new Set(values.map(nativeOf));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) return new Set(branches.flatMap((branch) => [...nativeTypes(branch, schemas, "raw")]));
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

/** The native type of a value that callers give: times may be objects. */
export function givenType(schema: Schema, schemas: Schemas, place: ValueUse): string {
  const type = nativeType(schema, schemas, place);
  if (!holdsTime(schema, schemas)) return type;
  const parts = type.startsWith("?") ? [type.slice(1), "null"] : type.split("|");
  return ["\\DateTimeInterface", ...parts].join("|");
}

function holdsTime(schema: Schema, schemas: Schemas): boolean {
  if (typeof schema.$ref === "string") {
    const target = schemas[refName(schema.$ref)] ?? {};
    return !isRecord(target) && holdsTime(target, schemas);
  }
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  return branches ? branches.some((branch) => holdsTime(branch, schemas)) : isTime(schema);
}

/** Makes a type nullable. */
export function orNull(type: string): string {
  if (/^\?|\bnull\b|mixed/.test(type)) return type;
  return type.includes("|") ? `${type}|null` : `?${type}`;
}

/** The type in doc comments. */
export function shape(
  schema: Schema,
  schemas: Schemas,
  place: ValueUse,
  within: readonly string[] = [],
): string {
  const type = bareShape(schema, schemas, place, within);
  return schema.nullable === true ? union([type, "null"]) : type;
}

function bareShape(schema: Schema, schemas: Schemas, place: ValueUse, within: readonly string[]): string {
  const inner = (part: Schema) => shape(part, schemas, place, within);
  if (typeof schema.$ref === "string") {
    const name = refName(schema.$ref);
    const target = schemas[name] ?? {};
    if (isRecord(target)) {
      if (place === "raw") return "array<string, mixed>";
      return place === "given" ? `${name}|array<string, mixed>` : name;
    }
    // The type for any JSON value contains itself.
    if (within.includes(name)) return "mixed";
    return shape(target, schemas, place, [...within, name]);
  }
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) {
    const there = recordOf(schema, schemas) ? place : "raw";
    return union(branches.map((branch) => shape(branch, schemas, there, within)));
  }
  if (Array.isArray(schema.type)) {
    return union(schema.type.map((one: string) => inner({ ...schema, nullable: false, type: one })));
  }
  if (schema.type === "array" || schema.items !== undefined) {
    return `list<${inner((schema.items ?? {}) as Schema)}>`;
  }
  if (schema.type === "object") {
    const rest = schema.additionalProperties;
    const typed = typeof rest === "object" && rest !== null && Object.keys(rest).length > 0;
    return `array<string, ${typed ? inner(rest as Schema) : "mixed"}>`;
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

/** PHP code of a closure that converts decoded JSON to the result type. */
export function building(schema: Schema, schemas: Schemas): string {
  const record = recordOf(schema, schemas);
  const native = nativeType(schema, schemas, "answered");
  if (!record) return `static fn (mixed $value): ${native} => $value`;
  const make = `${record.name}::${record.isList ? "listFrom" : "from"}`;
  return record.nullable
    ? `static fn (?array $value): ${native} => $value === null ? null : ${make}($value)`
    : `${make}(...)`;
}

function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types.flatMap((type) => (/[<{]/.test(type) ? [type] : type.split("|"))))].join("|");
}

/** A doc comment that ends with a line break. */
export function docComment(lines: readonly string[], indent = ""): string {
  const safe = lines.map((line) => line.replaceAll("*/", "* /"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  const rows = safe.map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${rows.join("\n")}\n${indent} */\n`;
}
