/** Quoting for a shell. */
import { expect, test } from "vitest";
import { shellQuote } from "../../../src/engine/values/shell.js";

test.each([
  ["", "''"],
  ["a b", "'a b'"],
  ["it's", String.raw`'it'\''s'`],
  ['{"name":"$HOME `ls` \\"}', `'{"name":"$HOME \`ls\` \\"}'`],
])("%j is %s", (text, quoted) => expect(shellQuote(text)).toBe(quoted));
