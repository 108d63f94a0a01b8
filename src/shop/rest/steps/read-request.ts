import { maxStructureBytes } from "../../../engine/guard/request-size.js";
import type { SizeLimit } from "../../../engine/guard/intake.js";
import type { Transfer } from "../../../engine/http/transfer.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { readContent, singleRecord } from "../forms/body.js";
import type { RestCall } from "../forms/call.js";
import type { RestContract } from "../forms/contract.js";
import { sentenceAbout } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";
import type { RestStep } from "./step.js";

export interface ReadRequestParts {
  readonly transfer: Transfer;
  readonly contract: RestContract;
}

/** Reads and checks the request, in the order of customers 4.1: version, own record, body, record, query and fields. */
export function readRequest({ transfer, contract }: ReadRequestParts): RestStep {
  return async (call, next) => {
    const { body, read, find, holdsFile } = call.handler;
    checkVersion(call);
    checkOwn(call);
    let sent: DataObject = {};
    if (body !== undefined) {
      const limit = holdsFile ? transfer.maxBody : { bytes: maxStructureBytes };
      call.content = await bodyOf(call, transfer, limit);
      if (body === "one") sent = singleRecord(call.content);
    }
    call.fields = read?.(call, sent) ?? sent;
    await find?.(call, sent);
    if (body !== "one") await contract.checkQuery(call);
    else if (!read) call.fields = await contract.validate(call, sent);
    return next(call);
  };
}

async function bodyOf({ request, response }: RestCall, transfer: Transfer, limit: SizeLimit) {
  const body = await transfer.readBody({ request, response, area: "rest" }, limit);
  try {
    return await readContent(request.headers["content-type"], body);
  } finally {
    if ("bytes" in body) body.release?.();
  }
}

/** Accepts any positive number, because there is only one version. */
function checkVersion({ request }: RestCall): void {
  const { version } = request.headers;
  if (version === undefined || /^[1-9][0-9]*$/.test(String(version))) return;
  throw refused(400, sentenceAbout("Version", "The version", "must be a positive number", version));
}

/** Records of other customers count as not found. */
function checkOwn({ caller, handler, path }: RestCall): void {
  const { customerId } = path as { readonly customerId?: number };
  if (handler.customer !== "own" || caller.role !== "customer" || customerId === undefined) return;
  if (caller.customer.id !== customerId) throw noCustomer(customerId);
}
