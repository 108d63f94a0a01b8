/** Lints of openapi.yaml (OpenAPI 3.0) in addition to those of redocly. */
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { XMLValidator } from "fast-xml-parser";
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { schemasIn, titleProblems, type LocatedSchema } from "../../src/engine/chapters/schemas.js";
import { nodesOf } from "./published.js";

export function openApiProblems(document: Schema): string[] {
  return [
    ...titleProblems(placedSchemas(document), needsTitle),
    ...componentNameProblems(document),
    ...statusProblems(document),
    ...exampleProblems(document),
  ];
}

/** Some generators write all components into one namespace. */
function* componentNameProblems({ components }: Schema): Iterable<string> {
  const sections = new Map<string, string>();
  for (const [section, members] of Object.entries(components as Record<string, object>)) {
    for (const name of Object.keys(members)) {
      const other = sections.get(name);
      if (other !== undefined) yield `openapi.yaml ${name}: is a component in ${other} and in ${section}`;
      sections.set(name, section);
    }
  }
}

/** Some generators write a range of statuses into types as it is (`status: 4XX`). */
function* statusProblems(document: Schema): Iterable<string> {
  for (const { at } of nodesOf(document))
    if (/\/responses\/\dXX$/.test(at)) yield `openapi.yaml ${at}: is a range of statuses`;
}

function* placedSchemas(document: Schema): Iterable<LocatedSchema> {
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  for (const [name, schema] of Object.entries(schemas))
    yield* schemasIn({ at: `openapi.yaml ${name}`, schema });
}

/**
 * Types are generated for components, and are easier to read if the objects inside of them also have names.
 */
function needsTitle({ at, schema }: LocatedSchema): boolean {
  return !/[./]/.test(at.slice("openapi.yaml ".length)) || schema.type === "object";
}

function* exampleProblems(document: Schema): Iterable<string> {
  const ajv = (addFormats as unknown as (ajv: Ajv) => Ajv)(new Ajv({ strict: false }));
  ajv.addSchema(document, "openapi");
  const check = (pointer: string, value: unknown) => {
    const isValid = ajv.compile({ $ref: `openapi${encodeURI(pointer)}` });
    const text = isValid(value) ? undefined : ajv.errorsText(isValid.errors, { dataVar: "value" });
    return text === undefined ? [] : [`openapi.yaml ${pointer}: the example does not fit: ${text}`];
  };
  for (const { at, node } of nodesOf(document)) {
    if (isObject(node.schema)) {
      const values = exampleValues(document, node);
      // XML and HTML are text on the wire: their examples are not JSON values.
      if (at.endsWith("~1xml")) yield* values.flatMap((value) => xmlProblems(at, value));
      if (/~1(xml|html|plain|yaml)$/.test(at)) continue;
      for (const value of values) yield* check(`${at}/schema`, value);
    } else if ("example" in node && ("type" in node || "oneOf" in node || "allOf" in node)) {
      yield* check(at, node.example);
    }
  }
}

function xmlProblems(at: string, text: unknown): string[] {
  const verdict = XMLValidator.validate(String(text));
  return verdict === true ? [] : [`openapi.yaml ${at}: the example is not XML: ${verdict.err.msg}`];
}

function exampleValues(document: Schema, { example, examples }: Schema): unknown[] {
  const named = Object.values((examples ?? {}) as Record<string, Schema>).map((entry) => {
    const target =
      typeof entry.$ref === "string" ? (resolveReference(document, entry.$ref) as Schema) : entry;
    return target.value;
  });
  return example === undefined ? named : [example, ...named];
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
