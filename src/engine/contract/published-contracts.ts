/** Serves the contracts: documents that are read at their first request and get the base URL of this server. */
import { createHash } from "node:crypto";
import { Router, type Request, type Response } from "express";
import type { Settings } from "../config/config.js";
import { packagedFile } from "../config/package.js";
import { wire, type Wire } from "../values/text.js";
import type { Contract } from "./contract.js";
import { documentedContract } from "./documented-contract.js";

/** A document of the application that the server publishes. */
export interface PublishedDocument {
  /** Path of the URL, with a leading slash. */
  readonly address: string;
  /** Content type, with charset. */
  readonly type: string;
  /** The original text. */
  readonly text: () => string;
  /** Applies the changes of this server, for example custom attributes. */
  readonly changed?: (text: string) => string;
}

export interface PublishedContracts {
  /** Includes the JSON-RPC contract and, if there are REST resources, the REST contract as JSON. */
  readonly documents: readonly PublishedDocument[];
  /** A value that changes whenever the results of `changed` do. */
  readonly state?: (() => unknown) | undefined;
}

const openrpcAddress = "/openrpc.json";

/** Another object whenever the text changes. */
export interface OpenrpcText {
  readonly text: Wire;
}

export interface Contracts {
  /** The document of `/openrpc.json` in compact form, the result of `rpc.discover`. */
  readonly openrpc: () => OpenrpcText;
  readonly documents: readonly ServedDocument[];
}

/** A document as this server serves it. */
interface ServedDocument {
  readonly address: string;
  readonly type: string;
  readonly body: () => Tagged;
}

/** The base URL in the files. */
const writtenBaseUrl = "http://127.0.0.1:8080";

/** What the documents of a server depend on. */
interface ContractParts {
  readonly contract: Contract;
  readonly published: PublishedContracts;
  /** Called only when a document is requested: with port 0 it is not known before the server listens. */
  readonly baseUrl: () => string;
  /** Whether the server has all operations, or only those of the API documents. */
  readonly namespaces: Settings["namespaces"];
}

/** The documents that list all operations. */
const rpcAddresses: readonly string[] = [openrpcAddress, "/rpc.openapi.json"];

export function readContracts({ contract, published, baseUrl, namespaces }: ContractParts): Contracts {
  // A normalized URL contains no quotes, which would end a JSON string.
  const served = (text: string) =>
    text.replaceAll(writtenBaseUrl, () => new URL(baseUrl()).href.replace(/\/+$/, ""));
  const withOfferedOperations = ({ address, text }: PublishedDocument) =>
    namespaces === "documents" && rpcAddresses.includes(address)
      ? documentedContract(contract, text())
      : text();
  const finished = (document: PublishedDocument) =>
    served(
      document.changed ? document.changed(withOfferedOperations(document)) : withOfferedOperations(document),
    );
  const documentAt = (address: string) => {
    const found = published.documents.find((document) => document.address === address);
    if (!found) throw new Error(`the application publishes no ${address}`);
    return found;
  };
  const once = <Made>(make: () => Made) => cachedByState(published.state, make);
  return {
    openrpc: once(() => ({ text: wire(JSON.stringify(JSON.parse(finished(documentAt(openrpcAddress))))) })),
    documents: published.documents.map((document) => ({
      address: document.address,
      type: document.type,
      body: once(() => withTag(finished(document))),
    })),
  };
}

/** Caches a value until the state changes. */
function cachedByState<Made>(state: PublishedContracts["state"], make: () => Made): () => Made {
  let cached: { readonly state: unknown; readonly value: Made } | undefined;
  return () => {
    const current = state?.();
    if (!cached || cached.state !== current) cached = { state: current, value: make() };
    return cached.value;
  };
}

/** The text of a file of the package. Not cached: it may have megabytes, and only documents made from it are cached. */
export function packagedText(path: string): () => string {
  return () => packagedFile(path).toString();
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: object;
}

export function contractRoutes({ documents }: Contracts): Router {
  const router = Router();
  for (const { address, type, body } of documents)
    router.get(address, (request, response) => send(request, response, type, body()));
  return router;
}

interface Tagged {
  readonly body: Buffer;
  readonly etag: string;
}

function send(request: Request, response: Response, type: string, { body, etag }: Tagged): void {
  response.set({ "Content-Type": type, ETag: etag, "Cache-Control": "public, no-cache" });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}

function withTag(text: string): Tagged {
  const body = Buffer.from(text);
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"` };
}
