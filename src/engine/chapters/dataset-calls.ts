/**
 * JSON Schema of the calls in datasets: the parameters of each operation. As in calls, numbers are accepted for texts and
 * digits for numbers (conventions 4); in addition, `$name` may replace any value.
 */
import type { OpenRpcDocument, OpenRpcMethod } from "./bundle.js";
import type { Schema } from "./chapter.js";

export interface CallDefinitions {
  [name: string]: object;
  readonly call: { properties: { call: object }; allOf?: object[] };
}

/** @param operations the operations that calls may use */
export function addCallDefinitions(
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
    definitions[name] = toDatasetForm(schema);
}

function paramsOf({ params, summary }: OpenRpcMethod): Schema {
  const properties = params.map(({ name, description, schema }) => [
    name,
    { description, ...toDatasetForm(schema) },
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

const documentation = ["title", "description"];

/** Keywords that apply only to values of the published type, so they can be kept. */
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

/** Extends a schema by the additional forms in datasets. */
export function toDatasetForm(schema: Schema, prefix = ""): Schema {
  const inner = (one: unknown) => toDatasetForm(one as Schema, prefix);
  const words = Object.fromEntries(Object.entries(schema).filter(([key]) => documentation.includes(key)));
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
        // Also a reference to a whole result, and an empty list for an empty object.
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

/** A single value instead of a list of one. */
const scalar = { type: ["string", "number", "boolean", "null"] };

/** Texts allowed for an enumeration: references, and digits if its values are not texts. */
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
  const made = toDatasetForm(schema, prefix);
  if (name !== "content") return made;
  const file = { type: "object", required: ["image"], properties: { image: { type: "string" } } };
  const { description, ...rest } = made;
  return {
    description: `${String(description)} Or {"image": "./mug.png"}, a file in the same folder.`,
    anyOf: [rest, file],
  };
}

function definitionOf(ref: string, prefix: string): string {
  return `#/definitions/${prefix}${ref.slice(ref.lastIndexOf("/") + 1)}`;
}
