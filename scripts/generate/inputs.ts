/** generated/inputs.ts: how the members of every data object of an operation are read, from the schemas of the contract. */
import { inputsOf } from "../../src/engine/chapters/inputs.js";
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import { banner } from "../../src/engine/chapters/views.js";

export function inputTypes(document: OpenRpcDocument): string {
  return [
    `// ${banner}`,
    `import type { InputRow } from "../src/engine/contract/inputs.js";\n`,
    "/** The members of data objects by the name of their schema. */",
    `export const inputs = ${JSON.stringify(inputsOf(document), null, 2)} as const satisfies Readonly<`,
    "  Record<string, Readonly<Record<string, InputRow>>>",
    ">;",
    "",
  ].join("\n");
}
