/** What a team could use in place of this service, with the same products at the same addresses. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/free-port.js";
import { httpRequest } from "./load.js";
import { present, startProgram, startStore, type Running } from "./processes.js";
import { login } from "./requests.js";
import { products } from "./variety.js";

export interface Peer {
  readonly name: string;
  readonly server: Running;
  /** The request number n of each row. */
  readonly requests: Readonly<Record<Row, (n: number) => Buffer>>;
}

export const rows = ["one product", "20 products, by page and order", "change of a price"] as const;
type Row = (typeof rows)[number];

/** Every peer has the products of our server, as its REST resource returns them. */
export async function startPeers(folder: string): Promise<readonly Peer[]> {
  const memory = await startStore(present, { storage: "memory", dataset: "sample" });
  const file = await startStore(present, { storage: "file", dataset: "sample" });
  const session = await login(memory);
  const data = JSON.stringify({ products: await productsOf(memory, session) });
  const here = fileURLToPath(new URL(".", import.meta.url));
  const modules = createRequire(import.meta.url);
  const contract = join(present.root, "generated", "openapi.json");
  const fileIn = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  const express = await startProgram({
    args: [join(here, "express.mjs"), contract, fileIn("express.json", data), session],
    ready: /^(\d+)$/,
  });
  const prismPort = await freePort();
  const prism = await startProgram({
    args: [modules.resolve("@stoplight/prism-cli"), "mock", contract, "--port", String(prismPort)],
    ready: /is listening/,
    port: prismPort,
  });
  const jsonPort = await freePort();
  const routes = fileIn("routes.json", JSON.stringify({ "/api/rest/*": "/$1" }));
  const jsonServer = await startProgram({
    args: [
      ...[jsonServerIn(folder), fileIn("json-server.json", data)],
      ...["--port", String(jsonPort), "--host", "127.0.0.1", "--id", "entity_id", "--routes", routes],
    ],
    ready: /Home/,
    port: jsonPort,
    folder,
  });
  return [
    { name: "this service on memory:", server: memory, requests: restRequests(session) },
    { name: "this service on file:", server: file, requests: restRequests(await login(file)) },
    { name: "Express", server: express, requests: restRequests(session) },
    { name: "Prism", server: prism, requests: restRequests(session) },
    { name: "json-server", server: jsonServer, requests: jsonServerRequests() },
  ];
}

/** Installs it: 13 MB; 0.17 is the last line that is not a preview. @returns the path of the program */
function jsonServerIn(folder: string): string {
  const install = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts"];
  execFileSync("npm", [...install, "json-server@0.17.4"], { stdio: ["ignore", "ignore", "inherit"] });
  return join(folder, "node_modules", "json-server", "lib", "cli", "bin.js");
}

const address = "/api/rest/products";

async function productsOf({ port }: Running, session: string): Promise<unknown[]> {
  const headers = { Authorization: `Bearer ${session}`, Accept: "application/json" };
  const ids = Array.from({ length: products }, (_, at) => at + 1);
  return Promise.all(
    ids.map(async (id) => (await fetch(`http://127.0.0.1:${port}${address}/${id}`, { headers })).json()),
  );
}

const productNumber = (n: number) => 1 + (n % products);
const price = (n: number) => JSON.stringify({ price: 10 + (n % 9999) / 100 });

/** 18 pages: 3 of each of 3 orders in both directions. */
function pageNumber(n: number) {
  const orders = ["name", "price", "sku"];
  return { page: 1 + (n % 3), order: orders[Math.floor(n / 3) % 3], isDescending: n % 18 >= 9 };
}

function restRequests(session: string): Peer["requests"] {
  const headers = { Authorization: `Bearer ${session}`, Accept: "application/json" };
  const inJson = { ...headers, "Content-Type": "application/json" };
  return {
    "one product": (n) => httpRequest("GET", `${address}/${productNumber(n)}`, headers),
    "20 products, by page and order": (n) => {
      const { page, order, isDescending } = pageNumber(n);
      const query = `limit=20&page=${page}&order=${order}&dir=${isDescending ? "dsc" : "asc"}`;
      return httpRequest("GET", `${address}?${query}`, headers);
    },
    "change of a price": (n) => httpRequest("PUT", `${address}/${productNumber(n)}`, inJson, price(n)),
  };
}

/** The same in the words of json-server. It has no sessions. */
function jsonServerRequests(): Peer["requests"] {
  const headers = { "Content-Type": "application/json" };
  return {
    "one product": (n) => httpRequest("GET", `${address}/${productNumber(n)}`, {}),
    "20 products, by page and order": (n) => {
      const { page, order, isDescending } = pageNumber(n);
      const query = `_limit=20&_page=${page}&_sort=${order}&_order=${isDescending ? "desc" : "asc"}`;
      return httpRequest("GET", `${address}?${query}`, {});
    },
    "change of a price": (n) => httpRequest("PATCH", `${address}/${productNumber(n)}`, headers, price(n)),
  };
}
