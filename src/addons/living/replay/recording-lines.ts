/** Streams the lines of a recording. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { isObject } from "../../../engine/values/coercion.js";
import type { ExchangeLine } from "../recording/exchange-line.js";

/** A line is not valid in a recording. */
export class BrokenLineError extends Error {}

export interface NumberedLine {
  /** Line number in the file, from 1. */
  readonly number: number;
  readonly line: ExchangeLine;
}

/** Skips empty lines. Throws a `BrokenLineError` that names file and line. @param path may end with .gz */
export async function* readRecording(path: string): AsyncGenerator<NumberedLine> {
  const file = createReadStream(path);
  const unpacked = path.endsWith(".gz") ? createGunzip() : undefined;
  if (unpacked) file.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  let number = 0;
  try {
    for await (const text of createInterface({ input: unpacked ?? file, crlfDelay: Infinity })) {
      number += 1;
      if (text.trim() !== "") yield { number, line: lineOf(text, `${path}:${number}`) };
    }
  } finally {
    file.destroy();
  }
}

function lineOf(text: string, place: string): ExchangeLine {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    throw new BrokenLineError(`${place} is not valid JSON`);
  }
  if (!isObject(line)) throw new BrokenLineError(`${place} is not an exchange`);
  if (!outcomes.includes(line.outcome as string))
    throw new BrokenLineError(`${place}: outcome must be one of ${outcomes.join(", ")}`);
  if (line.door !== null && !doors.includes(line.door as string))
    throw new BrokenLineError(`${place}: door must be null or one of ${doors.join(", ")}`);
  if (line.operation !== null && typeof line.operation !== "string")
    throw new BrokenLineError(`${place}: operation must be a text or null`);
  if (line.outcome === "fault" && !isObject(line.fault))
    throw new BrokenLineError(`${place}: a fault must be an object`);
  if (line.request !== undefined && !isObject(line.request))
    throw new BrokenLineError(`${place}: request must be an object`);
  return line as unknown as ExchangeLine;
}

const outcomes = ["result", "fault", "http", "broken"];
const doors = ["xmlrpc", "soap", "soap_v2", "jsonrpc", "rest"];
