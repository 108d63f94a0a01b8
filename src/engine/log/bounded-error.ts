/** Errors for the log, of limited size: those of handlers of chapters may hold anything. */
import pino from "pino";
import { shorten } from "../values/text.js";

const [maxText, maxMembers, maxLevels] = [8_192, 50, 4];

/** Like pino's own serializer of errors, with long texts cut. */
export function boundedError(error: unknown): unknown {
  const isError = error instanceof Error;
  return bounded(isError ? { ...pino.stdSerializers.err(error) } : error, maxLevels);
}

function bounded(value: unknown, levels: number): unknown {
  if (typeof value === "string") return shorten(value, maxText);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (levels === 0 || ArrayBuffer.isView(value)) return "…";
  if (Array.isArray(value)) return value.slice(0, maxMembers).map((one) => bounded(one, levels - 1));
  const members = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(members.map(([name, one]) => [shorten(name, maxText), bounded(one, levels - 1)]));
}
