/** The contracts: files that are read when they are first asked for, served with the base URL of this process in place of the written one. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Router, type Request, type Response } from "express";
import type { CustomAttribute } from "../../shop/data/entities/customer.js";
import type { Settings } from "../config/config.js";
import { packageRoot } from "../config/package.js";
import type { Contract } from "./contract.js";
import { restContractWith, restYamlWith, rpcContractWith, schemaWith } from "./custom-contracts.js";
import { documentedContract } from "./documented-contract.js";

const files = {
  openrpc: "openrpc.json",
  openapiYaml: "openapi.yaml",
  openapi: "generated/openapi.json",
  rpcOpenapi: "generated/rpc.openapi.json",
  /** XML Schema of the REST customers resource. */
  customersXsd: "spec/customers.xsd",
  /** JSON Schema of dataset files. */
  datasetSchema: "generated/dataset.schema.json",
} as const;

export interface Contracts {
  /** The OpenRPC document as `/openrpc.json` has it, answered by `rpc.discover`: made once, sent to everybody. */
  readonly openrpc: { readonly bytes: () => Buffer };
  /** As in the file, less what the server does not offer. */
  readonly text: (name: keyof typeof files) => string;
  /** A text as this process serves it. */
  readonly served: (text: string) => string;
  /** What the shop adds to its customers. */
  readonly customerAttributes: () => readonly CustomAttribute[];
}

/** The base URL that the files name. */
const writtenBaseUrl = "http://127.0.0.1:8080";

/** What differs from server to server; asked only when a document is. */
export interface ContractParts {
  readonly contract: Contract;
  /** With port 0 it is known once the server listens. */
  readonly baseUrl: () => string;
  /** What the shop adds to its customers: known once the shop was loaded. */
  readonly customerAttributes: () => readonly CustomAttribute[];
  /** Which operations the server has. */
  readonly namespaces: Settings["namespaces"];
}

export function readContracts({
  contract,
  baseUrl,
  customerAttributes,
  namespaces,
}: ContractParts): Contracts {
  // The normal form of a URL holds no quotes, which would end a text of JSON.
  const served = (text: string) =>
    text.replaceAll(writtenBaseUrl, () => new URL(baseUrl()).href.replace(/\/+$/, ""));
  const offered =
    namespaces === "documents"
      ? (text: string) => documentedContract(contract, text)
      : (text: string) => text;
  const text = (name: keyof typeof files) =>
    name === "openrpc" || name === "rpcOpenapi" ? offered(read(files[name])) : read(files[name]);
  const discovered = madeOnce(customerAttributes, () => {
    const document = served(rpcContractWith(text("openrpc"), customerAttributes()));
    return Buffer.from(JSON.stringify(JSON.parse(document)));
  });
  return { openrpc: { bytes: discovered }, text, served, customerAttributes };
}

/** Something that depends on the shop's customer attributes alone, made when it is first asked for. */
function madeOnce<Made>(customerAttributes: Contracts["customerAttributes"], make: () => Made): () => Made {
  let made: { readonly of: readonly CustomAttribute[]; readonly value: Made } | undefined;
  return () => {
    const attributes = customerAttributes();
    if (made?.of !== attributes) made = { of: attributes, value: make() };
    return made.value;
  };
}

/** Texts take megabytes, and each is asked for once or twice: what is made of it is kept, not the text. */
function read(path: string): string {
  return readFileSync(join(packageRoot, path), "utf8");
}

/** The REST contract as a value. */
export function parseOpenapi({ text }: Contracts): OpenapiDocument {
  return JSON.parse(text("openapi")) as OpenapiDocument;
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: object;
}

export function contractRoutes(contracts: Contracts): Router {
  const { text, served, customerAttributes } = contracts;
  const router = Router();
  const publish = (path: string, type: string, of: (attributes: readonly CustomAttribute[]) => string) => {
    const made = madeOnce(customerAttributes, () => withTag(served(of(customerAttributes()))));
    router.get(path, (request, response) => send(request, response, type, made()));
  };
  const json = "application/json; charset=utf-8";
  publish("/openrpc.json", json, (attributes) => rpcContractWith(text("openrpc"), attributes));
  publish("/openapi.yaml", "application/yaml; charset=utf-8", (attributes) =>
    restYamlWith(text("openapiYaml"), attributes),
  );
  publish("/openapi.json", json, (attributes) => restContractWith(text("openapi"), attributes));
  publish("/rpc.openapi.json", json, (attributes) => rpcContractWith(text("rpcOpenapi"), attributes));
  publish("/dataset.schema.json", json, () => text("datasetSchema"));
  publish("/customers.xsd", "application/xml; charset=utf-8", (attributes) =>
    schemaWith(text("customersXsd"), attributes),
  );
  return router;
}

interface Published {
  readonly body: Buffer;
  readonly etag: string;
}

function send(request: Request, response: Response, type: string, { body, etag }: Published): void {
  response.set({ "Content-Type": type, ETag: etag, "Cache-Control": "public, no-cache" });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}

function withTag(text: string): Published {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
}
