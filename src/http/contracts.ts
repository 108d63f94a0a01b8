/** The contracts: files that are read once, served with the base URL of this process in place of the written one. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Router } from "express";
import { operations } from "../../generated/tables.js";
import { packageRoot } from "../package.js";
import { collectionNames } from "../storage/collections.js";

/** Texts are as in the files. */
export interface Contracts {
  /** The OpenRPC document as `/openrpc.json` has it, answered by `rpc.discover`: made once, sent to everybody. */
  readonly openrpc: { readonly bytes: () => Buffer };
  readonly openrpcText: string;
  readonly openapiYaml: string;
  readonly openapiText: string;
  readonly rpcOpenapiText: string;
  /** XML Schema of the REST customers resource. */
  readonly customersXsd: string;
  /** JSON Schema of dataset files. */
  readonly datasetSchema: string;
  /** A text as this process serves it. */
  readonly served: (text: string) => string;
}

/** The base URL that the files name. */
const writtenBaseUrl = "http://127.0.0.1:8080";

/** @param baseUrl asked only when a document is: with port 0 it is known once the server listens */
export function readContracts(baseUrl: () => string): Contracts {
  // The normal form of a URL holds no quotes, which would end a text of JSON.
  const served = (text: string) =>
    text.replaceAll(writtenBaseUrl, () => new URL(baseUrl()).href.replace(/\/+$/, ""));
  const openrpcText = read("openrpc.json");
  let openrpc: Buffer | undefined;
  return {
    openrpc: { bytes: () => (openrpc ??= Buffer.from(JSON.stringify(JSON.parse(served(openrpcText))))) },
    openrpcText,
    openapiYaml: read("openapi.yaml"),
    openapiText: read("generated/openapi.json"),
    rpcOpenapiText: read("generated/rpc.openapi.json"),
    customersXsd: read("schemas/customers.xsd"),
    datasetSchema: datasetSchema(read("schemas/dataset.schema.json")),
    served,
  };
}

/** The files are part of the package: one text of each is enough for all servers of a process. */
const texts = new Map<string, string>();

function read(path: string): string {
  const file = join(packageRoot, path);
  const text = texts.get(file) ?? readFileSync(file, "utf8");
  texts.set(file, text);
  return text;
}

/** The REST contract as a value. */
export function parseOpenapi({ openapiText }: Contracts): OpenapiDocument {
  return JSON.parse(openapiText) as OpenapiDocument;
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: object;
}

/** With the names that editors offer to complete: operations and collections. */
function datasetSchema(text: string): string {
  const schema = JSON.parse(text) as {
    properties: { collections: { properties: Record<string, object> } };
    definitions: { call: { properties: { call: { examples?: string[] } } } };
  };
  schema.definitions.call.properties.call.examples = Object.keys(operations);
  schema.properties.collections.properties = Object.fromEntries(
    collectionNames.map((name) => [name, { type: "array", items: { type: "object", required: ["id"] } }]),
  );
  return JSON.stringify(schema, null, 2);
}

export function contractRoutes(contracts: Contracts): Router {
  const { openrpcText, openapiYaml, openapiText, rpcOpenapiText, customersXsd, datasetSchema, served } =
    contracts;
  const router = Router();
  const json = "application/json; charset=utf-8";
  publish(router, "/openrpc.json", json, () => served(openrpcText));
  publish(router, "/openapi.yaml", "application/yaml; charset=utf-8", () => served(openapiYaml));
  publish(router, "/openapi.json", json, () => served(openapiText));
  publish(router, "/rpc.openapi.json", json, () => served(rpcOpenapiText));
  publish(router, "/dataset.schema.json", json, () => datasetSchema);
  publish(router, "/customers.xsd", "application/xml; charset=utf-8", () => customersXsd);
  return router;
}

/** Serves a text that never changes while the process lives; made when it is first asked for. */
function publish(router: Router, path: string, type: string, text: () => string): void {
  let made: { readonly body: Buffer; readonly etag: string } | undefined;
  router.get(path, (request, response) => {
    made ??= withTag(text());
    response.set({ "Content-Type": type, ETag: made.etag, "Cache-Control": "public, no-cache" });
    if (request.fresh) response.status(304).end();
    else response.send(made.body);
  });
}

function withTag(text: string): { body: Buffer; etag: string } {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
}
