/** Operations by name, alias or namespace (`catalog_product.*`), or all (`*`). */
import type { OperationRow } from "../../../generated/tables.js";
import { nearest } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import { likelyChanges, unknownOperationMessage } from "../../engine/contract/unknown-operation.js";
import { quote } from "../../engine/values/messages.js";

export const anyOperation = "*";

const ofNamespace = /^([^.]+)\.\*$/;

/** `product.*` → `catalog_product.*`; undefined for other forms and for unknown namespaces. */
export function namespacePattern(contract: Contract, name: string): string | undefined {
  const namespace = contract.resolveNamespace(ofNamespace.exec(name)?.[1]);
  return namespace === undefined ? undefined : `${namespace}.*`;
}

export function isNamespace(name: string): boolean {
  return ofNamespace.test(name);
}

/** @param wanted without aliases */
export function isOperationOf(wanted: string, name: string): boolean {
  if (wanted === name || wanted === anyOperation) return true;
  return ofNamespace.test(wanted) && name.startsWith(wanted.slice(0, -1));
}

/** The rows of all matching operations. @param wanted without aliases */
export function rowsOf({ tables }: Contract, wanted: string): readonly OperationRow[] {
  const own = tables.operations[wanted];
  if (own) return [own];
  return Object.entries(tables.operations).flatMap(([name, row]) =>
    isOperationOf(wanted, name) ? [row] : [],
  );
}

/** The names of all parameters of the matching operations. */
export function parametersOf(contract: Contract, wanted: string): readonly string[] {
  return [...new Set(rowsOf(contract, wanted).flatMap(({ params }) => params.map(({ name }) => name)))];
}

/** The message for an unknown operation or namespace. @param others names to consider besides operations */
export function unknownNameMessage(contract: Contract, name: string, others: readonly string[]): string {
  const namespace = ofNamespace.exec(name)?.[1];
  if (namespace === undefined) return unknownOperationMessage(contract, name, others);
  const all = Object.keys(contract.tables.namespaces);
  const meant = nearest(namespace, all, likelyChanges(namespace));
  const hint = meant === undefined ? `the namespaces are ${all.join(", ")}` : `the nearest is ${meant}.*`;
  return `there is no namespace ${quote(namespace)}; ${hint}`;
}
