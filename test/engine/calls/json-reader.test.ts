import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonProblems, readJson } from "../../../src/engine/doors/json-rpc/json-reader.js";

const list = (elements: number, element: string) => `[${Array<string>(elements).fill(element).join(",")}]`;
const object = (members: number) =>
  `{${Array.from({ length: members }, (_, index) => `"k${index}":1`).join(",")}}`;
const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

const read = async (text: string, maxElements?: number) => readJson(Buffer.from(text), maxElements);

/** A text as long as a body may be. */
const mebibytes16 = 16 * 1024 * 1024;

describe("what is read", () => {
  test.each([
    { title: "64 levels", text: nested(64) },
    { title: "10,000 members", text: object(10_000) },
    { title: "100,000 values", text: list(100_000, "{}") },
    { title: "a name of 1 MiB", text: `{"${"k".repeat(1024 * 1024 - 2)}":1}` },
    { title: "brackets and commas in a text", text: JSON.stringify([",[{".repeat(200_000)]) },
    { title: "characters of several bytes in a long text", text: JSON.stringify(["a€😀".repeat(300_000)]) },
    { title: "escaped quotes in a text", text: JSON.stringify(['",'.repeat(200_000)]) },
    {
      title: "an escaped backslash before the last quote",
      text: JSON.stringify([`${",".repeat(200_000)}\\`]),
    },
  ])("$title", async ({ text }) => {
    expect(await read(text)).toEqual({ value: JSON.parse(text) as unknown });
  });

  test("any JSON, whatever its form", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.boolean(), async (text, isLong) => {
        // Spaces make it long enough to be gone through.
        const sent = isLong ? `${text}${" ".repeat(50_000)}` : text;
        expect(await read(sent)).toEqual({ value: JSON.parse(text) as unknown });
      }),
    );
  });
});

describe("in pieces", () => {
  /** Long enough to be read in pieces, a piece for each value, and texts in parts. */
  const inPieces = async (text: string, stretch = 5) =>
    readJson(Buffer.from(`${text}${" ".repeat(17_000)}`), Infinity, { values: 1, bytes: 1, stretch });
  const whole = (text: string) => {
    try {
      return { value: JSON.parse(text) as unknown };
    } catch {
      return { problem: jsonProblems.syntax };
    }
  };
  /** Names that objects treat in a way of their own, and few of them, so that some come twice. */
  const names = fc.constantFrom("a", "b", "", "__proto__", "constructor", "7", "10", 'q"', "é");
  const { json } = fc.letrec<{ json: string; member: string }>((tie) => ({
    member: fc.tuple(names, tie("json")).map(([name, value]) => `${JSON.stringify(name)}:${value}`),
    json: fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom("1", '"x,]}"', "null", "[]", "{}", '"\\\\"', '"\\ud83d\\ude00é😀\\n"'),
      fc.array(tie("json"), { maxLength: 6 }).map((list) => `[${list.join(",")}]`),
      fc.array(tie("member"), { maxLength: 6 }).map((members) => `{${members.join(" , ")}}`),
    ),
  }));

  test("any JSON is what it is as a whole", async () => {
    await fc.assert(
      fc.asyncProperty(json, async (text) => {
        const { value } = (await inPieces(text)) as { value: unknown };
        // Prototypes and the order of members count too.
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)));
        expect({ value }).toEqual(whole(text));
      }),
      { numRuns: 1000 },
    );
  });

  test("a text is what it is as a whole, wherever it is parted", async () => {
    const sign = fc.constantFrom(
      "a",
      "é",
      "😀",
      "\\\\",
      '\\"',
      "\\n",
      "\\u0041",
      "\\ud83d\\ude00",
      "\\ud83d",
      "u00",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(sign), fc.integer({ min: 1, max: 8 }), async (signs, stretch) => {
        const text = `{"${signs.join("")}":["${signs.join("")}","${signs.toReversed().join("")}"]}`;
        expect(await inPieces(text, stretch)).toEqual(whole(text));
      }),
      { numRuns: 200 },
    );
  });

  test("what is no JSON as a whole is none in pieces", async () => {
    const signs = fc.constantFrom("", "[", "]", "{", "}", ",", ":", '"', "1", ",,", '"a":');
    await fc.assert(
      fc.asyncProperty(json, fc.nat(), fc.nat(2), signs, async (text, place, cut, sign) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + sign + text.slice(at + cut);
        const { problem } = whole(broken) as { problem?: string };
        expect(((await inPieces(broken)) as { problem?: string }).problem).toBe(problem);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what is refused before anything is built from it", () => {
  test.each([
    { title: "65 levels", text: nested(65), problem: jsonProblems.nesting },
    {
      title: "65 levels behind a text of quotes",
      text: `["\\"",${nested(64)}]`,
      problem: jsonProblems.nesting,
    },
    { title: "10,001 members", text: object(10_001), problem: jsonProblems.members },
    { title: "900,000 members", text: `{"filters":${object(900_000)}}`, problem: jsonProblems.members },
    { title: "100,001 values", text: list(100_001, "{}"), problem: jsonProblems.values },
    { title: "16 MiB of {}", text: list(Math.floor(mebibytes16 / 3), "{}"), problem: jsonProblems.values },
    { title: "values of several lists", text: list(11, list(10_000, "1")), problem: jsonProblems.values },
    {
      title: "a name of more than 1 MiB",
      text: `{"${"k".repeat(1024 * 1024 - 1)}":1}`,
      problem: jsonProblems.names,
    },
    { title: "no JSON", text: "{", problem: jsonProblems.syntax },
  ])("$title", async ({ text, problem }) => {
    expect(await read(text)).toEqual({ problem });
  });

  test("a list of more elements than its reader takes", async () => {
    const text = list(Math.floor(mebibytes16 / 3), "{}");
    expect(await read(text, 100)).toEqual({ problem: jsonProblems.elements });
    expect(await read(`[${list(60_000, "1")}]`, 100)).toHaveProperty("value");
  });

  test("bytes that are not UTF-8", async () => {
    const large = Buffer.concat([
      Buffer.from('"'),
      Buffer.alloc(3 * 1024 * 1024, "€"),
      Buffer.from([0xff, 0x22]),
    ]);
    expect(await readJson(large)).toEqual({ problem: jsonProblems.encoding });
    expect(readJson(Buffer.from([0x22, 0xff, 0x22]))).toEqual({ problem: jsonProblems.encoding });
    expect(readJson(Buffer.from("\ufeff[]"))).toEqual({ value: [] });
  });
});
