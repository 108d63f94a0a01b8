/** The known members of the data objects of an operation, from the schemas of the contract. */
import type { Members } from "../../../generated/tables.js";
import type { OpenRpcDocument, OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { paramKind, referredSchema } from "./views.js";

/** The members of a parameter; undefined if it is not an object. */
export function knownMembers(document: OpenRpcDocument, param: OpenRpcParam): Members | undefined {
  if (!["data", "upload", "raw"].includes(paramKind(document, param))) return undefined;
  const own = membersOfSchema(document, param.schema);
  const stored = storedBy(document, param);
  const reading = stored === undefined ? undefined : document.methods.find(({ name }) => name === stored);
  if (stored !== undefined && !reading) throw new Error(`x-stored of ${param.name}: no operation ${stored}`);
  const read = reading && membersOfSchema(document, reading.result.schema);
  // The stored record may be one of a list.
  return own && (read ? withFixed(own, own.isList ? { ...read, isList: true } : withoutList(read)) : own);
}

/** The operation that returns the stored values of the record that a parameter changes (`x-stored`). */
export function storedBy(document: OpenRpcDocument, { schema }: OpenRpcParam): string | undefined {
  return referredSchema(document, schema)["x-stored"] as string | undefined;
}

function membersOfSchema(document: OpenRpcDocument, given: Schema): Members | undefined {
  const schema = referredSchema(document, given);
  if (schema.type === "array") {
    const items = membersOfSchema(document, schema.items as Schema);
    return items && { ...items, isList: true };
  }
  // The names of such an object are IDs.
  if (schema.type !== "object" || schema.propertyNames !== undefined) return undefined;
  const fixed = (schema["x-fixed"] ?? []) as string[];
  const owned = schema["x-owned"] as string[] | undefined;
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const also = Object.keys(schema["x-also"] ?? {}).map((member) => [member, null] as const);
  return {
    known: Object.fromEntries([
      ...properties
        .filter(([member]) => !fixed.includes(member))
        .map(([member, value]) => [member, membersOfSchema(document, value) ?? null] as const),
      ...also,
    ]),
    ...(fixed.length === 0 ? {} : { fixed }),
    ...(owned ? { owned } : {}),
    ...(schema.additionalProperties === false ? {} : { isOpen: true }),
  };
}

function withoutList({ isList: _, ...members }: Members): Members {
  return members;
}

/** Adds the members of the stored record that the operation does not write. */
function withFixed(own: Members, stored: Members): Members {
  if (own.isList !== stored.isList) return own;
  const { known, fixed = [], owned = [] } = own;
  const others = Object.keys(stored.known).filter(
    (name) => !Object.hasOwn(known, name) && !owned.includes(name),
  );
  const all = [...new Set([...fixed, ...others])];
  const inner = Object.entries(known).map(([name, members]) => {
    const other = stored.known[name];
    return [name, members && other ? withFixed(members, other) : members] as const;
  });
  return { ...own, known: Object.fromEntries(inner), ...(all.length === 0 ? {} : { fixed: all }) };
}
