/** Is the contract made for its readers? What client generators need to make good types. */
import { pascalCase } from "../generate/contract.js";
import type { OpenRpcDocument } from "../spec/bundle.js";
import type { Schema } from "../spec/chapters.js";
import { schemasIn, type Placed } from "./schemas.js";

export function* readableSchemas(document: OpenRpcDocument): Iterable<string> {
  const { schemas } = document.components;
  for (const { name, params, result } of document.methods) {
    for (const param of params) {
      if (!("$ref" in param.schema)) yield `${name}(${param.name}): the schema is no named component`;
    }
    if (!("$ref" in result.schema)) yield `${name} result: the schema is no named component`;
  }
  for (const [name, schema] of Object.entries(schemas)) {
    for (const placed of schemasIn({ at: name, schema })) yield* unreadable(placed, name);
  }
  const taken = namesOfGenerators(document.methods.map(({ name }) => name));
  for (const name of Object.keys(schemas)) {
    if (taken.has(name)) yield `${name}: client generators give this name to a type of their own`;
    if (name.endsWith("Data")) yield `${name}: names in Data are those of client generators`;
  }
}

function* unreadable({ at, schema }: Placed, component: string): Iterable<string> {
  const says = ["$ref", "type", "oneOf", "anyOf", "allOf", "enum", "const", "x-recursive"];
  if (!says.some((keyword) => keyword in schema)) yield `${at}: the schema takes anything`;
  if ("properties" in schema && at !== component) yield `${at}: an object with members is no named component`;
  if ("default" in schema) yield `${at}: some generators require members with a default; use x-default`;
  if (Array.isArray(schema.type)) yield `${at}: write oneOf, many generators cannot read a list of types`;
  if (isObjectOfMembers(schema) && !("additionalProperties" in schema)) {
    yield `${at}: additionalProperties says whether other members are taken`;
  }
}

function isObjectOfMembers(schema: Schema): boolean {
  return schema.type === "object" && !("x-recursive" in schema);
}

/** Types that generators make for `catalog_product.info` beside those of the schemas: `CatalogProductInfoResponse` … */
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
