/**
 * `npm run generate` would not change the committed files, and a change of the contract changes only the
 * necessary lines.
 */
import { expect, test } from "vitest";
import { resultValidators, validators } from "../scripts/generate/validators.js";
import { allTexts } from "../scripts/generate/outputs.js";
import { staleFiles } from "../scripts/lint-contract.js";
import { bundle, type OpenRpcDocument } from "../src/engine/chapters/bundle.js";
import type { Schema } from "../src/engine/chapters/chapter.js";
import { readChapters } from "../scripts/spec/chapters.js";

test("generated files are up to date", async () => expect(staleFiles(await allTexts())).toEqual([]));

const document = bundle(readChapters());
const before = {
  results: resultValidators(document).split("\n"),
  arguments: validators(document).split("\n"),
};

/** The checks that differ after a change; constants and forms that only one check uses are part of it. */
function changedChecks(lines: readonly string[], changed: readonly string[]): string[] {
  const nameOf = (line: string) => /(?:const|function) (\w+)/.exec(line)?.[1] ?? line;
  const ownerOf = (line: string): string[] => {
    const name = nameOf(line);
    if (!/^(schema_|pattern_|checkForm)/.test(name)) return [name];
    const all = [...lines, ...changed];
    return all.filter((one) => one.includes(name) && nameOf(one) !== name).map(nameOf);
  };
  const differing = [
    ...lines.filter((line) => !changed.includes(line)),
    ...changed.filter((line) => !lines.includes(line)),
  ];
  return [...new Set(differing.flatMap(ownerOf))].sort();
}

function withChange(change: (schemas: Record<string, Schema>) => void): OpenRpcDocument {
  const copy = structuredClone(document);
  change(copy.components.schemas);
  return copy;
}

const described = { title: "Another", description: "Another." };
const members: readonly (readonly [what: string, member: Schema, component: string])[] = [
  ["of a form that there is", { ...described, type: "string" }, "ProductInfo"],
  ["of a new form", { ...described, type: "integer", maximum: 4321 }, "FaultEntry"],
  ["of another component", { $ref: "#/components/schemas/SessionId" }, "StoreViewInfo"],
];

test.each(members)(
  "one more member %s changes only the check of its component",
  (_what, member, component) => {
    const { properties, required } = document.components.schemas[component] as {
      readonly properties: object;
      readonly required: readonly string[];
    };
    const one = { properties: { another: member, ...properties }, required: ["another", ...required] };
    const changed = withChange((schemas) => Object.assign(schemas[component]!, one));
    const found = changedChecks(before.results, resultValidators(changed).split("\n"));
    expect(found).toEqual([`check${component}`]);
  },
);

test("a narrower argument changes only its own check", () => {
  const changed = withChange((schemas) => (schemas.ShortText!.maxLength = 200));
  expect(changedChecks(before.arguments, validators(changed).split("\n"))).toEqual([
    "checkArgumentShortText",
  ]);
});
