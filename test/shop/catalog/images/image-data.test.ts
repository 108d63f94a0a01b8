/** catalog 7.4, rows 2, 3 and 5. */
import { describe, expect, test } from "vitest";
import { readImageData } from "../../../../src/shop/catalog/images/image-data.js";
import { toData } from "../../../../src/engine/values/coercion.js";
import type { Problem } from "../../../../src/engine/values/problem.js";

function read(data: object, mode: "create" | "update" = "create") {
  const problems: Problem[] = [];
  const input = readImageData(toData(data) ?? {}, mode, problems);
  return { ...input, fields: problems.map(({ field }) => field) };
}

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
