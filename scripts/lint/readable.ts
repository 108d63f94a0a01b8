/** Checks that client generators can derive readable types from the contract. */
import { pascalCase } from "../../src/engine/chapters/views.js";
import type { OpenRpcDocument, OpenRpcMethod } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { schemasIn, type LocatedSchema } from "../../src/engine/chapters/schemas.js";

export function* readableSchemas(document: OpenRpcDocument): Iterable<string> {
  const { schemas } = document.components;
  for (const { name, description, params, result, examples } of document.methods) {
    for (const param of params) {
      if (!("$ref" in param.schema)) yield `${name}(${param.name}): the schema is not a named component`;
    }
    for (const param of params) {
      const isShown = examples.some((example) => shows(example, param.name));
      if (!isShown && !unneeded.includes(`${name}(${param.name})`)) {
        yield `${name}(${param.name}): no example contains it`;
      }
    }
    if (!/^\w/.test(description ?? "") || description?.startsWith("Access: "))
      yield `${name}: the description is missing`;
    if (!("$ref" in result.schema)) yield `${name} result: the schema is not a named component`;
  }
  for (const [name, schema] of Object.entries(schemas)) {
    for (const placed of schemasIn({ at: name, schema })) yield* unreadable(placed, name);
  }
  const taken = namesOfGenerators(document.methods.map(({ name }) => name));
  for (const name of Object.keys(schemas)) {
    if (taken.has(name)) yield `${name}: client generators use this name for another type`;
    if (name.endsWith("Data")) yield `${name}: client generators use names that end in Data`;
  }
}

/** Parameters that need no example. */
const unneeded = ["globalFaults(sessionId)"];

/** In a list of arguments, null means that the parameter was skipped. */
function shows({ params }: OpenRpcMethod["examples"][number], param: string): boolean {
  return params.some(({ name, value }) => name === param && value !== null);
}

function* unreadable({ at, schema }: LocatedSchema, component: string): Iterable<string> {
  const says = ["$ref", "type", "oneOf", "anyOf", "allOf", "enum", "const", "x-recursive"];
  if (!says.some((keyword) => keyword in schema)) yield `${at}: the schema accepts any value`;
  if ("properties" in schema && at !== component)
    yield `${at}: an object with members is not a named component`;
  if ("default" in schema) yield `${at}: some generators require members with a default; use x-default`;
  if (Array.isArray(schema.type)) yield `${at}: write oneOf, many generators cannot read a list of types`;
  if (isObjectOfMembers(schema) && !("additionalProperties" in schema)) {
    yield `${at}: declare with additionalProperties whether other members are accepted`;
  }
}

function isObjectOfMembers(schema: Schema): boolean {
  return schema.type === "object" && !("x-recursive" in schema);
}

/**
 * Types that generators create for `catalog_product.info` in addition to those of the schemas:
 * `CatalogProductInfoResponse` …
 */
function namesOfGenerators(methods: readonly string[]): Set<string> {
  const suffixes = [
    "",
    "Data",
    "Response",
    "Responses",
    "Error",
    "Errors",
    "Body",
    "Params",
    "Payload",
    "Result",
  ];
  return new Set(methods.flatMap((method) => suffixes.map((suffix) => pascalCase(method) + suffix)));
}
