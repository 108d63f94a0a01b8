/** The one form in which the test control, and addresses without a form of their own, say no. */
import type { Response } from "express";
import type { Problem } from "../values/problem.js";

/** `{errors: [{field?, message}]}` */
export function controlErrors(
  response: Response,
  status: number,
  problems: string | readonly Partial<Problem>[],
): void {
  const errors = typeof problems === "string" ? [{ message: problems }] : problems;
  response.status(status).set("Cache-Control", "no-store").json({ errors });
}
