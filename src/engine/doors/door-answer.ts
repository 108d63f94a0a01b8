/** Answers one request of an XML door: reads it, runs the call, and writes the text of the answer. */
import type { Wire, WireParts } from "../values/text.js";
import { Fault } from "../contract/faults.js";
import type { RequestContext } from "../calls/call.js";
import type { WriteAnswer } from "./answer-writer.js";
import { httpRefusalOf, type HttpRefusal } from "./http-refusal.js";

export interface TextAnswer {
  readonly status: number;
  readonly text: Wire | WireParts;
  readonly faultName?: string;
  /** As in Fault. */
  readonly ownText?: string | undefined;
  /** For the status 503. */
  readonly retryAfterSeconds?: number;
}

export type DoorAnswer = TextAnswer | HttpRefusal;

/** The result of a call, and how to write it. */
export interface Answered {
  readonly result: unknown;
  readonly write: WriteAnswer;
}

/** An XML door without HTTP. */
export interface XmlDoor<Call = unknown> {
  /** Reads a request. Throws an error that `refuse` answers. @param charset the charset in `Content-Type` */
  readonly read: (body: Buffer, charset: string | undefined) => Call;
  /** Runs a call. Throws an error that `refuse` answers. */
  run(call: Call, context: RequestContext): Promise<Answered>;
  /** Returns the answer to a failed call. Throws unexpected errors. @param call undefined = it could not be read */
  refuse(error: unknown, call: Call | undefined): DoorAnswer;
}

export async function answerRequest<Call>(
  door: XmlDoor<Call>,
  body: Buffer,
  charset: string | undefined,
  context: RequestContext,
): Promise<DoorAnswer> {
  let call: Call | undefined;
  try {
    call = door.read(body, charset);
    const { result, write } = await door.run(call, context);
    return { status: 200, text: await write(result) };
  } catch (error) {
    return door.refuse(error, call);
  }
}

/** Returns the answer for a fault. Throws all other errors. @param answerOf writes the fault in the form of the door */
export function failureAnswer(error: unknown, answerOf: (fault: Fault) => TextAnswer): DoorAnswer {
  if (!(error instanceof Fault)) throw error;
  const refusal = httpRefusalOf(error);
  if (!refusal) return answerOf(error);
  return "status" in refusal && refusal.status === 503 ? { ...answerOf(error), ...refusal } : refusal;
}
