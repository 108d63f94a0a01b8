/** Answers one request of an XML door: reads it, runs the call, and writes the text of the answer. */
import type { Wire, WireParts } from "../values/text.js";
import { Fault, TooManyCalls, Unavailable } from "../calls/faults.js";
import type { RpcContext } from "../calls/builtins.js";
import { ForcedHttpAnswer } from "../calls/fault-injection.js";
import { andThen, attempt, type Awaitable } from "../values/awaitable.js";
import { isImmutable } from "../values/memo.js";
import type { RecentRequests } from "./recent-requests.js";
import type { WriteAnswer } from "./answer-writer.js";

export interface TextAnswer {
  readonly status: number;
  readonly text: Wire | WireParts;
  readonly faultName?: string;
  /** For the status 503. */
  readonly retryAfterSeconds?: number;
}

export type DoorAnswer =
  | TextAnswer
  /** An HTTP answer that the test control forces. */
  | { readonly forced: ForcedHttpAnswer["answer"] }
  /** Status 429. */
  | { readonly retryAfterSeconds: number };

export interface RunningCall {
  readonly result: Awaitable<unknown>;
  readonly write: WriteAnswer;
}

/** An XML door without HTTP. */
export interface XmlDoor<Call = unknown> {
  /** Reads a request. Throws an error that `refuse` answers. @param charset the charset in `Content-Type` */
  readonly read: (body: Buffer, charset: string | undefined) => Call;
  readonly recent: RecentRequests<Call>;
  /** Starts a call. Throws an error that `refuse` answers. */
  run(call: Call, context: RpcContext): RunningCall;
  /** Returns the answer to a failed call. Throws unexpected errors. @param call undefined = it could not be read */
  refuse(error: unknown, call: Call | undefined): DoorAnswer;
}

/** Answers a request. Returns a value, not a promise, if the result is available immediately. */
export function answerRequest<Call>(
  door: XmlDoor<Call>,
  body: Buffer,
  charset: string | undefined,
  context: RpcContext,
): Awaitable<DoorAnswer> {
  const known = door.recent.find(body, charset);
  let call = known;
  return attempt(
    () => door.run((call ??= door.read(body, charset)), context),
    ({ result, write }) =>
      andThen(result, (value) => {
        if (known === undefined && isImmutable(value)) door.recent.note(body, charset, call as Call);
        return andThen(write(value), (text): DoorAnswer => ({ status: 200, text }));
      }),
    (error) => door.refuse(error, call),
  );
}

/** Returns the answer for a fault. Throws all other errors. @param answerOf writes the fault in the form of the door */
export function failureAnswer(error: unknown, answerOf: (fault: Fault) => TextAnswer): DoorAnswer {
  if (error instanceof ForcedHttpAnswer) return { forced: error.answer };
  if (error instanceof TooManyCalls) return { retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Fault)) throw error;
  const answer = answerOf(error);
  if (!(error instanceof Unavailable)) return answer;
  const { status, retryAfterSeconds } = error;
  return { ...answer, status, retryAfterSeconds };
}
