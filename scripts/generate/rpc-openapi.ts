/**
 * generated/rpc.openapi.json: the operations as an OpenAPI view, one POST address each (interface.md 6). What holds for
 * every operation is taken from the general form in openapi.yaml, the address `/api/rpc/{operation}`.
 */
import { resolve, type OpenRpcDocument, type OpenRpcMethod } from "../spec/bundle.js";
import type { FaultRow, Schema } from "../spec/chapters.js";
import { references } from "../lint/schemas.js";
import { camelCase, faultNames, namespaceOf, operationsOf, restoreRecursion } from "./contract.js";

/** Statuses that the general form answers for some operations: here they stand where a fault has them. */
const ofFaults = ["404", "409", "422"];

/** @param openapi openapi.yaml */
export function rpcOpenApi(document: OpenRpcDocument, openapi: Schema): string {
  const general = generalResponses(openapi);
  const shared = componentsOf(general, openapi);
  const taken = Object.keys(shared.schemas ?? {}).filter((name) => name in document.components.schemas);
  if (taken.length > 0) throw new Error(`both contracts have schemas of these names: ${taken.join(", ")}`);
  const view = {
    openapi: "3.1.0",
    info: {
      title: `${document.info.title}: operations by plain HTTP`,
      version: document.info.version,
      description:
        "The operations of openrpc.json, one POST address each. Same path, same result as by JSON-RPC.",
    },
    servers: openapi.servers,
    security: [{ session: [] }, { basic: [] }],
    tags: Object.values(document.components.tags).filter(({ name }) => name !== "session"),
    paths: Object.fromEntries(
      operationsOf(document).map((method) => [
        `/api/rpc/${method.name}`,
        { post: operation(document, method, general) },
      ]),
    ),
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "A session from `login`." },
        basic: { type: "http", scheme: "basic", description: "Name and key of an API user." },
      },
      ...shared,
      responses: Object.fromEntries(everywhere(general).map((status) => [nameOf(status), general[status]])),
      schemas: { ...document.components.schemas, ...shared.schemas },
    },
  };
  return `${JSON.stringify(restoreRecursion(view), null, 2)}\n`;
}

function operation(document: OpenRpcDocument, method: OpenRpcMethod, general: Responses) {
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
              method.params.map(({ name, description, schema }) => [
                name,
                { ...schema, ...(description === undefined ? {} : { description }) },
              ]),
            ),
            ...(required.length === 0 ? {} : { required }),
          },
          examples: examplesOf(method, ({ params }) =>
            Object.fromEntries(
              params.filter(({ value }) => value !== null).map(({ name, value }) => [name, value]),
            ),
          ),
        },
      },
    },
    responses: {
      "200": {
        ...general["200"],
        description: "The result.",
        content: {
          "application/json": {
            schema: method.result.schema,
            examples: examplesOf(method, ({ result }) => result.value),
          },
        },
      },
      ...faultResponses(document, method, general),
    },
  };
}

type Example = OpenRpcMethod["examples"][number];

/** Request and result of one example have the same key. */
function examplesOf({ examples }: OpenRpcMethod, valueOf: (example: Example) => unknown) {
  return Object.fromEntries(
    examples.map((example) => [camelCase(example.name), { summary: example.name, value: valueOf(example) }]),
  );
}

interface Answer {
  readonly description: string;
  readonly headers?: object;
  readonly content?: { readonly "application/json": object };
}

type Responses = Readonly<Record<string, Answer>>;

function generalResponses(openapi: Schema): Responses {
  const general = resolve(openapi, "#/paths/~1api~1rpc~1{operation}/post/responses") as object;
  return Object.fromEntries(
    Object.entries(general).map(([status, answer]: [string, { $ref?: string }]) => [
      status,
      (answer.$ref === undefined ? answer : resolve(openapi, answer.$ref)) as Answer,
    ]),
  );
}

/** The statuses that every operation can answer. */
function everywhere(general: Responses): string[] {
  return Object.keys(general).filter((status) => status !== "200" && !ofFaults.includes(status));
}

/** The name of what every operation answers with a status. */
function nameOf(status: string): string {
  return `Status${status}`;
}

/** What the general answers refer to in openapi.yaml, by kind of component; the results are those of the operations. */
function componentsOf(general: Responses, openapi: Schema): Record<string, Record<string, unknown>> {
  const found: Record<string, Record<string, unknown>> = { schemas: {}, headers: {} };
  const collect = (node: unknown): void => {
    for (const { ref } of references(node)) {
      const [, , kind = "", name = ""] = ref.split("/");
      const group = (found[kind] ??= {});
      if (name in group) continue;
      group[name] = resolve(openapi, ref);
      collect(group[name]);
    }
  };
  for (const [status, answer] of Object.entries(general)) collect(status === "200" ? answer.headers : answer);
  return found;
}

function faultResponses(document: OpenRpcDocument, method: OpenRpcMethod, general: Responses) {
  const resource = namespaceOf(method.name);
  const table = document["x-namespaces"][resource]?.faults ?? {};
  const byStatus: Record<string, [name: string, row: FaultRow][]> = {};
  for (const name of faultNames(method)) {
    const row = table[name];
    if (row) (byStatus[row.status] ??= []).push([name, row]);
  }
  const own = Object.entries(byStatus).map(([status, faults]) => [
    status,
    ofOperation(general[status] as Answer, faults, resource),
  ]);
  const others = everywhere(general).map((status) => [
    status,
    { $ref: `#/components/responses/${nameOf(status)}` },
  ]);
  return { ...Object.fromEntries(others), ...Object.fromEntries(own) } as object;
}

/** The answer of a status, told by the faults of one operation that have it. */
function ofOperation(answer: Answer, faults: [name: string, row: FaultRow][], resource: string) {
  const { schema } = answer.content?.["application/json"] as { schema: Schema };
  return {
    ...answer,
    description: faults.map(([name, { message }]) => `\`${name}\`: ${message}`).join("\n"),
    content: {
      "application/json": {
        schema,
        examples: Object.fromEntries(
          faults.map(([fault, { code, message }]) => [
            fault,
            { value: { code, message, data: { fault, resource } } },
          ]),
        ),
      },
    },
  };
}
