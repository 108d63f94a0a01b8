/** Flattens schemas for languages without intersections: merges `allOf` of objects, and gives nested objects a name. */
import type { Schema } from "../../engine/chapters/chapter.js";
import { pascalCase } from "../../engine/chapters/views.js";

type Schemas = Readonly<Record<string, Schema>>;

/** @returns components without `allOf`, in which every object with members has a name of its own */
export function flattened(schemas: Schemas): Record<string, Schema> {
  const out: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    out[name] = withNamedObjects(merged(schema, schemas), name, out, schemas);
  }
  return out;
}

/** Merges the parts of an `allOf` into one object schema. */
function merged(schema: Schema, schemas: Schemas): Schema {
  if (!Array.isArray(schema.allOf)) return schema;
  const { allOf, ...rest } = schema;
  const parts = (allOf as Schema[]).map((part) => merged(target(part, schemas), schemas));
  if (parts.length === 1 && rest.properties === undefined) return { ...parts[0], ...rest };
  const all = [...parts, rest];
  const properties = Object.fromEntries(all.flatMap((part) => Object.entries(part.properties ?? {})));
  const required = [...new Set(all.flatMap((part) => (part.required ?? []) as string[]))];
  const open = all.every((part) => part.additionalProperties !== false);
  return { ...rest, type: "object", properties, required, additionalProperties: open };
}

function target(schema: Schema, schemas: Schemas): Schema {
  return typeof schema.$ref === "string" ? (schemas[refName(schema.$ref)] as Schema) : schema;
}

export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** Replaces the nested objects of a schema by references to components that it adds to `out`. */
function withNamedObjects(
  schema: Schema,
  name: string,
  out: Record<string, Schema>,
  schemas: Schemas,
): Schema {
  const inner = (part: Schema, suffix: string): Schema => {
    const flat = merged(part, schemas);
    const here = withNamedObjects(flat, `${name}${suffix}`, out, schemas);
    if (flat.properties === undefined) return here;
    const title = typeof flat.title === "string" ? pascalCase(flat.title) : `${name}${suffix}`;
    const free = [title, `${name}${suffix}`, `${name}${suffix}Object`].find(
      (one) => !(one in schemas || one in out),
    );
    if (free === undefined) throw new Error(`no name is free for an object inside ${name}`);
    out[free] = here;
    return { $ref: `#/components/schemas/${free}` };
  };
  const result = { ...schema };
  for (const key of ["oneOf", "anyOf"] as const) {
    const branches = schema[key] as Schema[] | undefined;
    if (branches) result[key] = branches.map((branch, index) => inner(branch, `Form${index + 1}`));
  }
  if (schema.items !== undefined) result.items = inner(schema.items as Schema, "Item");
  if (typeof schema.additionalProperties === "object") {
    result.additionalProperties = inner(schema.additionalProperties as Schema, "Value");
  }
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties as Record<string, Schema>);
    result.properties = Object.fromEntries(
      members.map(([member, value]) => [member, inner(value, pascalCase(member))]),
    );
  }
  return result;
}
