/** generated/rpc.openapi.json: the operations as an OpenAPI view, one POST address each (interface.md 6). */
import type { OpenRpcDocument, OpenRpcMethod } from "../spec/bundle.js";
import { camelCase, faultNames, namespaceOf, operationsOf, restoreRecursion } from "./contract.js";

const globalByStatus: Record<string, string> = {
  "400":
    "A required parameter is missing or unusable (`invalid_request_param`), or the body is no JSON object.",
  "401": "`session_expired`, or missing or wrong credentials.",
  "403": "`access_denied`",
  "500": "`internal`, `unknown`",
  "501": "`resource_path_not_callable`",
};

export function rpcOpenApi(document: OpenRpcDocument): string {
  const view = {
    openapi: "3.1.0",
    info: {
      title: `${document.info.title}: operations by plain HTTP`,
      version: document.info.version,
      description:
        "The operations of openrpc.json, one POST address each. Same path, same result as by JSON-RPC.",
    },
    servers: [{ url: "http://127.0.0.1:8080" }],
    security: [{ session: [] }, { basic: [] }],
    tags: Object.values(document.components.tags).filter(({ name }) => name !== "session"),
    paths: Object.fromEntries(
      operationsOf(document).map((method) => [
        `/api/rpc/${method.name}`,
        { post: operation(document, method) },
      ]),
    ),
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "A session from `login`." },
        basic: { type: "http", scheme: "basic", description: "Name and key of an API user." },
      },
      schemas: { ...document.components.schemas, OperationFault: operationFault },
    },
  };
  return `${JSON.stringify(restoreRecursion(view), null, 2)}\n`;
}

function operation(document: OpenRpcDocument, method: OpenRpcMethod) {
  const required = method.params
    .filter((param) => param.required && !param["x-nullable"])
    .map(({ name }) => name);
  return {
    operationId: camelCase(method.name),
    summary: method.summary,
    ...(method.description === undefined ? {} : { description: method.description }),
    tags: [namespaceOf(method.name)],
    requestBody: {
      required: required.length > 0,
      content: {
        "application/json": {
          schema: {
            type: "object",
            title: `${camelCase(method.name)}Params`,
            properties: Object.fromEntries(
              method.params.map((param) => [
                param.name,
                param.required ? param.schema : { oneOf: [param.schema, { type: "null" }] },
              ]),
            ),
            ...(required.length === 0 ? {} : { required }),
          },
        },
      },
    },
    responses: {
      "200": {
        description: "The result.",
        content: { "application/json": { schema: method.result.schema } },
      },
      ...faultResponses(document, method),
    },
  };
}

function faultResponses(document: OpenRpcDocument, method: OpenRpcMethod) {
  const byStatus: Record<string, string[]> = {};
  for (const [status, text] of Object.entries(globalByStatus)) byStatus[status] = [text];
  const table = document["x-namespaces"][namespaceOf(method.name)]?.faults ?? {};
  for (const name of faultNames(method)) {
    const row = table[name];
    if (row) (byStatus[row.status] ??= []).push(`\`${name}\`: ${row.message}`);
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines]) => [
      status,
      {
        description: lines.join("\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/OperationFault" } } },
      },
    ]),
  );
}

const operationFault = {
  title: "OperationFault",
  description: "A fault; branch on `data.fault`.",
  type: "object",
  required: ["code", "message", "data"],
  properties: {
    code: { type: "integer", title: "OperationFaultCode", description: "Number of the fault." },
    message: { type: "string", title: "OperationFaultMessage", description: "Text for people." },
    data: {
      type: "object",
      title: "OperationFaultData",
      description: "What programs need to know.",
      required: ["fault"],
      properties: {
        fault: { type: "string", title: "OperationFaultName", description: "String code of the fault." },
        resource: { type: "string", title: "OperationFaultResource", description: "Namespace of the fault." },
      },
    },
  },
};
