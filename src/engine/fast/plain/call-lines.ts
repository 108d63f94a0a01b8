/** The log lines of calls, as pino writes them. */
import type pino from "pino";

/** A call that ended. */
export interface CallLine {
  /** The operation, or the method of the protocol; `unknown` when there is none of the name that was called. */
  readonly operation: string;
  /** What was called in place of a known operation, cut to a bearable length. */
  readonly path?: string | undefined;
  /** Empty when nobody was let in. */
  readonly username: string;
  /** Absent when the call succeeded. */
  readonly fault: string | undefined;
  /** The test control answered in place of the operation. */
  readonly forced?: boolean | undefined;
  readonly durationMs: number;
}

/** Undefined = the level of the log lets no such line through. */
export type CallLog = (log: pino.Logger) => ((call: CallLine) => void) | undefined;

export const callLog: CallLog = (log) => {
  if (!log.isLevelEnabled("info")) return undefined;
  return ({ operation, path, username, fault, forced, durationMs }) => {
    const isForced = forced === true ? true : undefined;
    log.info(
      { operation, path, user: username, fault, forced: isForced, ms: Math.round(durationMs * 1000) / 1000 },
      "call",
    );
  };
};
