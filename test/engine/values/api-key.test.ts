import { expect, test } from "vitest";
import { isUsableKey, maxSecretLength } from "../../../src/engine/values/api-key.js";

test.each([
  ["abcdef1", true],
  ["1234567ß", true],
  ["abcde1", false],
  ["😀😀😀😀a1", false],
  ["abcdefg", false],
  ["1234567", false],
  ["!!!!!!1", false],
  [`a1${"x".repeat(maxSecretLength - 2)}`, true],
  [`a1${"x".repeat(maxSecretLength - 1)}`, false],
])("%s is a key: %s", (key, want) => expect(isUsableKey(key)).toBe(want));
