/** Answers bodies with one request or a batch (conventions 2.5): JSON-RPC without HTTP. */
import type { RequestContext, Service } from "../../calls/call.js";
import { runNamed } from "../../calls/envelopes.js";
import { ForcedHttpAnswer } from "../../calls/fault-injection.js";
import { globalFault, protocolError, TooManyCalls, type Fault } from "../../contract/faults.js";
import { readJson } from "../../calls/json.js";
import { isRefusal, type Outcome } from "../../calls/outcome.js";
import { Budget } from "../../guard/budget.js";
import { AnswerParts, RequestBounds, tooLargeAnswer, tooLate } from "../../guard/request-bounds.js";
import { httpRefusalOf, type HttpRefusal } from "../http-refusal.js";
import { invalidRequest, readRequest, unreadable, type RpcRequest } from "./requests.js";
import { errorResponse, faultResponse, resultResponse, type Response } from "./responses.js";

/** The answer to a request by HTTP. */
export interface Reply {
  /** Undefined = nothing is returned, as for notifications. */
  readonly response?: Response | undefined;
  /** Our own text of the fault for a single request, as in Fault. */
  readonly ownText?: string | undefined;
  /** Set if the whole request is answered by it: none of its calls can be carried out now, or its answer is forced. */
  readonly refusal?: HttpRefusal | undefined;
}

const maxBatch = 100;

export async function reply(service: Service, body: Buffer, context: RequestContext): Promise<Reply> {
  const read = readJson(body);
  if ("problem" in read) return { response: unreadable(read.problem, body) };
  if (Array.isArray(read.value)) return replyToBatch(service, read.value, context);
  const request = readRequest(read.value);
  if (typeof request === "string") return { response: request };
  // Lists are streamed only for a request that is answered.
  const given = request.id === undefined ? { ...context, rows: undefined } : context;
  const outcome = await runNamed(service, { ...request, element: -1 }, given);
  const ownText = isRefusal(outcome) ? outcome.fault.ownText : undefined;
  const refusal = isRefusal(outcome) ? httpRefusalOf(outcome.fault) : undefined;
  return { response: await respond(request, outcome, undefined), ownText, refusal };
}

/** Runs the requests of a batch in order: each sees the effects of the earlier ones. */
async function replyToBatch(
  service: Service,
  elements: readonly unknown[],
  context: RequestContext,
): Promise<Reply> {
  const bounds = new RequestBounds(service.limits);
  const shared: RequestContext = { ...context, bounds, rows: undefined };
  const keys = context.sender.idempotencyKey?.ofElements(Math.min(elements.length, maxBatch));
  const overRate: TooManyCalls[] = [];
  let forced: ForcedHttpAnswer | undefined;
  const response = await respondToAll(elements, bounds, async (request, element) => {
    // The answer to the whole request is forced: later elements are not executed.
    if (forced !== undefined) return undefined;
    const sender = { ...shared.sender, idempotencyKey: keys?.[element] };
    const outcome = await runNamed(service, { ...request, element }, { ...shared, sender });
    const fault = isRefusal(outcome) ? outcome.fault : undefined;
    if (fault instanceof ForcedHttpAnswer) forced = fault;
    if (fault instanceof TooManyCalls) overRate.push(fault);
    return respond(request, outcome, context.group);
  });
  const [first] = overRate.length === elements.length ? overRate : [];
  return { response, refusal: httpRefusalOf(forced ?? first) };
}

async function respond(
  { id }: RpcRequest,
  outcome: Outcome,
  group: RequestContext["group"],
): Promise<Response | undefined> {
  if (id === undefined) return undefined;
  if (isRefusal(outcome)) return faultResponse(outcome.fault, id);
  try {
    return await resultResponse(outcome.result, id, group);
  } catch (error) {
    // The text of the result would be too long to send.
    return faultResponse(error as Fault, id);
  }
}

/** Responds to every request in a body with the same fault. */
export async function refuseAll(body: Buffer, fault: Fault): Promise<Reply> {
  const read = readJson(body);
  const response = "problem" in read ? unreadable(read.problem, body) : await refuseEach(read.value, fault);
  return { response };
}

async function refuseEach(value: unknown, fault: Fault): Promise<Response | undefined> {
  const refuse = ({ id }: RpcRequest) => (id === undefined ? undefined : faultResponse(fault, id));
  if (Array.isArray(value)) {
    return respondToAll(value, new RequestBounds(unbounded), async (request) => refuse(request));
  }
  const request = readRequest(value);
  return typeof request === "string" ? request : refuse(request);
}

const unbounded = {
  requestTimeoutMs: Infinity,
  maxAnswerBytes: Infinity,
  answers: new Budget(Infinity),
};

async function respondToAll(
  elements: readonly unknown[],
  bounds: RequestBounds,
  respondTo: (request: RpcRequest, at: number) => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (elements.length === 0) return invalidRequest("A batch must have at least one request.");
  if (elements.length > maxBatch) return invalidRequest(`A batch has at most ${maxBatch} requests.`);
  const responses = new AnswerParts(bounds);
  try {
    for (const [at, element] of elements.entries()) {
      await bounds.pauseIfDue();
      const request = readRequest(element);
      const response =
        typeof request === "string" ? request : (beyond(bounds, request) ?? (await respondTo(request, at)));
      if (response) responses.add(typeof response === "string" ? response : response.text());
    }
    return responses.isEmpty ? undefined : responses.join();
  } finally {
    responses.giveBack();
  }

  /** The response if the limits of the request are reached: the element is not executed. */
  function beyond({ isFull, isLate }: RequestBounds, { id = null }: RpcRequest): Response | undefined {
    if (isFull) return errorResponse(protocolError("invalid_request", tooLargeAnswer), id);
    return isLate ? faultResponse(globalFault("internal", tooLate), id) : undefined;
  }
}
