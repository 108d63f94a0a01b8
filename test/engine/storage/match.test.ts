import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matcher } from "../../../src/engine/storage/match.js";
import { fold } from "../../../src/engine/values/text.js";
import { candidates } from "../../../src/engine/storage/query.js";
import { StateBuilder, State } from "../../../src/engine/storage/state.js";
import type { Condition, Op, Query } from "../../../src/engine/filters/query.js";
import type { Doc } from "../../../src/engine/storage/storage.js";
import { conditionCases, doc } from "./conditions.js";
import { product } from "./support/documents.js";
import { collections } from "../../../src/shop/data/collections.js";

function holds(path: string | readonly string[], op: Op, value?: unknown, type?: "text" | "number"): boolean {
  return matcher({ where: [{ path, op, value, type }] })(doc);
}

describe("conditions", () => {
  test.each(conditionCases)("%s %s %j: %s", (path, op, value, want, type) => {
    expect(holds(path, op, value, type)).toBe(want);
  });

  test("every group needs one match; without conditions everything matches", () => {
    const yes: Condition = { path: "id", op: "eq", value: 1 };
    const no: Condition = { path: "id", op: "eq", value: 2 };
    expect(matcher({ any: [[yes, no], [yes]] })(doc as Doc)).toBe(true);
    expect(matcher({ any: [[yes, no], [no]] })(doc as Doc)).toBe(false);
    expect(matcher({ where: [no], any: [[yes]] })(doc as Doc)).toBe(false);
    expect(matcher({})(doc as Doc)).toBe(true);
  });

  test("like takes no longer for malicious patterns", () => {
    const text = { id: 1, sku: "a".repeat(20_000) } as Doc;
    const hostile = `${"%a".repeat(200)}%b`;
    // What backtracks would not end before the test's time is over.
    expect(matcher({ where: [{ path: "sku", op: "like", value: hostile }] })(text)).toBe(false);
  });

  test("fold changes only case, and is idempotent", () => {
    expect(fold("ÄΟΔΟΣ")).toBe(fold("äοδος"));
    expect(fold("é")).not.toBe(fold("e"));
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => fold(fold(text)) === fold(text)));
  });
});

describe("indexes", () => {
  const scalar = fc.constantFrom<unknown>(null, 0, 1, 2, 3, 10, true, "a", "A", "b", "10", "");
  const fields = fc.record({
    set: scalar,
    type: scalar,
    website_ids: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 })),
  });
  const condition: fc.Arbitrary<Condition> = fc.record({
    path: fc.oneof(fc.constantFrom("id", "set", "type", "website_ids"), fc.constant(["set", "type"])),
    type: fc.constantFrom("text", "number", undefined),
    op: fc.constantFrom<Op>(
      "eq",
      "neq",
      "in",
      "nin",
      "gt",
      "gteq",
      "lt",
      "lteq",
      "like",
      "nlike",
      "null",
      "notnull",
      "finset",
    ),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.integer({ min: 0, max: 120 })),
  });
  const query: fc.Arbitrary<Query> = fc.record({
    where: fc.array(condition, { maxLength: 3 }),
    any: fc.array(fc.array(condition, { maxLength: 2, minLength: 1 }), { maxLength: 2 }),
    after: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  });

  test("an index finds the same documents as a full scan", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.option(fields)), {
      minLength: 90,
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, fc.array(query, { minLength: 20, maxLength: 20 }), (changes, queries) => {
        const draft = new StateBuilder(State.empty(collections));
        for (const [id, one] of changes) {
          if (one) draft.store("products", product(id, one));
          else draft.remove("products", id);
        }
        const table = draft.finish().table("products");
        for (const one of queries) {
          const meets = matcher(one);
          const naive = [...table.docs.values()].filter((each) => each.id > (one.after ?? 0) && meets(each));
          expect([...candidates(table, one)].filter(meets)).toEqual(naive);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, Query, number]>([
    ["equality", { where: [{ path: "set", op: "eq", value: 77 }] }, 10],
    ["one of a list", { where: [{ path: "set", op: "in", value: [77, 78, 77] }] }, 20],
    [
      "a range of ids",
      {
        where: [
          { path: "id", op: "gt", value: 100 },
          { path: "id", op: "lteq", value: 103 },
        ],
      },
      3,
    ],
    ["an element of a list", { where: [{ path: "website_ids", op: "eq", value: 5 }] }, 1],
    [
      "the better of two",
      {
        where: [
          { path: "type", op: "eq", value: "simple" },
          { path: "set", op: "eq", value: 7 },
        ],
      },
      10,
    ],
    [
      "an OR over indexes",
      {
        any: [
          [
            { path: "set", op: "eq", value: 7 },
            { path: "id", op: "eq", value: 1 },
          ],
        ],
      },
      11,
    ],
    ["after", { where: [{ path: "set", op: "eq", value: 7 }], after: 9_000 }, 1],
  ])("%s looks at few of 10,000 documents", (_title, one, want) => {
    expect([...candidates(big, one)]).toHaveLength(want);
  });

  const filled = new StateBuilder(State.empty(collections));
  for (let id = 1; id <= 10_000; id += 1)
    filled.store("products", product(id, { set: id % 1_000, website_ids: [id, -id] }));
  const big = filled.finish().table("products");
});
