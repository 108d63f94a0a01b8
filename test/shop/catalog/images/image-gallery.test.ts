import { describe, expect, test } from "vitest";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import type { Problem } from "../../../../src/engine/values/problem.js";
import { readImageData } from "../../../../src/shop/catalog/images/image-data.js";
import {
  imagesAt,
  withChangedImage,
  withNewImage,
  withoutImage,
} from "../../../../src/shop/catalog/images/image-gallery.js";
import { defaultScope, type Scope } from "../../../../src/shop/stores/directory.js";

const german: Scope = { store_id: 3, website_id: 1 };
const other: Scope = { store_id: 2, website_id: 2 };

const empty: ProductDoc = {
  id: 1,
  type: "simple",
  set: 4,
  sku: "mug",
  created_at: "2025-06-01 12:00:00",
  updated_at: "2025-06-01 12:00:00",
  website_ids: [1],
  values: { "0": { name: "Mug" } },
  tier_prices: [],
  images: [],
};

const none = { texts: {}, roles: undefined };

function filesAt(product: ProductDoc, scope: Scope = defaultScope): string {
  return imagesAt(product, scope)
    .map(({ file, types }) => `${file}:${types.join("+")}`)
    .join(" ");
}

describe("images of a product", () => {
  const a = withNewImage(
    empty,
    { value_id: 1, file: "a", input: { texts: {}, roles: ["thumbnail", "image"] } },
    defaultScope,
  );
  const ab = withNewImage(
    a,
    { value_id: 2, file: "b", input: { texts: {}, roles: ["image"] } },
    defaultScope,
  );

  test("are placed after the existing ones", () => {
    expect(imagesAt(ab, defaultScope)).toMatchObject([
      { file: "a", label: "", position: 1, exclude: false },
      { file: "b", position: 2 },
    ]);
  });

  test("are placed next to one at the last place", () => {
    const position = Number.MAX_SAFE_INTEGER;
    const input = { texts: { position }, roles: undefined };
    const atEnd = withNewImage(empty, { value_id: 1, file: "a", input }, defaultScope);
    const two = withNewImage(atEnd, { value_id: 2, file: "b", input: none }, defaultScope);
    expect(imagesAt(two, defaultScope)).toMatchObject([
      { file: "a", position },
      { file: "b", position },
    ]);
  });

  test("take roles from each other", () => {
    expect(filesAt(ab)).toBe("a:thumbnail b:image");
  });

  test("keep their roles unless types are given", () => {
    expect(
      filesAt(withChangedImage(ab, "a", { texts: { label: "A" }, roles: undefined }, defaultScope)),
    ).toBe(filesAt(ab));
    expect(filesAt(withChangedImage(ab, "a", { texts: {}, roles: [] }, defaultScope))).toBe("a: b:image");
    expect(filesAt(withChangedImage(ab, "a", { texts: {}, roles: ["image"] }, defaultScope))).toBe(
      "a:image b:",
    );
  });

  test("lose a role only at a view, even if they have it by default", () => {
    const changed = withChangedImage(ab, "a", { texts: {}, roles: [] }, german);
    expect(filesAt(changed, german)).toBe("a: b:image");
    expect(filesAt(changed)).toBe("a:thumbnail b:image");
  });

  test("have texts per view, each with its own fallback", () => {
    const changed = withChangedImage(ab, "b", { texts: { label: "" }, roles: undefined }, german);
    const all = withChangedImage(
      changed,
      "b",
      { texts: { label: "B", position: 0, exclude: true }, roles: undefined },
      defaultScope,
    );
    expect(imagesAt(all, german)[0]).toMatchObject({ file: "b", label: "", position: 0, exclude: true });
    expect(imagesAt(all, other)[0]).toMatchObject({ file: "b", label: "B", position: 0, exclude: true });
  });

  test("that are new at a view are visible everywhere, with roles only there", () => {
    const product = withNewImage(
      empty,
      { value_id: 1, file: "c", input: { texts: { label: "C" }, roles: ["image"] } },
      german,
    );
    expect(imagesAt(product, german)).toMatchObject([{ label: "C", position: 1, types: ["image"] }]);
    expect(imagesAt(product, other)).toMatchObject([{ label: "C", position: 1, types: [] }]);
  });

  test("with the same position keep the order of their creation", () => {
    const product = ["x", "y", "z"].reduce(
      (so_far, file, index) =>
        withNewImage(
          so_far,
          { value_id: index + 1, file, input: { texts: { position: 5 }, roles: undefined } },
          defaultScope,
        ),
      empty,
    );
    expect(filesAt(product)).toBe("x: y: z:");
  });

  test("release their roles in all stores when they are removed", () => {
    const both = withChangedImage(ab, "b", { texts: {}, roles: ["image", "thumbnail"] }, german);
    const left = withoutImage(both, "b");
    expect(left.values).toEqual({ "0": { name: "Mug", thumbnail: "a", image: "no_selection" } });
    expect(filesAt(left, german)).toBe("a:thumbnail");
    expect(withoutImage(left, "a").values["0"]).toMatchObject({ thumbnail: "no_selection" });
  });

  test("a change without members changes nothing", () => {
    expect(withChangedImage(ab, "a", none, german)).toEqual(ab);
  });
});

describe("image data", () => {
  const read = (data: Record<string, unknown>, mode: "create" | "update" = "update") => {
    const problems: Problem[] = [];
    const input = readImageData(data, mode, problems);
    return { input, fields: problems.map(({ field }) => field) };
  };
  const file = { content: "QQ==", mime: "image/png" };

  test.each([
    [{}, "create", ["file"]],
    [{}, "update", []],
    [{ file: null }, "create", ["file"]],
    [{ file: null }, "update", []],
    [{ file: "x" }, "update", ["file"]],
    [{ file: [] }, "update", ["file.content", "file.mime"]],
    [{ file: { content: "QQ==" } }, "update", ["file.mime"]],
    [{ file: { mime: "image/png" } }, "update", ["file.content"]],
    [{ file: { ...file, content: 5 } }, "create", ["file.content"]],
    [{ file: { ...file, mime: "image/jpg" } }, "create", ["file.mime"]],
    [{ file: { ...file, mime: "image/PNG" } }, "create", ["file.mime"]],
    [{ file: { ...file, mime: "image/svg+xml" } }, "create", ["file.mime"]],
    [{ file: { ...file, mime: ["image/png"] } }, "create", ["file.mime"]],
    [{ file: { ...file, name: {} } }, "create", ["file.name"]],
    [{ file: { ...file, name: 7 } }, "create", []],
    [{ file: { ...file, name: null } }, "create", []],
    [{ label: "x".repeat(255) }, "update", []],
    [{ label: "😀".repeat(255) }, "update", []],
    [{ label: "x".repeat(256) }, "update", ["label"]],
    [{ label: true }, "update", ["label"]],
    [{ label: "a\u0007" }, "update", ["label"]],
    [{ label: ["x"] }, "update", ["label"]],
    [{ position: 0 }, "update", []],
    [{ position: "3" }, "update", []],
    [{ position: -1 }, "update", ["position"]],
    [{ position: 1.5 }, "update", ["position"]],
    [{ position: "" }, "update", ["position"]],
    [{ exclude: "1" }, "update", []],
    [{ exclude: "yes" }, "update", ["exclude"]],
    [{ types: [] }, "update", []],
    [{ types: "image" }, "update", []],
    [{ types: ["image", "image"] }, "update", []],
    [{ types: ["swatch"] }, "update", ["types"]],
    [{ types: "" }, "update", ["types"]],
    [{ types: { image: 1 } }, "update", ["types"]],
    [{ types: [["image"]] }, "update", ["types"]],
    [{ label: null, position: null, exclude: null, types: null }, "update", []],
    [
      { label: {}, position: "x", exclude: 2, types: 5, file: 1 },
      "create",
      ["file", "label", "position", "exclude", "types"],
    ],
  ] as const)("%j on %s: %j", (data, mode, fields) => {
    expect(read(data, mode).fields).toEqual(fields);
  });

  test("stores labels unchanged, numbers as text", () => {
    expect(read({ label: "<b>Mug</b>" }).input.texts).toEqual({ label: "<b>Mug</b>" });
    expect(read({ label: 12.5 }).input.texts).toEqual({ label: "12.5" });
    expect(read({ label: "" }).input.texts).toEqual({ label: "" });
  });
});
