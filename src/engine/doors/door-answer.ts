/** One call by an XML door: read, carried out, and answered as text for HTTP to send. */
import type { Wire, WireParts } from "../values/text.js";
import { Fault, TooManyCalls, Unavailable } from "../calls/faults.js";
import type { RpcContext } from "../calls/builtins.js";
import { ForcedHttpAnswer } from "../calls/fault-injection.js";
import { andThen, orElse, type Awaitable } from "../values/awaitable.js";
import { isImmutable } from "../values/memo.js";
import type { RecentRequests } from "./recent-requests.js";
import type { WriteAnswer } from "./writing.js";

export interface TextAnswer {
  readonly status: number;
  readonly text: Wire | WireParts;
  readonly faultName?: string;
  /** Of an answer with the status 503. */
  readonly retryAfterSeconds?: number;
}

export type DoorAnswer =
  | TextAnswer
  /** Nothing but HTTP, as the test control asked for. */
  | { readonly forced: ForcedHttpAnswer["answer"] }
  | { readonly retryAfterSeconds: number };

/** A call under way. */
export interface RunningCall {
  readonly result: Awaitable<unknown>;
  readonly write: WriteAnswer;
}

/** One of the XML doors. */
export interface XmlDoor<Call = unknown> {
  /** Throws what `refuse` answers. @param charset that the header names */
  readonly read: (body: Buffer, charset: string | undefined) => Call;
  readonly recent: RecentRequests<Call>;
  /** Throws a `Fault`, or another error that `refuse` answers. */
  run(call: Call, context: RpcContext): RunningCall;
  /** The answer to a call that failed. Throws errors that are unexpected. @param call undefined = it could not be read */
  refuse(error: unknown, call: Call | undefined): DoorAnswer;
}

/** From the bytes of a request to the text of its answer: at once, where the result is there at once. */
export function answerBy<Call>(
  door: XmlDoor<Call>,
  body: Buffer,
  charset: string | undefined,
  context: RpcContext,
): Awaitable<DoorAnswer> {
  const known = door.recent.find(body, charset);
  let call = known;
  return orElse(
    () => {
      const read = (call ??= door.read(body, charset));
      const { result, write } = door.run(read, context);
      return andThen(result, (value) => {
        if (known === undefined && isImmutable(value)) door.recent.note(body, charset, read);
        return andThen(write(value), (text): DoorAnswer => ({ status: 200, text }));
      });
    },
    (error) => door.refuse(error, call),
  );
}

/** Throws what is no fault. */
export function failureAnswer(error: unknown, answerOf: (fault: Fault) => TextAnswer): DoorAnswer {
  if (error instanceof ForcedHttpAnswer) return { forced: error.answer };
  if (error instanceof TooManyCalls) return { retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Fault)) throw error;
  const answer = answerOf(error);
  if (!(error instanceof Unavailable)) return answer;
  const { status, retryAfterSeconds } = error;
  return { ...answer, status, retryAfterSeconds };
}
