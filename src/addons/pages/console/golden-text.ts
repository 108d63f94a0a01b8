/** A recorded call as a golden exchange, in the form of test/golden/README.md. */
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";

export function goldenText(
  { number, fault, result }: RecordedCall,
  { operation, params }: { readonly operation: string; readonly params: object },
): string {
  const request = { jsonrpc: "2.0", id: 1, method: "call", params: ["$session", operation, params] };
  const [namespace] = operation.split(".");
  const resource = namespace === undefined ? {} : { resource: namespace };
  const answer =
    fault === null
      ? { jsonrpc: "2.0", result, id: 1 }
      : { jsonrpc: "2.0", error: { code: "…", message: "…", data: { fault, ...resource } }, id: 1 };
  return [
    `// From call ${number} of the journal.`,
    `>> ${JSON.stringify(request)}`,
    `<< ${JSON.stringify(answer)}`,
    "",
  ].join("\n");
}
