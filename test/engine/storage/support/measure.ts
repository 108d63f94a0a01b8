import { expect } from "vitest";
import type { Storage } from "../../../../src/engine/storage/storage.js";
import type { Measure } from "../../../../src/engine/values/measure.js";

/** One number; undefined where nothing is said of it. */
export async function measure(
  storage: Storage,
  name: string,
  labels: Measure["values"][number]["labels"] = {},
) {
  const all = (await storage.measures()).flatMap(({ name: measured, values }) =>
    values.map((one) => ({ name: one.metricName ?? measured, ...one })),
  );
  const found = all.filter(
    (one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels),
  );
  expect(found.length).toBeLessThan(2);
  return found[0]?.value;
}
