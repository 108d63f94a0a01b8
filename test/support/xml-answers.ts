/**
 * Checks XML answers of the customers resource against the XSD and, parsed with the contract, against
 * openapi.yaml.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { XMLParser } from "fast-xml-parser";
import type { Schema } from "../../src/engine/chapters/chapter.js";

const xsd = fileURLToPath(new URL("../../spec/customers.xsd", import.meta.url));

const parser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true });

/** The value of a document by a schema: `xml` defines the names and the form of lists. */
export function valueOfXml(
  text: string,
  schema: Schema,
  follow: (schema: Schema) => Schema,
): { readonly value: unknown } | { readonly misfit: string } {
  const { "?xml": _, ...roots } = parser.parse(text, true) as Record<string, unknown>;
  const [[name, node] = [], ...others] = Object.entries(roots);
  const expected = (follow(schema).xml as { name?: string } | undefined)?.name;
  if (name !== expected || others.length > 0)
    return { misfit: `the document is <${name}>, not <${expected}>` };
  return { value: valueOf(node, follow(schema), follow) };
}

function valueOf(node: unknown, schema: Schema, follow: (schema: Schema) => Schema): unknown {
  if (schema.type === "array") return listOf(node, schema, follow);
  if (schema.type !== "object") return scalarOf(node, schema);
  if (typeof node !== "object" || node === null) return String(node).trim() === "" ? {} : node;
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const members = Object.entries(node).filter(([name]) => name !== "#text");
  return Object.fromEntries(
    members.map(([name, member]) => [name, valueOf(member, follow(properties[name] ?? {}), follow)]),
  );
}

/** A wrapped list has an element around its items. */
function listOf(node: unknown, schema: Schema, follow: (schema: Schema) => Schema): unknown {
  const items = follow(schema.items as Schema);
  const isWrapped = (schema.xml as { wrapped?: boolean } | undefined)?.wrapped === true;
  const itemName = (items.xml as { name?: string } | undefined)?.name ?? "";
  const found = isWrapped ? (node as Record<string, unknown>)[itemName] : node;
  return [found ?? []].flat().map((item) => valueOf(item, items, follow));
}

function scalarOf(node: unknown, { type, nullable }: Schema): unknown {
  if (node === "" && nullable === true) return null;
  return type === "integer" && /^\d+$/.test(String(node)) ? Number(node) : node;
}

const hasXmllint = spawnSync("xmllint", ["--version"]).error === undefined;
const known = new Set<string>();

/** The problems that the XSD finds in a document; undefined = none, or no validator is installed here. */
export function xsdMisfit(text: string): string | undefined {
  if (!hasXmllint || known.has(text)) return undefined;
  known.add(text);
  const { status, stderr } = spawnSync("xmllint", ["--noout", "--schema", xsd, "-"], { input: text });
  return status === 0 ? undefined : String(stderr);
}
