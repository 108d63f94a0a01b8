/** The message for an unknown operation: names the most similar operation, or else the available ones. */
import { nearest } from "../config/spelling.js";

/** The part of a contract that has its names. */
interface NamedOperations {
  readonly tables: {
    readonly operations: Readonly<Record<string, { readonly namespace: string; readonly name: string }>>;
    readonly namespaces: Readonly<Record<string, unknown>>;
  };
  resolveNamespace(name: unknown): string | undefined;
}

/** Maximum number of other names in a message. */
const maxShownNames = 12;

/** The operation whose name is most similar, if one is similar enough. @param others names to consider besides operations */
export function nearestOperation(
  contract: NamedOperations,
  name: string,
  others: readonly string[],
): string | undefined {
  const { namespace, local, own } = partsOf(contract, name);
  // With a known namespace or alias, only the rest of the name is compared.
  if (namespace !== undefined) {
    const meant = nearest(local, own, likelyChanges(local));
    if (meant !== undefined) return `${namespace}.${meant}`;
  }
  const changes = likelyChanges(namespace === undefined ? name : local);
  return nearest(name, [...Object.keys(contract.tables.operations), ...others], changes);
}

/** The message of the fault for an unknown operation. */
export function unknownOperation(contract: NamedOperations, name: string): string {
  const meant = nearestOperation(contract, name, []);
  return `There is no operation ${quoted(name)}${meant === undefined ? "" : `; the nearest is ${meant}`}.`;
}

/** "there is no operation …; …". @param others names to consider besides operations */
export function unknownOperationMessage(
  contract: NamedOperations,
  name: string,
  others: readonly string[],
): string {
  const meant = nearestOperation(contract, name, others);
  const hint = meant === undefined ? availableNames(contract, name, others) : `the nearest is ${meant}`;
  return `there is no operation ${quoted(name)}; ${hint}`;
}

function availableNames(contract: NamedOperations, name: string, others: readonly string[]): string {
  const { namespace, own } = partsOf(contract, name);
  if (namespace !== undefined) return `${namespace} has ${own.join(", ")}`;
  if (others.length > 0 && !name.includes(".")) {
    const more = others.length > maxShownNames ? ", …" : "";
    return `besides operations there are ${others.slice(0, maxShownNames).join(", ")}${more}`;
  }
  return `the namespaces are ${Object.keys(contract.tables.namespaces).join(", ")}`;
}

/** The namespace in a name, the rest of the name, and the names of the operations in the namespace. */
function partsOf(contract: NamedOperations, name: string) {
  const [first = "", local = ""] = name.split(".", 2);
  const namespace = contract.resolveNamespace(first);
  const rows = Object.values(contract.tables.operations).filter((row) => row.namespace === namespace);
  return { namespace, local, own: rows.map((row) => row.name) };
}

/** The maximum edit distance of a suggestion. */
export function likelyChanges(word: string): number {
  return Math.min(6, Math.max(1, Math.ceil(word.length / 3)));
}

/** A caller's text in quotes, cut for a message. */
function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
