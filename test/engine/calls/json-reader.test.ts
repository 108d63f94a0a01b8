import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonProblems, readJson } from "../../../src/engine/calls/json.js";

const list = (elements: number, element: string) => `[${Array<string>(elements).fill(element).join(",")}]`;
const object = (members: number) =>
  `{${Array.from({ length: members }, (_, index) => `"k${index}":1`).join(",")}}`;
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

const read = (text: string) => readJson(Buffer.from(text));

describe("accepted", () => {
  test.each([
    ["64 levels", nested(64)],
    ["10,000 members of each of two objects", list(2, object(10_000))],
    ["30,000 values", list(30_000, "{}")],
    ["brackets and commas in a text", JSON.stringify([",[{".repeat(200_000)])],
    ["characters of several bytes in a long text", JSON.stringify(["a€😀".repeat(300_000)])],
    ["escaped quotes in a text", JSON.stringify(['",'.repeat(200_000)])],
    ["an escaped backslash before the last quote", JSON.stringify([`${",".repeat(200_000)}\\`])],
  ])("%s", (_title, text) => {
    expect(read(text)).toEqual({ value: JSON.parse(text) as unknown });
  });

  test("any JSON, whatever its form", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, isLong) => {
        // Spaces make it long enough for the check.
        const sent = isLong ? `${text}${" ".repeat(100_000)}` : text;
        expect(read(sent)).toEqual({ value: JSON.parse(text) as unknown });
      }),
    );
  });
});

describe("refused before parsing", () => {
  test.each([
    ["65 levels", nested(65), jsonProblems.nesting],
    ["65 levels behind a text of quotes", `["\\"",${nested(64)}]`, jsonProblems.nesting],
    ["10,001 members", object(10_001), jsonProblems.members],
    ["10,001 members, one of which is a list", object(10_001).replace("1", "[1,2]"), jsonProblems.members],
    ["30,001 values of four objects", list(4, object(7501)), jsonProblems.values],
    ["30,001 values", list(30_001, "{}"), jsonProblems.values],
    ["a comma behind escaped quotes", `["\\"",${list(30_001, "1")}]`, jsonProblems.values],
    ["values of several lists", list(11, list(3_000, "1")), jsonProblems.values],
    ["a text without end", `["${"a".repeat(200_000)}`, jsonProblems.syntax],
    ["an escaped quote at the end", `["${"a".repeat(200_000)}\\"`, jsonProblems.syntax],
    ["not JSON", "{", jsonProblems.syntax],
  ])("%s", (_title, text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  test("bytes that are not UTF-8", () => {
    const large = Buffer.concat([
      Buffer.from('"'),
      Buffer.alloc(3 * 1024 * 1024, "€"),
      Buffer.from([0xff, 0x22]),
    ]);
    expect(readJson(large)).toEqual({ problem: jsonProblems.encoding });
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ problem: jsonProblems.encoding });
    expect(readJson(Buffer.from("\ufeff[]"))).toEqual({ value: [] });
  });
});
