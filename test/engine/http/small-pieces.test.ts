/** Bodies in very small pieces (src/engine/guard/small-pieces.ts). */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { smallPiece, SmallPieces } from "../../../src/engine/guard/small-pieces.js";

function gather() {
  const taken: Buffer[] = [];
  const pieces = new SmallPieces((gathered) => taken.push(Buffer.from(gathered)) < Infinity);
  return { pieces, taken };
}

test("what goes in comes out, whatever its pieces are", async () => {
  const bodies = fc.array(fc.uint8Array({ minLength: 1, maxLength: smallPiece }), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { pieces, taken } = gather();
      for (const piece of body) expect(pieces.add(Buffer.from(piece))).toBe(true);
      await setImmediate();
      expect(Buffer.concat(taken).equals(Buffer.concat(body))).toBe(true);
    }),
  );
});

test("pieces of one byte become large ones", () => {
  const { pieces, taken } = gather();
  for (let nth = 0; nth < 16_000; nth += 1) pieces.add(Buffer.from("a"));
  pieces.flush();
  expect(taken.map(({ length }) => length)).toEqual([1, 15_999]);
});

test.each([
  { bytes: 1, most: 16_384 + 260 },
  { bytes: 32, most: 2 * 16_384 },
  { bytes: 64, most: Infinity },
])("of $bytes bytes each, $most are let in", ({ bytes, most }) => {
  const { pieces } = gather();
  const piece = Buffer.alloc(bytes);
  let count = 0;
  while (count < 100_000 && pieces.add(piece)) count += 1;
  expect(count).toBe(Math.min(most, 100_000));
});
