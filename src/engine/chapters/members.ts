/** The members that the data of an operation can have, from the schemas of the contract: unknown ones are told by them. */
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { kindOf, namespaceOf } from "./views.js";

/** Null = a value. */
export interface Members {
  readonly known: Readonly<Record<string, Members | null>>;
  /** The codes of the shop's attributes are names, too. */
  readonly isOpen?: true;
  readonly isList?: true;
}

const prefix = "#/components/schemas/";

/** Undefined for a parameter that holds no members. What `info` answers may be sent back. */
export function membersOf(
  document: OpenRpcDocument,
  method: OpenRpcMethod,
  param: OpenRpcParam,
): Members | undefined {
  if (!["data", "upload", "raw"].includes(kindOf(document, param))) return undefined;
  const own = membersOfSchema(document, param.schema);
  const info = document.methods.find(({ name }) => name === `${namespaceOf(method.name)}.info`);
  return own && merged(own, info && membersOfSchema(document, info.result.schema));
}

function membersOfSchema(document: OpenRpcDocument, given: Schema): Members | undefined {
  const name = (given.$ref as string | undefined)?.slice(prefix.length);
  const schema = name === undefined ? given : (document.components.schemas[name] as Schema);
  if (schema.type === "array") {
    const items = membersOfSchema(document, schema.items as Schema);
    return items && { ...items, isList: true };
  }
  // Names that are IDs are no members.
  if (schema.type !== "object" || schema.propertyNames !== undefined) return undefined;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const also = ((schema["x-also"] ?? []) as string[]).map((member) => [member, null] as const);
  return {
    known: Object.fromEntries([
      ...properties.map(([member, value]) => [member, membersOfSchema(document, value) ?? null] as const),
      ...also,
    ]),
    ...(schema.additionalProperties === false ? {} : { isOpen: true }),
  };
}

function merged(one: Members, other: Members | undefined): Members {
  if (!other || one.isList !== other.isList) return one;
  const known = Object.entries({ ...other.known, ...one.known }).map(([name, own]) => {
    const others = other.known[name];
    return [name, own && others ? merged(own, others) : own] as const;
  });
  return { ...one, known: Object.fromEntries(known) };
}
