/** POST /api/rpc/{operation}: an operation or a built-in method by plain HTTP, with statuses (conventions 2.7). */
import type { ServerResponse } from "node:http";
import type { Sender } from "../../access/authentication.js";
import { wire, type Wire } from "../../values/text.js";
import { Call, type RequestContext, type RequestOrigin, type Service } from "../../calls/call.js";
import { runMethod } from "../../calls/envelopes.js";
import { type ErrorObject, Fault, globalFault, protocolError } from "../../contract/faults.js";
import { jsonProblems, readJson, type JsonReading, toJson } from "../../calls/json.js";
import { isRefusal, type Outcome } from "../../calls/outcome.js";
import { run } from "../../calls/pipeline.js";
import { faultOf } from "../../calls/steps/explain-errors.js";
import { SentRows } from "../../calls/row-stream.js";
import { namedForm, type ArgumentForm } from "../../contract/arguments.js";
import { isObject } from "../../values/coercion.js";
import { httpRefusalOf } from "../http-refusal.js";
import { sendForced } from "../../http/forced-answer.js";
import { AnswerRows, jsonRows, sendEmpty, sendJson, setFaultDetail } from "../../http/responses.js";
import { bodyFormOf, decodeSegment, plainAddress, type BodyForm } from "../../http/request.js";
import type { AreaDoor, BodyDoor, Transfer } from "../../http/transfer.js";
import type { WireExchange } from "../../http/exchange.js";

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

export interface PlainHttpParts {
  readonly service: Service;
  readonly transfer: Transfer;
  /** Converts results to other types than those of the contract (COMPAT_VALUES). */
  readonly dress?: RequestContext["dress"];
}

export class PlainHttp implements AreaDoor, BodyDoor {
  constructor(private readonly parts: PlainHttpParts) {}

  /** Takes an object of named parameters, and returns the bare result. */
  async serve(exchange: WireExchange): Promise<void> {
    const { request, response } = exchange;
    if (request.method === "OPTIONS" || request.method !== "POST") {
      response.setHeader("Allow", "POST");
      if (request.method === "OPTIONS") sendEmpty(response, 204);
      else refuse(response, 405, "Only POST is allowed here.");
      return;
    }
    const { isJson, isCompressed } = bodyFormOf(request);
    if (!isJson) {
      refuse(response, 415, "The body must be JSON.");
      return;
    }
    if (isCompressed) {
      refuse(response, 415, "The body must not be compressed.");
      return;
    }
    await this.parts.transfer.receive(exchange, this);
  }

  async answer(exchange: WireExchange, body: Buffer, origin: RequestOrigin): Promise<void> {
    const { dress } = this.parts;
    const path = decodeSegment(exchange.path.slice(plainAddress.length));
    const rows = new AnswerRows(exchange.response, jsonRows("[" as Wire));
    const context: RequestContext = {
      ...{ ...origin, door: "plain", dress },
      rows: () => rows,
    };
    const read = readParameters(body, bodyFormOf(exchange.request));
    const outcome = builtins.includes(path)
      ? await this.runBuiltin(path, context, read)
      : await this.runOperation(path, context, read);
    if (isRefusal(outcome)) this.refuse(exchange, path, rows, outcome.fault);
    else if (outcome.result instanceof SentRows) rows.end("]" as Wire);
    else await this.send(exchange, path, rows, outcome.result);
  }

  private async send(exchange: WireExchange, path: string, rows: AnswerRows, result: unknown): Promise<void> {
    const { service, transfer } = this.parts;
    try {
      transfer.send(exchange, await toJson(result ?? null), sendJson);
    } catch (error) {
      this.refuse(exchange, path, rows, faultOf(error, service));
    }
  }

  private refuse({ response }: WireExchange, path: string, rows: AnswerRows, fault: Fault): void {
    if (rows.hasBegun) rows.breakOff();
    else sendFault(response, fault, path === "login" && fault.fault === "access_denied" ? 401 : fault.status);
  }

  /** Authenticates the caller before checking the body. */
  private async runOperation(path: string, context: RequestContext, read: JsonReading): Promise<Outcome> {
    const { service } = this.parts;
    const identify = () => service.authentication.enterByHeader(context.sender);
    return run(new Call(service, { path, args: argumentsOf(read), identify }, context));
  }

  private async runBuiltin(method: string, context: RequestContext, read: JsonReading): Promise<Outcome> {
    const members = membersOf(read);
    if (members instanceof Fault) return { fault: members };
    const params = { ...members, sessionId: sessionOf(context.sender, members, method === "endSession") };
    return runMethod(this.parts.service, { method, params }, context);
  }
}

/**
 * The session of a call: the header takes precedence over the body, except in `endSession` with a session in the body. Null
 * stands for Basic credentials.
 */
function sessionOf(sender: Sender, { sessionId }: Members, isNamedByBody: boolean): unknown {
  if (!sender.hasAuthorization || (isNamedByBody && sessionId !== undefined)) return sessionId;
  return sender.basic ? null : (sender.bearer ?? "");
}

function argumentsOf(read: JsonReading): ArgumentForm {
  const members = membersOf(read);
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

function sendFault(response: ServerResponse, fault: Fault, status: number): void {
  const refusal = httpRefusalOf(fault);
  if (refusal && "forced" in refusal) return sendForced(response, refusal.forced);
  if (refusal) response.setHeader("Retry-After", String(refusal.retryAfterSeconds));
  setFaultDetail(response, fault.ownText);
  if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="store", Basic realm="store"');
  sendJson(response, status, textOf(fault.toErrorObject()));
}

/** Responds to a request that is not a call. */
function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, textOf(protocolError("invalid_request", message)));
}

function textOf(error: ErrorObject): Wire {
  return wire(JSON.stringify(error));
}
