/** catalog 4.3 to 4.6. */
import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  blankAttribute,
  codeProblems,
  hasCodeForm,
  inputTypeOf,
  readMembers,
  withMembers,
  type InputType,
} from "../../../../src/shop/catalog/attributes/attribute-data.js";

const inputType = (input: string) => inputTypeOf(input) as InputType;

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
});
