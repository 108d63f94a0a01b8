/**
 * Checks every published document (openrpc.json, openapi.yaml, rpc.openapi.json) for its readers and for
 * client generators.
 */
import type { Schema } from "../../src/engine/chapters/chapter.js";

interface Published {
  readonly info: { readonly description: string };
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** @param name the name of the document, for messages */
export function publishedProblems(name: string, document: object): string[] {
  const { info, components } = document as Published;
  const places = [...nodesOf(document)];
  return [
    ...unexplainedExtensions(name, places, info.description),
    ...places.flatMap(({ at, node }) => schemaProblems(node).map((problem) => `${name} ${at}: ${problem}`)),
    ...changesWithDefaults(name, components.schemas),
  ];
}

function* unexplainedExtensions(name: string, places: readonly Place[], text: string): Iterable<string> {
  const used = new Set(places.flatMap(({ node }) => Object.keys(node).filter((key) => key.startsWith("x-"))));
  for (const key of used) {
    // The text about `x-source: observed` includes its only value.
    if (!new RegExp(`\`${key}[\`:]`).test(text)) yield `${name}: info.description does not explain ${key}`;
  }
}

function schemaProblems(node: Schema): string[] {
  return [
    ...(isInlineObject(node) ? [`the object ${String(node.title)} is not a component of its own`] : []),
    ...(Array.isArray(node.enum) && node.enum.includes("")
      ? ['generators make names of the values of an enum: "" cannot be one']
      : []),
    ...Object.entries(membersOf(node))
      .filter(([, member]) => !("description" in member || "$ref" in member || "x-recursive" in member))
      .map(([member]) => `the member ${member} has no description`),
  ];
}

function isInlineObject(node: Schema): boolean {
  const isObject = node.type === "object" || "properties" in node;
  return isObject && typeof node.title === "string" && !(component in node) && !("x-recursive" in node);
}

function membersOf({ properties, type }: Schema): Readonly<Record<string, Schema>> {
  // In a map of members, `properties` is the name of a member.
  return typeof properties === "object" && (type === undefined || type === "object")
    ? (properties as Record<string, Schema>)
    : {};
}

/**
 * An omitted member of a change keeps its value. Lists are replaced as a whole, so their elements may have
 * defaults.
 */
function* changesWithDefaults(name: string, schemas: Readonly<Record<string, Schema>>): Iterable<string> {
  const prefix = "#/components/schemas/";
  const defaultsIn = function* (schema: Schema, at: string, seen: readonly string[]): Iterable<string> {
    for (const [member, value] of Object.entries(membersOf(schema))) {
      if ("x-default" in value || /\bDefaults?: /.test(String(value.description))) yield `${at}.${member}`;
      const target = typeof value.$ref === "string" ? value.$ref.slice(prefix.length) : "";
      const next = schemas[target];
      if (next && !seen.includes(target)) yield* defaultsIn(next, `${at}.${member}`, [...seen, target]);
    }
  };
  for (const changes of Object.keys(schemas).filter((key) => key.endsWith("Changes"))) {
    for (const at of defaultsIn(schemas[changes] as Schema, changes, [changes]))
      yield `${name} ${at}: an omitted member of a change keeps its value, so it must not have a default`;
  }
}

interface Place {
  readonly at: string;
  readonly node: Schema;
}

/** Marks a component. */
const component = "(component)";

/** Every object of the document with its JSON pointer, without examples and defaults, which are data. */
export function* nodesOf(value: unknown, at = "#"): Iterable<Place> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) {
    const isComponent = /^#\/components\/schemas\/[^/]+$/.test(at);
    yield { at, node: isComponent ? { ...value, [component]: true } : (value as Schema) };
  }
  for (const [key, inner] of Object.entries(value)) {
    const isData = /^(example|examples|default)$/.test(key) && !at.endsWith("/properties");
    if (!isData) yield* nodesOf(inner, `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}
