/** The names by which calls and faults are asked for in the journal; one that does not exist is a mistake. */
import { builtins, controlOperations, globalFaults } from "../../../generated/convention.js";
import { nearest } from "../../engine/config/spelling.js";
import type { Contract } from "../../engine/contract/contract.js";
import { memoize } from "../../engine/values/memo.js";
import { quote } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";

function callNames({ tables }: Contract): readonly string[] {
  const rows = { ...tables.operations, ...builtins, ...tables.restOperations };
  return [...Object.keys(rows), ...controlOperations];
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

/** Further away, a guess would only confuse. */
const maxChanges = 6;

export function nearestOperation(contract: Contract, name: string): string | undefined {
  return nearest(name, memoize(contract, callNames), maxChanges);
}

/** The name under which a call of this operation is recorded. Aliases are known. */
export function recordedName(contract: Contract, name: string): string | undefined {
  return memoize(contract, callNames).includes(name) ? name : contract.operationName(name);
}

/** What is wrong with the names in a filter, if anything. */
export function nameProblems(contract: Contract, { operation, fault }: NamedFilter) {
  const problems: Problem[] = [];
  const faults = memoize(contract, faultNames);
  if (operation !== undefined && recordedName(contract, operation) === undefined) {
    problems.push(unknown("operation", operation, nearestOperation(contract, operation)));
  }
  if (fault !== undefined && !/^[1-5][0-9][0-9]$/.test(fault) && !faults.includes(fault)) {
    problems.push(unknown("fault", fault, nearest(fault, faults, maxChanges)));
  }
  return problems;
}

function unknown(field: "operation" | "fault", name: string, meant: string | undefined): Problem {
  const hint = meant === undefined ? "" : `; the nearest is ${meant}`;
  return { field, message: `there is no ${field} ${quote(name)}${hint}` };
}
