/** Documents that are read from a file share equal texts and lists, and stay what they are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { RowSharing } from "../../../src/engine/storage/row-sharing.js";

type Row = { readonly id: number; readonly [name: string]: unknown };

function read(rows: readonly Row[]): Row[] {
  const sharing = new RowSharing();
  return rows.map((row) => sharing.add(structuredClone(row)) as Row);
}

test("any documents stay what they are", () => {
  const text = fc.constantFrom("short", "longer than ten units", "another long text");
  const { row } = fc.letrec((tie) => ({
    value: fc.oneof(text, fc.integer(), fc.constant(null), tie("list"), tie("map")),
    list: fc.array(tie("value"), { maxLength: 3 }),
    map: fc.dictionary(fc.constantFrom("a", "b", "0", "__proto__", "constructor"), tie("value"), {
      maxKeys: 4,
    }),
    row: fc.tuple(fc.integer(), tie("map")).map(([id, map]) => ({ ...(map as object), id })),
  }));
  fc.assert(
    fc.property(fc.array(row as fc.Arbitrary<Row>, { maxLength: 6 }), (rows) => {
      expect(read(rows)).toEqual(rows);
    }),
  );
});

test("an equal list is the same object, a list with another element is not", () => {
  const [one, two, three] = read([
    { id: 1, tags: ["a"], values: { 0: { sizes: [] } } },
    { id: 2, tags: ["a"], values: { 0: { sizes: [] } } },
    { id: 3, tags: ["a", "b"], values: { 0: { sizes: [1] } } },
  ]) as [Row, Row, Row];
  expect(two["tags"]).toBe(one["tags"]);
  expect(three["tags"]).not.toBe(two["tags"]);
  const sizesOf = (row: Row) => (row["values"] as { 0: { sizes: unknown } })[0].sizes;
  expect(sizesOf(two)).toBe(sizesOf(one));
  expect(sizesOf(three)).not.toBe(sizesOf(two));
});
