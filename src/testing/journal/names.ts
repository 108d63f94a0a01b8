/** The names of calls and faults in the filters of the journal. An unknown name is a mistake in the test. */
import { builtins, controlOperations, globalFaults } from "../../../generated/convention.js";
import { nearest } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import { likelyChanges, nearestOperation } from "../../engine/contract/unknown-operation.js";
import { memoize } from "../../engine/values/memo.js";
import { quote } from "../../engine/values/messages.js";
import { anyOperation, isOperationOf, namespacePattern, unknownNameMessage } from "../matching/operations.js";
import type { Problem } from "../../engine/values/problem.js";

/** Names of calls that are recorded besides those of operations. */
function otherNames({ tables }: Contract): readonly string[] {
  return Object.keys({ ...builtins, ...tables.restOperations, ...controlOperations });
}

const protocolFaults = ["parse_error", "invalid_request", "method_not_found", "internal_error"];

function faultNames({ tables }: Contract): readonly string[] {
  const own = Object.values(tables.namespaces).flatMap(({ faults }) => Object.keys(faults));
  return [...new Set([...own, ...Object.keys(globalFaults), ...protocolFaults])];
}

/** The names in a filter. */
interface NamedFilter {
  readonly operation?: string | undefined;
  readonly fault?: string | undefined;
}

export function nearestCall(contract: Contract, name: string): string | undefined {
  return nearestOperation(contract, name, memoize(contract, otherNames));
}

/**
 * The name under which calls of an operation are recorded, also for an alias; undefined if it does not exist. A namespace
 * (`product.*`) and `*` stay what they are, without aliases.
 */
export function recordedName(contract: Contract, name: string): string | undefined {
  if (name === anyOperation || memoize(contract, otherNames).includes(name)) return name;
  return contract.operationNames.get(name) ?? namespacePattern(contract, name);
}

/**
 * Returns the unknown names in a filter.
 * @param undeclared operations that are not in the contracts and that fault rules stub
 */
export function nameProblems(
  contract: Contract,
  { operation, fault }: NamedFilter,
  undeclared: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  const faults = memoize(contract, faultNames);
  if (operation !== undefined && undeclared.some((one) => isOperationOf(one, operation))) return problems;
  if (operation !== undefined && recordedName(contract, operation) === undefined) {
    const message = unknownNameMessage(contract, operation, memoize(contract, otherNames));
    problems.push({ field: "operation", message });
  }
  if (fault !== undefined && !/^[1-5][0-9][0-9]$/.test(fault) && !faults.includes(fault)) {
    const meant = nearest(fault, faults, likelyChanges(fault));
    const hint = meant === undefined ? "" : `; the nearest is ${meant}`;
    problems.push({ field: "fault", message: `there is no fault ${quote(fault)}${hint}` });
  }
  return problems;
}
