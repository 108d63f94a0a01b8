/** The contracts: documents that are read when they are first asked for, served with the base URL of this process in place of the written one. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Router, type Request, type Response } from "express";
import type { Settings } from "../config/config.js";
import { packageRoot } from "../config/package.js";
import type { Contract } from "./contract.js";
import { documentedContract } from "./documented-contract.js";

/** A document that the application writes and the server publishes. */
export interface PublishedDocument {
  /** Below `/`. */
  readonly address: string;
  /** With its charset. */
  readonly type: string;
  /** As it is written. */
  readonly text: () => string;
  /** What this server adds to it. */
  readonly changed?: (text: string) => string;
}

export interface PublishedContracts {
  /** The JSON-RPC contract is among them, and the REST contract as JSON where there is REST. */
  readonly documents: readonly PublishedDocument[];
  /** Another value whenever the changes are other ones. */
  readonly state?: () => unknown;
}

const openrpcAddress = "/openrpc.json";

export interface Contracts {
  /** The OpenRPC document as `/openrpc.json` has it, answered by `rpc.discover`: made once, sent to everybody. */
  readonly openrpc: { readonly bytes: () => Buffer };
  readonly documents: readonly Published[];
}

/** A document as this process serves it. */
interface Published {
  readonly address: string;
  readonly type: string;
  readonly body: () => Tagged;
}

/** The base URL that the files name. */
const writtenBaseUrl = "http://127.0.0.1:8080";

/** What differs from server to server; asked only when a document is. */
export interface ContractParts {
  readonly contract: Contract;
  readonly published: PublishedContracts;
  /** With port 0 it is known once the server listens. */
  readonly baseUrl: () => string;
  /** Which operations the server has. */
  readonly namespaces: Settings["namespaces"];
}

/** Those with all operations. */
const rpcAddresses: readonly string[] = [openrpcAddress, "/rpc.openapi.json"];

export function readContracts({ contract, published, baseUrl, namespaces }: ContractParts): Contracts {
  // The normal form of a URL holds no quotes, which would end a text of JSON.
  const served = (text: string) =>
    text.replaceAll(writtenBaseUrl, () => new URL(baseUrl()).href.replace(/\/+$/, ""));
  const offered = ({ address, text }: PublishedDocument) =>
    namespaces === "documents" && rpcAddresses.includes(address)
      ? documentedContract(contract, text())
      : text();
  const made = (document: PublishedDocument) =>
    served(document.changed ? document.changed(offered(document)) : offered(document));
  const documentAt = (address: string) => {
    const found = published.documents.find((document) => document.address === address);
    if (!found) throw new Error(`the application publishes no ${address}`);
    return found;
  };
  const once = <Made>(make: () => Made) => madeOnce(published.state, make);
  return {
    openrpc: { bytes: once(() => Buffer.from(JSON.stringify(JSON.parse(made(documentAt(openrpcAddress)))))) },
    documents: published.documents.map((document) => ({
      address: document.address,
      type: document.type,
      body: once(() => withTag(made(document))),
    })),
  };
}

/** Something that depends on a state alone, made when it is first asked for. */
function madeOnce<Made>(state: PublishedContracts["state"], make: () => Made): () => Made {
  let made: { readonly of: unknown; readonly value: Made } | undefined;
  return () => {
    const of = state?.();
    if (!made || made.of !== of) made = { of, value: make() };
    return made.value;
  };
}

/**
 * A document in a file of the package. Texts take megabytes, and each is asked for once or twice: what is made of it is
 * kept, not the text.
 */
export function packagedText(path: string): () => string {
  return () => readFileSync(join(packageRoot, path), "utf8");
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
