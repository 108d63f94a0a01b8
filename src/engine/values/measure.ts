/** What a part of the server measures of itself, read when somebody asks for the metrics. */
export interface Measure {
  readonly name: string;
  /** What it means, and its unit unless the name says so. */
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram" | "summary";
  readonly values: readonly MeasuredValue[];
}

export interface MeasuredValue {
  /** In place of the name: `…_sum`, `…_count` and `…_bucket` of what is no single number. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** @param values of several series, or a single number */
export function gauge(name: string, help: string, values: readonly MeasuredValue[] | number): Measure {
  return { name, help, type: "gauge", values: typeof values === "number" ? [measured(values)] : values };
}

export function counter(name: string, help: string, values: readonly MeasuredValue[]): Measure {
  return { name, help, type: "counter", values };
}

export function measured(value: number, labels: MeasuredValue["labels"] = {}): MeasuredValue {
  return { value, labels };
}
