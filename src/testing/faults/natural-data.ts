/** The data that the contract declares for a fault, so that a forced fault carries the same members as a natural one. */
import { globalFaults } from "../../../generated/convention.js";
import type { FaultMember, OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../../engine/contract/contract.js";
import { positionalArguments } from "../../engine/contract/arguments.js";
import { blamable } from "../../engine/contract/blamed-arguments.js";
import type { InjectableCall } from "../../engine/calls/fault-injection.js";

/** @param reference logs an internal failure and returns its reference */
export function naturalData(
  contract: Contract,
  call: InjectableCall,
  fault: string,
  reference: () => string,
): Record<string, unknown> {
  const { row } = call;
  const values: Readonly<Record<FaultMember, () => unknown>> = {
    errors: () => [{ field: fieldOf(row, fault), message: "was refused by the test control" }],
    parameter: () => parameterOf(call),
    products: () => productsOf(call),
    reference,
  };
  const members = Object.fromEntries(
    membersOf(contract, row, fault).map((member) => [member, values[member]()]),
  );
  // A failing storage follows from no argument.
  const isOwn = row?.faults.includes(fault) === true && fault !== row.storageFault;
  // A fault of the operation lists problems or names the argument that it follows from (conventions 5.5).
  if (!row || !isOwn || "errors" in members || row.params.length === 0) return members;
  const [blamed = parameterOf(call)] = blamable(row, fault);
  return { ...members, parameter: blamed };
}

function membersOf(
  { tables }: Contract,
  row: OperationRow | undefined,
  fault: string,
): readonly FaultMember[] {
  const own = row && (row.faultTells?.[fault] ?? tables.namespaces[row.namespace]?.faults[fault]?.tells);
  return own ?? globalFaults[fault]?.tells ?? [];
}

/** An operation without parameters can only be refused for a surplus one, so it gets `args`. */
function parameterOf({ name, row }: InjectableCall): string {
  if (name === "login") return "username";
  const param = row?.params.find(({ required }) => required) ?? row?.params[0];
  return param?.name ?? "args";
}

/** The first member whose check in the contract raises this fault. */
function fieldOf(row: OperationRow | undefined, fault: string): string {
  const path = row?.checks.find((check) => check.fault === fault)?.arguments[0] ?? row?.params[0]?.name ?? "";
  const [param = "", member] = path.split(".");
  return member === undefined || member === "*" ? param : member;
}

function productsOf({ row, args }: InjectableCall): unknown[] {
  if (!row || !args) return [];
  try {
    const [ids] = positionalArguments(row, args);
    return ids === undefined || ids === null ? [] : [ids].flat().slice(0, 1);
  } catch {
    return [];
  }
}
