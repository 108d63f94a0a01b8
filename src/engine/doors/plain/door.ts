/** POST /api/rpc/{operation}: an operation or a built-in method by plain HTTP, with statuses (conventions 2.7). */
import type { Sender } from "../../access/authentication.js";
import { wire, type Wire } from "../../values/text.js";
import { type ErrorObject, Fault, globalFault, protocolError } from "../../contract/faults.js";
import type { RequestedCall } from "../../calls/envelopes.js";
import { jsonProblems, readJson, type JsonReading, toJson } from "../../calls/json.js";
import { isRefusal } from "../../calls/outcome.js";
import { namedForm, type ArgumentForm } from "../../contract/arguments.js";
import { isObject } from "../../values/coercion.js";
import { jsonRows } from "../../http/responses.js";
import { decodeSegment, plainAddress, type BodyForm } from "../../http/request.js";
import type { CallOutcome, Door, ReadCall, RequestHead, StreamedList, WrittenResponse } from "../door.js";

/** Without `call`, which would be redundant, and `startSession`, which exists only for old JSON-RPC clients. */
const builtins: readonly string[] = [
  "login",
  "endSession",
  "multiCall",
  "resources",
  "globalFaults",
  "resourceFaults",
];

type Members = Readonly<Record<string, unknown>>;

interface PlainCall extends ReadCall {
  readonly path: string;
}

/** Takes an object of named parameters, and returns the bare result. */
export class PlainDoor implements Door<PlainCall> {
  readonly name = "plain";
  readonly media = "json";
  readonly allow = "POST";

  /** @param dress converts results to other types than those of the contract (COMPAT_VALUES) */
  constructor(readonly dress: Door["dress"]) {}

  problemText(problem: string): Wire {
    return textOf(protocolError("invalid_request", problem));
  }

  read(body: Buffer, { form, path: address, sender }: RequestHead): PlainCall {
    const path = decodeSegment(address.slice(plainAddress.length));
    const members = membersOf(readParameters(body, form));
    const call = builtins.includes(path)
      ? builtinCall(path, members, sender)
      : { path, args: argumentsOf(members), session: undefined, isByHeader: true };
    return { call, path, list: () => list };
  }

  async write({ path }: PlainCall, outcome: CallOutcome): Promise<WrittenResponse> {
    if (!isRefusal(outcome)) return { text: await toJson(outcome.result ?? null) };
    const { fault } = outcome;
    const status = path === "login" && fault.fault === "access_denied" ? 401 : fault.status;
    const headers = status === 401 ? challenge : {};
    return { status, text: textOf(fault.toErrorObject()), headers, ownText: fault.ownText };
  }
}

const list: StreamedList = { rows: jsonRows("[" as Wire), rest: "]" as Wire };

const challenge = { "WWW-Authenticate": 'Bearer realm="store", Basic realm="store"' };

function builtinCall(method: string, members: Members | Fault, sender: Sender): RequestedCall {
  if (members instanceof Fault) return { fault: members };
  return { method, params: { ...members, sessionId: sessionOf(sender, members, method === "endSession") } };
}

/**
 * The session of a call: the header takes precedence over the body, except in `endSession` with a session in the body. Null
 * stands for Basic credentials.
 */
function sessionOf(sender: Sender, { sessionId }: Members, isNamedByBody: boolean): unknown {
  if (!sender.hasAuthorization || (isNamedByBody && sessionId !== undefined)) return sessionId;
  return sender.basic ? null : (sender.bearer ?? "");
}

/** The caller is authenticated before the body is judged. */
function argumentsOf(members: Members | Fault): ArgumentForm {
  return members instanceof Fault ? { form: "unusable", fault: members } : namedForm(members);
}

function readParameters(body: Buffer, { isUtf8 }: BodyForm): JsonReading {
  if (body.length === 0) return { value: {} };
  return isUtf8 ? readJson(body) : { problem: jsonProblems.encoding };
}

/** The members of a body, or the fault that refuses it. */
function membersOf(read: JsonReading): Members | Fault {
  if ("problem" in read) return globalFault("invalid_request_param", read.problem);
  if (isObject(read.value)) return read.value;
  return globalFault("invalid_request_param", "The body must be an object of named parameters.");
}

function textOf(error: ErrorObject): Wire {
  return wire(JSON.stringify(error));
}
