/** catalog 4.3 to 4.6. */
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  blankAttribute,
  codeProblems,
  hasCodeForm,
  inputTypeOf,
  inputTypes,
  readMembers,
  withMembers,
  type InputType,
} from "../../../../src/shop/catalog/attributes/attribute-data.js";

const inputType = (input: string) => inputTypeOf(input) as InputType;

test.each(inputTypes)("$value is stored as $backend", ({ value, backend }) => {
  expect(blankAttribute("a", inputType(value))).toMatchObject({ frontend_input: value, backend });
});

test.each([
  ["a", true],
  ["a_1", true],
  ["a".repeat(255), true],
  ["a".repeat(256), false],
  ["_a", false],
  ["1a", false],
  ["A", false],
  ["a-b", false],
  ["a\n", false],
  ["ä", false],
])("the form of the code %s: %s", (code, want) => expect(hasCodeForm(code)).toBe(want));

test.each([
  { code: "a".repeat(30), isTaken: false, want: 0 },
  { code: "a".repeat(31), isTaken: false, want: 1 },
  { code: "stock_data", isTaken: false, want: 1 },
  { code: "name", isTaken: true, want: 1 },
])("$code, taken: $isTaken", ({ code, isTaken, want }) => {
  expect(codeProblems(code, isTaken)).toHaveLength(want);
});

/** The attribute after reading the data, or the refused fields. */
function changed(input: string, data: object, more: object = {}, choices?: ReadonlySet<string>) {
  const problems: Problem[] = [];
  const attribute = { ...blankAttribute("mine", inputType(input)), ...more };
  const members = readMembers({ ...data }, input, problems);
  const context = { isStore: (id: number) => id < 4, choices };
  const { default_value } = data as { default_value?: unknown };
  const result = withMembers(attribute, members, default_value, context, problems);
  return problems.length > 0 ? problems.map(({ field }) => field) : result;
}

describe("defaults", () => {
  test.each([
    { input: "text", given: 5, want: "5" },
    { input: "text", given: "<b>x</b>", want: "x" },
    { input: "textarea", given: "ü".repeat(32_000), want: "ü".repeat(32_000) },
    { input: "price", given: "12.50", want: "12.50" },
    { input: "price", given: 0, want: "0" },
    { input: "date", given: "2025-06-01", want: "2025-06-01" },
    { input: "boolean", given: false, want: "0" },
    { input: "boolean", given: "1", want: "1" },
    { input: "select", given: "07", want: "7" },
    { input: "multiselect", given: [9, "7", 9], want: "9,7" },
    { input: "multiselect", given: "7,9", want: "7,9" },
    { input: "multiselect", given: [], want: "" },
    { input: "price", given: "", want: "" },
    { input: "price", given: null, want: null },
  ])("$input keeps $given as $want", ({ input, given, want }) => {
    const choices = new Set(["7", "9"]);
    expect(changed(input, { default_value: given }, {}, isChoice(input) ? choices : undefined)).toMatchObject(
      {
        default_value: want,
      },
    );
  });

  test.each([
    { input: "text", given: true },
    { input: "text", given: false },
    { input: "text", given: {} },
    { input: "text", given: "a".repeat(256) },
    { input: "textarea", given: "ü".repeat(33_000) },
    { input: "price", given: -1 },
    { input: "price", given: "1e3" },
    { input: "price", given: 100_000_000 },
    { input: "date", given: "01/06/2025" },
    { input: "date", given: false },
    { input: "boolean", given: "yes" },
    { input: "select", given: 8 },
    { input: "select", given: "7,9" },
    { input: "multiselect", given: "7,8" },
    { input: "multiselect", given: [["7"]] },
    { input: "text", given: [] },
    { input: "textarea", given: [] },
    { input: "price", given: [] },
    { input: "date", given: [] },
    { input: "boolean", given: [] },
    { input: "select", given: [] },
  ])("$input refuses $given", ({ input, given }) => {
    const choices = isChoice(input) ? new Set(["7", "9"]) : undefined;
    expect(changed(input, { default_value: given }, {}, choices)).toEqual(["default_value"]);
  });

  const isChoice = (input: string) => input.endsWith("select");
});

describe("system attributes", () => {
  const system = {
    is_user_defined: false,
    scope: "store",
    apply_to: ["simple", "virtual"],
    is_required: true,
  };

  test.each([
    { data: { scope: "global" }, want: ["scope"] },
    { data: { apply_to: [] }, want: ["apply_to"] },
    { data: { apply_to: ["simple"] }, want: ["apply_to"] },
    { data: { is_required: 0, is_unique: true }, want: ["is_unique", "is_required"] },
  ])("keep $data", ({ data, want }) => expect(changed("text", data, system)).toEqual(want));

  test("accept unchanged values, and changes of members that are not fixed", () => {
    const data = { scope: "store", apply_to: ["virtual", "simple"], is_required: "1", is_searchable: true };
    expect(changed("text", data, system)).toMatchObject({ is_searchable: true, scope: "store" });
  });

  test("keep the order of their types", () => {
    const data = { apply_to: ["virtual", "simple"] };
    expect(changed("text", data, system)).toMatchObject({ apply_to: ["simple", "virtual"] });
    expect(changed("text", data, { apply_to: ["simple", "virtual"] })).toMatchObject(data);
  });
});

describe("members", () => {
  test("that are null or absent are unchanged", () => {
    const given = {
      scope: null,
      is_unique: null,
      apply_to: null,
      additional_fields: null,
      frontend_label: null,
    };
    expect(changed("text", given, { is_unique: true })).toMatchObject({ is_unique: true });
  });

  test("apply_to has each type once", () => {
    expect(changed("text", { apply_to: ["simple", "bundle", "simple"] })).toMatchObject({
      apply_to: ["simple", "bundle"],
    });
  });

  test("labels: store 0 first, equal ones count once, empty ones are ignored", () => {
    const frontend_label = [
      { store_id: 3, label: "C" },
      { store_id: 1, label: "" },
      { store_id: 0, label: "5" },
      { store_id: 0, label: 5 },
    ];
    expect(changed("text", { frontend_label })).toMatchObject({
      frontend_label: [
        { store_id: 0, label: "5" },
        { store_id: 3, label: "C" },
      ],
    });
  });

  test.each([
    { entry: 5, want: ["frontend_label[1].store_id", "frontend_label[1].label"] },
    { entry: { store_id: 1 }, want: ["frontend_label[1].label"] },
    { entry: { store_id: [1], label: "A" }, want: ["frontend_label[1].store_id"] },
    { entry: { store_id: true, label: "A" }, want: ["frontend_label[1].store_id"] },
    { entry: { store_id: 1, label: "\u0007" }, want: ["frontend_label[1].label"] },
    { entry: { store_id: 4, label: "A" }, want: ["frontend_label"] },
    { entry: { store_id: 1, label: "a".repeat(256) }, want: ["frontend_label"] },
  ])("the label $entry is refused", ({ entry, want }) => {
    expect(changed("text", { frontend_label: [{ store_id: 0, label: "A" }, entry] })).toEqual(want);
  });
});
