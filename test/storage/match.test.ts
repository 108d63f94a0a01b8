import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matcher } from "../../src/storage/match.js";
import { fold } from "../../src/values/text.js";
import { candidates } from "../../src/storage/query.js";
import { StateBuilder, State } from "../../src/storage/state.js";
import type { Condition, Op, Query } from "../../src/filters/query.js";
import type { Doc } from "../../src/storage/storage.js";
import { product } from "./support/documents.js";

const doc = {
  id: 1,
  sku: "Straße_5%",
  price: 19.99,
  zero: 0,
  on: true,
  off: false,
  none: null,
  empty: "",
  digits: "10",
  list: [1, 2, 3],
  no: [],
  names: ["Red", "BLUE"],
  set: "a,B,10",
  date: "2024-05-01 00:00:00",
  values: { s1: { name: "Eins" }, s2: { name: null } },
  items: [{ sku: "A" }, { sku: "b", qty: 2 }],
};

function holds(path: string | string[], op: Op, value?: unknown, type?: "text" | "number"): boolean {
  return matcher({ where: [{ path, op, value, type }] })(doc);
}

describe("conditions", () => {
  test.each<[string | string[], Op, unknown, boolean, ("text" | "number")?]>([
    ["sku", "eq", "STRAßE_5%", true],
    ["sku", "eq", "straße", false],
    ["sku", "neq", "x", true],
    ["none", "eq", "x", false],
    ["none", "neq", "x", false],
    ["none", "nin", ["x"], false],
    ["none", "nin", [], true],
    ["sku", "in", [], false],
    ["sku", "nin", [], true],
    ["sku", "in", ["x", "Straße_5%"], true],
    ["price", "eq", 19.99, true],
    ["price", "eq", "19.99", true],
    ["price", "eq", "19.99", true, "number"],
    ["price", "eq", "19.990", true, "number"],
    ["price", "eq", "19.990", false],
    ["price", "eq", "cheap", false, "number"],
    ["digits", "eq", 10, false],
    ["digits", "neq", 5, false],
    ["digits", "gt", 9, false],
    ["digits", "eq", "10", true],
    ["digits", "lt", "9", true],
    ["price", "gt", 2, true],
    ["price", "gt", "2", false],
    ["price", "gt", "2", true, "number"],
    ["zero", "gteq", 0, true],
    ["zero", "gt", 0, false],
    ["zero", "lteq", 0, true],
    ["zero", "lt", 0, false],
    ["none", "lteq", 0, false],
    ["zero", "null", 1, false],
    ["none", "null", 0, true],
    ["missing", "null", 1, true],
    ["empty", "null", 1, false],
    ["no", "null", 1, true],
    ["list", "notnull", 1, true],
    ["values", "notnull", 1, true],
    ["on", "eq", 1, true],
    ["on", "eq", true, true],
    ["off", "eq", "0", true],
    ["off", "in", [0], true],
    ["list", "eq", 2, true],
    ["list", "neq", 2, false],
    ["list", "neq", 9, true],
    ["list", "nin", [8, 9], true],
    ["list", "nin", [3, 9], false],
    ["list", "in", [3, 9], true],
    ["list", "gt", 2, true],
    ["names", "eq", "blue", true],
    ["items.sku", "eq", "B", true],
    ["items.sku", "nin", ["a"], false],
    ["items.qty", "eq", 2, true],
    ["names", "like", "r%", true],
    ["names", "nlike", "r%", false],
    ["names", "nlike", "g%", true],
    ["sku", "like", "straße%", true],
    ["sku", "like", "%5\\%", true],
    ["sku", "like", "%\\_5_", true],
    ["sku", "like", "%X%", false],
    ["sku", "like", "straße", false],
    ["none", "nlike", "%", false],
    ["price", "like", "19._9", true],
    ["price", "like", "19.990", false],
    ["empty", "like", "%", true],
    ["empty", "like", "_", false],
    ["sku", "like", "%%ß%_%", true],
    ["sku", "nlike", "str%", false],
    ["set", "finset", "b", true],
    ["set", "finset", 10, true],
    ["set", "finset", "a,b", false],
    ["set", "finset", "c", false],
    ["list", "finset", "2", true],
    ["date", "gteq", "2024-05-01", true],
    ["date", "lteq", "2024-05-01", false],
    ["values.s1.name", "eq", "eins", true],
    [["values.s2.name", "values.s1.name"], "eq", "eins", true],
    [["values.s1.name", "sku"], "eq", "Straße_5%", false],
    ["constructor", "notnull", 1, false],
    ["sku.length", "notnull", 1, false],
  ])("%s %s %j: %s", (path, op, value, want, type) => {
    expect(holds(path, op, value, type)).toBe(want);
  });

  test("groups need one of theirs each; without conditions everything matches", () => {
    const yes: Condition = { path: "id", op: "eq", value: 1 };
    const no: Condition = { path: "id", op: "eq", value: 2 };
    expect(matcher({ any: [[yes, no], [yes]] })(doc as Doc)).toBe(true);
    expect(matcher({ any: [[yes, no], [no]] })(doc as Doc)).toBe(false);
    expect(matcher({ where: [no], any: [[yes]] })(doc as Doc)).toBe(false);
    expect(matcher({})(doc as Doc)).toBe(true);
  });

  test("like takes no longer for hostile patterns", () => {
    const text = { id: 1, sku: "a".repeat(20_000) } as Doc;
    const hostile = `${"%a".repeat(200)}%b`;
    const start = performance.now();
    expect(matcher({ where: [{ path: "sku", op: "like", value: hostile }] })(text)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test("fold: case only, and a second time changes nothing", () => {
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

  test("what an index finds is what looking at every document finds", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90 }), fc.option(fields)), {
      minLength: 90,
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, fc.array(query, { minLength: 20, maxLength: 20 }), (changes, queries) => {
        const draft = new StateBuilder(State.empty());
        for (const [id, one] of changes) {
          if (one) draft.put("products", product(id, one));
          else draft.del("products", id);
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

  const filled = new StateBuilder(State.empty());
  for (let id = 1; id <= 10_000; id += 1)
    filled.put("products", product(id, { set: id % 1_000, website_ids: [id, -id] }));
  const big = filled.finish().table("products");
});
