/** Days and points in time as text, always UTC (conventions 10.2, 10.4). Text of one form sorts as time does. */
import { longestNumber } from "./coercion.js";

/** Cache of the last text: formatting takes 1 us, and all calls within a second write the same time. */
let latestSecond: number | undefined;
let latestText = "";

/** `YYYY-MM-DD HH:MM:SS` of an instant in milliseconds since 1970. */
export function timestamp(milliseconds: number): string {
  const second = Math.floor(milliseconds / 1000);
  if (second !== latestSecond) {
    latestText = new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ");
    latestSecond = second;
  }
  return latestText;
}

/** Milliseconds since 1970 of `YYYY-MM-DD HH:MM:SS`. */
export function milliseconds(time: string): number {
  return Date.parse(`${time.replace(" ", "T")}Z`);
}

/** `YYYY-MM-DD`; a time of day is accepted and dropped. Undefined if it is not a real calendar date. */
export function toDay(value: unknown): string | undefined {
  const time = toDateTime(value);
  return time === undefined || /[TZ]/.test(value as string) ? undefined : time.slice(0, 10);
}

/** `YYYY-MM-DD HH:MM:SS`; a day means midnight; `T` and a trailing `Z` are accepted. */
export function toDateTime(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longestNumber) return undefined;
  const match = /^\s*(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)Z?)?\s*$/.exec(value);
  if (!match) return undefined;
  const time = `${match[1]} ${match[2] ?? "00:00:00"}`;
  const instant = milliseconds(time);
  const isReal = !Number.isNaN(instant) && timestamp(instant) === time && !time.startsWith("0000");
  return isReal ? time : undefined;
}

/** The `updated_at` of a record, never before its creation (conventions 10.4). */
export function updateTime({ created_at }: { readonly created_at: string }, now: string): string {
  return now > created_at ? now : created_at;
}
