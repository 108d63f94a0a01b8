/** The helpers that limit the input of callers: lists, messages, problems, turns. */
import { describe, expect, test } from "vitest";
import {
  cleanText,
  longestText,
  sanitize,
  toDecimal,
  toId,
  toInt,
} from "../../../src/engine/values/coercion.js";
import { toDateTime, toDay } from "../../../src/engine/values/dates.js";
import { append, maxListed, readCommaList, readList } from "../../../src/engine/values/lists.js";
import { notFound, quote } from "../../../src/engine/values/messages.js";
import { stripTags } from "../../../src/engine/values/strip-tags.js";
import { forEachInSlices } from "../../../src/engine/time-slices.js";

const full = Array.from({ length: maxListed }, () => 1);

describe("readList", () => {
  test.each([
    { title: "a list", given: [1, "2"], want: [1, "2"] },
    { title: "a single value", given: 5, want: [5] },
    { title: "a text is one value", given: "1,2", want: ["1,2"] },
    { title: "the maximum number", given: full, want: full },
    { title: "one more than allowed", given: [...full, 1], want: undefined },
  ])("$title", ({ given, want }) => {
    expect(readList(given)).toEqual(want);
  });
});

describe("readCommaList", () => {
  test.each([
    { title: "a text", given: "1, 2,,3", want: ["1", " 2", "3"] },
    { title: "a blank text", given: " ", want: [] },
    { title: "a list", given: ["1,2"], want: ["1,2"] },
    { title: "commas beyond the limit", given: ",".repeat(maxListed), want: undefined },
  ])("$title", ({ given, want }) => {
    expect(readCommaList(given)).toEqual(want);
  });
});

test("append accepts more than fit into the arguments of a call", () => {
  const list = [0];
  append(
    list,
    Array.from({ length: 500_000 }, () => 1),
  );
  expect(list).toHaveLength(500_001);
});

describe("quote", () => {
  test.each([
    { given: "a", want: '"a"' },
    { given: 5, want: "5" },
    { given: null, want: "null" },
    { given: true, want: "true" },
    { given: undefined, want: "nothing" },
    { given: [1], want: "[1]" },
    { given: { a: 1 }, want: '{"a":1}' },
    { given: "x".repeat(81), want: `"${"x".repeat(79)}…` },
  ])("$want", ({ given, want }) => {
    expect(quote(given)).toBe(want);
  });
});

test("notFound does not mention 0, which may represent any value that is not an ID", () => {
  expect([notFound("Product", 5), notFound("Product", 0)]).toEqual(["Product 5 was not found.", undefined]);
});

test("stripTags does not change text that is longer than any stored text", () => {
  const long = "<b>".repeat(50_000);
  expect(stripTags(long)).toBe(long);
});

test("forEachInSlices yields to other work", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const done: number[] = [];
  await forEachInSlices([1, 2, 3], async (item) => {
    const end = performance.now() + 10;
    while (performance.now() < end) continue;
    done.push(item);
  });
  isOver = true;
  expect(done).toEqual([1, 2, 3]);
  expect(turns).toBeGreaterThanOrEqual(3);
});

describe("a text that is longer than any stored text", () => {
  const huge = (piece: string) => sanitize(piece.repeat(3 * longestText)) as string;

  test.each(["a", " ", "\0", "<b>", "\n", "1", "0"])(
    "of %j is cut and stays too long, whatever is removed from it",
    (piece) => {
      const text = huge(piece);
      expect(text.length).toBeLessThanOrEqual(2 * longestText);
      expect(stripTags(text.trim()).length).toBeGreaterThan(longestText - 1);
      expect([toId(text), toInt(text), toDecimal(text), toDateTime(text)]).toEqual([
        0,
        ...[undefined, undefined, undefined],
      ]);
    },
  );

  test("begins like the original, for messages and counts", () => {
    expect(huge("ab").slice(0, 100)).toBe("ab".repeat(50));
    expect(readCommaList(huge("1,"))).toBeUndefined();
  });

  test("does not shorten a long list to one of few values", () => {
    expect(readCommaList(sanitize(`${"a".repeat(longestText)},b`))).toBeUndefined();
  });

  test("stays unchanged as the content of a file, and leaves no room for other texts", () => {
    const content = "A".repeat(2 * longestText + 5);
    const upload = sanitize(
      { file: { content, name: `${content}\0` }, label: "a\0" },
      { content: ["content"] },
    );
    expect(upload).toMatchObject({ file: { content }, label: "a\0" });
    expect((upload as { file: { name: string } }).file.name).toHaveLength(2 * longestText);
  });

  test("is also cut by cleanText", () => {
    expect(cleanText("a".repeat(5 * longestText))).toHaveLength(2 * longestText);
  });
});

test("texts and names of a value share their room; numbers and contents of files use none", () => {
  const isOver = (value: unknown, characters: number, content?: readonly string[]) => {
    const room = { left: characters };
    sanitize(value, { room, content });
    return room.left < 0;
  };
  expect(isOver({ ab: ["cd", 5, null], e: { f: "g" } }, 7)).toBe(false);
  expect(isOver({ ab: ["cd", 5, null], e: { f: "g" } }, 6)).toBe(true);
  expect(isOver({ f: "0123456789" }, 5, ["f"])).toBe(false);
});

test.each([
  { value: " 2024-01-01 ", day: "2024-01-01" },
  { value: `${" ".repeat(900)}2024-01-01`, day: "2024-01-01" },
  { value: `${" ".repeat(1000)}2024-01-01`, day: undefined },
  { value: "2024-01-01T00:00:00", day: undefined },
])("a date among up to 1,000 characters, its spaces included: $day", ({ value, day }) => {
  expect(toDay(value)).toBe(day);
});
