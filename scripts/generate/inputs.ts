/** generated/inputs.ts: how the members of every data object of an operation are read, from the schemas of the contracts. */
import { inputsOf, rowsOf } from "../../src/engine/chapters/inputs.js";
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { banner } from "../../src/engine/chapters/views.js";

/** Bodies of REST that operations read although their own contract describes other members. */
const bodies = ["CustomerCreate", "CustomerUpdate"];

export function allInputs(document: OpenRpcDocument, openapi: Schema): ReturnType<typeof inputsOf> {
  const schemas = bodies.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return { ...inputsOf(document), ...rowsOf(openapi, schemas) };
}

export function inputTypes(document: OpenRpcDocument, openapi: Schema): string {
  return [
    `// ${banner}`,
    `import type { InputRow } from "../src/engine/contract/inputs.js";\n`,
    "/** The members of data objects by the name of their schema. */",
    `export const inputs = ${JSON.stringify(allInputs(document, openapi), null, 2)} as const satisfies Readonly<`,
    "  Record<string, Readonly<Record<string, InputRow>>>",
    ">;",
    "",
  ].join("\n");
}
