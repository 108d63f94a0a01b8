/** What a natural fault tells beside its name, as the contract says it, so that a forced one tells as much. */
import { globalFaults } from "../../../generated/convention.js";
import type { FaultMember, OperationRow } from "../../../generated/tables.js";
import type { Contract } from "../../engine/contract/contract.js";
import { positionalArguments } from "../../engine/contract/arguments.js";
import type { InjectableCall } from "../../engine/calls/fault-injection.js";

/** @param reference makes the one under which the log knows of an internal failure */
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
  return Object.fromEntries(membersOf(contract, row, fault).map((member) => [member, values[member]()]));
}

function membersOf(
  { tables }: Contract,
  row: OperationRow | undefined,
  fault: string,
): readonly FaultMember[] {
  const own = row && (row.faultTells?.[fault] ?? tables.namespaces[row.namespace]?.faults[fault]?.tells);
  return own ?? globalFaults[fault]?.tells ?? [];
}

/** Operations without parameters are called wrongly by something else: by a parameter that they do not have. */
function parameterOf({ name, row }: InjectableCall): string {
  if (name === "login") return "username";
  const param = row?.params.find(({ required }) => required) ?? row?.params[0];
  return param?.name ?? "args";
}

/** The first member that the contract lets the operation judge with this fault. */
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
