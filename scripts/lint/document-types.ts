/**
 * Compares the types of the API documents (`int or string`, `array of Option`) with the schemas of a
 * contract.
 */
import { resolveReference } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import type { Resource } from "../spec/model.js";

/** A contract, and the resources that its types can refer to. */
export interface TypeReader {
  readonly document: object;
  readonly resources: Readonly<Record<string, Resource>>;
}

/**
 * One alternative of a type; `of` = the type of array elements, `values` = the only values that the documents
 * name.
 */
interface Alternative {
  readonly name: string;
  readonly of?: readonly Alternative[];
  readonly values?: readonly string[];
}

/** `int or array of string in a, b` → its alternatives. */
export function typeOf(text: string): readonly Alternative[] {
  const array = /^array of (.+)$/.exec(text);
  if (array) return [{ name: "array", of: typeOf(array[1] as string) }];
  const choice = /^(.+?) or (.+)$/.exec(text);
  if (choice) return [...typeOf(choice[1] as string), ...typeOf(choice[2] as string)];
  const [name = "", values] = text.split(" in ");
  return [values === undefined ? { name } : { name, values: values.split(", ") }];
}

/** Whether a schema has exactly these types. Values are compared if the documents name them. */
export function typesAgree(wanted: readonly Alternative[], schema: Schema, reader: TypeReader): boolean {
  return agree(wanted, alternativesOf(schema, reader));
}

function agree(wanted: readonly Alternative[], found: readonly Alternative[]): boolean {
  const isSame = (left: Alternative, right: Alternative) =>
    left.name === right.name &&
    (left.of === undefined || agree(left.of, right.of ?? [])) &&
    (left.values === undefined || sorted(left.values) === sorted(right.values ?? []));
  return wanted.length === found.length && wanted.every((one) => found.some((other) => isSame(one, other)));
}

function sorted(values: readonly string[]): string {
  return [...values].sort().join(", ");
}

/** The type of a schema as the documents would write it. */
export function typeText(schema: Schema, reader: TypeReader): string {
  return alternativesOf(schema, reader).map(written).join(" or ");
}

function written({ name, of, values }: Alternative): string {
  if (of) return `array of ${of.map(written).join(" or ")}`;
  return values === undefined ? name : `${name} in ${values.join(", ")}`;
}

const plain: Readonly<Record<string, string>> = { integer: "int", number: "float" };

function alternativesOf(schema: Schema, reader: TypeReader): readonly Alternative[] {
  const { $ref, type, nullable } = schema;
  if (typeof $ref === "string") return referred($ref, reader);
  const recursive = schema["x-recursive"];
  if (typeof recursive === "string") return referred(`#/components/schemas/${recursive}`, reader);
  const branches = (schema.oneOf ?? schema.anyOf) as readonly Schema[] | undefined;
  // "" clears a value and has no type of its own.
  if (branches)
    return branches.flatMap((one) => (isEmptyText(one, reader) ? [] : alternativesOf(one, reader)));
  const found = [alternative(schema, reader)];
  return type !== "null" && nullable === true ? [...found, { name: "null" }] : found;
}

function alternative(schema: Schema, reader: TypeReader): Alternative {
  const { type, items, enum: values } = schema;
  if (schema.const === true) return { name: "true" };
  if (type === "array") return { name: "array", of: alternativesOf((items ?? {}) as Schema, reader) };
  const name = typeof type === "string" ? type : "object";
  const known = Array.isArray(values) ? values.filter((one) => one !== null).map(String) : undefined;
  return { name: plain[name] ?? name, ...(known === undefined ? {} : { values: known }) };
}

function isEmptyText(schema: Schema, { document }: TypeReader): boolean {
  const target =
    typeof schema.$ref === "string" ? (resolveReference(document, schema.$ref) as Schema) : schema;
  return target.maxLength === 0;
}

/** A component that represents a resource of the documents counts as that resource. */
function referred(ref: string, reader: TypeReader): readonly Alternative[] {
  const component = ref.slice(ref.lastIndexOf("/") + 1);
  for (const [name, { contract, changes }] of Object.entries(reader.resources)) {
    if (contract === component) return [{ name }];
    if (changes === component) return [{ name: `changes of ${name}` }];
  }
  return alternativesOf(resolveReference(reader.document, ref) as Schema, reader);
}
