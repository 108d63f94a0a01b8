import { expect, test } from "vitest";
import { nextPosition } from "../../../../src/shop/catalog/attribute-values/positions.js";

test.each([
  { position: 0, next: 1 },
  { position: 41, next: 42 },
  { position: Number.MAX_SAFE_INTEGER - 1, next: Number.MAX_SAFE_INTEGER },
  { position: Number.MAX_SAFE_INTEGER, next: Number.MAX_SAFE_INTEGER },
])("behind $position lies $next", ({ position, next }) => expect(nextPosition(position)).toBe(next));
