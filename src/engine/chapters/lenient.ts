/** Values that the server accepts in addition to the published types (conventions 4, 10.2), by kind of argument. */
import type { Schema } from "./chapter.js";

/** Only the outer form is checked here; the operation checks the members and reports all problems together. */
const object = (): Schema => ({ anyOf: [{ type: "object" }, { type: "array", maxItems: 0 }] });

const rules: Readonly<Record<string, (published: Schema) => Schema>> = {
  text: (published) => ({ anyOf: [published, { type: "number" }] }),
  flag: (published) => ({ anyOf: [published, { enum: [0, 1, "0", "1"] }] }),
  int: (published) => ({ anyOf: [published, { type: "string", pattern: "^\\s*-?\\d+\\s*$" }] }),
  decimal: (published) => ({
    anyOf: [published, { type: "string", pattern: "^\\s*-?\\d+(\\.\\d+)?\\s*$" }],
  }),
  identifier_type: () => ({
    type: "string",
    pattern: "^([sS][kK][uU]|([pP][rR][oO][dD][uU][cC][tT]_?)?[iI][dD]|)$",
  }),
  data: object,
  filters: object,
  upload: object,
};

/** The schema to validate an argument of this kind. */
export function lenientSchema(kind: string, published: Schema): Schema {
  return rules[kind]?.(published) ?? published;
}
