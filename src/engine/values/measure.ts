/** A metric, read when the metrics are requested. */
export interface Measure {
  readonly name: string;
  /** Its meaning, and its unit unless the name has it. */
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly values: readonly MeasuredValue[];
}

export interface MeasuredValue {
  /** Replaces the name: `…_sum`, `…_count` and `…_bucket` of histograms and summaries. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** @param values several series, or a single number */
export function gauge(name: string, help: string, values: readonly MeasuredValue[] | number): Measure {
  return { name, help, type: "gauge", values: typeof values === "number" ? [measured(values)] : values };
}

export function counter(name: string, help: string, values: readonly MeasuredValue[]): Measure {
  return { name, help, type: "counter", values };
}

export function measured(value: number, labels: MeasuredValue["labels"] = {}): MeasuredValue {
  return { value, labels };
}
