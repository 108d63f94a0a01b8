/** generated/methods.ts: openrpc.json as the Router of @open-rpc/server-js needs it. */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";
import { slimMethod } from "../../src/engine/chapters/rows.js";
import { banner } from "../../src/engine/chapters/views.js";

/** The operations of the application. */
export function operationMethods(document: OpenRpcDocument): string {
  return `// ${banner}\n${constant("methods", document, true)}`;
}

/** The methods of the protocol, as part of generated/convention.ts. */
export function protocolMethods(document: OpenRpcDocument): string {
  return constant("protocolDocument", document, false);
}

function constant(constantName: string, document: OpenRpcDocument, areOperations: boolean): string {
  const { openrpc, info } = document;
  const methods = document.methods.filter(({ name }) => name.includes(".") === areOperations).map(slimMethod);
  const slim = { openrpc, info: { title: info.title, version: info.version }, methods };
  return `export const ${constantName} = ${JSON.stringify(slim, null, 2)};\n`;
}
