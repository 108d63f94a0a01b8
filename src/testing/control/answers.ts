/** Answers of the test control, each with a status and a body that openapi.yaml declares for the operation. */
import type { Response } from "express";
import { sendErrors } from "../../engine/http/errors.js";
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

/** Characters that are sent as a whole: a longer list is sent while it is written. */
const longText = 256 * 1024;

/** No body where the contract has none. */
type Bodies<Id extends ControlOperation, Status extends ControlStatus<Id>> = [
  ControlAnswerBody<Id, Status>,
] extends [never]
  ? []
  : [body: ControlAnswerBody<Id, Status>];

/** The statuses by which an operation refuses with `errors`. */
export type RefusalStatus<Id extends ControlOperation> = {
  [Status in ControlStatus<Id>]: {
    errors: readonly { field?: string; message: string }[];
  } extends ControlAnswerBody<Id, Status>
    ? Status
    : never;
}[ControlStatus<Id>];

type RowsOf<Id extends ControlOperation> =
  200 extends ControlStatus<Id>
    ? ControlAnswerBody<Id, 200> extends readonly (infer Row)[]
      ? Iterable<Row>
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

  /** Answers a list of any length, row by row, with time for others in between. */
  async list(rows: RowsOf<Id>): Promise<void> {
    const { response } = this;
    response.status(200).set(listHeaders);
    let [text, separator] = ["[", ""];
    for (const row of rows) {
      text += separator + JSON.stringify(row);
      separator = ",";
      if (text.length > longText) {
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
 * @param what was asked for, by name: `snapshot` and `clean`
 * @param others those that there are
 */
export function noSuch(what: string, name: string, others: readonly string[] = []): string {
  return `There is no ${what} ${quote(name)}${others.length === 0 ? "." : `; there are: ${listed(others)}.`}`;
}

const mostListed = 10;

/** Some names, for a message. */
export function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  return `${names.slice(0, mostListed).join(", ")}${names.length > mostListed ? ", …" : ""}`;
}
