/** The log: structured lines on stderr, one per call, without arguments and secrets (conventions 11.3). */
import pino from "pino";
import { prettyFactory } from "pino-pretty";
import type { Settings } from "./config.js";
import type { Metrics } from "./http/metrics.js";
import { BufferedOutput } from "./log/output.js";
import type { CallObserver, EndedCall } from "./rpc/dispatch.js";

export type Log = pino.Logger;

export interface OpenLog {
  readonly log: Log;
  /** Resolves when all lines so far are written. */
  readonly flush: () => Promise<void>;
  /** For the end of the process. */
  readonly flushSync: () => void;
}

const stderr = 2;

/** @param fd file descriptor to write to */
export function openLog(
  { logLevel, logFormat }: Pick<Settings, "logLevel" | "logFormat">,
  fd = stderr,
): OpenLog {
  const output = new BufferedOutput(fd);
  const prettify = logFormat === "pretty" ? prettyLine() : undefined;
  const destination = prettify
    ? { write: (line: string) => output.write(prettify(line) ?? line) }
    : { write: (line: string) => output.write(line) };
  const log = pino({ base: null, level: logLevel }, destination);
  return { log, flush: () => output.flush(), flushSync: () => output.flushSync() };
}

/** A log that nobody reads, for tests. */
export function silentLog(): Log {
  return pino({ level: "silent" });
}

/** Logs and counts every call. Runs once per call of a batch, so it must stay below a microsecond. */
export function callObserver(log: Log, metrics: Metrics): CallObserver {
  const stream = log.isLevelEnabled("info") ? streamOf(log) : undefined;
  const line = callLines();
  return {
    ended(call) {
      metrics.countCall(call);
      stream?.write(line(call));
    },
    failed(error, operation, reference) {
      log.error({ err: error, operation, reference }, "the call failed unexpectedly");
    },
  };
}

function streamOf(log: Log): pino.DestinationStream | undefined {
  return (log as unknown as Record<symbol, pino.DestinationStream | undefined>)[pino.symbols.streamSym];
}

/**
 * The lines of `log.info({ operation, path, user, fault, ms }, "call")`, at a tenth of its 2.3 us: turning numbers into text
 * is most of the work, and many calls share a millisecond or a caller.
 */
function callLines(): (call: EndedCall) => string {
  let time = 0;
  let start = "";
  let username = "";
  let user = '""';
  return ({ operation, path, username: name, fault, durationMs }) => {
    const now = Date.now();
    if (now !== time) start = `{"level":30,"time":${(time = now)},"operation":"`;
    if (name !== username) user = JSON.stringify((username = name));
    const called = path === undefined ? "" : `"path":${JSON.stringify(path)},`;
    const failure = fault === undefined ? "" : `"fault":"${fault}",`;
    return `${start}${operation}",${called}"user":${user},${failure}"ms":${millisecondsText(durationMs)},"msg":"call"}\n`;
  };
}

/** What follows the whole milliseconds, by microseconds: `.412`, `.05` or nothing. */
const fractions = Array.from({ length: 1000 }, (_, microseconds) => String(microseconds / 1000).slice(1));

/** Milliseconds with at most three decimals. */
function millisecondsText(durationMs: number): string {
  const microseconds = Math.round(durationMs * 1000);
  return `${Math.floor(microseconds / 1000)}${fractions[microseconds % 1000] ?? ""}`;
}

/** A line for people: a call as `catalog_product.info ok 0.41 ms (admin)`. */
function prettyLine(): (line: string) => string | undefined {
  return prettyFactory({
    colorize: process.stderr.isTTY && process.env.NO_COLOR === undefined,
    translateTime: "HH:MM:ss",
    ignore: "pid,hostname,operation,path,user,fault,ms",
    singleLine: true,
    messageFormat: (line, messageKey) => {
      if (line[messageKey] !== "call") return withOperation(String(line[messageKey]), line.operation);
      const { operation, path, fault = "ok", ms, user } = line as Record<string, string>;
      return `${path ? JSON.stringify(path) : operation} ${fault} ${ms} ms (${user || "nobody"})`;
    },
  });
}

function withOperation(message: string, operation: unknown): string {
  return typeof operation === "string" ? `${message} (${operation})` : message;
}
