/** The engine serves any contract: a lending library, through the same doors as the shop. */
import { dirname, relative, resolve } from "node:path";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveLibrary } from "./library/serve.js";

let library: Awaited<ReturnType<typeof serveLibrary>>;
let session: string;

beforeAll(async () => {
  library = await serveLibrary();
  session = (await rpc("login", ["librarian", "books123"])).result as string;
});
afterAll(() => library.close());

async function rpc(method: string, params: unknown): Promise<{ result?: unknown; error?: object }> {
  const response = await post("/api/jsonrpc", "application/json", { jsonrpc: "2.0", id: 1, method, params });
  return (await response.json()) as { result?: unknown; error?: object };
}

function post(path: string, type: string, body: object | string, headers: Record<string, string> = {}) {
  return fetch(library.url + path, {
    method: "POST",
    headers: { "Content-Type": type, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const emma = { id: 1, title: "Emma", lent_to: null };

test("JSON-RPC: wrapped and direct, filters, the fault of the contract, roles", async () => {
  const filters = { title: { like: "Em%" } };
  expect(await rpc("call", [session, "book.list", [filters]])).toMatchObject({ result: [emma] });
  expect(await rpc("book.list", { sessionId: session, filters })).toMatchObject({ result: [emma] });
  expect(await rpc("call", [session, "book.lend", [2, "Bob"]])).toMatchObject({
    error: { code: 101, data: { fault: "not_available", resource: "book" } },
  });
  expect(await rpc("call", [session, "book.lend", ["x", "Bob"]])).toMatchObject({
    error: { data: { fault: "invalid_request_param", parameter: "bookId" } },
  });
  const user = { username: "visitor", api_key: "books123", roles: ["library/list"] };
  expect((await post("/control/users", "application/json", user)).status).toBe(201);
  const visitor = (await rpc("login", ["visitor", "books123"])).result;
  expect(await rpc("call", [visitor, "book.lend", [1, "Bob"]])).toMatchObject({
    error: { data: { fault: "access_denied" } },
  });
  expect(await rpc("rpc.discover", [])).toMatchObject({ result: { info: { title: "Lending library" } } });
});

test("plain HTTP lends a book, and a second reader gets the status of the fault", async () => {
  const headers = { Authorization: `Basic ${Buffer.from("librarian:books123").toString("base64")}` };
  const lend = (reader: string) =>
    post("/api/rpc/book.lend", "application/json", { bookId: 1, reader }, headers);
  expect((await lend("Cid")).status).toBe(200);
  expect((await lend("Dan")).status).toBe(409);
  expect((await post("/api/rpc/book.bringBack", "application/json", { bookId: 1 }, headers)).status).toBe(
    200,
  );
});

test("XML-RPC and both forms of SOAP list the books", async () => {
  const text = (value: string) => `<param><value><string>${value}</string></value></param>`;
  const xmlRpc = await post(
    "/api/xmlrpc",
    "text/xml",
    `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${text(session)}${text("book.list")}</params></methodCall>`,
  );
  expect(await xmlRpc.text()).toContain("Ulysses");
  const envelope = (call: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${call}</e:Body></e:Envelope>`;
  const v1 = `<call><sessionId>${session}</sessionId><resourcePath>book.list</resourcePath></call>`;
  expect(await (await post("/api/soap", "text/xml", envelope(v1))).text()).toContain("Ulysses");
  const v2 = `<bookList><sessionId>${session}</sessionId></bookList>`;
  expect(await (await post("/api/v2_soap", "text/xml", envelope(v2))).text()).toContain("Ulysses");
  const wsdl = await (await fetch(`${library.url}/api/v2_soap?wsdl`)).text();
  expect(wsdl).toContain('<operation name="bookLend">');
  expect(wsdl).not.toContain("catalog");
});

test("testers force a fault of the library and find the call in the journal", async () => {
  const rule = { operation: "book.lend", fault: "not_available" };
  expect((await post("/control/faults", "application/json", rule)).status).toBe(201);
  expect(await rpc("call", [session, "book.lend", [1, "Eve"]])).toMatchObject({ error: { code: 101 } });
  const calls = (await (await fetch(`${library.url}/control/calls?operation=book.lend`)).json()) as object[];
  expect(calls[0]).toMatchObject({
    operation: "book.lend",
    arguments: { bookId: 1, reader: "Eve" },
    fault: "not_available",
    forced: true,
  });
  expect((await fetch(`${library.url}/control/faults`, { method: "DELETE" })).status).toBe(204);
});

test("changes in a sandbox stay there, and a reset returns the books", async () => {
  expect((await post("/control/sandboxes", "application/json", { name: "branch" })).status).toBe(201);
  const headers = { Authorization: `Basic ${Buffer.from("librarian:books123").toString("base64")}` };
  const lend = (place: string) =>
    post(`${place}/api/rpc/book.lend`, "application/json", { bookId: 1, reader: "Flo" }, headers);
  expect((await lend("/sandbox/branch")).status).toBe(200);
  expect((await lend("/sandbox/branch")).status).toBe(409);
  expect((await lend("")).status).toBe(200);
  expect((await post("/control/reset", "application/json", {})).status).toBe(204);
  expect((await lend("")).status).toBe(200);
});

test("the documentation is that of the library", async () => {
  const page = async (path: string) => {
    const answer = await fetch(library.url + path, { headers: { Accept: "text/html" } });
    return [answer.status, await answer.text()] as const;
  };
  const [status, index] = await page("/docs");
  expect([status, index.includes("book.bringBack"), index.includes("catalog")]).toEqual([200, true, false]);
  const [, lend] = await page("/docs/operations/book.lend");
  for (const word of ["bookId", "reader", "library/lend", "not_available", "101", "409"])
    expect(lend).toContain(word);
  expect((await page("/docs/operations/catalog_product.info"))[0]).toBe(404);
});

test("there is a start page, and addresses that the library does not have are 404", async () => {
  const page = await fetch(library.url, { headers: { Accept: "text/html" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect((await fetch(`${library.url}/api/rest/customers`)).status).toBe(404);
  expect((await fetch(`${library.url}/control/state`)).status).toBe(404);
});

test("no file of the shop is loaded", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const reached = new Set<string>();
  const waiting = [resolve(root, "test/engine/library/serve.ts")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type ).*?from "(\.[^"]+)\.js";$/gms,
    );
    for (const [, target = ""] of imports)
      for (const one of [`${target}.ts`, `${target}.tsx`].map((name) => resolve(dirname(file), name)))
        if (!target.includes("generated/") && existsSync(one)) waiting.push(one);
  }
  expect(reached.size).toBeGreaterThan(100);
  expect(
    [...reached].map((file) => relative(root, file)).filter((file) => file.startsWith("src/shop/")),
  ).toEqual([]);
});
