import { expect, test } from "vitest";
import { nextPosition } from "../../../../src/shop/catalog/attribute-values/positions.js";
import { positiveInt, positiveSmallint } from "../../../../src/engine/values/whole-numbers.js";

test.each([
  { position: 0, range: positiveInt, next: 1 },
  { position: 41, range: positiveSmallint, next: 42 },
  { position: 32_766, range: positiveSmallint, next: 32_767 },
  { position: 32_767, range: positiveSmallint, next: 32_767 },
  { position: 32_767, range: positiveInt, next: 32_768 },
  // Stored before there were ranges.
  { position: 10 ** 12, range: positiveInt, next: 10 ** 12 },
])("behind $position, at most $range.max, lies $next", ({ position, range, next }) =>
  expect(nextPosition(position, range)).toBe(next),
);
