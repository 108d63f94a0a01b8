import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { linearPattern } from "../../../src/engine/values/linear-patterns.js";

// Each test has all steps.
beforeEach(() => setImmediate());

test.each<[what: string, pattern: string, problem: RegExp]>([
  ["lookahead", "^(?=a)a$", /cannot be matched in linear time \(.*`\(\?=`\)/],
  ["negative lookahead", "^(?!a)b$", /cannot be matched in linear time/],
  ["lookbehind", "(?<=a)b", /cannot be matched in linear time/],
  ["negative lookbehind", "(?<!a)b", /cannot be matched in linear time/],
  ["a reference by number", "(a)\\1", /cannot be matched in linear time/],
  ["a reference by name", "(?<n>a)\\k<n>", /references to groups/],
  ["many repetitions", "a{1001}", /cannot be matched in linear time/],
  ["a large pattern", "(a?){300}", /compiles to \d+ instructions, more than 500/],
  ["nested repetitions", "((a{30}){30}){30}", /cannot be matched in linear time|instructions/],
  ["an open bracket", "[a-", /unterminated character class/],
  ["an open group", "(a", /unterminated group/],
  ["a range backwards", "[z-a]", /range out of order/],
  ["flags inside, unknown to RegExp", "(?i)a", /invalid group/],
  ["an anchor of RE2 that is a letter for RegExp", "\\Aa", /invalid escape/],
  ["a class of POSIX", "[[:alpha:]]", /lone quantifier brackets/],
])("%s is refused", (_, pattern, problem) => {
  expect(() => linearPattern(pattern)).toThrow(problem);
});

test.each<[pattern: string, text: string]>([
  ["^(a+)+$", `${"a".repeat(131_072)}b`],
  ["^(a|a)*$", `${"a".repeat(131_072)}b`],
  ["^([a-z]+)*\\d$", "a".repeat(131_072)],
  ["^(.*,){11}P", `${",".repeat(20_000)}`],
  ["^\\s*(\\d+)?\\s*$", `${" ".repeat(131_072)}x`],
  ["(x+x+)+y", "x".repeat(131_072)],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(50_000)],
])("%s takes linear time", (pattern, text) => {
  const linear = linearPattern(pattern);
  const started = process.cpuUsage();
  expect(linear.test(text)).toBe(false);
  const { user } = process.cpuUsage(started);
  // RegExp takes seconds to centuries.
  expect(user / 1000).toBeLessThan(1500);
});

const atom = fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "\\d", "\\w", "\\-", "ü", "\\u00fc", "\\b");
const pattern = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.tuple(tie("tree"), tie("tree")).map(([left, right]) => left + right),
    fc.tuple(tie("tree"), tie("tree")).map(([left, right]) => `(${left}|${right})`),
    fc
      .tuple(tie("tree"), fc.constantFrom("*", "+", "?", "{2}", "{1,2}"))
      .map(([one, often]) => `(?:${one})${often}`),
  ),
})).tree;
const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "-", "ü", " "), maxLength: 8 });

test("a pattern matches the same texts as RegExp", async () => {
  const from = fc.constantFrom("", "^");
  const to = fc.constantFrom("", "$");
  await fc.assert(
    fc.asyncProperty(from, pattern, to, text, async (start, inner, end, given) => {
      await setImmediate();
      const whole = start + inner + end;
      expect(linearPattern(whole).test(given)).toBe(new RegExp(whole).test(given));
    }),
    { numRuns: 300 },
  );
});

test("beyond the steps of a turn nothing matches; the next turn has its own", async () => {
  const linear = linearPattern("^[a-z]+$");
  const long = "a".repeat(50_000);
  let count = 0;
  while (linear.test(long)) count += 1;
  expect(count).toBeGreaterThan(3);
  expect(linear.test("a")).toBe(false);
  await setImmediate();
  expect(linear.test(long)).toBe(true);
});
