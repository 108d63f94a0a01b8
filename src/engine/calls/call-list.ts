/** Runs the calls of `multiCall` one after the other; each fault is an entry of the answer. */
import type { Principal } from "../access/authentication.js";
import { badParameter, globalFault, TooManyCalls, type Fault } from "./faults.js";
import type { Dispatcher } from "./dispatch.js";
import type { Door } from "./door.js";
import { ForcedHttpAnswer } from "./fault-injection.js";
import { JsonText, toJson } from "./json.js";
import type { Preferences } from "./operation.js";
import type { CallGroup } from "./observer.js";
import { AnswerParts, tooLargeAnswer, tooLate, type RequestBounds } from "../guard/request-bounds.js";

const maxCalls = 100;

export interface CallList {
  readonly principal: Principal;
  readonly calls: readonly unknown[];
  readonly stopAtFault: boolean;
  readonly bounds: RequestBounds;
  readonly prefer: Preferences | undefined;
  readonly door: Door | undefined;
  readonly group: CallGroup | undefined;
  readonly dress: ((path: unknown, result: unknown) => unknown) | undefined;
}

export function callList(calls: unknown): readonly unknown[] {
  if (!Array.isArray(calls)) throw badParameter("calls", "must be a list of calls");
  if (calls.length > maxCalls) throw badParameter("calls", `must hold at most ${maxCalls} calls`);
  return calls;
}

export async function runCalls(
  { dispatcher }: { readonly dispatcher: Dispatcher },
  { principal, calls, stopAtFault, bounds, prefer, door, group, dress }: CallList,
): Promise<JsonText> {
  const entries = new AnswerParts(bounds);
  try {
    for (const entry of calls) {
      const pause = bounds.pauseIfDue();
      if (pause) await pause;
      const result = await runOne(entry).catch((error: unknown) => {
        if (error instanceof ForcedHttpAnswer) throw error;
        if (error instanceof TooManyCalls && entries.isEmpty) throw error;
        return faultEntry(error as Fault);
      });
      // Serialized here, because the answer is limited in size.
      const written = toJson(result);
      const text = typeof written === "string" ? written : await written;
      if (typeof result === "object" && result !== null) group?.resultWritten(result, text);
      entries.add(text);
      if (stopAtFault && result instanceof FaultEntry) break;
    }
    return new JsonText(entries.join(), entries.all);
  } finally {
    entries.giveBack();
  }

  async function runOne(entry: unknown): Promise<unknown> {
    if (bounds.isFull) throw badParameter("calls", tooLargeAnswer);
    if (bounds.isLate) throw globalFault("internal", tooLate);
    const [path, args] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const call = { path, args: { form: "wrapped", args }, prefer, door, group } as const;
    const result = await dispatcher.run(() => principal, call);
    return (dress ? dress(path, result) : result) ?? null;
  }
}

/** The entry of a failed call. */
class FaultEntry {
  readonly isFault = true;
  constructor(
    readonly faultCode: number,
    readonly faultMessage: string,
    readonly fault: string,
    readonly data: unknown,
  ) {}
}

function faultEntry(error: Fault): FaultEntry {
  const { code, message, data } = error.toErrorObject();
  return new FaultEntry(code, message, data.fault, data);
}
