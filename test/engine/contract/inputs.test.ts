/** Data objects are read by the rows of their schemas. spec/README.md, "How members are read". */
import { describe, expect, test } from "vitest";
import {
  inOrder,
  inputReader,
  keep,
  readAs,
  readByRow,
  readElsewhere,
  refuse,
  set,
  type InputRow,
} from "../../../src/engine/contract/inputs.js";

const long = "x".repeat(6);

test.each<{ row: InputRow; accepted: readonly (readonly [unknown, unknown])[]; refused: readonly unknown[] }>(
  [
    {
      row: { reads: "text", max: 5 },
      accepted: [
        ["", ""],
        [" a ", " a "],
        ["<b>", "<b>"],
        [1.5, "1.5"],
        ["😀😀😀😀😀", "😀😀😀😀😀"],
      ],
      refused: [long, true, [], {}, "a\u0007"],
    },
    { row: { reads: "text", min: 1 }, accepted: [["a", "a"]], refused: ["", "  "] },
    {
      row: { reads: "plain", max: 5, unsets: true },
      accepted: [
        ["<b>a</b> ", "a "],
        ["<i></i>", null],
      ],
      refused: [long, false],
    },
    {
      row: { reads: "line", max: 5, unsets: true },
      accepted: [
        ["  a ", "a"],
        [" \t", null],
        [`${" ".repeat(9)}12345`, "12345"],
        [7, "7"],
      ],
      refused: [long, true, ["a"], "a\u0007b"],
    },
    { row: { reads: "line", min: 1 }, accepted: [[" a", "a"]], refused: ["", " "] },
    {
      row: { reads: "flag" },
      accepted: [
        [true, true],
        ["1", true],
        [0, false],
        ["0", false],
      ],
      refused: ["", "yes", 2, []],
    },
    {
      row: { reads: "whole", min: 0, max: 9 },
      accepted: [
        [0, 0],
        [" 9 ", 9],
        [5.0, 5],
      ],
      refused: [-1, 10, 1.5, "x", "", true],
    },
    { row: { reads: "whole" }, accepted: [["-12", -12]], refused: [0.5, 1e300] },
    {
      row: { reads: "decimal", min: 0, max: 9.9999 },
      accepted: [
        ["1.23456", 1.2346],
        [0, 0],
        [9.99991, 9.9999],
      ],
      refused: [-0.0001, 10, "1,5", "1e3", true, Number.NaN],
    },
    {
      row: { reads: "choice", of: [0, 1, 2] },
      accepted: [
        ["2", 2],
        [0, 0],
      ],
      refused: [3, "", true, "two"],
    },
    { row: { reads: "choice", of: ["a", "b"] }, accepted: [["a", "a"]], refused: ["A", 1, ""] },
  ],
)("$row", ({ row, accepted, refused }) => {
  expect(accepted.map(([given]) => readByRow(row, given))).toEqual(accepted.map(([, value]) => set(value)));
  for (const given of refused) expect(readByRow(row, given), JSON.stringify(given)).toHaveProperty("message");
});

test.each<[row: InputRow, given: unknown, message: string]>([
  [{ reads: "text", min: 1, max: 5 }, "", "must be text of 1 to 5 characters"],
  [{ reads: "text", max: 5 }, long, "must be text of at most 5 characters"],
  [{ reads: "line", max: 5 }, long, "must have at most 5 characters"],
  [{ reads: "line", min: 1 }, " ", "is required"],
  [{ reads: "whole", min: 0, max: 9 }, 10, "must be a whole number from 0 to 9"],
  [{ reads: "decimal", min: 0, max: 9.9999 }, "x", "must be a number"],
  [{ reads: "decimal", min: 0, max: 9.9999 }, -1, "must be 0 or more"],
  [{ reads: "decimal", min: -9.9999, max: 9.9999 }, -10, "must be less than 10"],
  [{ reads: "decimal", min: 0.0001, max: 9.9999 }, 0, "must be more than 0"],
  [{ reads: "choice", of: [0, 1, 2] }, 3, "must be 0, 1 or 2"],
])("%j of %j: %s", (row, given, message) => {
  expect(readByRow(row, given)).toMatchObject({ message });
});

describe("a data object", () => {
  const rows = {
    name: { reads: "line", min: 1, max: 5, required: true },
    note: { reads: "text", unsets: true },
    size: { reads: "whole", min: 0, max: 9 },
    parts: { reads: "parts" },
  } as const;
  interface Fields {
    readonly name: string;
    readonly note: string | null;
    readonly size: number;
  }
  const { read, names } = inputReader<typeof rows, Fields, { readonly isOdd: boolean }>(
    rows,
    {
      size: (value, { isOdd }) => (value === "all" ? keep : isOdd ? set(7) : refuse("is even")),
      parts: readElsewhere,
    },
    ["size"],
  );

  test.each([
    { data: { name: "Ada" }, want: { name: "Ada" } },
    { data: { name: "Ada", note: "", size: "all", parts: [1] }, want: { name: "Ada", note: null } },
    { data: { name: "Ada", note: null, size: null, other: 1 }, want: { name: "Ada" } },
    { data: { name: "Ada", size: 1 }, want: { name: "Ada", size: 7 } },
  ])("$data is $want", ({ data, want }) => {
    expect(read(data, { isOdd: true })).toEqual({ given: want, problems: [] });
  });

  test("has all problems in the order of the checks, and no value for them", () => {
    expect(read({ note: {}, name: null, size: 2 }, { isOdd: false })).toEqual({
      given: {},
      problems: [
        { field: "size", message: "is even", kind: "refused" },
        { field: "name", message: "is required", kind: "refused" },
        { field: "note", message: "must be text", kind: "unreadable" },
      ],
    });
  });

  test("needs what the operation requires, not unset", () => {
    const { problems } = read({ note: "" }, { isOdd: true }, ["note"]);
    expect(problems).toEqual([{ field: "note", message: "is required", kind: "refused" }]);
  });

  test("takes its place among problems of members that were read elsewhere", () => {
    const problems = ["note", "parts[0].x", "size", "name"].map((field) => ({ field, message: "" }));
    expect(inOrder({ names }, problems).map(({ field }) => field)).toEqual([
      ...["size", "name", "note", "parts[0].x"],
    ]);
  });
});

test("an operation can say in its own words what is wrong", () => {
  const read = readAs({ reads: "flag" }, "must be yes or no");
  expect([read(1, undefined, {}), read("x", undefined, {})]).toEqual([
    set(true),
    { kind: "unreadable", message: "must be yes or no" },
  ]);
});
