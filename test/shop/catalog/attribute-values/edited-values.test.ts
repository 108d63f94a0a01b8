/** catalog 4.6, 4.7, 4.9, 5.6. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  ProductDoc,
  ScopedValues,
  ValueEdit,
  ValueEditChange,
} from "../../../../src/shop/data/entities/catalog.js";
import { markEdited, withEdits } from "../../../../src/shop/catalog/attribute-values/edited-values.js";

const product = (values: ScopedValues): ProductDoc => {
  return { id: 1, set: 4, values } as unknown as ProductDoc;
};
const edit = (change: object, number = 1) => ({ attribute_code: "a", number, ...change }) as ValueEdit;
const views = { 1: [1, 3], 2: [2] };

test.each<{ title: string; change: Partial<ValueEditChange>; values: ScopedValues; want: ScopedValues }>([
  {
    title: "remove",
    change: { kind: "remove" },
    values: { 0: { a: 1, b: 2 }, w1: { a: null }, s1: { a: 3, b: 4 } },
    want: { 0: { b: 2 }, s1: { b: 4 } },
  },
  {
    title: "remove in the set of the product",
    change: { kind: "remove_in_set", set: 4 },
    values: { 0: { a: 1 }, s1: { a: 1 } },
    want: { 0: {} },
  },
  {
    title: "remove the option of a select",
    change: { kind: "remove_option", option_id: 7 },
    values: { 0: { a: 7 }, s1: { a: 8 }, s2: { a: 7 } },
    want: { 0: {}, s1: { a: 8 } },
  },
  {
    title: "remove the option of a multiselect",
    change: { kind: "remove_option", option_id: 7 },
    values: { 0: { a: "77,7,8" }, s1: { a: "7" }, s2: { a: null } },
    want: { 0: { a: "77,8" }, s2: { a: null } },
  },
  {
    title: "to global",
    change: { kind: "rescope", scope: "global", views },
    values: { 0: { a: 1 }, w1: { a: 2 }, s2: { a: 3, b: 4 } },
    want: { 0: { a: 1 }, s2: { b: 4 } },
  },
  {
    title: "store to website: the first view of each",
    change: { kind: "rescope", scope: "website", views },
    values: { 0: { a: 1 }, s1: { a: null }, s3: { a: 3 } },
    want: { 0: { a: 1 }, w1: { a: null } },
  },
  {
    title: "store to website: the first view shows the default",
    change: { kind: "rescope", scope: "website", views },
    values: { 0: { a: 1 }, s3: { a: 3 } },
    want: { 0: { a: 1 } },
  },
  {
    title: "website to store: every view",
    change: { kind: "rescope", scope: "store", views },
    values: { w1: { a: 2 }, w2: { a: null, b: 1 } },
    want: { w2: { b: 1 }, s1: { a: 2 }, s3: { a: 2 }, s2: { a: null } },
  },
])("$title", ({ change, values, want }) => {
  expect(withEdits(product(values), [edit(change)]).values).toEqual(want);
});

describe("a product", () => {
  const untouched = product({ 0: { b: 1 } });

  test.each([
    { title: "without the value", change: { kind: "remove" } },
    { title: "of another set", change: { kind: "remove_in_set", set: 9, attribute_code: "b" } },
    { title: "with another option", change: { kind: "remove_option", option_id: 2, attribute_code: "b" } },
  ])("$title stays the same object", ({ change }) => {
    expect(withEdits(untouched, [edit(change)])).toBe(untouched);
  });

  test("is not edited by earlier edits, but by later ones", () => {
    const edits = [edit({ kind: "remove" }, 5)];
    const written = markEdited(product({ 0: { a: 1 } }), edits);
    expect(withEdits(written, edits)).toBe(written);
    expect(withEdits(written, [...edits, edit({ kind: "remove" }, 6)]).values).toEqual({ 0: {} });
  });

  test("has the same result edited at once or one by one, and each edit applies once", () => {
    const change = fc.constantFrom(
      { kind: "remove" },
      { kind: "remove_option", option_id: 1 },
      { kind: "remove_option", option_id: 2 },
      { kind: "rescope", scope: "global", views },
      { kind: "rescope", scope: "website", views },
      { kind: "rescope", scope: "store", views },
    );
    const value = fc.constantFrom<string | number | null>(1, 2, null, "1,2", "2");
    const values = fc.dictionary(fc.constantFrom("0", "w1", "w2", "s1", "s2", "s3"), fc.record({ a: value }));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 5 }), values, (changes, given) => {
        const edits = changes.map((one, index) => edit(one, index + 1));
        const atOnce = withEdits(product(given), edits);
        const stepwise = edits.reduce(
          (doc, _, index) => withEdits(doc, edits.slice(0, index + 1)),
          product(given),
        );
        expect(stepwise.values).toEqual(atOnce.values);
        expect(withEdits(atOnce, edits)).toBe(atOnce);
      }),
    );
  });
});
