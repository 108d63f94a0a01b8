/** The names by which calls and faults are asked for in the journal; one that does not exist is a mistake. */
import { builtins, controlOperations, globalFaults } from "../../../generated/convention.js";
import { nearest } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import {
  likelyChanges,
  nearestOperation,
  unknownOperationMessage,
} from "../../engine/contract/unknown-operation.js";
import { memoize } from "../../engine/values/memo.js";
import { quote } from "../../engine/values/messages.js";
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

/** What of a filter are names. */
interface NamedFilter {
  readonly operation?: string | undefined;
  readonly fault?: string | undefined;
}

export function nearestCall(contract: Contract, name: string): string | undefined {
  return nearestOperation(contract, name, memoize(contract, otherNames));
}

/** The name under which a call of this operation is recorded. Aliases are known. */
export function recordedName(contract: Contract, name: string): string | undefined {
  return memoize(contract, otherNames).includes(name) ? name : contract.operationNames.get(name);
}

/**
 * What is wrong with the names in a filter, if anything.
 * @param undeclared operations that rules stub, and the contracts do not know
 */
export function nameProblems(
  contract: Contract,
  { operation, fault }: NamedFilter,
  undeclared: readonly string[],
): Problem[] {
  const problems: Problem[] = [];
  const faults = memoize(contract, faultNames);
  if (operation !== undefined && undeclared.includes(operation)) return problems;
  if (operation !== undefined && recordedName(contract, operation) === undefined) {
    const message = unknownOperationMessage(contract, operation, memoize(contract, otherNames));
    problems.push({ field: "operation", message });
  }
  if (fault !== undefined && !/^[1-5][0-9][0-9]$/.test(fault) && !faults.includes(fault)) {
    const meant = nearest(fault, faults, likelyChanges(fault));
    const hint = meant === undefined ? "" : `; the nearest is ${meant}`;
    problems.push({ field: "fault", message: `there is no fault ${quote(fault)}${hint}` });
  }
  return problems;
}
