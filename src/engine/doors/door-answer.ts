/** Responds to one request of an XML door: reads it, runs the call, and writes the text of the answer. */
import { wire, type Wire, type WireParts } from "../values/text.js";
import { Fault } from "../contract/faults.js";
import type { RequestContext } from "../calls/call.js";
import { SentRows, type RowSink } from "../calls/row-stream.js";
import type { RowsForm } from "../http/responses.js";
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

/** The end of an answer whose rows have been streamed. */
export interface AnswerEnd {
  readonly rest: Wire;
}

/** How a list is streamed as the answer to a call. */
export interface StreamedList {
  readonly rows: RowsForm;
  /** The text after the last row. */
  readonly rest: string;
}

/** An XML door without HTTP. */
export interface XmlDoor<Call = unknown> {
  /** Reads a request. Throws an error that `refuse` turns into a response. @param charset the charset in `Content-Type` */
  readonly read: (body: Buffer, charset: string | undefined) => Call;
  /** Runs a call. Throws an error that `refuse` turns into a response. */
  run(call: Call, context: RequestContext): Promise<Answered>;
  /** Undefined if the answer to the call is not a list. */
  streamedList(call: Call): StreamedList | undefined;
  /** Returns the answer to a failed call. Throws unexpected errors. @param call undefined = it could not be read */
  refuse(error: unknown, call: Call | undefined): DoorAnswer;
}

export async function answerRequest<Call>(
  door: XmlDoor<Call>,
  body: Buffer,
  charset: string | undefined,
  context: RequestContext,
  sinkOf: (form: RowsForm) => RowSink,
): Promise<DoorAnswer | AnswerEnd> {
  let call: Call | undefined;
  try {
    const known = (call = door.read(body, charset));
    let list: StreamedList | undefined;
    const rows = () => (list = door.streamedList(known)) && sinkOf(list.rows);
    const { result, write } = await door.run(call, { ...context, rows });
    if (list && result instanceof SentRows) return { rest: wire(list.rest) };
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
