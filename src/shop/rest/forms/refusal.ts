/** Errors of the REST resources, each with a status that openapi.yaml declares. */
import { RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import type { RefusalOf, RestOperation } from "./rest-operations.js";

/** By one of some operations; where none is named, by any. */
export function refused<Id extends RestOperation = RestOperation>(
  status: RefusalOf<Id>,
  messages?: string | readonly string[],
  headers?: Headers,
): RestError {
  return new RestError(status, messages, headers);
}
