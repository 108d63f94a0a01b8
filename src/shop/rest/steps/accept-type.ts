import { sentenceAbout } from "../forms/problems.js";
import { refused } from "../forms/refusal.js";
import type { RestStep } from "./step.js";

/** Refuses a request that accepts neither XML nor JSON. */
export const acceptType: RestStep = async (call, next) => {
  if (call.accepted !== undefined) return next(call);
  const { accept } = call.request.headers;
  throw refused(406, sentenceAbout("Accept", "Only XML and JSON", "are available", accept));
};
