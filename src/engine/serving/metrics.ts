/**
 * The metrics for Prometheus: calls, refusals, storage and the process (docs/monitoring.md). One registry per server.
 */
import type { Metric, Registry } from "prom-client";
import type { Refusals } from "../guard/refusals.js";
import type { Storage } from "../storage/storage.js";
import { counter, gauge, type Measure, measured, type MeasuredValue } from "../values/measure.js";
import { durationBuckets, type CallTallies, type Tally } from "./call-observer.js";

export class Metrics {
  /** The metrics of the process: observed from the first scrape on, so that a start need not load the package. */
  private process: Registry | undefined;
  constructor(
    private readonly storage: Storage,
    private readonly tallies: CallTallies,
    private readonly refusals?: Refusals,
  ) {}

  readonly contentType = "text/plain; version=0.0.4; charset=utf-8";

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    const { collectDefaultMetrics, Registry } = await import("prom-client");
    if (!this.process) collectDefaultMetrics({ register: (this.process = new Registry()) });
    const now = new Registry();
    for (const one of [...this.ofCalls(), ...this.ofLimits(), ...(await this.ofStorage())]) {
      now.registerMetric(asMetric(one));
    }
    return `${await this.process.metrics()}\n${await now.metrics()}`;
  }

  /** Removes the observers of the process. */
  close(): void {
    this.process?.clear();
  }

  private ofCalls(): readonly Measure[] {
    const { all } = this.tallies;
    const calls = all.flatMap(({ operation, door, tally }) =>
      [...tally.byFault].map(([fault, count]) => measured(count, { operation, door, fault })),
    );
    const byOperation = durations("store_call_duration_seconds", "operation", all);
    const byDoor = durations("store_door_call_duration_seconds", "door", all);
    return [
      counter(
        "store_calls_total",
        "Calls by operation, door and fault; fault is empty for answered calls.",
        calls,
      ),
      { ...byOperation, help: "Time from the check of access to the result, by operation." },
      { ...byDoor, help: "The same by door." },
    ];
  }

  private ofLimits(): readonly Measure[] {
    if (!this.refusals) return [];
    const refused = this.refusals.all.map(([limit, count]) => measured(count, { limit }));
    return [counter("store_refusals_total", "Requests, calls and connections refused, by limit.", refused)];
  }

  private async ofStorage(): Promise<readonly Measure[]> {
    const { writable } = this.storage.health();
    return [
      gauge(
        "store_storage_writable",
        "1 while the storage takes writes, 0 after a write failed.",
        writable ? 1 : 0,
      ),
      ...(await this.storage.measures()),
    ];
  }
}

/** A histogram by one label, summed over the other. */
function durations<Label extends "operation" | "door">(
  name: string,
  label: Label,
  all: readonly ({ readonly tally: Tally } & { readonly [L in Label]: string })[],
): Omit<Measure, "help"> {
  const sums = new Map<string, Pick<Tally, "byDuration" | "sumSeconds">>();
  for (const { tally, [label]: value } of all) {
    const before = sums.get(value);
    const byDuration = tally.byDuration.map((calls, at) => calls + (before?.byDuration[at] ?? 0));
    sums.set(value, { byDuration, sumSeconds: tally.sumSeconds + (before?.sumSeconds ?? 0) });
  }
  const values = [...sums].flatMap(([value, sum]) => histogramValues(name, { [label]: value }, sum));
  return { name, type: "histogram", values };
}

/** The values of one histogram: cumulative buckets, sum and count. */
function histogramValues(
  name: string,
  labels: Readonly<Record<string, string>>,
  { byDuration, sumSeconds }: Pick<Tally, "byDuration" | "sumSeconds">,
): MeasuredValue[] {
  let count = 0;
  const lines: MeasuredValue[] = [...byDuration].map((calls, index) => {
    count += calls;
    return {
      ...measured(count, { ...labels, le: durationBuckets[index] ?? "+Inf" }),
      metricName: `${name}_bucket`,
    };
  });
  lines.push({ ...measured(sumSeconds, labels), metricName: `${name}_sum` });
  lines.push({ ...measured(count, labels), metricName: `${name}_count` });
  return lines;
}

/** A registry uses only the name and `get` of a metric. */
function asMetric(measure: Measure): Metric {
  const metric = { ...measure, get: async () => ({ ...measure, aggregator: "sum" }) };
  return metric as unknown as Metric;
}
