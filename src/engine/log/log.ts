/** The log: structured lines on stderr, one per call, without arguments or secrets (conventions 11.3). */
import pino from "pino";
import { escapeAll, escapeJsonLines } from "./escape.js";
import { BufferedOutput } from "./output.js";
import { shorten } from "../values/text.js";

export type Log = pino.Logger;

interface LogSettings {
  readonly logLevel: pino.LevelWithSilent;
  /** `pretty`: for people. */
  readonly logFormat: "pretty" | "json";
}

export interface OpenLog {
  readonly log: Log;
  /** Resolves when all lines so far are written. */
  readonly flush: () => Promise<void>;
  /** For use at the end of the process. */
  readonly flushSync: () => void;
}

const stderr = 2;

/** @param fd file descriptor to write to */
export async function openLog({ logLevel, logFormat }: LogSettings, fd = stderr): Promise<OpenLog> {
  const output = new BufferedOutput(fd);
  const form = logFormat === "pretty" ? await prettyLine() : undefined;
  const write = form ? (line: string) => output.write(form(line)) : (line: string) => output.write(line);
  const log = pino({ base: null, level: logLevel, serializers: { err: boundedError } }, { write });
  return { log, flush: () => output.flush(), flushSync: () => output.flushSync() };
}

/** A message of the process itself, such as why it did not start, as a line of the log, whatever the level of the log is. */
export function processLine(level: "info" | "warn" | "fatal", msg: string): string {
  return `${escapeJsonLines(JSON.stringify({ level: pino.levels.values[level], time: Date.now(), msg }))}\n`;
}

/** A log without output, for tests. */
export function silentLog(): Log {
  return pino({ level: "silent" });
}

/** A line for people: a call as `catalog_product.info ok 0.41 ms (admin)`. */
async function prettyLine(): Promise<(line: string) => string> {
  // Loaded only here: most servers write JSON and do not need these 29 modules.
  const { prettyFactory } = await import("pino-pretty");
  const prettify = prettyFactory({
    colorize: process.stderr.isTTY && process.env.NO_COLOR === undefined,
    translateTime: "HH:MM:ss",
    ignore: "pid,hostname,operation,path,user,fault,forced,ms,door,client,user_agent,status,request_id,trace",
    singleLine: true,
    messageFormat: (line, messageKey) => {
      if (line[messageKey] !== "call") return withOperation(String(line[messageKey]), line.operation);
      const { operation, path, fault = "ok", forced, ms, user } = line as Record<string, string>;
      const outcome = forced ? `${fault}, forced,` : fault;
      return `${path ? `"${path}"` : operation} ${outcome} ${ms} ms (${user || "nobody"})`;
    },
  });
  return (line) => prettify(escapeAll(JSON.parse(line))) ?? line;
}

function withOperation(message: string, operation: unknown): string {
  return typeof operation === "string" ? `${message} (${operation})` : message;
}

/** Limits for the errors in a line: those of handlers of chapters may hold anything. */
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
