/** JSON Schema → Python: a TypedDict per object, an alias for any other type. */
import type { Schema } from "../../../engine/chapters/chapter.js";
import { refName } from "../flatten.js";
import { isPlain, isTime, schemaText, type TypeUse } from "../typescript/schema-types.js";

const indent = "    ";

/** Reserved words, which cannot be names of class members. */
const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

export function pythonDeclaration(name: string, schema: Schema, use: TypeUse): string {
  const text = schemaText(schema);
  if (schema.properties === undefined) {
    return `${lineComment(text)}${name}: TypeAlias = ${pythonType(schema, "alias", use)}\n`;
  }
  const members = Object.entries(schema.properties as Record<string, Schema>);
  const required = (schema.required ?? []) as string[];
  const typeOf = (member: string, value: Schema, place: TypePosition) => {
    const type = pythonType(value, place, use);
    return required.includes(member) ? type : `NotRequired[${type}]`;
  };
  if (members.some(([member]) => keywords.has(member) || !/^[A-Za-z_]\w*$/.test(member))) {
    const rows = members.map(
      ([member, value]) =>
        `${lineComment(schemaText(value, use.schemas), indent)}${indent}${JSON.stringify(member)}: ${typeOf(member, value, "alias")},`,
    );
    return `${lineComment(text)}${name} = TypedDict("${name}", {\n${rows.join("\n")}\n})\n`;
  }
  const rows = members.map(([member, value]) => {
    const comment = docString(schemaText(value, use.schemas), indent);
    return `${indent}${member}: ${typeOf(member, value, "annotation")}\n${comment}`;
  });
  return `class ${name}(TypedDict):\n${docString(text, indent)}\n${rows.join("")}`;
}

/** Annotations may use a name before its declaration; in aliases such names must be quoted. */
type TypePosition = "annotation" | "alias";

export function pythonType(schema: Schema, place: TypePosition, use: TypeUse): string {
  const type = bareType(schema, place, use);
  return schema.nullable === true ? union([type, "None"]) : type;
}

function bareType(schema: Schema, place: TypePosition, use: TypeUse): string {
  if (typeof schema.$ref === "string") {
    const name = refName(schema.$ref);
    const target = use.schemas[name];
    if (target && isPlain(target, use.schemas)) return pythonType(target, place, use);
    return place === "alias" ? `"${name}"` : name;
  }
  if ("const" in schema) return literal([schema.const]);
  if (Array.isArray(schema.enum)) return literal(schema.enum);
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  // With the empty list for no filters, type checkers would not name a misspelt member of the object.
  if (branches)
    return union(
      branches.filter((branch) => !isEmptyList(branch, use)).map((branch) => pythonType(branch, place, use)),
    );
  const { type } = schema;
  if (Array.isArray(type)) {
    return union(type.map((one: string) => bareType({ ...schema, type: one }, place, use)));
  }
  switch (type) {
    case "string":
      if (use.isGiven && isTime(schema)) return "Union[str, date]";
      return use.isGiven && Array.isArray(schema["x-known-values"])
        ? union([literal(schema["x-known-values"]), "str"])
        : "str";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "integer":
      return "int";
    case "number":
      return use.isGiven ? "Union[float, Decimal]" : "float";
    case "array":
      return listType((schema.items ?? {}) as Schema, place, use);
    case "object":
      return mapType(schema, place, use);
    default:
      return schema.items === undefined
        ? quoted(use.isGiven ? "JsonInput" : "JsonValue", place)
        : listType(schema.items as Schema, place, use);
  }
}

function isEmptyList({ $ref }: Schema, { schemas, isGiven }: TypeUse): boolean {
  return isGiven && typeof $ref === "string" && schemas[refName($ref)]?.maxItems === 0;
}

function listType(items: Schema, place: TypePosition, use: TypeUse): string {
  return `${use.isGiven ? "Sequence" : "List"}[${pythonType(items, place, use)}]`;
}

function mapType({ additionalProperties: rest }: Schema, place: TypePosition, use: TypeUse): string {
  const typed = typeof rest === "object" && rest !== null && Object.keys(rest).length > 0;
  const value = typed
    ? pythonType(rest as Schema, place, use)
    : quoted(use.isGiven ? "JsonInput" : "JsonValue", place);
  return `${use.isGiven ? "Mapping" : "Dict"}[str, ${value}]`;
}

function quoted(name: string, place: TypePosition): string {
  return place === "alias" ? `"${name}"` : name;
}

function literal(values: readonly unknown[]): string {
  if (values.some((value) => typeof value === "number" && !Number.isInteger(value))) return "float";
  return `Literal[${[...new Set(values)].map(pythonValue).join(", ")}]`;
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] as string) : `Union[${different.join(", ")}]`;
}

/** A docstring that ends with a line break; empty for no lines. */
export function docString(lines: readonly string[], before: string): string {
  if (lines.length === 0) return "";
  const safe = lines.map((line) => line.replaceAll("\\", "\\\\").replaceAll('"""', "'''"));
  // A quote at the end would merge with the closing quotes.
  const closed = safe.map((line, index) => (index === safe.length - 1 ? line.replace(/"$/, '" ') : line));
  if (closed.length === 1) return `${before}"""${closed[0]}"""\n`;
  return `${before}"""${closed.map((line, index) => (index === 0 || line === "" ? line : before + line)).join("\n")}\n${before}"""\n`;
}

function lineComment(lines: readonly string[], before = ""): string {
  return lines.map((line) => `${before}# ${line}`.trimEnd() + "\n").join("");
}
