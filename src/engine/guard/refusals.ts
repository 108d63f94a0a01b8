/** Counts refusals by limit, for the metrics. */
import { EventCounts } from "../values/counts.js";

const limits = [
  // A connection, or a request on it: closed without an answer.
  "connections",
  "requests_of_a_connection",
  // 403
  "origin",
  // 413
  "body_size",
  // 429, or a fault
  "calls_per_minute",
  "logins",
  "control_tokens",
  // 503
  "bodies",
  "anonymous_bodies",
  "answers",
  "calls_under_way",
] as const;

export type Limit = (typeof limits)[number];
export type Refusals = EventCounts<Limit>;

export function noRefusals(): Refusals {
  return new EventCounts(limits);
}
