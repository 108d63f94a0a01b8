/** Expands the abbreviations in the schemas of chapters (spec/README.md, "Schemas"). */
import type { MethodChapter, Schema } from "./chapter.js";

const prefix = "#/components/schemas/";

export type Components = Record<string, Schema>;

/**
 * @param given components, of which some are already expanded
 * @param operations the operations of the chapters
 * @param methods other methods that refer to components
 */
export function expandAbbreviations(
  given: Readonly<Components>,
  operations: readonly MethodChapter[],
  methods: readonly unknown[],
): Components {
  const components = { ...given };
  addFilterFields(components, operations);
  addResults(components, operations);
  for (const [name, schema] of Object.entries(components)) components[name] = likeAnother(components, schema);
  addClearable(components, [components, methods, operations]);
  addNoFilters(components, operations);
  return components;
}

/** `x-filterable`: adds the filterable fields of a list operation to the schema of its parameter. */
function addFilterFields(components: Components, methods: readonly MethodChapter[]): void {
  const conditions: Record<string, string> = {
    number: "NumberFilter",
    text: "TextFilter",
    datetime: "DateTimeFilter",
    date: "DateTimeFilter",
    membership: "MembershipFilter",
  };
  for (const { schema, "x-filterable": filterable } of methods.flatMap(({ params }) => params)) {
    if (filterable === undefined) continue;
    const name = String(schema.$ref)
      .slice(prefix.length)
      .replace(/OrNone$/, "");
    const filters = components[name] as Schema & { properties: object };
    const properties: Record<string, unknown> = { ...filters.properties };
    for (const [field, { type }] of Object.entries(filterable)) {
      properties[field] = { $ref: `${prefix}${conditions[type]}` };
    }
    components[name] = { ...filters, properties };
  }
}

/** `x-results`: any result of an operation. The keyword stays, since further chapters may be added. */
function addResults(components: Components, methods: readonly MethodChapter[]): void {
  for (const [name, schema] of Object.entries(components)) {
    if (schema["x-results"] !== true) continue;
    const branches = [...((schema.anyOf ?? []) as Schema[]), ...methods.map(({ result }) => result.schema)];
    const texts = new Set(branches.map((branch) => JSON.stringify(branch)));
    components[name] = { ...schema, anyOf: [...texts].map((text) => JSON.parse(text) as Schema) };
  }
}

/** `x-like`: copies another component without its `…OrEmpty` members; keywords given here take precedence. */
function likeAnother(components: Components, schema: Schema): Schema {
  const { "x-like": like, "x-without": without = [], ...rest } = schema;
  if (typeof like !== "string") return schema;
  const { "x-defaults": defaults = {}, "x-left-out": leftOut = {}, ...own } = rest;
  const model = components[like] as Schema & { properties: Components };
  const members = Object.entries(model.properties)
    .filter(([member]) => !(without as string[]).includes(member))
    .map(([member, value]) => [member, renamed(value, like, String(own.title))]);
  const properties: Record<string, Schema | undefined> = {
    ...(Object.fromEntries(members) as Components),
    ...(own.properties as Components | undefined),
  };
  for (const [member, value] of Object.entries(defaults as object) as [string, unknown][]) {
    const text = `\`${JSON.stringify(value)}\``;
    properties[member] = { ...withDefault(properties[member], text), "x-default": value };
  }
  for (const [member, text] of Object.entries(leftOut as object))
    properties[member] = withDefault(properties[member], String(text));
  // A new record has no stored values.
  const { "x-stored": _stored, "x-fixed": _fixed, ...shared } = model;
  return { ...shared, ...own, properties };
}

/** Adds a default to the description. Only data for creation has defaults; a change keeps omitted members. */
function withDefault(member: Schema | undefined, text: string): Schema {
  if (member === undefined) throw new Error(`a default for an unknown member: ${text}`);
  return { ...member, description: `${String(member.description)} Default: ${text}.` };
}

function renamed(node: Schema, from: string, to: string): Schema {
  const text = JSON.stringify(node, (key, value: unknown) =>
    key === "title" && typeof value === "string" && value.startsWith(from)
      ? to + value.slice(from.length)
      : value,
  );
  return JSON.parse(text.replace(/("\$ref":"[^"]*?)OrEmpty"/g, '$1"')) as Schema;
}

/** `PriceOrEmpty`: a `Price`, or the empty text, which clears the value. */
function addClearable(components: Components, places: readonly unknown[]): void {
  const names = JSON.stringify(places).matchAll(/#\/components\/schemas\/(\w+)OrEmpty"/g);
  for (const base of new Set([...names].map(([, name]) => name as string))) {
    if (components[`${base}OrEmpty`] || !components[base]) continue;
    const described = String(components[base]?.description).replace(/\.$/, "");
    components[`${base}OrEmpty`] = {
      title: `${base}OrEmpty`,
      description: `${described}; "" clears it.`,
      oneOf: [{ $ref: prefix + base }, { $ref: `${prefix}EmptyText` }],
    };
  }
}

/** `OrderFiltersOrNone`: `OrderFilters`, or the empty list, which is not a filter. */
function addNoFilters(components: Components, operations: readonly MethodChapter[]): void {
  for (const { schema } of operations.flatMap(({ params }) => params)) {
    const name = String(schema.$ref).slice(prefix.length);
    const base = name.replace(/OrNone$/, "");
    if (base === name || components[name] || !components[base]) continue;
    const { "x-kind": kind, ...filters } = components[base];
    components[base] = filters;
    components[name] = {
      title: name,
      description: "Conditions by field, or an empty list for no filter.",
      "x-kind": kind,
      oneOf: [{ $ref: prefix + base }, { $ref: `${prefix}NoFilters` }],
    };
  }
}
