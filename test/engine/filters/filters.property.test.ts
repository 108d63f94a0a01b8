/** Any filters find the same rows as a naive model of conventions 9. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFilters } from "../../../src/engine/filters/filters.js";
import { matcher } from "../../../src/engine/storage/match.js";
import { modelMatches, type ModelType } from "./filters.model.js";

/** Operand pools per type, small enough that matches are common. */
const pools: Record<ModelType, readonly unknown[]> = {
  number: [0, 1, 2, "1", "2.5", 2.5, -1, true, ""],
  text: ["a", "A", "b", "a,b", "", 1, "1", "%", "a_b", false],
  datetime: ["2024-01-01", "2024-01-01 00:00:01", "2024-02-01T00:00:00Z"],
  membership: [1, 2, "3", true],
};

const stored: Record<ModelType, fc.Arbitrary<unknown>> = {
  number: fc.constantFrom(null, undefined, 0, 1, 2, 2.5, -1),
  text: fc.constantFrom(null, undefined, "", "a", "A", "b", "B", "a,b", "1", "axb", "0"),
  datetime: fc.constantFrom(
    null,
    undefined,
    "2024-01-01 00:00:00",
    "2024-01-01 00:00:01",
    "2024-02-01 00:00:00",
  ),
  membership: fc.subarray([1, 2, 3]),
};

const types: readonly ModelType[] = ["number", "text", "datetime", "membership"];

const operatorNames = [
  ...["eq", "neq", "gt", "lt", "gteq", "lteq", "from", "to", "in", "nin", "like", "nlike"],
  ...["null", "notnull", "is", "finset", "seq", "sneq"],
];

function operatorObject(type: ModelType): fc.Arbitrary<Record<string, unknown>> {
  const scalar = fc.constantFrom(...pools[type]);
  const list = fc.oneof(fc.array(scalar, { maxLength: 3 }), fc.constantFrom("1,2", "a,b"));
  const entry = fc.constantFrom(...operatorNames).chain((name) => {
    if (name === "is") return fc.tuple(fc.constant(name), fc.constant(null));
    return fc.tuple(fc.constant(name), name === "in" || name === "nin" ? list : scalar);
  });
  return fc
    .array(entry, { minLength: 1, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries) as never);
}

function condition(type: ModelType): fc.Arbitrary<unknown> {
  const scalar = fc.constantFrom(...pools[type], null);
  return fc.oneof(
    scalar,
    operatorObject(type),
    fc.array(scalar, { minLength: 1, maxLength: 3 }),
    fc.array(fc.oneof(scalar, operatorObject(type)), { minLength: 1, maxLength: 3 }),
  );
}

test("any filters: storage and model find the same rows and refuse the same filters", () => {
  const cases = fc.constantFrom(...types).chain((type) =>
    fc.record({
      type: fc.constant(type),
      filter: condition(type),
      values: fc.array(stored[type], { minLength: 1, maxLength: 6 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ type, filter, values }) => {
      const parsed = parseFilters({ field: filter }, new Map([["field", { path: "field", type }]]));
      const docs = values.map((value, at) => ({ id: at, field: value }));
      const expected = modelMatches(type, filter, values);
      if ("problem" in parsed) expect(expected, parsed.problem).toBe("refused");
      else expect(docs.map(matcher(parsed.query))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
