/** Answers of the test control; refusals are sent by http/errors.ts. */
import type { Response } from "express";
import { sendErrors } from "../http/errors.js";
import { quote } from "../values/messages.js";

const bodies = new WeakMap<Response, unknown>();

export function answer(response: Response, status: number, body: unknown): void {
  bodies.set(response, body);
  response.status(status).set("Cache-Control", "no-store").json(body);
}

/** What was answered, for the journal. */
export function bodyOf(response: Response): unknown {
  return bodies.get(response);
}

export function done(response: Response): void {
  response.status(204).end();
}

/** @param what was asked for, by name: `snapshot` and `clean` */
export function doneIf(response: Response, existed: boolean, what: string, name: string): void {
  if (existed) done(response);
  else sendErrors(response, 404, `There is no ${what} ${quote(name)}.`);
}
