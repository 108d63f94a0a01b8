/** Logs, counts and records every call. */
import pino from "pino";
import type { CallObserver, CallRecorder, EndedCall } from "../calls/observer.js";
import type { Log } from "../log/log.js";
import type { Metrics } from "./metrics.js";

/**
 * Runs once per call of a batch, so it must stay below a microsecond.
 * @param recorder the journal of the test control
 */
export function callObserver(log: Log, metrics: Metrics, recorder?: CallRecorder): CallObserver {
  const logCall = callLog(log);
  return {
    callEnded(call) {
      metrics.countCall(call);
      logCall?.(call);
      recorder?.add(call);
    },
    callFailed(error, operation, reference) {
      log.error({ err: error, operation, reference }, "the call failed unexpectedly");
    },
  };
}

/**
 * Writes the log lines of calls past pino: turning numbers into text is most of the work, and many calls share a
 * millisecond or a caller. Measured by processor time of `catalog_product.info`: 21.4 us instead of 22.8 us a call.
 * Undefined = the level of the log lets no such line through.
 */
export function callLog(log: Log): ((call: EndedCall) => void) | undefined {
  const stream = log.isLevelEnabled("info") ? streamOf(log) : undefined;
  if (!stream) return undefined;
  const text = lineWriter();
  return (call) => {
    stream.write(text(call));
  };
}

function streamOf(log: Log): pino.DestinationStream | undefined {
  return (log as unknown as Record<symbol, pino.DestinationStream | undefined>)[pino.symbols.streamSym];
}

function lineWriter(): (call: EndedCall) => string {
  let time = 0;
  let start = "";
  let username = "";
  let user = '""';
  return ({ operation, path, username: name, fault, forced, durationMs }) => {
    const now = Date.now();
    if (now !== time) start = `{"level":30,"time":${(time = now)},"operation":"`;
    if (name !== username) user = JSON.stringify((username = name));
    const called = path === undefined ? "" : `"path":${JSON.stringify(path)},`;
    const failure = fault === undefined ? "" : `"fault":"${fault}",`;
    const mark = forced === true ? '"forced":true,' : "";
    return `${start}${operation}",${called}"user":${user},${failure}${mark}"ms":${millisecondsText(durationMs)},"msg":"call"}\n`;
  };
}

/** What follows the whole milliseconds, by microseconds: `.412`, `.05` or nothing. */
const fractions = Array.from({ length: 1000 }, (_, microseconds) => String(microseconds / 1000).slice(1));

/** Milliseconds with at most three decimals. */
function millisecondsText(durationMs: number): string {
  const microseconds = Math.round(durationMs * 1000);
  return `${Math.floor(microseconds / 1000)}${fractions[microseconds % 1000] ?? ""}`;
}
