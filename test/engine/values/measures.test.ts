import { expect, test } from "vitest";
import { EventCounts } from "../../../src/engine/values/counts.js";
import { counter, gauge, measured } from "../../../src/engine/values/measure.js";

test("every kind is counted from 0 on", () => {
  const counts = new EventCounts(["origin", "size"]);
  expect(counts.all).toEqual([
    ["origin", 0],
    ["size", 0],
  ]);
  counts.add("size");
  counts.add("size");
  expect(counts.all).toEqual([
    ["origin", 0],
    ["size", 2],
  ]);
});

test("a measure has one value, or one per series", () => {
  expect(gauge("bytes", "Bytes in use.", 5)).toEqual({
    ...{ name: "bytes", help: "Bytes in use.", type: "gauge" },
    values: [{ value: 5, labels: {} }],
  });
  const values = [measured(1, { door: "soap" }), measured(2, { door: "rest" })];
  expect(gauge("calls", "Calls.", values).values).toEqual(values);
  expect(counter("calls", "Calls.", values)).toEqual({
    name: "calls",
    help: "Calls.",
    type: "counter",
    values,
  });
});
