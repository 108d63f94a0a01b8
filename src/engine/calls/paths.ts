/** From a path as callers write it to an operation: aliases of namespaces and operations (conventions 3.4). */
import { namespaces, operations, type OperationRow } from "../../../generated/tables.js";
import { globalFault } from "./faults.js";

const namespaceByName = new Map<string, string>();
for (const [name, { aliases }] of Object.entries(namespaces)) {
  for (const known of [name, ...aliases]) namespaceByName.set(known, name);
}

/** Every accepted path, aliases included, to the name of its operation. */
const operationByPath = new Map<string, string>();
for (const [name, row] of Object.entries<OperationRow>(operations)) {
  const spellings = [row.namespace, ...(namespaces[row.namespace]?.aliases ?? [])];
  for (const local of [row.name, ...row.aliases]) {
    for (const namespace of spellings) operationByPath.set(`${namespace}.${local}`, name);
  }
}

/** The namespace with this name or alias. */
export function resolveNamespace(name: unknown): string | undefined {
  return typeof name === "string" ? namespaceByName.get(name) : undefined;
}

/** The name of the operation at this path, if there is one. */
export function operationName(path: unknown): string | undefined {
  return typeof path === "string" ? operationByPath.get(path) : undefined;
}

/** The operation at this path. Throws `resource_path_invalid`. */
export function resolveOperation(path: unknown): { readonly name: string; readonly row: OperationRow } {
  const name = operationName(path);
  if (name === undefined) {
    throw globalFault(
      "resource_path_invalid",
      typeof path === "string" ? `There is no operation ${quote(path)}.` : undefined,
    );
  }
  return { name, row: operations[name as keyof typeof operations] };
}

/** Other accepted paths of an operation, in the form that `resources` lists. */
export function aliasPaths(name: string): string[] {
  return [...operationByPath]
    .filter(([path, target]) => target === name && path !== name)
    .map(([path]) => path);
}

/** A caller's text in a message, cut to a length that no log minds. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
