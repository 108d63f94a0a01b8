/** Errors of REST resources, with the statuses that openapi.yaml declares. */
import { RestError, type Headers, type RestMessage } from "../../../engine/doors/rest/rest-error.js";
import type { RestRefusalOf, RestOperation } from "./rest-operations.js";

/** An error with a status that one of the operations `Id` declares; by default, that all declare. */
export function refused<Id extends RestOperation = RestOperation>(
  status: RestRefusalOf<Id>,
  messages?: RestMessage | readonly RestMessage[],
  headers?: Headers,
): RestError {
  return new RestError(status, messages, headers);
}

export function noCustomer(customerId: number) {
  const problem = { field: "customerId", message: `There is no customer ${customerId}.` };
  return refused<"getCustomer" | "updateCustomer" | "deleteCustomer">(404, problem);
}
