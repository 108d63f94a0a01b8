/** Logs and counts every call. */
import { callLog } from "../fast/call-lines.js";
import type { Log } from "../log/log.js";
import type { CallObserver } from "../calls/observer.js";
import type { Metrics } from "./metrics.js";

/** Runs once per call of a batch, so it must stay below a microsecond. */
export function callObserver(log: Log, metrics: Metrics): CallObserver {
  const logCall = callLog(log);
  return {
    callEnded(call) {
      metrics.countCall(call);
      logCall?.(call);
    },
    callFailed(error, operation, reference) {
      log.error({ err: error, operation, reference }, "the call failed unexpectedly");
    },
  };
}
