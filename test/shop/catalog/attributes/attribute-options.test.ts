/** catalog 4.8, 4.9. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeDoc } from "../../../../src/shop/data/entities/catalog.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  blankAttribute,
  inputTypeOf,
  type InputType,
} from "../../../../src/shop/catalog/attributes/attribute-data.js";
import {
  hasOwnOptions,
  readAttributeOption,
  withAttributeOption,
  withoutAttributeOption,
} from "../../../../src/shop/catalog/attributes/attribute-options.js";

const attribute = (input: string, more: Partial<AttributeDoc> = {}): AttributeDoc => {
  return { ...blankAttribute("mine", inputTypeOf(input) as InputType), ...more };
};

test.each([
  { input: "select", source: null, want: true },
  { input: "multiselect", source: null, want: true },
  { input: "select", source: "status", want: false },
  { input: "boolean", source: null, want: false },
  { input: "text", source: null, want: false },
] as const)("$input from $source has own options: $want", ({ input, source, want }) => {
  expect(hasOwnOptions(attribute(input, { source }))).toBe(want);
});

describe("readOption", () => {
  const read = (data: object) => {
    const problems: Problem[] = [];
    const option = readAttributeOption({ ...data }, (id) => id < 4, problems);
    return problems.length > 0 ? problems.map(({ field }) => field) : option;
  };

  test("has order 0 and is not a default unless specified", () => {
    const label = [
      { store_id: [0, "1"], value: "<b>Sand</b>" },
      { store_id: 3, value: "" },
    ];
    expect(read({ label })).toEqual({
      option: { sort_order: 0, labels: { 0: "Sand", 1: "Sand" } },
      is_default: false,
    });
    expect(read({ label, order: "5", is_default: "1" })).toMatchObject({
      option: { sort_order: 5 },
      is_default: true,
    });
  });

  test.each([
    { data: {}, want: ["label"] },
    { data: { label: [{ store_id: 0, value: " " }] }, want: ["label"] },
    { data: { label: [{ store_id: 0, value: {} }] }, want: ["label[0].value"] },
    { data: { label: [{ store_id: [0, 9], value: "A" }], order: 1.5 }, want: ["label", "order"] },
  ])("$data is refused", ({ data, want }) => expect(read(data)).toEqual(want));
});

describe("defaults", () => {
  const option = { sort_order: 0, labels: { 0: "A" } };

  test.each([
    { input: "select", current: "1", is_default: true, want: "2" },
    { input: "select", current: "1", is_default: false, want: "1" },
    { input: "select", current: null, is_default: false, want: null },
    { input: "multiselect", current: "1", is_default: true, want: "1,2" },
    { input: "multiselect", current: "", is_default: true, want: "2" },
  ])("$input with $current, new default: $is_default", ({ input, current, is_default, want }) => {
    const before = attribute(input, { default_value: current });
    expect(withAttributeOption(before, 2, { option, is_default }).default_value).toBe(want);
  });

  test("a removed option is no longer a default, the others stay", () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
    fc.assert(
      fc.property(ids, fc.nat(), (all, pick) => {
        const gone = all[pick % all.length] as number;
        const before = all.reduce(
          (doc, id) => withAttributeOption(doc, id, { option, is_default: true }),
          attribute("multiselect"),
        );
        const after = withoutAttributeOption(before, gone);
        const left = all.filter((id) => id !== gone);
        expect(after.options.map(({ option_id }) => option_id)).toEqual(left);
        expect(after.default_value).toBe(left.join(","));
      }),
    );
  });
});
