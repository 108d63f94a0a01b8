/** The JSON-RPC envelope (conventions 2): one request or a batch in, one response, several or none out. */
import { isObject } from "../values/coercion.js";
import { Fault, globalFault, protocolError, type ErrorObject } from "./faults.js";
import { toJson } from "./json.js";
import { AnswerParts, tooLargeAnswer, tooLate, type RequestBounds } from "../guard/request-bounds.js";
import { wire, type Wire } from "../values/wire.js";
import type { CallGroup } from "./observer.js";
import { SentRows } from "./row-stream.js";

export type RequestId = string | number | null;
export type Params = readonly unknown[] | Record<string, unknown>;

export interface RpcRequest {
  readonly method: string;
  readonly params: Params;
  /** Undefined = a notification, which is carried out and not answered. */
  readonly id: RequestId | undefined;
}

export type Outcome = { readonly result: unknown } | { readonly error: ErrorObject };

/** Carries out one valid request. @param element which one of a batch */
export type Answer = (request: RpcRequest, element: number | undefined) => Promise<Outcome>;

const maxBatch = 100;

const batchTooLarge = protocolError("invalid_request", `A batch holds at most ${maxBatch} requests.`);

const methodForm = /^[A-Za-z][A-Za-z0-9_.]*$/;

/**
 * The response to a parsed body; undefined when there is nothing to answer.
 * @param bounds of a batch
 * @param group told of the results of a batch
 */
export function respond(
  body: unknown,
  answer: Answer,
  bounds: RequestBounds | undefined,
  group?: CallGroup,
): Promise<Response | undefined> {
  return Array.isArray(body) && bounds
    ? respondToAll(body, answer, bounds, group)
    : Promise.resolve(respondToOne(body, answer, undefined));
}

async function respondToAll(
  body: readonly unknown[],
  answer: Answer,
  bounds: RequestBounds,
  group: CallGroup | undefined,
): Promise<Wire | undefined> {
  if (body.length === 0) return invalidRequest("A batch must hold at least one request.");
  if (body.length > maxBatch) return errorText(batchTooLarge, null);

  const responses = new AnswerParts(bounds);
  try {
    for (let at = 0; at < body.length; at += 1) {
      // One after the other: a later request sees the effects of the earlier ones.
      const pause = bounds.pauseIfDue();
      if (pause) await pause;
      const answerIt = isRoomLeft(bounds) ? answer : refusal(bounds);
      const responding = respondToOne(body[at], answerIt, group, at);
      const response = typeof responding === "string" ? responding : await responding;
      if (response !== undefined) responses.add(typeof response === "string" ? response : response.text());
    }
    return responses.isEmpty ? undefined : responses.join();
  } finally {
    responses.giveBack();
  }
}

function isRoomLeft({ isFull, isLate }: RequestBounds): boolean {
  return !isFull && !isLate;
}

/** What is no longer carried out costs no more. */
function refusal({ isFull }: RequestBounds): Answer {
  const error = isFull
    ? protocolError("invalid_request", tooLargeAnswer)
    : globalFault("internal", tooLate).toErrorObject();
  return () => Promise.resolve({ error });
}

/** A response whose result is the same for everybody and so large that all responses share its bytes. */
export class SharedResponse {
  constructor(
    private readonly result: SharedResult,
    private readonly id: RequestId,
  ) {}

  /** In the order in which they are sent. */
  get parts(): readonly [before: Wire, result: Buffer, after: Wire] {
    return ['{"jsonrpc":"2.0","result":' as Wire, this.result.bytes(), `,"id":${idText(this.id)}}` as Wire];
  }

  text(): Wire {
    const [before, result, after] = this.parts;
    return `${before}${result.toString("latin1")}${after}` as Wire;
  }
}

/** A result that is JSON already, as bytes. */
export class SharedResult {
  constructor(readonly bytes: () => Buffer) {}
}

/** What comes behind rows that have been sent. */
export class RowsEnd {
  constructor(private readonly id: RequestId) {}

  text(): Wire {
    return `],"id":${idText(this.id)}}` as Wire;
  }
}

export type Response = Wire | SharedResponse | RowsEnd;

/** Not an async function: a batch has many of them, and each would cost a promise more. */
function respondToOne(
  element: unknown,
  answer: Answer,
  group: CallGroup | undefined,
  at?: number,
): Wire | Promise<Response | undefined> {
  const request = readRequest(element);
  if (typeof request === "string") return request;
  const { id } = request;
  return answer(request, at).then((outcome) =>
    id === undefined ? undefined : responseTo(outcome, id, group),
  );
}

function responseTo(outcome: Outcome, id: RequestId, group: CallGroup | undefined): Response | Promise<Wire> {
  if ("error" in outcome) return errorText(outcome.error, id);
  const { result } = outcome;
  if (result instanceof SharedResult) return new SharedResponse(result, id);
  if (result instanceof SentRows) return new RowsEnd(id);
  const text = toJson(result ?? null);
  if (typeof text === "string") {
    if (group && typeof result === "object" && result !== null) group.resultWritten(result, text);
    return resultText(text, id);
  }
  return text.then(
    (text) => resultText(text, id),
    (error: unknown) => {
      if (error instanceof Fault) return errorText(error.toErrorObject(), id);
      throw error;
    },
  );
}

function resultText(result: Wire, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","result":${result},"id":${idText(id)}}` as Wire;
}

export function errorText(error: ErrorObject, id: RequestId): Wire {
  return `{"jsonrpc":"2.0","error":${wire(JSON.stringify(error))},"id":${idText(id)}}` as Wire;
}

function idText(id: RequestId): string {
  // The form that nearly all clients send, without the detour over JSON.
  return Number.isSafeInteger(id) ? String(id) : wire(JSON.stringify(id));
}

/** The request in an element, or the text of the response that refuses it. */
function readRequest(element: unknown): RpcRequest | Wire {
  if (!isObject(element)) return invalidRequest("A request is an object.");
  const { jsonrpc, method, params, id } = element;
  if (!isId(id)) return invalidRequest("id: must be text, a number or null");
  if (typeof id === "number" && isInexact(id))
    return invalidRequest("id: is too large to be answered as it is");
  const refuse = (message: string) => invalidRequest(message, id ?? null);
  if (jsonrpc !== "2.0") return refuse('jsonrpc: must be "2.0"');
  if (typeof method !== "string" || !methodForm.test(method)) return refuse("method: must be a method name");
  if (params !== undefined && params !== null && typeof params !== "object") {
    return refuse("params: must be a list or an object");
  }
  return { method, params: (params ?? []) as Params, id };
}

function isId(id: unknown): id is RequestId | undefined {
  return id === undefined || id === null || typeof id === "string" || typeof id === "number";
}

/** Reading the JSON may have changed the number, so that the answer would name another. */
function isInexact(id: number): boolean {
  // From 10^21 on it was written with an exponent, and is again.
  return !Number.isFinite(id) || (Number.isInteger(id) && !Number.isSafeInteger(id) && Math.abs(id) < 1e21);
}

function invalidRequest(message: string, id: RequestId = null): Wire {
  return errorText(protocolError("invalid_request", message), id);
}
