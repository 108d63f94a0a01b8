/** Runs the calls of `multiCall` one after the other; each fault is an entry of the answer. */
import { AnswerParts, tooLargeAnswer, tooLate, type RequestBounds } from "../guard/request-bounds.js";
import { Call, type Authenticated, type RequestContext } from "./call.js";
import { ForcedHttpAnswer } from "./fault-injection.js";
import { badParameter, globalFault, TooManyCalls, type Fault } from "../contract/faults.js";
import { JsonText, toJson } from "./json.js";
import { isRefusal, type Outcome } from "./outcome.js";
import { run } from "./pipeline.js";
import { jsonList } from "../values/text.js";

const maxCalls = 100;

export function callList(calls: unknown): readonly unknown[] {
  if (!Array.isArray(calls)) throw badParameter("calls", "must be a list of calls");
  if (calls.length > maxCalls) throw badParameter("calls", `must have at most ${maxCalls} calls`);
  return calls;
}

interface CallList {
  readonly calls: readonly unknown[];
  readonly stopAtFault: boolean;
  readonly bounds: RequestBounds;
}

/** Throws a forced answer to the whole request, and the refusal of the first call if its caller is over the rate. */
export async function runCalls(
  { service, principal, context }: Call & Authenticated,
  { calls, stopAtFault, bounds }: CallList,
): Promise<JsonText> {
  // The same for all: a call may change the attributes of its caller, such as the current store.
  const identify = async () => principal;
  const keys = principal.idempotencyKey?.ofElements(calls.length);
  const { group } = context;
  const entryContext: RequestContext = { ...context, rows: undefined };
  const entries = new AnswerParts(bounds);
  try {
    for (const [at, entry] of calls.entries()) {
      await bounds.pauseIfDue();
      const outcome = await runOne(entry, at);
      const isOverRate = isRefusal(outcome) && outcome.fault instanceof TooManyCalls && entries.isEmpty;
      if (isRefusal(outcome) && (isOverRate || outcome.fault instanceof ForcedHttpAnswer))
        throw outcome.fault;
      const result = isRefusal(outcome) ? faultEntry(outcome.fault) : (outcome.result ?? null);
      // Serialized here, because the answer is limited in size.
      const text = await toJson(result);
      if (typeof result === "object" && result !== null) group?.resultWritten(result, text);
      entries.add(text);
      if (stopAtFault && isRefusal(outcome)) break;
    }
    return new JsonText(jsonList(entries.all), entries.all);
  } finally {
    entries.giveBack();
  }

  async function runOne(entry: unknown, at: number): Promise<Outcome> {
    if (bounds.isFull) return { fault: badParameter("calls", tooLargeAnswer) };
    if (bounds.isLate) return { fault: globalFault("internal", tooLate) };
    const [path, args] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const envelope = { path, args: { form: "wrapped", args }, identify, idempotencyKey: keys?.[at] } as const;
    return run(new Call(service, envelope, entryContext));
  }
}

/** The entry of a failed call. */
function faultEntry(fault: Fault) {
  const { code, message, data } = fault.toErrorObject();
  return { faultCode: code, faultMessage: message, fault: data.fault, data, isFault: true };
}
