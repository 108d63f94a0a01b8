/** No pattern of our own contracts takes more than linear time: the checks of requests use RegExp. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaPatterns } from "../src/engine/chapters/schemas.js";
import { chapterForm } from "../src/engine/extension/chapter-form.js";
import { lenientSchema } from "../src/engine/chapters/lenient.js";
import { kinds } from "../src/engine/values/coercion.js";

const document = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8")) as object;
const sources = [
  ...["openrpc.json", "generated/openapi.json", "generated/rpc.openapi.json"].map(document),
  chapterForm,
  ...Object.keys(kinds).map((kind) => lenientSchema(kind, {})),
];
const patterns = new Set(sources.flatMap((source) => [...schemaPatterns(source)].map((one) => one.pattern)));

/** Beginnings that lead into a pattern, parts that it may repeat, and an end that it does not allow. */
const begins = ["", "a@", "a", "1", "2024-01-01", "."];
const repeated = [" ", ".", "a", "0", "-", "_", "a.", " 1", "..a", "/a", "A"];
const ends = ["", "!", "@", "\n!"];

test("there are patterns", () => expect(patterns.size).toBeGreaterThan(20));

/** Milliseconds of processor. Linear time takes less than one for a text of this length, quadratic time seconds. */
const limit = 500;

/** The first hostile text for which a pattern takes longer than the limit. */
function slowFor(pattern: string): string | undefined {
  const form = new RegExp(pattern);
  for (const begin of begins) {
    for (const part of repeated) {
      for (const end of ends) {
        const hostile = begin + part.repeat(100_000) + end;
        const { user: before } = process.cpuUsage();
        form.test(hostile);
        if ((process.cpuUsage().user - before) / 1000 > limit) return `${begin}(${part})*${end}`;
      }
    }
  }
  return undefined;
}

test.each([...patterns])("%s", (pattern) => expect(slowFor(pattern)).toBeUndefined());

test("a pattern that takes quadratic time is found", () => expect(slowFor("\\s+$")).toBe("( )*!"));
