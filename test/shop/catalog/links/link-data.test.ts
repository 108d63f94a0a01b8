import { expect, test } from "vitest";
import { isLinkType, linkTypes } from "../../../../src/shop/catalog/links/link-data.js";

test("types are matched exactly", () => {
  expect(linkTypes.every(isLinkType)).toBe(true);
  expect(["super", "Related", "", 1, null, undefined, ["related"]].filter(isLinkType)).toEqual([]);
});
