/** The lending library, extended only by chapters; its own code does not change. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveLibrary } from "./library/serve.js";

const chapter = (name: string) => fileURLToPath(new URL(`library/${name}.yaml`, import.meta.url));

let library: Awaited<ReturnType<typeof serveLibrary>>;
let session: string;

beforeAll(async () => {
  library = await serveLibrary([chapter("reservations"), chapter("late-fees")]);
  session = (await rpc("login", ["librarian", "books123"])).result as string;
});
afterAll(() => library.close());

async function rpc(method: string, params: unknown): Promise<{ result?: unknown; error?: object }> {
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await send("POST", "/api/jsonrpc", body);
  return answer.body as { result?: unknown; error?: object };
}

const call = (path: string, ...args: unknown[]) => rpc("call", [session, path, args]);

async function send(
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
) {
  const isText = typeof body === "string";
  const response = await fetch(library.url + path, {
    method,
    headers: { "Content-Type": isText ? "text/xml" : "application/json", ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith("{") || text.startsWith("[") ? (JSON.parse(text) as unknown) : text,
  };
}

const basic = { Authorization: `Basic ${Buffer.from("librarian:books123").toString("base64")}` };
const plain = (operation: string, params: object, headers = {}) =>
  send("POST", `/api/rpc/${operation}`, params, { ...basic, ...headers });

test("without code an operation returns its first example, whatever the arguments", async () => {
  expect(await call("book.fee", 1)).toMatchObject({ result: 1.5 });
  expect(await call("book.fee", 77)).toMatchObject({ result: 1.5 });
  expect(await call("book.fee", "x")).toMatchObject({
    error: { data: { fault: "invalid_request_param", parameter: "bookId" } },
  });
  expect(await call("book.fee")).toMatchObject({ error: { message: "bookId: is required" } });
  // A function that the handler does not have.
  expect(await call("reservation.rules")).toMatchObject({ result: "A week each." });
});

test("a handler runs in the transaction of its operation", async () => {
  expect(await call("reservation.list")).toMatchObject({ result: [] });
  expect(await call("reservation.add", 2, "Bob")).toMatchObject({ result: true });
  expect(await rpc("reservation.add", { sessionId: session, bookId: 1, reader: "Bob" })).toMatchObject({
    error: {
      code: 102,
      message: "Emma is there.",
      data: { fault: "book_not_lent", resource: "reservation" },
    },
  });
  expect(await plain("reservation.add", { bookId: 9, reader: "Bob" })).toMatchObject({
    status: 404,
    body: { code: 101, data: { fault: "book_not_exists" } },
  });
  // Written before it threw, and before its result turned out to be invalid.
  for (const reader of ["Mallory", "Nobody"])
    expect(await call("reservation.add", 2, reader)).toMatchObject({
      error: { data: { fault: "internal" } },
    });
  expect(await call("reservation.add", 2, "Nobody")).toMatchObject({
    error: {
      message: expect.stringContaining(
        "The handler of reservation.add returned a result that does not match its schema: the result must be",
      ) as string,
    },
  });
  const bob = {
    book: "Ulysses",
    reader: "Bob",
    asked_at: expect.any(String) as string,
    noted_by: "librarian",
  };
  expect(await call("reservation.list")).toMatchObject({ result: [bob] });
});

test("XML-RPC, both forms of SOAP and the WSDL have it", async () => {
  const text = (value: string) => `<param><value><string>${value}</string></value></param>`;
  const xmlRpc = `<?xml version="1.0"?><methodCall><methodName>call</methodName><params>${text(session)}${text("reservation.list")}</params></methodCall>`;
  expect((await send("POST", "/api/xmlrpc", xmlRpc)).body).toContain("Ulysses");
  const envelope = (inner: string) =>
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inner}</e:Body></e:Envelope>`;
  const v1 = `<call><sessionId>${session}</sessionId><resourcePath>reservation.list</resourcePath></call>`;
  expect((await send("POST", "/api/soap", envelope(v1))).body).toContain("Ulysses");
  const v2 = `<reservationList><sessionId>${session}</sessionId></reservationList>`;
  expect((await send("POST", "/api/v2_soap", envelope(v2))).body).toContain(
    '<reader xsi:type="xsd:string">Bob</reader>',
  );
  const wsdl = (await send("GET", "/api/v2_soap?wsdl")).body;
  for (const name of ["bookFee", "reservationAdd", "reservationListResult"])
    expect(wsdl).toContain(`name="${name}"`);
});

test("the contract, resources, faults and documentation contain it", async () => {
  const { result } = (await rpc("rpc.discover", [])) as { result: { methods: { name: string }[] } };
  expect(result.methods.map(({ name }) => name)).toEqual([
    ...["book.list", "book.lend", "book.bringBack"],
    ...["reservation.add", "reservation.list", "reservation.rules", "book.fee"],
  ]);
  const { result: resources } = (await rpc("resources", [session])) as {
    result: { name: string; methods: { path: string }[] }[];
  };
  expect(resources.map(({ name, methods }) => [name, methods.length])).toEqual([
    ["book", 4],
    ["reservation", 3],
  ]);
  const faults = await rpc("resourceFaults", [session, "book"]);
  expect(faults.result).toEqual([
    { code: 101, message: "The book is not available.", fault: "not_available" },
    { code: 150, message: "There is no fee.", fault: "no_fee_not_found" },
  ]);
  const page = await fetch(`${library.url}/docs/operations/reservation.add`, {
    headers: { Accept: "text/html" },
  });
  expect(await page.text()).toContain("book_not_lent");
});

test("roles contain its nodes", async () => {
  const user = { username: "visitor", api_key: "books123", roles: ["library/fee"] };
  expect((await send("POST", "/control/users", user)).status).toBe(201);
  const visitor = (await rpc("login", ["visitor", "books123"])).result;
  expect(await rpc("call", [visitor, "book.fee", [1]])).toMatchObject({ result: 1.5 });
  expect(await rpc("call", [visitor, "reservation.add", [2, "Eve"]])).toMatchObject({
    error: { data: { fault: "access_denied" } },
  });
});

test("testers force its faults and results, by rule and by header, and find its calls", async () => {
  const forced = { operation: "reservation.add", fault: "book_not_lent" };
  expect((await send("POST", "/control/faults", forced)).status).toBe(201);
  expect(await call("reservation.add", 2, "Ann")).toMatchObject({ error: { code: 102 } });
  const stub = { operation: "book.fee", result: 7.25, match: { bookId: 2 } };
  expect((await send("POST", "/control/faults", stub)).status).toBe(201);
  expect(await call("book.fee", 1)).toMatchObject({ result: 1.5 });
  expect(await call("book.fee", 2)).toMatchObject({ result: 7.25 });
  expect((await send("POST", "/control/faults", { operation: "book.fee", result: "much" })).status).toBe(422);
  expect((await send("POST", "/control/faults", { operation: "book.fees", fault: "x" })).body).toMatchObject({
    errors: [{ message: expect.stringContaining("book.fee") as string }],
  });
  expect(await plain("book.fee", { bookId: 1 }, { Prefer: "fault=no_fee_not_found" })).toMatchObject({
    status: 404,
  });
  const calls = (await send("GET", "/control/calls?operation=reservation.add&fault=book_not_lent"))
    .body as object[];
  expect(calls[0]).toMatchObject({ arguments: { bookId: 2, reader: "Ann" }, forced: true });
  const verify = (match: object) =>
    send("POST", "/control/calls/verify", { operation: "book.fee", match, times: 1 });
  expect((await verify({ bookId: 77 })).status).toBe(204);
  expect((await verify({ bookId: 78 })).status).toBe(422);
});

test("sandboxes, snapshots and resets contain its rows; a key executes a call once", async () => {
  expect((await send("POST", "/control/reset", { keep_sessions: true })).status).toBe(204);
  const key = { "Idempotency-Key": "one" };
  expect((await plain("reservation.add", { bookId: 2, reader: "Ann" }, key)).status).toBe(200);
  const again = await fetch(`${library.url}/api/rpc/reservation.add`, {
    method: "POST",
    headers: { ...basic, ...key, "Content-Type": "application/json" },
    body: JSON.stringify({ bookId: 2, reader: "Ann" }),
  });
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect((await send("POST", "/control/sandboxes", { name: "branch" })).status).toBe(201);
  const inside = (operation: string, params: object) =>
    send("POST", `/sandbox/branch/api/rpc/${operation}`, params, basic);
  expect((await inside("reservation.add", { bookId: 2, reader: "Cid" })).status).toBe(200);
  const waiting = (body: unknown) => (body as { reader: string }[]).map(({ reader }) => reader);
  expect(waiting((await inside("reservation.list", {})).body)).toEqual(["Ann", "Cid"]);
  expect((await send("POST", "/control/snapshots", { name: "one" })).status).toBe(201);
  expect((await plain("reservation.add", { bookId: 2, reader: "Dan" })).status).toBe(200);
  expect((await send("POST", "/control/snapshots/one/restore")).status).toBe(204);
  expect(waiting((await plain("reservation.list", {})).body)).toEqual(["Ann"]);
});
