/** Open filters take attributes as fields beside those of the contract; here they become members, so that types know them. */
import type { OpenRpcDocument, OpenRpcParam } from "../../engine/chapters/bundle.js";
import type { Schema } from "../../engine/chapters/chapter.js";
import { refName } from "./flatten.js";

type Schemas = Record<string, Schema>;

interface FilterableParam extends OpenRpcParam {
  readonly "x-filterable"?: object;
  readonly "x-not-filterable"?: readonly string[];
}

/** @returns the components, with `x-kind: filters` for open filters */
export function withFilterFields(document: OpenRpcDocument, schemas: Schemas): Schemas {
  const found = { ...schemas };
  for (const param of document.methods.flatMap(({ params }) => params) as FilterableParam[]) {
    const name = param["x-filterable"] && openComponent(param.schema, schemas);
    if (name === undefined) continue;
    const { properties, ...schema } = schemas[name] as Schema;
    const never = param["x-not-filterable"];
    const attributes = never ? attributeFilters(schema["x-own-attributes"], schemas, never) : {};
    found[name] = {
      ...schema,
      "x-kind": "filters",
      properties: { ...attributes, ...(properties as Schemas) },
    };
  }
  return found;
}

/** The component of open filters that a schema refers to. */
function openComponent(schema: Schema, schemas: Schemas): string | undefined {
  const branches = (schema.oneOf ?? [schema]) as Schema[];
  const names = branches.flatMap(({ $ref }) => (typeof $ref === "string" ? [refName($ref)] : []));
  for (const name of names) {
    const target = schemas[name];
    if (target?.oneOf) return openComponent(target, schemas);
    if (target?.additionalProperties === true) return name;
  }
  return undefined;
}

/** A filter for each member of the record with the same own attributes that is one value. */
function attributeFilters(kind: unknown, schemas: Schemas, never: readonly string[]): Schemas {
  const record = Object.values(schemas).find(
    (schema) => schema["x-own-attributes"] === kind && schema["x-kind"] === undefined && schema.required,
  );
  const members = Object.entries((record?.properties ?? {}) as Schemas);
  return Object.fromEntries(
    members.flatMap(([name, member]) => {
      const filter = never.includes(name) ? undefined : filterOf(member, schemas);
      return filter === undefined ? [] : [[name, { $ref: `#/components/schemas/${filter}` }]];
    }),
  );
}

/** Undefined for lists and objects. */
function filterOf(schema: Schema, schemas: Schemas): string | undefined {
  if (typeof schema.$ref === "string") return filterOf(schemas[refName(schema.$ref)] as Schema, schemas);
  const branches = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (branches) {
    const kinds = branches.filter(({ type }) => type !== "null").map((branch) => filterOf(branch, schemas));
    return new Set(kinds).size === 1 ? kinds[0] : undefined;
  }
  const type = [schema.type].flat().find((one) => one !== "null");
  if (type === "string")
    return String(schema.pattern).includes("\\d\\d:\\d\\d") ? "DateTimeFilter" : "TextFilter";
  return type === "integer" || type === "number" || type === "boolean" ? "NumberFilter" : undefined;
}
