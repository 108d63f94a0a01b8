import { maxStructureBytes } from "../../../engine/guard/request-size.js";
import type { SizeLimit } from "../../../engine/guard/intake.js";
import type { Transfer } from "../../../engine/http/transfer.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { readContent, singleRecord } from "../forms/body.js";
import {
  callerOf,
  type IncomingRestCall,
  type ReadRequest,
  type RestCaller,
  type RestStep,
} from "../forms/call.js";
import type { Authenticated } from "../../../engine/calls/call.js";
import type { RestContract } from "../forms/contract.js";
import { sentenceAbout } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";

export interface RestStepParts {
  readonly transfer: Transfer;
  readonly contract: RestContract;
}

/** Reads and checks the request, in the order of customers 4.1: version, own record, body, record and fields. Handlers read the query. */
export function readRequest({ transfer, contract }: RestStepParts): RestStep<Authenticated, ReadRequest> {
  return async (call, next) => {
    const { body, read, find, holdsFile } = call.handler;
    const caller = callerOf(call);
    checkVersion(call);
    checkOwn(call, caller);
    let sent: DataObject = {};
    if (body !== undefined) {
      const limit = holdsFile ? transfer.maxBody : { bytes: maxStructureBytes };
      call.content = await bodyOf(call, transfer, limit);
      if (body === "one") sent = singleRecord(call.content);
    }
    const known = Object.assign(call, { caller, fields: read?.(call, sent, caller) ?? sent });
    await find?.(known, sent);
    if (body === "one" && !read) known.fields = await contract.validate(call, sent);
    return next(known);
  };
}

async function bodyOf({ request, response }: IncomingRestCall, transfer: Transfer, limit: SizeLimit) {
  const body = await transfer.readBody({ request, response, area: "rest" }, limit);
  try {
    return await readContent(request.headers["content-type"], body);
  } finally {
    if ("bytes" in body) body.release?.();
  }
}

/** Accepts any positive number, because there is only one version. */
function checkVersion({ request }: IncomingRestCall): void {
  const { version } = request.headers;
  if (version === undefined || /^[1-9][0-9]*$/.test(String(version))) return;
  throw refused(400, sentenceAbout("Version", "The version", "must be a positive number", version));
}

/** Records of other customers count as not found. */
function checkOwn({ handler, path }: IncomingRestCall, caller: RestCaller): void {
  const { customerId } = path as { readonly customerId?: number };
  if (handler.customer !== "own" || caller.role !== "customer" || customerId === undefined) return;
  if (caller.customer.id !== customerId) throw noCustomer(customerId);
}
