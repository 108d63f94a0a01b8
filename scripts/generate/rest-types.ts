/** generated/rest.ts: openapi.yaml as types, by which the handlers of REST and of the test control are written. */
import openapiTS, { astToString } from "openapi-typescript";
import type { Schema } from "../../src/engine/chapters/chapter.js";
import { banner } from "../../src/engine/chapters/views.js";

export async function restTypes(openapi: Schema): Promise<string> {
  const ast = await openapiTS(openapi as never, { emptyObjectsUnknown: true, immutable: true });
  // What documents the addresses stands in openapi.yaml; here it would be most of the text.
  const text = astToString(ast).replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, "");
  return `// ${banner}\n${text}`;
}
