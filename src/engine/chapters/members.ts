/** The known members of the data objects of an operation, from the schemas of the contract. */
import type { OpenRpcDocument, OpenRpcMethod, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { paramKind, namespaceOf } from "./views.js";

/** Members by name; null for one without members of its own. */
export interface Members {
  readonly known: Readonly<Record<string, Members | null>>;
  /** Whether codes of custom attributes are known names as well. */
  readonly isOpen?: true;
  readonly isList?: true;
}

const prefix = "#/components/schemas/";

/** The members of a parameter; undefined if it is no object. Members in the result of `info` are known too, since clients send it back. */
export function knownMembers(
  document: OpenRpcDocument,
  method: OpenRpcMethod,
  param: OpenRpcParam,
): Members | undefined {
  if (!["data", "upload", "raw"].includes(paramKind(document, param))) return undefined;
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
  // The names of such an object are IDs.
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
