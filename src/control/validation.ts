/** Requests of the test control, checked against openapi.yaml. */
import type { ErrorRequestHandler, RequestHandler } from "express";
import { contractCheck } from "../http/contract-check.js";
import type { Contracts } from "../http/contracts.js";
import type { Problem } from "../rpc/faults.js";
import { controlErrors } from "./errors.js";

/** Checks address, method, parameters and body. */
export function controlValidation(contracts: Contracts): RequestHandler {
  return contractCheck(contracts, "/control/");
}

/** What express, its body parser and the validator report about a request. */
interface RequestError {
  readonly status?: number;
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sentences for the statuses at which the place of an error says nothing. */
const plainMessages: Readonly<Record<number, string>> = {
  404: "There is nothing at this address.",
  405: "The address does not know this method.",
  413: "The body is too large.",
  415: "The body must be application/json.",
};

/** Turns errors that are the request's own fault into `{errors: [...]}`; all others go on. */
export const controlErrorHandler: ErrorRequestHandler = (error: RequestError, _request, response, next) => {
  const { status = 500 } = error;
  if (status >= 500) return next(error);
  if (error.headers) response.set(error.headers);
  const plain = plainMessages[status];
  if (plain !== undefined) return controlErrors(response, status, plain);
  controlErrors(response, status, error.errors ? problemsOf(error.errors) : "The body is not JSON.");
};

function problemsOf(errors: NonNullable<RequestError["errors"]>): Partial<Problem>[] {
  const problems = errors
    .filter(({ message }) => !message.includes("schema in oneOf"))
    .map(({ path, message }) => {
      const field = fieldOf(path);
      return { ...(field === "" ? {} : { field }), message: friendly(message) };
    });
  return problems.length > 0 ? problems : [{ message: "The body does not fit." }];
}

/** `/body/items/0/qty` → `items[0].qty` */
function fieldOf(path: string): string {
  const parts = path.split("/").slice(2);
  return parts
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}

function friendly(message: string): string {
  if (message.startsWith("must have required property")) return "is required";
  if (message.startsWith("must NOT have additional")) return "is not known here";
  if (message.startsWith("Unknown query parameter")) return "is no parameter of this address";
  return message;
}
