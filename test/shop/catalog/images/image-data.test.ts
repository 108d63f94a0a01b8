/** catalog 7.4, rows 2, 3 and 5. */
import { describe, expect, test } from "vitest";
import { readImageData } from "../../../../src/shop/catalog/images/image-data.js";
import { toData } from "../../../../src/engine/values/coercion.js";
import type { Problem } from "../../../../src/engine/values/problem.js";

const file = { content: "aGk=", mime: "image/png" };

function read(data: object, mode: "create" | "update" = "create") {
  const problems: Problem[] = [];
  const input = readImageData(toData(data) ?? {}, mode, problems);
  return { ...input, fields: problems.map(({ field }) => field) };
}

describe("the file", () => {
  test.each([
    { given: file, want: { ...file, name: "image" } },
    { given: { ...file, name: "a b" }, want: { ...file, name: "a b" } },
    { given: { ...file, name: 7 }, want: { ...file, name: "7" } },
    { given: { ...file, name: null }, want: { ...file, name: "image" } },
    { given: { ...file, name: "" }, want: { ...file, name: "" } },
    { given: { ...file, mime: "image/webp" }, want: { ...file, mime: "image/webp", name: "image" } },
  ])("$given", ({ given, want }) => {
    const { upload, fields } = read({ file: given });
    expect({ upload, fields }).toEqual({ upload: want, fields: [] });
  });

  test.each([
    { given: undefined, fields: ["file"] },
    { given: null, fields: ["file"] },
    { given: "aGk=", fields: ["file"] },
    { given: {}, fields: ["file.content", "file.mime"] },
    { given: { ...file, content: 5 }, fields: ["file.content"] },
    { given: { ...file, mime: "image/jpg" }, fields: ["file.mime"] },
    { given: { ...file, mime: "IMAGE/PNG" }, fields: ["file.mime"] },
    { given: { ...file, mime: "image/svg+xml" }, fields: ["file.mime"] },
    { given: { ...file, name: ["a"] }, fields: ["file.name"] },
    { given: { ...file, name: "x".repeat(100_001) }, fields: ["file.name"] },
  ])("refused: $fields", ({ given, fields }) => {
    expect(read({ file: given }).fields).toEqual(fields);
  });

  test("may be omitted from a change", () => {
    expect(read({}, "update")).toEqual({ upload: undefined, texts: {}, roles: undefined, fields: [] });
    expect(read({ file: {} }, "update").fields).toEqual(["file.content", "file.mime"]);
  });
});

describe("texts", () => {
  test.each([
    { given: {}, want: {} },
    { given: { label: null, position: null, exclude: null }, want: {} },
    { given: { label: "Front" }, want: { label: "Front" } },
    { given: { label: 5 }, want: { label: "5" } },
    { given: { label: "" }, want: { label: "" } },
    { given: { label: "x".repeat(255) }, want: { label: "x".repeat(255) } },
    { given: { position: 0 }, want: { position: 0 } },
    { given: { position: "3" }, want: { position: 3 } },
    { given: { exclude: true }, want: { exclude: true } },
    { given: { exclude: 0 }, want: { exclude: false } },
  ])("$given", ({ given, want }) => {
    const { texts, fields } = read(given, "update");
    expect({ texts, fields }).toEqual({ texts: want, fields: [] });
  });

  test.each([
    { given: { label: "x".repeat(256) }, field: "label" },
    { given: { label: ["Front"] }, field: "label" },
    { given: { label: true }, field: "label" },
    { given: { position: -1 }, field: "position" },
    { given: { position: 1.5 }, field: "position" },
    { given: { position: "first" }, field: "position" },
    { given: { exclude: "maybe" }, field: "exclude" },
    { given: { exclude: 2 }, field: "exclude" },
  ])("refused: $field", ({ given, field }) => {
    const { texts, fields } = read(given, "update");
    expect({ texts, fields }).toEqual({ texts: {}, fields: [field] });
  });
});

describe("roles", () => {
  test.each([
    { types: undefined, roles: undefined, fields: [] },
    { types: null, roles: undefined, fields: [] },
    { types: [], roles: [], fields: [] },
    { types: "thumbnail", roles: ["thumbnail"], fields: [] },
    { types: ["thumbnail", "image", "thumbnail"], roles: ["image", "thumbnail"], fields: [] },
    { types: ["image", "poster"], roles: ["image"], fields: ["types"] },
    { types: "poster", roles: [], fields: ["types"] },
    { types: 5, roles: [], fields: ["types"] },
    { types: [5], roles: [], fields: ["types"] },
  ])("$types", ({ types, roles, fields }) => {
    const input = read({ types }, "update");
    expect({ roles: input.roles, fields: input.fields }).toEqual({ roles, fields });
  });
});
