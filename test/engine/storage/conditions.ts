/** The meaning of conditions: one table for every storage, and random conditions on random documents compared with the plain matcher. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Condition, Op, Query } from "../../../src/engine/filters/query.js";
import { matcher } from "../../../src/engine/storage/match.js";
import type { DocOf, Storage } from "../../../src/engine/storage/storage.js";
import { product, put } from "./support/documents.js";

export const doc = {
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

export type ConditionCase = [
  path: string | string[],
  op: Op,
  value: unknown,
  holds: boolean,
  type?: "text" | "number",
];

export const conditionCases: ConditionCase[] = [
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
];

/** Without UTF-16 units above U+D7FF: only PostgreSQL orders them before surrogate pairs. */
const scalar = fc.constantFrom<unknown>(
  ...[null, 0, 1, 2, 3, 10, -1.5, 1e21, 1e-7, true, false],
  ...["a", "A", "b", "ab", "10", "", "Σας", "ΣΑΣ", "İ", "ß", "a,b", "%", "a\\", "\u{10400}"],
  ...["ABC 1", "abd", "a'b", "it's a \\ & | : * ! (b)", "\ud7ff", "\ud7ffa", "z".repeat(700)],
);
const anything = fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }));
const named = fc.record({ name: anything, price: scalar }, { requiredKeys: [] });
const fields = fc.record(
  {
    set: scalar,
    type: scalar,
    website_ids: anything,
    values: fc.oneof(
      fc.record({ s1: fc.record({ name: anything }), 0: anything }, { requiredKeys: [] }),
      fc.record({ s1: named, w1: named, 0: named }, { requiredKeys: ["0"] }),
    ),
    items: fc.array(fc.oneof(scalar, fc.record({ sku: anything })), { maxLength: 3 }),
  },
  { requiredKeys: ["set"] },
);
const ops = [
  ...["eq", "neq", "in", "nin", "gt", "gteq", "lt", "lteq", "like", "nlike", "null", "notnull", "finset"],
] as Op[];
const paths = [
  ...["id", "set", "type", "website_ids", "values.s1.name", "values.0", "items.sku", "items"],
  ...["sku", "values.0.name"],
];
/** As filters ask for what counts at a store. */
const ofStore = [["values.0.name"], ["values.s1.name", "values.0.name"], ["values.w1.name", "values.0.name"]];
const condition: fc.Arbitrary<Condition> = fc.record({
  path: fc.oneof(
    fc.constantFrom<string | string[]>(...paths, ...ofStore),
    fc.array(fc.constantFrom(...paths), { minLength: 1, maxLength: 2 }),
  ),
  type: fc.constantFrom("text", "number", undefined),
  op: fc.constantFrom(...ops),
  value: fc.oneof(
    anything,
    fc.constantFrom("a%", "%B%", "_", "%\\", "a\\%", "\0", "a\ud800", 1.5, "2"),
    fc.constantFrom("AB%", "a_c%", "it's a \\\\%", "%", "\ud7ff%", "σα%", "\ud800%", "\u{10ffff}%", "1%"),
    fc.constantFrom("sku-1%", "SKU-_", `${"Z".repeat(600)}%`, `${"z".repeat(700)}`),
  ),
});
const query: fc.Arbitrary<Query> = fc.record({
  where: fc.array(condition, { maxLength: 2 }),
  any: fc.array(fc.array(condition, { maxLength: 2, minLength: 1 }), { maxLength: 1 }),
  after: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
});

/** Part of the contract tests of every storage. */
export function conditions(open: () => Promise<Storage>): void {
  test("conditions match the documents of the table", async () => {
    const storage = await open();
    await put(storage, doc as unknown as DocOf<"products">);
    const wrong: unknown[] = [];
    for (const [path, op, value, holds, type] of conditionCases) {
      const found = await storage.read((tx) => tx.count("products", { where: [{ path, op, value, type }] }));
      if (found !== (holds ? 1 : 0)) wrong.push([path, op, value, holds, type]);
    }
    expect(wrong).toEqual([]);
  });

  test("random conditions find the same documents as the plain matcher", async () => {
    const storage = await open();
    const samples =
      fc.sample(fc.array(fields, { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 7 })[0] ?? [];
    const docs = samples.map((one, at) => product(at + 1, one));
    await put(storage, ...docs);
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const meets = matcher(one);
        const naive = docs
          .filter((each) => each.id > Number(one.after ?? 0) && meets(each))
          .map(({ id }) => id);
        const found = await storage.read((tx) => tx.find("products", one));
        expect(found.map(({ id }) => id)).toEqual(naive);
        expect(await storage.read((tx) => tx.count("products", one))).toBe(naive.length);
      }),
      { numRuns: 800 },
    );
  });
}
