/** The members of the data objects that operations take, with the form of each (contract/inputs.ts reads them). */
import type { InputRow } from "../contract/inputs.js";
import { resolveReference, type OpenRpcDocument } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { operationsOf, paramKind } from "./views.js";

type Rows = Record<string, InputRow>;

/** The rows of every object in the arguments of operations, by the title of its schema. */
export function inputsOf(document: OpenRpcDocument): Readonly<Record<string, Rows>> {
  const params = operationsOf(document).flatMap(({ params }) => params);
  const taken = params.filter((param) => ["data", "upload", "raw"].includes(paramKind(document, param)));
  return rowsOf(
    document,
    taken.map(({ schema }) => schema),
  );
}

/** The rows of the objects with these schemas, and of those in them. @param document what their references refer to */
export function rowsOf(document: object, schemas: readonly Schema[]): Readonly<Record<string, Rows>> {
  const found: Record<string, Rows> = {};
  for (const schema of schemas) add(schema);
  return found;

  function add(given: Schema): void {
    const schema = resolved(document, given);
    for (const branch of [schema.items, ...branchesOf(schema)]) if (branch) add(branch as Schema);
    const {
      title,
      properties,
      required = [],
      "x-fixed": fixed = [],
      "x-also": also = {},
    } = schema as Schema & InputSchema;
    // The names of other objects are IDs or attribute codes.
    if (properties === undefined || Object.hasOwn(found, title)) return;
    const written = Object.entries(properties).filter(([name]) => !fixed.includes(name));
    const rows = Object.fromEntries(
      written.map(([name, member]) => [name, rowOf(resolved(document, member), required.includes(name))]),
    );
    found[title] = rows;
    for (const [alias, name] of Object.entries(also))
      rows[alias] = { ...(rows[name] as InputRow), aliasOf: name };
    for (const [, member] of written) add(member);
  }

  function rowOf(schema: Schema, isRequired: boolean): InputRow {
    const form = formOf(valueSchema(schema));
    return {
      ...(form.reads === "parts" ? { ...form, ...itemsOf(schema) } : form),
      ...(isRequired ? { required: true } : {}),
      ...(schema["x-alias-of"] === undefined ? {} : { aliasOf: schema["x-alias-of"] as string }),
    };
  }

  /** The form of the entries of a list of single values. */
  function itemsOf(schema: Schema): object {
    const list = [schema, ...branchesOf(schema)].find(({ type }) => type === "array");
    const items = list?.items === undefined ? undefined : formOf(resolved(document, list.items as Schema));
    if (items === undefined || items.reads === "parts") return {};
    return { items, ...(list?.maxItems === undefined ? {} : { most: list.maxItems }) };
  }

  /** The schema without the branches for null and the empty text, which is read by the rule of the member. */
  function valueSchema(schema: Schema): Schema {
    const branches = branchesOf(schema).map((branch) => resolved(document, branch));
    const [value, ...others] = branches.filter((one) => one.type !== "null" && one.title !== "EmptyText");
    return value && others.length === 0 && branches.length > 1 ? value : schema;
  }
}

interface InputSchema {
  readonly title: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly "x-fixed"?: readonly string[];
  /** Names that are accepted without being published, with the members that they stand for. */
  readonly "x-also"?: Readonly<Record<string, string>>;
}

function formOf(schema: Schema): InputRow {
  const { type, enum: values, minimum: min, maximum: max, minLength, maxLength } = schema as FormSchema;
  // OpenAPI 3.0 has null among the values.
  if (values) return { reads: "choice", of: values.filter((value) => value !== null) };
  const range = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  switch (type) {
    case "boolean":
      return { reads: "flag" };
    case "integer":
      return { reads: "whole", ...range };
    case "number":
      return { reads: "decimal", ...range };
    case "string":
      return {
        reads: (schema["x-text"] as "line" | "plain" | undefined) ?? "text",
        ...(minLength === undefined ? {} : { min: minLength }),
        ...(maxLength === undefined ? {} : { max: maxLength }),
        ...(schema["x-empty"] === "unset" ? { unsets: true as const } : {}),
      };
    default:
      return { reads: "parts" };
  }
}

interface FormSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

function branchesOf(schema: Schema): Schema[] {
  return [schema.oneOf, schema.anyOf].flatMap((branches) => (branches ?? []) as Schema[]);
}

/** The schema that a reference names; keywords next to the reference take precedence. */
function resolved(document: object, { $ref, ...schema }: Schema): Schema {
  return typeof $ref === "string"
    ? resolved(document, { ...(resolveReference(document, $ref) as Schema), ...schema })
    : schema;
}
