/** What Prometheus scrapes: calls, storage and the process. One registry per server. */
import { collectDefaultMetrics, Gauge, Registry, type Metric } from "prom-client";
import type { EndedCall } from "../calls/observer.js";
import type { Storage } from "../storage/storage.js";

/** Upper bounds of the duration buckets, seconds. */
const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counters of one operation. */
interface Tally {
  /** Calls by fault; "" = answered. */
  readonly byFault: Map<string, number>;
  /** Calls per bucket, the last one beyond all bounds. */
  readonly byDuration: Float64Array;
  sumSeconds: number;
}

export class Metrics {
  private readonly registry = new Registry();
  private readonly tallies = new Map<string, Tally>();

  constructor(storage: Storage) {
    collectDefaultMetrics({ register: this.registry });
    this.registry.registerMetric(this.callsTotal());
    this.registry.registerMetric(this.callSeconds());
    new Gauge({
      name: "store_storage_writable",
      help: "1 while the storage takes writes, 0 after a write failed.",
      registers: [this.registry],
      collect() {
        this.set(storage.health().writable ? 1 : 0);
      },
    });
  }

  readonly contentType = this.registry.contentType;

  /**
   * Counts one call. prom-client's own counter and histogram cost about 2 us per call, because they hash the
   * labels each time; this costs 0.1 us and hands its numbers over when somebody asks.
   */
  countCall({ operation, fault, durationMs }: EndedCall): void {
    let tally = this.tallies.get(operation);
    if (!tally) {
      tally = { byFault: new Map(), byDuration: new Float64Array(buckets.length + 1), sumSeconds: 0 };
      this.tallies.set(operation, tally);
    }
    const name = fault ?? "";
    const seconds = durationMs / 1000;
    tally.byFault.set(name, (tally.byFault.get(name) ?? 0) + 1);
    tally.sumSeconds += seconds;
    let bucket = 0;
    while (bucket < buckets.length && seconds > (buckets[bucket] as number)) bucket += 1;
    tally.byDuration[bucket] = (tally.byDuration[bucket] as number) + 1;
  }

  /** All metrics in the Prometheus text format. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** Lets go of what observes the process. */
  close(): void {
    this.registry.clear();
  }

  private callsTotal(): Metric {
    return custom(
      "store_calls_total",
      "Calls by operation and fault; fault is empty for answered calls.",
      "counter",
      () =>
        [...this.tallies].flatMap(([operation, { byFault }]) =>
          [...byFault].map(([fault, value]) => ({ labels: { operation, fault }, value })),
        ),
    );
  }

  private callSeconds(): Metric {
    const name = "store_call_duration_seconds";
    return custom(name, "Time from the check of access to the result, by operation.", "histogram", () =>
      [...this.tallies].flatMap(([operation, tally]) => histogramValues(name, operation, tally)),
    );
  }
}

interface Value {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** The lines of one operation: how many calls took at most so long, their number and their time in all. */
function histogramValues(name: string, operation: string, { byDuration, sumSeconds }: Tally): Value[] {
  let count = 0;
  const lines: Value[] = [...byDuration].map((calls, index) => {
    count += calls;
    const labels = { operation, le: buckets[index] ?? "+Inf" };
    return { metricName: `${name}_bucket`, labels, value: count };
  });
  const labels = { operation };
  lines.push({ metricName: `${name}_sum`, labels, value: sumSeconds });
  lines.push({ metricName: `${name}_count`, labels, value: count });
  return lines;
}

/** A metric whose numbers are ours. A registry asks for no more than the name, `get` and `reset`. */
function custom(name: string, help: string, type: string, values: () => readonly Value[]): Metric {
  const metric = {
    name,
    help,
    type,
    get: async () => ({ name, help, type, values: values(), aggregator: "sum" }),
    reset() {},
  };
  return metric as unknown as Metric;
}
