/**
 * Regular expressions of users, matched in time linear to the text (re2js, a port of RE2). `RegExp` takes exponential time
 * for some, for example `^(a+)+$`. RE2 has no lookaround and no references to groups.
 */
import { RE2JS } from "re2js";
import { messageOf } from "./messages.js";

/** Larger ones are slow although they are linear: each character of a text may take a step for each instruction. */
const maxInstructions = 500;

/**
 * Steps, characters times instructions, until other work gets its turn. Most take a few nanoseconds, the worst 200. A text
 * beyond them counts as one that misses its pattern.
 */
const maxSteps = 2_000_000;
let stepsLeft = maxSteps;

export interface LinearPattern {
  /** Whether some part of the text matches. */
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

/** Throws an Error that says why the pattern cannot be used. */
export function linearPattern(pattern: string): LinearPattern {
  requireSameMeaning(pattern);
  const compiled = compile(pattern);
  const size = compiled.programSize();
  if (size > maxInstructions)
    throw new Error(
      `it compiles to ${size} instructions, more than ${maxInstructions}; repeat less, or use maxLength`,
    );
  return { test: (text) => takeSteps(text.length * size) && compiled.test(text), toString: () => pattern };
}

function takeSteps(count: number): boolean {
  if (stepsLeft === maxSteps) queueMicrotask(() => (stepsLeft = maxSteps));
  stepsLeft -= count;
  return stepsLeft >= 0;
}

/**
 * RE2 knows expressions that `RegExp` refuses or reads as other ones, such as `\A`. Clients use `RegExp`. Its mode `u` refuses
 * them, and also escaped punctuation, which is harmless.
 */
function requireSameMeaning(pattern: string): void {
  const code = (mark: string) => `\\x${mark.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const written = pattern.replace(/\\([\x20-\x7e])/g, (escape, mark: string) => {
    if (mark === "k") throw new Error("references to groups cannot be matched in linear time");
    return /[A-Za-z0-9]/.test(mark) ? escape : code(mark);
  });
  try {
    new RegExp(written, "u");
  } catch (error) {
    throw new Error(messageOf(error).replace(/^.*: /s, "").toLowerCase(), { cause: error });
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch (error) {
    throw new Error(`it cannot be matched in linear time (${reasonOf(error)})`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^error parsing regexp: /, "");
}

/** For the option `regExp` of Ajv. */
export const linearRegExp = Object.assign(linearPattern, { code: "linearRegExp" });
