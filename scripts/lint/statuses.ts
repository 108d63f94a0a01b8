/** Checks that the status of each fault in the plain form matches its name (conventions 2.7). */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";

export function* statuses({ "x-namespaces": namespaces }: OpenRpcDocument): Iterable<string> {
  for (const [namespace, { faults }] of Object.entries(namespaces)) {
    for (const [name, { status }] of Object.entries(faults)) {
      const expected = statusOf(name);
      if (status !== expected) yield `${namespace}: ${name} has the status ${status}, not ${expected}`;
    }
  }
}

/** Faults about records that a call only refers to: the data is wrong, but the address is not. */
const referredTo = ["website", "group", "store", "status", "product_type", "product_attribute_set"];

/** Faults about the state of a record. */
const conflicts = [
  "group_already_exists",
  "attribute_is_already_in_set",
  "attribute_is_not_in_set",
  "customer_exists",
  "product_not_assigned",
  "attribute_set_has_related_products",
  "not_moved",
  "not_deleted",
  "track_not_deleted",
];

function statusOf(fault: string): number {
  if (fault.endsWith("not_exists")) {
    return referredTo.some((record) => fault === `${record}_not_exists`) ? 422 : 404;
  }
  const isConflict =
    conflicts.includes(fault) || /^((order|invoice|creditmemo)_not|group_has|can_not)_/.test(fault);
  return isConflict ? 409 : 422;
}
