/** Answers of the test control; refusals are sent by http/errors.ts. */
import type { Response } from "express";
import { sendErrors } from "../../engine/http/errors.js";
import { roomIn } from "../../engine/http/responses.js";
import { isSliceOver, nextSlice } from "../../engine/time-slices.js";
import { quote } from "../../engine/values/messages.js";

export function answer(response: Response, status: number, body: unknown): void {
  response.status(status).set("Cache-Control", "no-store").json(body);
}

/** Characters that are sent as a whole: a longer list is sent while it is written. */
const longText = 256 * 1024;

/** Answers a list of any length, row by row, with time for others in between. */
export async function answerList(response: Response, rows: Iterable<unknown>): Promise<void> {
  response.status(200).set("Cache-Control", "no-store").type("json");
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

export function done(response: Response): void {
  response.status(204).end();
}

/** @param what was asked for, by name: `snapshot` and `clean` */
export function doneIf(response: Response, existed: boolean, what: string, name: string): void {
  if (existed) done(response);
  else sendErrors(response, 404, `There is no ${what} ${quote(name)}.`);
}
