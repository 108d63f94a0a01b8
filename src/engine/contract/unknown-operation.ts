/** The message about an unknown operation: the most similar name, or else the available ones. */
import { nearest } from "../config/spelling.js";
import { quoted, type Contract } from "./contract.js";

/** Of names without a namespace, in a message. */
const shownNames = 12;

/** The operation that a name was probably meant to be, if one is near. @param others known besides the operations */
export function nearestOperation(
  contract: Contract,
  name: string,
  others: readonly string[],
): string | undefined {
  const { namespace, local, own } = partsOf(contract, name);
  // Below a namespace that is right the rest of the name decides, whatever alias the namespace was called by.
  if (namespace !== undefined) {
    const meant = nearest(local, own, likelyChanges(local));
    if (meant !== undefined) return `${namespace}.${meant}`;
  }
  const changes = likelyChanges(namespace === undefined ? name : local);
  return nearest(name, [...Object.keys(contract.tables.operations), ...others], changes);
}

/** "there is no operation …", and what there is. @param others known besides the operations */
export function unknownOperation(contract: Contract, name: string, others: readonly string[]): string {
  const meant = nearestOperation(contract, name, others);
  const hint = meant === undefined ? whatThereIs(contract, name, others) : `the nearest is ${meant}`;
  return `there is no operation ${quoted(name)}; ${hint}`;
}

function whatThereIs(contract: Contract, name: string, others: readonly string[]): string {
  const { namespace, own } = partsOf(contract, name);
  if (namespace !== undefined) return `${namespace} has ${own.join(", ")}`;
  if (others.length > 0 && !name.includes(".")) {
    const more = others.length > shownNames ? ", …" : "";
    return `besides operations there are ${others.slice(0, shownNames).join(", ")}${more}`;
  }
  return `the namespaces are ${Object.keys(contract.tables.namespaces).join(", ")}`;
}

/** The namespace that a name begins with, and the operations there, without it. */
function partsOf(contract: Contract, name: string) {
  const [first = "", local = ""] = name.split(".", 2);
  const namespace = contract.resolveNamespace(first);
  const rows = Object.values(contract.tables.operations).filter((row) => row.namespace === namespace);
  return { namespace, local, own: rows.map((row) => row.name) };
}

/** Further away, a guess would only confuse. */
export function likelyChanges(word: string): number {
  return Math.min(6, Math.max(1, Math.ceil(word.length / 3)));
}
