/**
 * A member that the contract publishes and that no code takes does not compile: the compiler reads the shop with one more
 * member in the rows of every data object (D-211).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { inputs } from "../generated/inputs.js";
import { bundle } from "../src/engine/chapters/bundle.js";
import { allInputs } from "../scripts/generate/inputs.js";
import { projectRoot, readChapters, readOpenApi } from "../scripts/spec/chapters.js";

const generated = join(projectRoot, "generated", "inputs.ts");
const shop = join(projectRoot, "src", "shop");

/** The files of the shop that mention a data object, and so take its members. */
const files = readdirSync(shop, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join(shop, name))
  .filter((path) => /\breaderOf\b|\bMemberOf\b|\binputReader\b/.test(readFileSync(path, "utf8")));

const { config } = ts.readConfigFile(join(projectRoot, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
  config: unknown;
};
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, projectRoot);

/** The errors of the compiler if `generated/inputs.ts` has this text. */
function problems(text: string): string {
  const base = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...base,
    getSourceFile: (path, target) =>
      path === generated ? ts.createSourceFile(path, text, target, true) : base.getSourceFile(path, target),
  };
  const program = ts.createProgram(files, { ...options, noEmit: true }, host);
  const found = files.flatMap((path) => program.getSemanticDiagnostics(program.getSourceFile(path)));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " ")).join("\n");
}

/** Data objects of which any member is taken, with the reason. */
const open: Readonly<Record<string, string>> = {
  AdditionalAttributes: "each of its members is a group of values by attribute code",
};

test("a further member of any data object has no taker", () => {
  const names = Object.keys(inputs);
  const memberOf = (name: string) => `added_to_${name}`;
  const text = names.reduce(
    (all, name) =>
      all.replace(`\n  "${name}": {`, `\n  "${name}": { "${memberOf(name)}": { "reads": "text" },`),
    readFileSync(generated, "utf8"),
  );
  const found = problems(text);
  expect(names.filter((name) => !found.includes(memberOf(name)))).toEqual(Object.keys(open));
});

test("the rows are those of the contracts", () => {
  expect(inputs).toEqual(allInputs(bundle(readChapters()), readOpenApi()));
});
