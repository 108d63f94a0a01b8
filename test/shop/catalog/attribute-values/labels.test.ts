/** catalog 4.4 (labels of attributes) and 4.8 (labels of options). */
import { describe, expect, test } from "vitest";
import {
  attributeLabels,
  labelProblems,
  optionLabels,
  readLabels,
  storedLabels,
  type LabelForm,
} from "../../../../src/shop/catalog/attribute-values/labels.js";
import type { Problem } from "../../../../src/engine/values/problem.js";

function read(given: unknown, form: LabelForm = attributeLabels) {
  const problems: Problem[] = [];
  const labels = readLabels(given, form, problems);
  return { labels: labels && [...labels], fields: problems.map(({ field }) => field) };
}

const label = (store_id: unknown, text: unknown) => ({ store_id, label: text });
const option = (store_id: unknown, value: unknown) => ({ store_id, value });

test.each([
  [[label(0, "Colour")], [[0, "Colour"]]],
  [[label("0", 7)], [[0, "7"]]],
  [[label(0, "<b>Colour</b>")], [[0, "Colour"]]],
  [
    [label(0, "A"), label(1, ""), label("0", "<i>A</i>")],
    [
      [0, "A"],
      [1, ""],
    ],
  ],
])("labels of an attribute: %j", (given, want) => expect(read(given)).toEqual({ labels: want, fields: [] }));

test.each([
  {
    given: [option([0, 1], "Red")],
    want: [
      [0, "Red"],
      [1, "Red"],
    ],
  },
  {
    given: [option(["0"], "Red"), option(3, "Rot")],
    want: [
      [0, "Red"],
      [3, "Rot"],
    ],
  },
])("labels of an option may name several stores: $given", ({ given, want }) =>
  expect(read(given, optionLabels)).toEqual({ labels: want, fields: [] }),
);

test.each([
  { given: undefined, fields: ["frontend_label"] },
  { given: "Colour", fields: ["frontend_label"] },
  { given: [], fields: ["frontend_label"] },
  { given: Array.from({ length: 1001 }, () => label(0, "A")), fields: ["frontend_label"] },
  { given: [5], fields: ["frontend_label[0].store_id", "frontend_label[0].label"] },
  { given: [label(0, "A"), label("x", "B")], fields: ["frontend_label[1].store_id"] },
  { given: [label([0, 1], "A")], fields: ["frontend_label[0].store_id"] },
  { given: [label(0, "A"), label(1, "B"), label("0", "C")], fields: ["frontend_label[2].store_id"] },
  { given: [label(0, "A"), label(1, "B"), label(1, "")], fields: ["frontend_label[2].store_id"] },
  { given: [label(0, undefined)], fields: ["frontend_label[0].label"] },
  { given: [label(0, { text: "A" })], fields: ["frontend_label[0].label"] },
])("labels of an attribute that cannot be read: $fields", ({ given, fields }) =>
  expect(read(given)).toEqual({ labels: undefined, fields }),
);

test.each([
  { given: [option([], "A")], fields: ["label[0].store_id"] },
  { given: [option([0, "x"], "A")], fields: ["label[0].store_id"] },
  { given: [option(0, null)], fields: ["label[0].value"] },
  { given: [option([0, 1], "A"), option([2, 1], "B")], fields: ["label[1].store_id"] },
])("labels of an option that cannot be read: $fields", ({ given, fields }) =>
  expect(read(given, optionLabels)).toEqual({ labels: undefined, fields }),
);

test("two labels of a store are both named", () => {
  const problems: Problem[] = [];
  readLabels([label(0, "Colour"), label(0, "Color")], attributeLabels, problems);
  expect(problems).toEqual([
    { field: "frontend_label[1].store_id", message: 'store 0 has two labels, "Colour" and "Color"' },
  ]);
});

test("a thousand labels are accepted", () => {
  expect(read(Array.from({ length: 1000 }, (_, id) => label(id, "A"))).labels).toHaveLength(1000);
});

describe("well-formed labels", () => {
  const problemsOf = (labels: readonly (readonly [number, string])[]) =>
    labelProblems(new Map(labels), attributeLabels, (id) => id <= 3).map(({ message }) => message);

  test.each([
    [[[0, "A"]], []],
    [
      [
        [0, "A"],
        [3, ""],
      ],
      [],
    ],
    [[[0, "a".repeat(255)]], []],
    [[[0, "a".repeat(256)]], [`"${"a".repeat(79)}… has more than 255 characters`]],
    [
      [
        [0, "A"],
        [4, "B"],
      ],
      ["4 is not a store view"],
    ],
    [[[1, "A"]], ["must have a label for store 0"]],
    [[[0, "  "]], ["must have a label for store 0"]],
  ] as const)("%j", (labels, want) => expect(problemsOf(labels)).toEqual(want));
});

test("store 0 is first, and empty labels are not stored", () => {
  const labels = new Map([
    [3, "Rot"],
    [1, ""],
    [10, "Rouge"],
    [0, "Red"],
  ]);
  expect(storedLabels(labels)).toEqual([
    [0, "Red"],
    [3, "Rot"],
    [10, "Rouge"],
  ]);
});
