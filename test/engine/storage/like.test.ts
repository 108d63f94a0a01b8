import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { like } from "../../../src/engine/storage/like.js";
import { fold } from "../../../src/engine/values/text.js";

/** The reference implementation: a run matches nothing, or one character followed by the run again. */
function meansLike(pattern: readonly string[], text: readonly string[]): boolean {
  const [symbol, ...behind] = pattern;
  if (symbol === undefined) return text.length === 0;
  if (symbol === "%")
    return meansLike(behind, text) || (text.length > 0 && meansLike(pattern, text.slice(1)));
  if (text.length === 0) return false;
  const isEscape = symbol === "\\" && behind.length > 0;
  const wanted = isEscape ? behind[0] : symbol;
  const fits = (!isEscape && symbol === "_") || text[0] === wanted;
  return fits && meansLike(isEscape ? behind.slice(1) : behind, text.slice(1));
}

const few = fc.constantFrom("a", "b", "Σ", "ς", "😀", "%", "_", "\\");
const patterns = fc.array(few, { maxLength: 8 }).map((symbols) => symbols.join(""));
const longPatterns = fc.array(fc.constantFrom("a", "_", "a", "a%"), { minLength: 30, maxLength: 70 });
const texts = fc.array(fc.constantFrom("a", "A", "b", "σ", "😀", "%", "\\"), { maxLength: 10 });

describe("like", () => {
  test("agrees with the reference implementation", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const whole = text.join("");
        expect(like(pattern)(whole)).toBe(meansLike([...fold(pattern)], [...fold(whole)]));
      }),
      { numRuns: 5_000 },
    );
  });

  test("agrees with it for patterns of more than 32 and 64 characters", () => {
    fc.assert(
      fc.property(longPatterns, fc.nat(90), (symbols, length) => {
        const pattern = symbols.join("");
        const fewest = [...pattern].filter((symbol) => symbol !== "%").length;
        const isOpen = pattern.includes("%");
        expect(like(pattern)("a".repeat(length))).toBe(isOpen ? length >= fewest : length === fewest);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    { title: "wildcards", pattern: `${"%_".repeat(250)}b%` },
    { title: "a piece that nearly fits everywhere", pattern: `%${"a_".repeat(250)}b%` },
    { title: "runs", pattern: `${"%a".repeat(250)}%b%` },
  ])("500 characters of $title do not look 500 times at a text", ({ pattern }) => {
    const text = "a".repeat(65_535);
    expect(like(pattern)(text)).toBe(false);
    // 32 characters of the pattern cost one operation, and going through the text has a cost of its own.
    expect(fastest(pattern, text) / fastest("%_b%", text)).toBeLessThan(100);
  });
});

/** Milliseconds of the fastest of several runs, to exclude disturbances by other processes. */
function fastest(pattern: string, text: string): number {
  const matches = like(pattern);
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now();
    matches(text);
    return performance.now() - start;
  });
  return Math.min(...times);
}
