import { describe, expect, test } from "vitest";
import type { Problem } from "../../../../src/engine/values/problem.js";
import {
  isTagChange,
  readGivenTags,
  readTagChanges,
  tagNames,
} from "../../../../src/shop/catalog/tags/tag-data.js";

test.each([
  ["nice", ["nice"]],
  ["  nice\t very\n\ngood ", ["nice", "very", "good"]],
  ["nice 'very good'", ["nice", "very good"]],
  ["'very good' nice", ["very good", "nice"]],
  ["'  very good  '", ["very good"]],
  ["it's o'clock dogs'", ["it's", "o'clock", "dogs"]],
  ["'it's good'", ["it's good"]],
  ["'open end", ["open", "end"]],
  ["a,b <b>bold</b>", ["a,b", "<b>bold</b>"]],
  ["'' ' '", []],
  ["", []],
  [" \n", []],
])("%j are %j", (text, names) => expect(tagNames(text)).toEqual(names));

test("the time for a long text is proportional to its length", () => {
  const before = process.cpuUsage();
  tagNames("'a ".repeat(40_000));
  tagNames("'".repeat(120_000));
  tagNames(`x${"'".repeat(120_000)}x`);
  tagNames(`${" ".repeat(120_000)}x`);
  // Usually milliseconds; a quadratic algorithm would take minutes.
  expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

describe("the data of a new tag (beyond 14)", () => {
  const whole = { tag: "x", product_id: 1, customer_id: 1, store: 0 };
  const wrong = (data: object) => {
    const problems: Problem[] = [];
    readGivenTags({ ...data }, problems);
    return problems.map(({ field }) => field);
  };

  test.each([whole, { ...whole, tag: "" }, { ...whole, tag: 5 }, { ...whole, store: "" }])(
    "%j is complete",
    (data) => expect(wrong(data)).toEqual([]),
  );

  test.each(["tag", "product_id", "customer_id", "store"])("%s is needed", (member) => {
    const { [member as keyof typeof whole]: _, ...rest } = whole;
    expect(wrong(rest)).toEqual([`data.${member}`]);
    expect(wrong({ ...whole, [member]: null })).toEqual([`data.${member}`]);
  });

  test.each([
    [["x"]],
    [{}],
    [true],
    ["\u0007"],
    ["x".repeat(256)],
    ["x ".repeat(1001)],
    ["x ".repeat(300_000)],
  ])("%j contains no tag", (tag) => expect(wrong({ ...whole, tag })).toEqual(["data.tag"]));
});

describe("the data of an update", () => {
  const read = (data: object) => {
    const problems: Problem[] = [];
    return { changes: readTagChanges({ ...data }, problems), wrong: problems.map(({ field }) => field) };
  };

  test.each([
    [{ name: " New  name " }, { name: "New  name" }],
    [{ name: 5 }, { name: "5" }],
    [{ status: "1" }, { status: 1 }],
    [{ status: 0 }, { status: 0 }],
    [{ base_popularity: 0 }, { base_popularity: 0 }],
    [
      { name: null, status: -1, base_popularity: "7" },
      { status: -1, base_popularity: 7 },
    ],
  ])("%j", (data, changes) => {
    expect(isTagChange(data)).toBe(true);
    expect(read(data)).toEqual({ changes, wrong: [] });
  });

  test.each([{}, { name: null }, { tag: "x" }])("%j is nothing", (data) =>
    expect(isTagChange(data)).toBe(false),
  );

  test.each([
    ["name", ["", "  ", "x".repeat(256), "\u0001", [], {}, true]],
    ["status", [2, -2, 0.5, "approved", "", true, []]],
    ["base_popularity", [-1, 1.5, 2_147_483_648, "many", "", true, []]],
  ])("%s", (member, values) => {
    for (const value of values) expect(read({ [member]: value }).wrong).toEqual([`data.${member}`]);
  });
});
