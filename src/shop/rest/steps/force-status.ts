import { markForced } from "../../../engine/calls/fault-injection.js";
import { RestError, type Headers } from "../../../engine/doors/rest/rest-error.js";
import { preference } from "../../../engine/http/request.js";
import type { RestContract } from "../forms/contract.js";
import { fieldProblem } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import type { RestStep } from "./step.js";

export interface ForceStatusParts {
  readonly contract: RestContract;
}

/** `Prefer: code=<status>`: a call can ask for an error that the contract declares. */
export function forceStatus({ contract }: ForceStatusParts): RestStep {
  return async (call, next) => {
    const { request, name, allow } = call;
    const code = preference(request, "code");
    if (!code) return next(call);
    const status = Number(code);
    if (!contract.declares(name, status)) {
      throw refused(400, fieldProblem("Prefer", "this call does not declare the status", code));
    }
    const headers: Record<number, Headers> = {
      405: { Allow: allow },
      429: { "Retry-After": 1 },
    };
    throw markForced(new RestError(status, undefined, headers[status]));
  };
}
