/** The contracts as files: read once, served as they are. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Router } from "express";
import { packageRoot } from "../package.js";

export interface Contracts {
  /** The OpenRPC document, answered by `rpc.discover`. */
  readonly openrpc: object;
  readonly openrpcText: string;
  readonly openapiYaml: string;
  readonly openapiText: string;
  readonly rpcOpenapiText: string;
  /** XML Schema of the REST customers resource. */
  readonly customersXsd: string;
}

export function readContracts(folder = packageRoot): Contracts {
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  const openrpcText = read("openrpc.json");
  return {
    openrpc: JSON.parse(openrpcText) as object,
    openrpcText,
    openapiYaml: read("openapi.yaml"),
    openapiText: read("generated", "openapi.json"),
    rpcOpenapiText: read("generated", "rpc.openapi.json"),
    customersXsd: read("schemas", "customers.xsd"),
  };
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

export function contractRoutes(contracts: Contracts): Router {
  const router = Router();
  const json = "application/json; charset=utf-8";
  publish(router, "/openrpc.json", json, () => contracts.openrpcText);
  publish(router, "/openapi.yaml", "application/yaml; charset=utf-8", () => contracts.openapiYaml);
  publish(router, "/openapi.json", json, () => contracts.openapiText);
  publish(router, "/rpc.openapi.json", json, () => contracts.rpcOpenapiText);
  publish(router, "/customers.xsd", "application/xml; charset=utf-8", () => contracts.customersXsd);
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
