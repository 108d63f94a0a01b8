/**
 * generated/rpc.openapi.json: operations and built-in methods by plain HTTP, each with an address of its own (conventions 2.7), for
 * OpenAPI clients. The common parts come from `/api/rpc/{operation}` in openapi.yaml.
 */
import { resolveReference, type OpenRpcDocument, type OpenRpcMethod, type OpenRpcParam } from "./bundle.js";
import type { Schema } from "./chapter.js";
import { schemaReferences } from "./schemas.js";
import { camelCase, restoreRecursion } from "./views.js";
import { PlainAnswers } from "./plain/answers.js";
import { examplesOf, requestOf } from "./plain/requests.js";

/**
 * @param openapi openapi.yaml
 * @param description in Markdown
 */
export function rpcOpenApi(document: OpenRpcDocument, openapi: Schema, description: string): string {
  const answers = new PlainAnswers(document, openapi);
  const schemas: Record<string, Schema> = { ...document.components.schemas };
  const paths = plainMethods(document).map((plain) => [
    `/api/rpc/${plain.method.name}`,
    { post: operation(plain, answers, schemas) },
  ]);
  const general = answers.components();
  const view = {
    openapi: "3.1.0",
    info: {
      title: `${document.info.title} by plain HTTP`,
      version: document.info.version,
      license: document.info.license,
      contact: document.info.contact,
      description,
    },
    servers: openapi.servers,
    // Generated clients use the first one for which they have credentials.
    security: [{ session: [] }, { basic: [] }],
    tags: Object.values(document.components.tags),
    paths: Object.fromEntries(paths) as object,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "A session from `login`." },
        basic: { type: "http", scheme: "basic", description: "Name and key of an API user." },
      },
      ...general,
      schemas: { ...schemas, ...general.schemas },
    },
  };
  const whole = restoreRecursion(view) as typeof view;
  whole.components.schemas = usedSchemas(whole);
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function operation(
  { method, security, params }: PlainMethod,
  answers: PlainAnswers,
  schemas: Record<string, Schema>,
) {
  const extensions = Object.entries(method).filter(([key]) => key.startsWith("x-"));
  return {
    operationId: camelCase(method.name),
    summary: method.summary,
    ...(method.description === undefined ? {} : { description: method.description }),
    ...(method.deprecated === undefined ? {} : { deprecated: method.deprecated }),
    tags: method.tags.map(({ $ref }) => $ref.slice($ref.lastIndexOf("/") + 1)),
    ...(Object.fromEntries(extensions) as object),
    ...(security === undefined ? {} : { security }),
    ...answers.parameters(method),
    ...requestOf(method, params, schemas),
    responses: {
      "200": {
        ...answers.success(method),
        description: "The result.",
        content: { "application/json": { schema: method.result.schema, examples: results(method) } },
      },
      ...answers.of(method),
    },
  };
}

function results(method: OpenRpcMethod) {
  return examplesOf(method, ({ result }) => result.value);
}

/** The introduction (spec/plain-http.md) and the paragraphs of the JSON-RPC contract that apply to plain HTTP as well. */
export function plainDescription(introduction: string, { info }: OpenRpcDocument): string {
  const shared = ["Types", "Strict handling", "Filters", "Access", "Request IDs", "Throttles", "Versions"];
  const paragraphs = info.description
    .split("\n\n")
    .filter((text) => shared.some((heading) => text.startsWith(`**${heading}.**`)));
  return [introduction.trim(), ...paragraphs].join("\n\n");
}

/** The schemas that are referenced, directly or not. */
function usedSchemas(view: { paths: object; components: { schemas: Record<string, Schema> } }) {
  const { schemas, ...others } = view.components;
  const found = new Set<string>();
  const follow = (node: unknown): void => {
    for (const { ref } of schemaReferences(node)) {
      const name = ref.slice(ref.lastIndexOf("/") + 1);
      if (!ref.startsWith("#/components/schemas/") || found.has(name)) continue;
      found.add(name);
      follow(resolveReference(view, ref));
    }
  };
  follow(view.paths);
  follow(others);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

interface PlainMethod {
  readonly method: OpenRpcMethod;
  readonly params: readonly OpenRpcParam[];
  /** Undefined for the default of the document: a session or Basic credentials. */
  readonly security: readonly object[] | undefined;
}

/** Methods without required credentials; `endSession` also takes the session in the body. */
const withoutCredentials: Readonly<Record<string, readonly object[]>> = {
  login: [],
  globalFaults: [],
  endSession: [{ session: [] }, {}],
};

/** `call` would be redundant here, and `startSession` exists only for old JSON-RPC clients. */
const withoutAddress = ["call", "startSession"];

function plainMethods({ methods }: OpenRpcDocument): PlainMethod[] {
  return methods
    .filter(({ name }) => !withoutAddress.includes(name))
    .map((method) => ({
      method,
      params: method.params
        .filter(({ name }) => name !== "sessionId" || method.name === "endSession")
        .map((param) => (param.name === "sessionId" ? { ...param, required: false } : param)),
      security: withoutCredentials[method.name],
    }));
}
