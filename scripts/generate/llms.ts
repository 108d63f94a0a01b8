/** generated/llms.txt: an overview for language models, in the form of llmstxt.org; served at `/llms.txt`. */
import type { OpenRpcDocument } from "../../src/engine/chapters/bundle.js";

const introduction = `# Store Management API

> A stateful reference and mock server for the back office of an online shop: catalog, sales and customers. It follows the
> call conventions of Magento 1, and offers JSON-RPC 2.0, plain HTTP, REST, XML-RPC and SOAP, and a test control.

How to call an operation, by plain HTTP: POST /api/rpc/<operation>, the parameters by name as a JSON object, and HTTP Basic with an API
user (admin and admin123 unless the server has others). A result is the JSON value itself with status 200. A failed call
answers {"code", "message", "data": {"fault"}}: branch on data.fault, whose values each operation declares. By JSON-RPC, POST
/api/jsonrpc with the method login and the params [user, key] answers a session; then call with the params [session, operation, arguments].

How to test against it: POST /control/reset puts everything back. POST /control/faults {"operation", "fault"} makes the next call fail.
PUT /control/clock {"now"} sets the clock. GET /control/calls shows what was called. POST /control/sandboxes {"name"} forks the
shop; the header X-Sandbox: <name> selects the fork. The command "store-api mcp" offers this as tools.

## Contracts

- [OpenRPC](/openrpc.json): all operations with parameters, results, faults and examples
- [OpenAPI of the operations](/rpc.openapi.json): the same, with one address each
- [OpenAPI of REST and test control](/openapi.yaml): customers, products, stock and orders by REST, and all calls of /control
- [Dataset files](/dataset.schema.json): JSON Schema of a shop's initial data

## Documentation

- [Guide and pages of all operations](/docs): where the server shows them, with rules, examples in six languages and forms
- [TypeScript client](/clients/client.ts) and [its test control](/clients/control.ts): typed, without imports
`;

export function llmsText(document: OpenRpcDocument): string {
  const lines = document.methods.map(({ name, summary }) => `- ${name}: ${summary}`);
  return `${introduction}\n## Operations\n\n${lines.join("\n")}\n`;
}
