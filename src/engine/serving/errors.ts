/** Answers requests that do not reach their handler, in the error format of the address. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { faultNameHeader, xmlFault } from "../doors/xml-fault.js";
import {
  boundedProblems,
  globalFault,
  protocolError,
  unavailableFor,
  type Fault,
} from "../contract/faults.js";
import { errorResponse } from "../doors/json-rpc/protocol.js";
import { wire } from "../values/text.js";
import type { Problem } from "../values/problem.js";
import type { Area } from "../http/request.js";
import { acceptedType, defaultType } from "../doors/rest/negotiation.js";
import { RestError } from "../doors/rest/rest-error.js";
import { sendRestError } from "../doors/rest/encoding.js";
import { sendJson, sendXml } from "../http/responses.js";

/** @param message default: that of an internal error */
export function sendAreaError(
  request: IncomingMessage,
  response: ServerResponse,
  area: Area,
  status: 500 | 503,
  message?: string,
): void {
  sendFor(area, request, response, internalError(status, message));
}

function internalError(status: 500 | 503, message?: string): AreaResponse {
  const error = protocolError("internal_error", message);
  return {
    status,
    doorStatus: status,
    error,
    fault: globalFault("internal", message),
    message: error.message,
  };
}

/** Responds to a request without an instance. */
export function sendAreaFault(
  request: IncomingMessage,
  response: ServerResponse,
  area: Area,
  { status, fault, message }: { readonly status: number; readonly fault: Fault; readonly message: string },
): void {
  // Clients of the XML doors read the fault only if the status is 200.
  const doorStatus = status === 404 ? 200 : status;
  sendFor(area, request, response, { status, doorStatus, error: fault.toErrorObject(), fault, message });
}

interface AreaResponse {
  readonly status: number;
  /** The status for XML-RPC and SOAP. */
  readonly doorStatus: number;
  readonly error: ReturnType<Fault["toErrorObject"]>;
  readonly fault: Fault;
  readonly message: string;
}

function sendFor(
  area: Area,
  request: IncomingMessage,
  response: ServerResponse,
  { status, doorStatus, error, fault, message }: AreaResponse,
): void {
  switch (area) {
    case "rpc":
      return sendJson(response, status, errorResponse(error, null));
    case "plain":
      return sendJson(response, status, wire(JSON.stringify(error)));
    case "rest":
      return sendRestError(
        response,
        new RestError(status, message),
        acceptedType(request, response) ?? defaultType,
      );
    case "other":
      return sendErrors(response, status, message);
    default:
      response.setHeader(faultNameHeader, fault.fault);
      return sendXml(response, doorStatus, xmlFault(area, fault));
  }
}

/** Created once: thousands of requests per second may be answered this way. */
const busy = internalError(503, "The server is overloaded; try again in a moment.");

/** Returns 503 with `Retry-After`: the process is overloaded. */
export function sendBusy(request: IncomingMessage, response: ServerResponse, area: Area): void {
  response.setHeader("Retry-After", unavailableFor);
  sendFor(area, request, response, busy);
}

/** Returns 413. @param problem a sentence that names the limit */
export function sendTooLarge(
  request: IncomingMessage,
  response: ServerResponse,
  area: Area,
  problem: string,
): void {
  sendFor(area, request, response, {
    status: 413,
    doorStatus: 413,
    error: protocolError("invalid_request", problem),
    fault: globalFault("invalid_request_param", problem),
    message: problem,
  });
}

/** Sends `{errors: [{field?, message}]}`: for the test control, and for addresses without a format of their own. */
export function sendErrors(
  response: ServerResponse,
  status: number,
  problems: string | readonly Partial<Problem>[],
): void {
  const errors = typeof problems === "string" ? [{ message: problems }] : boundedProblems(problems);
  sendJson(response, status, wire(JSON.stringify({ errors })));
}
