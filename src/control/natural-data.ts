/** What a natural fault tells beside its name, so that a forced one tells as much. */
import { positionalArguments } from "../rpc/arguments.js";
import type { InjectableCall } from "../rpc/fault-injection.js";
import type { OperationRow } from "../../generated/tables.js";

/** Faults that list what is wrong, wherever they are declared. */
const listing = new Set([
  "add_attribute_error",
  "customer_data_invalid",
  "data_invalid",
  "filters_invalid",
  "group_add_error",
  "group_rename_error",
  "invalid_data",
  "invalid_parameters",
  "unable_to_add_option",
  "unable_to_save",
]);

export function naturalData({ name, row, args }: InjectableCall, fault: string): Record<string, unknown> {
  if (fault === "invalid_request_param") return parameterData(name, row);
  if (!row) return {};
  if (name === "catalog_product.multiUpdate" && fault === "product_not_exists") {
    return { products: args ? productsOf(row, args) : [] };
  }
  if (!listing.has(fault)) return {};
  return { errors: [{ field: fieldOf(row, fault), message: "was refused by the test control" }] };
}

function parameterData(name: string, row: OperationRow | undefined): Record<string, unknown> {
  if (name === "login") return { parameter: "username" };
  const param = row?.params.find(({ required }) => required) ?? row?.params[0];
  return param ? { parameter: param.name } : {};
}

/** The first member that the contract lets the operation judge with this fault. */
function fieldOf(row: OperationRow, fault: string): string {
  const path = row.checks.find((check) => check.fault === fault)?.arguments[0] ?? row.params[0]?.name ?? "";
  const [param = "", member] = path.split(".");
  return member === undefined || member === "*" ? param : member;
}

function productsOf(row: OperationRow, args: NonNullable<InjectableCall["args"]>): unknown[] {
  try {
    const [ids] = positionalArguments(row, args);
    return ids === undefined || ids === null ? [] : [ids].flat().slice(0, 1);
  } catch {
    return [];
  }
}
