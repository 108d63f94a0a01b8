import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  isLinkType,
  linkAttributes,
  linkTypes,
  readLinkValues,
} from "../../../../src/shop/catalog/links/link-data.js";
import type { LinkType } from "../../../../src/shop/data/entities/catalog.js";

const read = (data: Record<string, unknown>, type: LinkType = "grouped", isStrict = false) => {
  const problems: Problem[] = [];
  return {
    values: readLinkValues(data, type, { isStrict }, problems),
    wrong: problems.map(({ field }) => field),
  };
};

describe("the data of a link (beyond 3)", () => {
  test.each([
    [{}, {}],
    [{ position: null, qty: null }, {}],
    [{ product_id: 5, sku: "x" }, {}],
    [{ position: 0 }, { position: 0 }],
    [{ position: " 12 " }, { position: 12 }],
    [{ position: 2_147_483_647 }, { position: 2_147_483_647 }],
    [{ qty: 0 }, { qty: 0 }],
    [{ qty: "2.50005" }, { qty: 2.5001 }],
    [
      { position: 3, qty: 99_999_999.9999 },
      { position: 3, qty: 99_999_999.9999 },
    ],
  ])("%j", (data, values) => expect(read(data)).toEqual({ values, wrong: [] }));

  const refused: readonly (readonly [object, string])[] = [
    ...[-1, 2_147_483_648, 2.7, "abc", "", true, [1], {}].map(
      (position) => [{ position }, "data.position"] as const,
    ),
    ...[-0.01, 100_000_000, "abc", "1,5", "", false, [1], {}].map((qty) => [{ qty }, "data.qty"] as const),
  ];

  test.each(refused)("not %j", (data, field) =>
    expect(read({ ...data })).toEqual({ values: {}, wrong: [field] }),
  );

  test("outside of groups a quantity is not checked", () => {
    for (const type of linkTypes.filter((one) => one !== "grouped"))
      expect(read({ qty: "abc", position: 1 }, type)).toEqual({ values: { position: 1 }, wrong: [] });
  });
});

test("types are matched exactly", () => {
  expect(linkTypes.every(isLinkType)).toBe(true);
  expect(["super", "Related", "", 1, null, undefined, ["related"]].filter(isLinkType)).toEqual([]);
});

test("links of groups have a quantity in addition to the position", () => {
  expect(linkTypes.map((type) => linkAttributes(type).length)).toEqual([1, 1, 1, 2]);
});
