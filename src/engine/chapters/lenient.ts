/**
 * What the server takes beyond the published types (conventions 4, 10.2): one rule per kind of argument, by which the
 * checks of arguments are made from the schemas of the contract.
 */
import type { Schema } from "./chapter.js";

/** Members of these are judged by the rules of the operation, all problems together; here only the outer form. */
const object = (): Schema => ({ anyOf: [{ type: "object" }, { type: "array", maxItems: 0 }] });

const rules: Readonly<Record<string, (published: Schema) => Schema>> = {
  text: (published) => ({ anyOf: [published, { type: "number" }] }),
  flag: (published) => ({ anyOf: [published, { enum: [0, 1, "0", "1"] }] }),
  int: (published) => ({ anyOf: [published, { type: "string", pattern: "^\\s*-?\\d+\\s*$" }] }),
  decimal: (published) => ({
    anyOf: [published, { type: "string", pattern: "^\\s*-?\\d+(\\.\\d+)?\\s*$" }],
  }),
  identifier_type: () => ({ type: "string", pattern: "^([sS][kK][uU]|[iI][dD]|)$" }),
  data: object,
  filters: object,
  upload: object,
};

/** The schema that an argument of this kind is checked with. */
export function lenient(kind: string, published: Schema): Schema {
  return rules[kind]?.(published) ?? published;
}
