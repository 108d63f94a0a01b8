/** The compact checks of results and of stored documents find the same problems as the full checks of Ajv. */
import { Ajv, type ValidateFunction } from "ajv";
import fc, { type Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { documentChecks } from "../generated/documents.js";
import { resultChecks } from "../generated/results.js";
import type { Check } from "../generated/validators.js";
import { documentSchemas } from "../scripts/generate/documents.js";
import { addComponents, localSchema, newAjv } from "../src/engine/chapters/checks.js";
import { bundle } from "../src/engine/chapters/bundle.js";
import { readChapters } from "../scripts/spec/chapters.js";
import { collectionNames } from "../src/shop/data/collections.js";
import { almost, valuesOf, type Schema } from "./support/schema-values.js";

describe("results", () => {
  const contract = bundle(readChapters());
  const ajv = newAjv();
  addComponents(ajv, contract);

  test.each(contract.methods)("$name", ({ name, result: { schema } }) => {
    const values = valuesOf(schema, contract.components.schemas);
    expectAgreement(resultChecks[name], ajv.compile(localSchema(schema)), values);
  });
});

describe("stored documents", () => {
  const { properties, definitions } = documentSchemas();
  const ajv = new Ajv({ allErrors: true, strict: false });

  test.each(collectionNames)("%s", (name) => {
    const schema = properties[name] as Schema;
    expectAgreement(
      documentChecks[name],
      ajv.compile({ ...schema, definitions }),
      valuesOf(schema, definitions),
    );
  });
});

function expectAgreement(
  check: Check | undefined,
  plain: ValidateFunction,
  values: Arbitrary<unknown>,
): void {
  if (!check) throw new Error("there is no such check");
  const found = { fitting: 0, failing: 0 };
  const asserted = fc.property(values, fc.nat(), fc.option(almost), (value, place, wrong) => {
    for (const one of [value, changed(value, place, wrong)]) {
      const fits = plain(one);
      found[fits ? "fitting" : "failing"] += 1;
      expect(check(one)).toBe(fits);
      expect(problems(check.errors)).toEqual(problems(plain.errors));
    }
  });
  fc.assert(asserted, { numRuns: 30 });
  expect(found.fitting).toBeGreaterThan(0);
  expect(found.failing).toBeGreaterThan(0);
}

function problems(errors: Check["errors"] | ValidateFunction["errors"]): unknown {
  return errors?.map(({ instancePath, message, params }) => ({ instancePath, message, params }));
}

/** The value with one change at any depth; null removes a member. */
function changed(value: unknown, place: number, wrong: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return wrong;
  const names = [...Object.keys(value), ...(Array.isArray(value) ? [] : ["unheard_of"])];
  const name = names[place % names.length] as string;
  const copy = structuredClone(value) as Record<string, unknown>;
  const next = Math.floor(place / names.length);
  if (next % 3 > 0 && name in copy) copy[name] = changed(copy[name], Math.floor(next / 3), wrong);
  else if (wrong === null && name in copy && !Array.isArray(copy)) delete copy[name];
  else copy[name] = wrong;
  return copy;
}
