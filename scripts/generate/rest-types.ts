/** generated/rest.ts: openapi.yaml as types, for the handlers of REST and the test control. */
import openapiTS, { astToString } from "openapi-typescript";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { banner } from "../../src/engine/chapters/views.js";

export async function restTypes(openapi: Schema): Promise<string> {
  const ast = await openapiTS(openapi as never, { emptyObjectsUnknown: true, immutable: true });
  // Without doc comments, which are in openapi.yaml and would be most of the text.
  const text = astToString(ast).replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "");
  return `// ${banner}\n${text}`;
}
