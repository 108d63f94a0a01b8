/**
 * Sends answers of the test control. The types allow the statuses and bodies that openapi.yaml declares for the
 * operation.
 */
import type { Response } from "express";
import { sendErrors } from "../../engine/serving/errors.js";
import { roomIn, sendEmpty, sendJson } from "../../engine/http/responses.js";
import { isSliceOver, nextSlice, type RequestBatcher } from "../../engine/time-slices.js";
import { quote } from "../../engine/values/messages.js";
import type { Problem } from "../../engine/values/problem.js";
import { wire } from "../../engine/values/text.js";
import type { ControlAnswerBody, ControlOperation, ControlStatus } from "./contract.js";

const listHeaders = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

/** A longer list is sent in chunks while it is written, in characters. */
const chunkLength = 256 * 1024;

/** The body as an argument; no argument if the contract declares none. */
type Bodies<Id extends ControlOperation, Status extends ControlStatus<Id>> = [
  ControlAnswerBody<Id, Status>,
] extends [never]
  ? []
  : [body: ControlAnswerBody<Id, Status>];

/** The statuses of an operation whose body is `{errors}`. */
type RefusalStatus<Id extends ControlOperation> = {
  [Status in ControlStatus<Id>]: {
    errors: readonly { field?: string; message: string }[];
  } extends ControlAnswerBody<Id, Status>
    ? Status
    : never;
}[ControlStatus<Id>];

type RowsOf<Id extends ControlOperation> =
  200 extends ControlStatus<Id>
    ? ControlAnswerBody<Id, 200> extends readonly (infer Row)[]
      ? Iterable<Row> | AsyncIterable<Row>
      : never
    : never;

/** Sends answers of several requests together. */
export type AnswerSender = Pick<RequestBatcher, "answer">;

export class ControlAnswer<Id extends ControlOperation> {
  constructor(
    readonly response: Response,
    private readonly sender: AnswerSender,
  ) {}

  send<Status extends ControlStatus<Id> & number>(status: Status, ...[body]: Bodies<Id, Status>): void {
    const text = body === undefined ? undefined : wire(JSON.stringify(body));
    this.sender.answer(() => {
      if (text === undefined) sendEmpty(this.response, status);
      else sendJson(this.response, status, text);
    });
  }

  refuse(status: RefusalStatus<Id> & number, problems: string | readonly Partial<Problem>[]): void {
    sendErrors(this.response, status, problems);
  }

  /** Sends a list of any length in slices of the event loop. */
  async list(rows: RowsOf<Id>): Promise<void> {
    const { response } = this;
    response.status(200).set(listHeaders);
    let [text, separator] = ["[", ""];
    for await (const row of rows as AsyncIterable<unknown> | Iterable<unknown>) {
      text += separator + JSON.stringify(row);
      separator = ",";
      if (text.length > chunkLength) {
        response.write(text);
        text = "";
        if (response.writableNeedDrain) await roomIn(response);
        if (response.destroyed) return;
      }
      if (isSliceOver()) await nextSlice();
    }
    if (response.headersSent) response.end(`${text}]`);
    else response.send(`${text}]`);
  }
}

/**
 * The message for an unknown name.
 * @param kind for example `snapshot`
 * @param existing the existing names of that kind; undefined = too many to list
 */
export function notFoundMessage(kind: string, name: string, existing?: readonly string[]): string {
  return `There is no ${kind} ${quote(name)}${existing ? `; there are: ${joinNames(existing)}` : ""}.`;
}

const maxListed = 10;

/** Joins the first names for a message. */
export function joinNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  return `${names.slice(0, maxListed).join(", ")}${names.length > maxListed ? ", …" : ""}`;
}
