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
    { title: "64 levels", text: nested(64) },
    { title: "10,000 members of each of two objects", text: list(2, object(10_000)) },
    { title: "30,000 values", text: list(30_000, "{}") },
    { title: "brackets and commas in a text", text: JSON.stringify([",[{".repeat(200_000)]) },
    { title: "characters of several bytes in a long text", text: JSON.stringify(["a€😀".repeat(300_000)]) },
    { title: "escaped quotes in a text", text: JSON.stringify(['",'.repeat(200_000)]) },
    {
      title: "an escaped backslash before the last quote",
      text: JSON.stringify([`${",".repeat(200_000)}\\`]),
    },
  ])("$title", ({ text }) => {
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
    { title: "65 levels", text: nested(65), problem: jsonProblems.nesting },
    {
      title: "65 levels behind a text of quotes",
      text: `["\\"",${nested(64)}]`,
      problem: jsonProblems.nesting,
    },
    { title: "10,001 members", text: object(10_001), problem: jsonProblems.members },
    {
      title: "10,001 members, one of which is a list",
      text: object(10_001).replace("1", "[1,2]"),
      problem: jsonProblems.members,
    },
    { title: "30,001 values of four objects", text: list(4, object(7501)), problem: jsonProblems.values },
    { title: "30,001 values", text: list(30_001, "{}"), problem: jsonProblems.values },
    {
      title: "a comma behind escaped quotes",
      text: `["\\"",${list(30_001, "1")}]`,
      problem: jsonProblems.values,
    },
    { title: "values of several lists", text: list(11, list(3_000, "1")), problem: jsonProblems.values },
    { title: "a text without end", text: `["${"a".repeat(200_000)}`, problem: jsonProblems.syntax },
    {
      title: "an escaped quote at the end",
      text: `["${"a".repeat(200_000)}\\"`,
      problem: jsonProblems.syntax,
    },
    { title: "not JSON", text: "{", problem: jsonProblems.syntax },
  ])("$title", ({ text, problem }) => {
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
