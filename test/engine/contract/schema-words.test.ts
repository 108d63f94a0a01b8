/** The words of schema problems: a case for each keyword, as Ajv reports it. */
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { fieldOf, ofMeantForm, problemPath, schemaWords } from "../../../src/engine/contract/schema-words.js";

type Case = readonly [schema: object, value: unknown, field: string, words: string];

const member = { properties: { a: { items: { type: "number" } } } };

const cases: readonly Case[] = [
  [{ type: "number" }, "1", "", "must be number"],
  [{ type: "integer" }, 1.5, "", "must be a whole number"],
  [{ type: "string" }, 1, "", "must be string"],
  [{ enum: ["up", "down"] }, "left", "", "must be one of up, down"],
  [{ pattern: "^[a-z]+$" }, "A", "", "must have the form ^[a-z]+$"],
  [{ minimum: 1 }, 0, "", "must be at least 1"],
  [{ maximum: 9.5 }, 10, "", "must be at most 9.5"],
  [{ minLength: 2 }, "a", "", "must have at least 2 characters"],
  [{ maxLength: 2 }, "abc", "", "must have at most 2 characters"],
  [{ minItems: 1 }, [], "", "must have at least 1 items"],
  [{ maxItems: 1 }, [1, 2], "", "must have at most 1 items"],
  [{ minProperties: 1 }, {}, "", "must have at least 1 properties"],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, "", "must have at most 1 properties"],
  [{ required: ["a"] }, {}, "a", "is required"],
  [{ properties: {}, additionalProperties: false }, { a: 1 }, "a", "is unknown"],
  [member, { a: [1, "2"] }, "a[1]", "must be number"],
  [{ items: member }, [{ a: ["2"] }], "[0].a[0]", "must be number"],
  [{ items: { required: ["a"] } }, [{}], "[0].a", "is required"],
  // A keyword without words keeps those of Ajv.
  [{ multipleOf: 2 }, 3, "", "must be multiple of 2"],
];

function problemsOf(schema: object, value: unknown) {
  const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema);
  isValid(value);
  return (isValid.errors ?? []).map((error) => ({ ...error, path: problemPath(error) }));
}

test.each(cases)("%j refuses %j", (schema, value, field, words) => {
  const found = problemsOf(schema, value).map((problem) => [fieldOf(problem.path), schemaWords(problem)]);
  expect(found).toEqual([[field, words]]);
});

test("a reader has words of its own for a keyword", () => {
  const [problem] = problemsOf({ minLength: 2 }, "a");
  expect(problem && schemaWords(problem, { minLength: ({ limit }) => `is below ${String(limit)}` })).toBe(
    "is below 2",
  );
});

test.each([
  ["the problems of the form that is meant", { a: 1 }, ["/b"]],
  ["all types if no form is meant", true, ["", ""]],
])("of a value with several forms: %s", (_, value, paths) => {
  const schema = { oneOf: [{ type: "number" }, { type: "object", required: ["b"] }] };
  expect(ofMeantForm(problemsOf(schema, value)).map(({ path }) => path)).toEqual(paths);
});
