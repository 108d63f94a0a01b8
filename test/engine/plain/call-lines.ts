/** The log lines of calls, in the form of pino. */
import type pino from "pino";
import type { ServedCall } from "../../../src/engine/calls/observer.js";

/** Undefined if the log level excludes such lines. */
export const callLog = (log: pino.Logger) => {
  if (!log.isLevelEnabled("info")) return undefined;
  return ({ operation, path, username, fault, forced, durationMs }: ServedCall) => {
    const isForced = forced === true ? true : undefined;
    log.info(
      { operation, path, user: username, fault, forced: isForced, ms: Math.round(durationMs * 1000) / 1000 },
      "call",
    );
  };
};
