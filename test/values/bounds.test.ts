/** The helpers that keep what callers send within bounds: lists, messages, problems, turns. */
import { describe, expect, test } from "vitest";
import { append, maxListed, readCommaList, readList } from "../../src/values/lists.js";
import { notFound, quote } from "../../src/values/messages.js";
import { stripTags } from "../../src/values/strip-tags.js";
import { forEachInSlices } from "../../src/time-slices.js";

const full = Array.from({ length: maxListed }, () => 1);

describe("readList", () => {
  test.each([
    { title: "a list", given: [1, "2"], want: [1, "2"] },
    { title: "a single value", given: 5, want: [5] },
    { title: "a text is one value", given: "1,2", want: ["1,2"] },
    { title: "as many as may be", given: full, want: full },
    { title: "one more", given: [...full, 1], want: undefined },
  ])("$title", ({ given, want }) => {
    expect(readList(given)).toEqual(want);
  });
});

describe("readCommaList", () => {
  test.each([
    { title: "a text", given: "1, 2,,3", want: ["1", " 2", "3"] },
    { title: "a blank text", given: " ", want: [] },
    { title: "a list", given: ["1,2"], want: ["1,2"] },
    { title: "commas beyond the bound", given: ",".repeat(maxListed), want: undefined },
  ])("$title", ({ given, want }) => {
    expect(readCommaList(given)).toEqual(want);
  });
});

test("append takes more than fit into the arguments of a call", () => {
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
    { given: [1], want: "a list" },
    { given: { a: 1 }, want: "an object" },
    { given: "x".repeat(81), want: `"${"x".repeat(79)}…` },
  ])("$want", ({ given, want }) => {
    expect(quote(given)).toBe(want);
  });
});

test("notFound says nothing of 0, which may stand for any value that is no ID", () => {
  expect([notFound("Product", 5), notFound("Product", 0)]).toEqual(["Product 5 was not found.", undefined]);
});

test("stripTags leaves alone what is longer than anything that is kept", () => {
  const long = "<b>".repeat(50_000);
  expect(stripTags(long)).toBe(long);
});

test("forEachInSlices lets other work run", async () => {
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
