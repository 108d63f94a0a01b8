/** Logs, counts and records every call. */
import type { RecordedError } from "../contract/faults.js";
import type { CallObserver, CallRecorder, LogLine, ServedCall } from "../calls/observer.js";
import type { Log } from "../log/log.js";
import type { OutageLog } from "../log/outage-log.js";
import type { Telemetry } from "./telemetry.js";

export interface Observation {
  /** @param recorder the journal of the test control */
  readonly observer: (recorder?: CallRecorder) => CallObserver;
  /** Logs and counts what is served besides calls of operations. */
  readonly logCall: (call: ServedCall) => void;
}

/** Upper bounds of the duration buckets, seconds. */
export const durationBuckets: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

/** Counters of one operation by one door. */
export interface Tally {
  /** Calls by fault; "" = answered. */
  readonly byFault: Map<string, number>;
  /** Calls per bucket; the last bucket has no upper bound. */
  readonly byDuration: Float64Array;
  sumSeconds: number;
}

/**
 * Counts calls. The counter and histogram of prom-client take about 2 us per call, because they hash the labels each
 * time; this takes 0.1 us, and the numbers are handed to prom-client when the metrics are read.
 */
export class CallTallies {
  /** By door, then by operation. */
  private readonly tallies = new Map<ServedCall["door"], Map<string, Tally>>();

  count({ operation, door, fault, durationMs }: ServedCall): void {
    const tally = this.tallies.get(door)?.get(operation) ?? this.begin(door, operation);
    const name = fault ?? "";
    const seconds = durationMs / 1000;
    tally.byFault.set(name, (tally.byFault.get(name) ?? 0) + 1);
    tally.sumSeconds += seconds;
    let bucket = 0;
    while (bucket < durationBuckets.length && seconds > (durationBuckets[bucket] as number)) bucket += 1;
    tally.byDuration[bucket] = (tally.byDuration[bucket] as number) + 1;
  }

  get all(): readonly { readonly operation: string; readonly door: string; readonly tally: Tally }[] {
    return [...this.tallies].flatMap(([door = "none", operations]) =>
      [...operations].map(([operation, tally]) => ({ operation, door, tally })),
    );
  }

  private begin(door: ServedCall["door"], operation: string): Tally {
    const byDuration = new Float64Array(durationBuckets.length + 1);
    const tally = { byFault: new Map(), byDuration, sumSeconds: 0 };
    const operations = this.tallies.get(door) ?? new Map<string, Tally>();
    this.tallies.set(door, operations.set(operation, tally));
    return tally;
  }
}

/** The observer runs once per call of a batch, so it must take less than a microsecond. */
export function observe(
  log: Log,
  tallies: CallTallies,
  outages: OutageLog,
  telemetry?: Telemetry,
): Observation {
  const writeLine = callLog(log);
  const logCall = (call: ServedCall) => {
    tallies.count(call);
    if (!(isRefused(call) && outages.isOn)) writeLine(call);
  };
  return {
    logCall,
    observer: (recorder) => ({
      callEnded(call) {
        logCall(call);
        if (!call.row && call.door !== "rest") telemetry?.callEnded(call);
        recorder?.add(call);
      },
      callFailed(error, operation, reference) {
        if (outages.takes(error, reference)) return;
        log.error({ err: error, operation, reference }, "the call failed unexpectedly");
      },
    }),
  };
}

/** During an outage, the log only counts these calls. */
function isRefused({ fault }: ServedCall): boolean {
  return fault === "internal" || fault === "503";
}

/** Writes a line for each call, which its request completes (client, request ID, status). */
function callLog(log: Log): (call: ServedCall) => void {
  const write = (line: LogLine) => log.info(line, "call");
  return (call) => {
    if (!log.isLevelEnabled("info")) return;
    if (call.group) call.group.log(callLine(call), write);
    else write(callLine(call));
  };
}

function callLine({
  operation,
  path,
  username,
  fault,
  forced,
  durationMs,
  door,
  error,
}: ServedCall): LogLine {
  return {
    operation,
    path,
    user: username,
    fault,
    forced: forced === true ? true : undefined,
    ms: Math.round(durationMs * 1000) / 1000,
    door,
    reference: fault === "internal" ? referenceOf(error) : undefined,
  };
}

/** The reference that the response and the logged error share. */
function referenceOf(error: RecordedError | undefined): unknown {
  return (error?.data as { readonly reference?: unknown } | undefined)?.reference;
}
