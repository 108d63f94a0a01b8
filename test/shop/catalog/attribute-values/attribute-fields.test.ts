/** catalog 4.5. */
import { describe, expect, test } from "vitest";
import {
  initialFields,
  mergedFields,
  readAdditionalFields,
} from "../../../../src/shop/catalog/attribute-values/attribute-fields.js";
import type { Problem } from "../../../../src/engine/values/problem.js";

function read(input: string, given: unknown) {
  const problems: Problem[] = [];
  const fields = readAdditionalFields(input, given, problems);
  return problems.length > 0 ? problems.map(({ field }) => field) : fields;
}

test.each([
  { input: "select", given: {}, want: {} },
  { input: "select", given: [], want: {} },
  { input: "select", given: { is_filterable: "2", position: 5 }, want: { is_filterable: 2, position: 5 } },
  { input: "select", given: [{ key: "position", value: 5 }], want: { position: 5 } },
  { input: "select", given: { frontend_class: 7, backend_model: "x", nope: 1 }, want: {} },
  { input: "select", given: { is_filterable: null }, want: {} },
  { input: "select", given: [{ key: "is_filterable", value: null }], want: {} },
  { input: "text", given: { frontend_class: null }, want: { frontend_class: null } },
  { input: "text", given: { frontend_class: "validate-url" }, want: { frontend_class: "validate-url" } },
  { input: "weight", given: { position: "x" }, want: {} },
  { input: "toString", given: { position: "x" }, want: {} },
])("$input reads $given", ({ input, given, want }) => expect(read(input, given)).toEqual(want));

test.each([
  { input: "select", given: 5, fields: ["additional_fields"] },
  { input: "select", given: [{ key: 5, value: 1 }], fields: ["additional_fields"] },
  { input: "select", given: [{ key: "position" }], fields: ["additional_fields"] },
  { input: "select", given: { is_filterable: 3 }, fields: ["additional_fields.is_filterable"] },
  { input: "select", given: { is_filterable: true }, fields: ["additional_fields.is_filterable"] },
  { input: "select", given: { position: -1 }, fields: ["additional_fields.position"] },
  { input: "date", given: { used_for_sort_by: 2 }, fields: ["additional_fields.used_for_sort_by"] },
  { input: "text", given: { frontend_class: "x" }, fields: ["additional_fields.frontend_class"] },
])("$input refuses $given", ({ input, given, fields }) => expect(read(input, given)).toEqual(fields));

describe("mergedFields", () => {
  test("changes members one by one", () => {
    expect(mergedFields(initialFields("select"), { position: 3 })).toEqual({
      is_filterable: 0,
      is_filterable_in_search: 0,
      position: 3,
      used_for_sort_by: 0,
    });
  });

  test("enables HTML together with the editor", () => {
    const fields = mergedFields(initialFields("textarea"), {
      is_wysiwyg_enabled: 1,
      is_html_allowed_on_front: 0,
    });
    expect(fields).toEqual({ is_wysiwyg_enabled: 1, is_html_allowed_on_front: 1 });
  });
});
