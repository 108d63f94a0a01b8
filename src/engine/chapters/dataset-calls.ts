/**
 * The calls of datasets in JSON Schema: the parameters of each operation. Datasets are written by people: numbers may stand
 * for texts and digits for numbers as everywhere (conventions 4), and `$name` for anything.
 */
import type { OpenRpcDocument, OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";

export interface CallDefinitions {
  [name: string]: object;
  readonly call: { properties: { call: object }; allOf?: object[] };
}

/** @param operations those that calls can name */
export function addCalls(
  definitions: CallDefinitions,
  document: OpenRpcDocument,
  operations: readonly OpenRpcMethod[],
): void {
  const names = operations.map(({ name }) => name);
  definitions.call.properties.call = { description: "An operation.", enum: names };
  definitions.call.allOf = names.map((name) => ({
    if: { properties: { call: { const: name } } },
    then: { properties: { params: { $ref: `#/definitions/params.${name}` } } },
  }));
  for (const method of operations) definitions[`params.${method.name}`] = paramsOf(method);
  for (const [name, schema] of Object.entries(document.components.schemas))
    definitions[name] = written(schema);
}

function paramsOf({ params, summary }: OpenRpcMethod): Schema {
  const properties = params.map(({ name, description, schema }) => [
    name,
    { description, ...written(schema) },
  ]);
  return {
    description: summary,
    type: "object",
    additionalProperties: false,
    required: params
      .filter(({ required, ["x-nullable"]: isNullable }) => required && !isNullable)
      .map(({ name }) => name),
    properties: Object.fromEntries(properties) as object,
  };
}

const told = ["title", "description"];

/** Kept as they are where the type is the one that they speak of. */
const limits = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
];

/** The schema as datasets are written. */
export function written(schema: Schema, prefix = ""): Schema {
  const inner = (one: unknown) => written(one as Schema, prefix);
  const words = Object.fromEntries(Object.entries(schema).filter(([key]) => told.includes(key)));
  const bounds = Object.fromEntries(Object.entries(schema).filter(([key]) => limits.includes(key)));
  const { $ref, type, properties, items, required, additionalProperties } = schema;
  if (typeof $ref === "string") return { ...words, allOf: [{ $ref: definitionOf($ref, prefix) }] };
  const branches = (schema.oneOf ?? schema.anyOf ?? schema.allOf) as unknown[] | undefined;
  if (branches) return { ...words, [schema.allOf ? "allOf" : "anyOf"]: branches.map(inner) };
  if (schema.enum !== undefined || schema.const !== undefined) {
    const values = (schema.enum ?? [schema.const]) as unknown[];
    return { ...words, anyOf: [{ enum: values }, { type: ["number", "boolean", "null"] }, ...texts(values)] };
  }
  switch (type) {
    case "object":
      return {
        ...words,
        ...bounds,
        // A whole answer may stand here, and an empty list for an empty object.
        type: ["object", "null", "string", "array"],
        ...(properties ? { properties: mapped(properties, prefix) } : {}),
        ...(required ? { required } : {}),
        ...(typeof additionalProperties === "object" && additionalProperties !== null
          ? { additionalProperties: inner(additionalProperties) }
          : additionalProperties === false
            ? { additionalProperties: false }
            : {}),
      };
    case "array":
      return {
        ...words,
        anyOf: [{ type: "array", ...bounds, ...(items ? { items: inner(items) } : {}) }, scalar],
      };
    case "boolean":
      return { ...words, type: ["boolean", "null", "integer", "string"] };
    case "integer":
    case "number":
      return { ...words, ...bounds, type: [type, "null", "string"] };
    case "string":
      return { ...words, ...bounds, type: ["string", "null", "number"] };
    default:
      return words;
  }
}

/** A single value for a list of one. */
const scalar = { type: ["string", "number", "boolean", "null"] };

/** Digits and references may stand for the values of a list that is not of texts. */
function texts(values: readonly unknown[]): object[] {
  const isOfTexts = values.some((value) => typeof value === "string");
  return [isOfTexts ? { type: "string", pattern: "^\\$" } : { type: "string" }];
}

function mapped(properties: object, prefix: string): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]: [string, Schema]) => [
      name,
      member(name, schema, prefix),
    ]),
  );
}

function member(name: string, schema: Schema, prefix: string): Schema {
  const made = written(schema, prefix);
  if (name !== "content") return made;
  const file = { type: "object", required: ["image"], properties: { image: { type: "string" } } };
  const { description, ...rest } = made;
  return {
    description: `${String(description)} Or {"image": "./mug.png"}, a file beside this one.`,
    anyOf: [rest, file],
  };
}

function definitionOf(ref: string, prefix: string): string {
  return `#/definitions/${prefix}${ref.slice(ref.lastIndexOf("/") + 1)}`;
}
