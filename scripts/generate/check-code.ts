/** Checks that Ajv compiled, as the text of a module that needs no package at run time. */
import type { Ajv, CodeOptions } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const helpers: readonly (readonly [from: RegExp, to: string])[] = [
  [
    /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;?/g,
    "const $1 = (text) => { let n = 0; for (const _ of text) n += 1; return n; };",
  ],
  [
    /const (\w+) = require\("ajv\/dist\/runtime\/equal"\)\.default;?/g,
    "const $1 = (a, b) => JSON.stringify(a) === JSON.stringify(b);",
  ],
];

/** How an Ajv is to write its checks for `checkCode`. */
export const written: CodeOptions = { source: true, esm: true };

/** Each declaration is a line. `exports` = name of the export → name of the schema. */
export function checkCode(ajv: Ajv, exports: Readonly<Record<string, string>>): string {
  const text = standalone.default(ajv, exports).replace(/^"use strict";/, "");
  const code = helpers.reduce((before, [from, to]) => before.replace(from, to), text);
  if (code.includes("require(")) throw new Error("checks would still require a package at run time");
  return code.replace(
    /(?=export const |const (?:schema|wrapper|func|pattern|formats)\d+ ?=|function validate\d+\()/g,
    "\n",
  );
}
