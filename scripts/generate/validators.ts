/**
 * generated/validators.js: checks of arguments, which every call runs.
 * generated/results.js: checks of results, loaded when they are needed.
 */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import { addComponents, argumentSchemas, localSchema, newAjv } from "../../src/engine/chapters/checks.js";
import { banner, operationsOf } from "../../src/engine/chapters/views.js";
import { checksModule, written } from "./check-code.js";

export function validators(document: OpenRpcDocument): Promise<string> {
  const ajv = newAjv(written);
  addComponents(ajv, document);
  const schemas = argumentSchemas(document, operationsOf(document));
  return checksModule(
    "argumentChecks",
    ajv,
    schemas.map(([name, schema]) => [name, localSchema(schema)]),
  );
}

export function resultValidators(document: OpenRpcDocument): Promise<string> {
  const ajv = newAjv(written);
  addComponents(ajv, document);
  return checksModule(
    "resultChecks",
    ajv,
    document.methods.map(({ name, result }) => [name, localSchema(result.schema)]),
  );
}

export const validatorTypes = `// ${banner}
import type { SchemaProblem } from "../src/engine/contract/schema-words.js";
export interface Check {
  (value: unknown): boolean;
  errors?: readonly SchemaProblem[] | null;
}
/** Whether an argument has a valid form, by component name. */
export const argumentChecks: Readonly<Record<string, Check>>;
`;

export const resultCheckTypes = `// ${banner}
import type { Check } from "./validators.js";
/** Whether a result matches the contract, by method name. */
export const resultChecks: Readonly<Record<string, Check>>;
`;
