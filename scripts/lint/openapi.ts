/** Lints of openapi.yaml (OpenAPI 3.0) in addition to those of redocly. */
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { XMLValidator } from "fast-xml-parser";
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { schemasIn, titleProblems, type LocatedSchema } from "../../src/engine/chapters/schemas.js";

export function openApiProblems(document: Schema): string[] {
  return [
    ...titleProblems(placedSchemas(document), needsTitle),
    ...componentNameProblems(document),
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
  ajv.addSchema(asDraft07(document) as Schema, "openapi");
  const check = (pointer: string, value: unknown) => {
    const isValid = ajv.compile({ $ref: `openapi${pointer}` });
    const text = isValid(value) ? undefined : ajv.errorsText(isValid.errors, { dataVar: "value" });
    return text === undefined ? [] : [`openapi.yaml ${pointer}: the example does not fit: ${text}`];
  };
  for (const { at, node } of nodes(document)) {
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

/** OpenAPI 3.0 writes an exclusive bound as a flag next to the bound. */
function asDraft07(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asDraft07);
  if (!isObject(node)) return node;
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = node;
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asDraft07(value)]));
  if (exclusiveMinimum === true) plain.exclusiveMinimum = node.minimum;
  if (exclusiveMaximum === true) plain.exclusiveMaximum = node.maximum;
  return plain;
}

function exampleValues(document: Schema, { example, examples }: Schema): unknown[] {
  const named = Object.values((examples ?? {}) as Record<string, Schema>).map((entry) => {
    const target =
      typeof entry.$ref === "string" ? (resolveReference(document, entry.$ref) as Schema) : entry;
    return target.value;
  });
  return example === undefined ? named : [example, ...named];
}

/** Every object of the document with its JSON pointer, without examples, which are data. */
function* nodes(node: unknown, at = "#"): Iterable<{ readonly at: string; readonly node: Schema }> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) yield { at, node: node as Schema };
  for (const [key, value] of Object.entries(node)) {
    const isData =
      (key === "example" || key === "examples" || key === "default") && !at.endsWith("/properties");
    if (!isData)
      yield* nodes(value, `${at}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
  }
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
