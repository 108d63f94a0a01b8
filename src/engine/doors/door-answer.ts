/** What a door answers, for HTTP to send. */
import type { Wire, WireParts } from "../values/text.js";
import { Fault, TooManyCalls, Unavailable } from "../calls/faults.js";
import type { RpcContext } from "../calls/builtins.js";
import { ForcedHttpAnswer } from "../calls/fault-injection.js";

/** A body as it came, and what belongs to its request. */
export interface DoorRequest {
  readonly body: Buffer;
  /** The charset that the header names. */
  readonly charset: string | undefined;
  readonly context: RpcContext;
}

export interface TextAnswer {
  readonly status: number;
  /** In parts where it is long, or its bytes. */
  readonly text: Wire | WireParts | Buffer;
  readonly faultName?: string;
  /** Of an answer with the status 503. */
  readonly retryAfterSeconds?: number;
}

export type DoorAnswer =
  | TextAnswer
  /** Nothing but HTTP, as the test control asked for. */
  | { readonly forced: ForcedHttpAnswer["answer"] }
  | { readonly retryAfterSeconds: number };

/** One of the XML doors. */
export interface XmlDoor {
  answer(request: DoorRequest): Promise<DoorAnswer>;
}

/** The answer to a call that failed. Throws what is no fault. */
export function failureAnswer(error: unknown, answerOf: (fault: Fault) => TextAnswer): DoorAnswer {
  if (error instanceof ForcedHttpAnswer) return { forced: error.answer };
  if (error instanceof TooManyCalls) return { retryAfterSeconds: error.retryAfterSeconds };
  if (!(error instanceof Fault)) throw error;
  const answer = answerOf(error);
  if (!(error instanceof Unavailable)) return answer;
  const { status, retryAfterSeconds } = error;
  return { ...answer, status, retryAfterSeconds };
}
