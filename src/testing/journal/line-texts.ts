/** Values, changes and waiting calls in one line each. This file imports only types because the console uses it, too. */
import type { RecordedChange, WaitingCall } from "../../../generated/clients/typescript/control.js";

const maxValueLength = 300;

/** `products/1 values.0.price 12.5 → 13`, `mail/3 created` */
export function changeText({ collection, id, member, before, after }: RecordedChange): string {
  const record = `${collection}/${id}`;
  if (member === null) return `${record} ${before === null ? "created" : "deleted"}`;
  return `${record} ${member} ${valueText(before)} → ${valueText(after)}`;
}

/** A value in a line for people: JSON, truncated. */
export function valueText(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

export function waitingText({ operation, caller, rule, delay_ms }: WaitingCall): string {
  return `${operation} by ${caller || "nobody"}: still waiting (rule ${rule}, ${delay_ms} ms)`;
}
