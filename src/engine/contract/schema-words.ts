/** Words for what a JSON Schema refuses, by the keyword and the parameters of Ajv. */

import { requiredMessage } from "./inputs.js";

/** A problem that Ajv reports. */
export interface SchemaProblem {
  /** The place of the value: `/items/0/qty`. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The words of Ajv, for keywords that the table does not have. */
  readonly message?: string | undefined;
}

/** What a reader of schema problems has to say about them. */
type Said = Pick<SchemaProblem, "keyword" | "params" | "message">;

/** The words of a keyword, from its parameters. */
export type Words = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>>;

const words: Words = {
  required: () => requiredMessage,
  additionalProperties: () => "is unknown",
  type: ({ type }) => (type === "integer" ? "must be a whole number" : `must be ${String(type)}`),
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as readonly unknown[]).join(", ")}`,
  pattern: ({ pattern }) => `must have the form ${String(pattern)}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  minLength: ({ limit }) => `must have at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `must have at most ${String(limit)} characters`,
  minItems: ({ limit }) => `must have at least ${String(limit)} items`,
  maxItems: ({ limit }) => `must have at most ${String(limit)} items`,
  minProperties: ({ limit }) => `must have at least ${String(limit)} properties`,
  maxProperties: ({ limit }) => `must have at most ${String(limit)} properties`,
};

/** @param own the words of a reader that has others for some keywords */
export function schemaWords({ keyword, params, message }: Said, own: Words = {}): string {
  return (own[keyword] ?? words[keyword])?.(params) ?? message ?? "has an unusable form";
}

/** All problems of a value in one line: `value/items/0 must be number, value/colour is unknown`. */
export function problemsText(name: string, problems: readonly SchemaProblem[] | null | undefined): string {
  return (problems ?? []).map((one) => `${name}${problemPath(one)} ${schemaWords(one)}`).join(", ");
}

/** The place of a problem. A member that is missing or unknown has a place of its own. */
export function problemPath({ instancePath, params }: SchemaProblem): string {
  const { missingProperty, additionalProperty } = params as Readonly<Record<string, string | undefined>>;
  const name = missingProperty ?? additionalProperty;
  return name === undefined ? instancePath : `${instancePath}/${name}`;
}

/** `/items/0/qty` → `items[0].qty` */
export function fieldOf(path: string): string {
  const steps = path.split("/").slice(1);
  return steps.map((step, at) => (/^\d+$/.test(step) ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
}

/** If a value may have several forms, the problems inside of one form help more than the type of another. */
export function ofMeantForm<Found extends Said & { readonly path: string }>(
  problems: readonly Found[],
): Found[] {
  const isInside = (path: string) => problems.some((other) => other.path.startsWith(`${path}/`));
  return problems.filter(
    ({ keyword, path }) => keyword !== "oneOf" && !(keyword === "type" && isInside(path)),
  );
}
