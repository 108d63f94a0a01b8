/** The contracts of a server with NAMESPACES=documents: without additions to the API documents (`x-source: observed`). */
import { append } from "../values/lists.js";
import type { Contract } from "./contract.js";

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type JsonObject = { [member: string]: Json };

/** @param text the JSON-RPC contract, as OpenRPC or as OpenAPI */
export function documentedContract({ tables }: Contract, text: string): string {
  const observed = Object.entries(tables.operations).filter(([, row]) => row.observed === true);
  const observedOperations = new Set(observed.map(([name]) => name));
  // A namespace stays if it also has other operations.
  const remaining = new Set(
    Object.values(tables.operations)
      .filter((row) => row.observed !== true)
      .map(({ namespace }) => namespace),
  );
  const observedNamespaces = new Set(
    observed.map(([, { namespace }]) => namespace).filter((namespace) => !remaining.has(namespace)),
  );
  const contract = JSON.parse(text) as JsonObject;
  const { components } = contract as { components: Record<string, JsonObject | undefined> };
  const { schemas = {} } = components;
  const isObserved = (name: string) => observedOperations.has(name.split("/").at(-1) ?? "");
  const isInObservedNamespace = (name: string) => observedNamespaces.has(name.split(".")[0] ?? "");

  const removed: Json[] = [];
  for (const [list, isRemoved] of [
    ["methods", isObserved],
    ["tags", isInObservedNamespace],
  ] as const) {
    const entries = contract[list];
    if (!Array.isArray(entries)) continue;
    append(
      removed,
      entries.filter((entry) => isRemoved(nameOf(entry))),
    );
    contract[list] = entries.filter((entry) => !isRemoved(nameOf(entry)));
  }
  append(removed, takeMembers(contract.paths, isObserved));
  for (const table of [contract["x-namespaces"], components.tags, components.errors]) {
    takeMembers(table, isInObservedNamespace);
  }

  const reached = schemasReached({ ...contract, components: { ...components, schemas: {} } }, schemas);
  removeSchemas(
    schemas,
    [...schemasReached(removed, schemas)].filter((name) => !reached.has(name)),
  );
  return JSON.stringify(contract, null, 2);
}

function nameOf(value: Json): string {
  return String((value as { name?: string }).name);
}

/** Removes members. @returns their values */
function takeMembers(object: Json | undefined, isTaken: (name: string) => boolean): Json[] {
  const members = (object ?? {}) as JsonObject;
  return Object.keys(members)
    .filter(isTaken)
    .map((name) => {
      const value = members[name] as Json;
      delete members[name];
      return value;
    });
}

const prefix = "#/components/schemas/";

/** The names of the schemas that a part of the contract uses. Lists of all results (`anyOf`) do not count as uses. */
function schemasReached(part: Json, schemas: JsonObject): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [part];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [member, value] of Object.entries(next)) {
      if (member === "anyOf") continue;
      const name = member === "$ref" && typeof value === "string" ? value.slice(prefix.length) : "";
      if (!Object.hasOwn(schemas, name)) waiting.push(value);
      else if (!reached.has(name)) {
        reached.add(name);
        waiting.push(schemas[name] as Json);
      }
    }
  }
  return reached;
}

function removeSchemas(schemas: JsonObject, names: readonly string[]): void {
  for (const name of names) delete schemas[name];
  const references = new Set<unknown>(names.map((name) => prefix + name));
  for (const schema of Object.values(schemas) as { anyOf?: { $ref?: string }[] }[]) {
    if (schema.anyOf) schema.anyOf = schema.anyOf.filter(({ $ref }) => !references.has($ref));
  }
}
