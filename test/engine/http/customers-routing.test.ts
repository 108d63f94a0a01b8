/** Addresses, methods, headers and formats of `/api/rest` (customers 4, 5.1, 5.5). */
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";
import { anna, asAdmin, asAnna, customers, json, messagesOf, Rest } from "./rest.js";

const shop = await startShop({ dataset: "sample" });
const rest = new Rest(shop);

const collectionAllow = "GET, HEAD, POST";
const singleAllow = "GET, HEAD, PUT, DELETE";

describe("addresses", () => {
  test.each([
    "/api/rest",
    "/api/rest/",
    "/api/rest/Customers",
    "/api/rest/customer",
    ...["0", "-1", "1x", "01", "1.0", "99999999999", "%31", "abc"].map((id) => `${customers}/${id}`),
    ...["/1/address", "/1/addresses/1", "//", "/1//"].map((path) => customers + path),
  ])("%s is 404 for everybody", async (path) => {
    for (const headers of [{}, asAdmin]) {
      const answer = await shop.http("GET", path, { headers });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
      expect(messagesOf(answer)).toHaveLength(1);
    }
  });

  test("a slash at the end addresses the same resource", async () => {
    expect((await rest.get("/1/")).text).toBe((await rest.get("/1")).text);
    expect((await rest.get("/?limit=1")).text).toBe((await rest.get("?limit=1")).text);
  });

  test("an unknown ID is 404", async () => {
    const answer = await rest.get("/4294967299");
    expect(answer).toMatchObject({ status: 404, json: { messages: { error: [{ code: 404 }] } } });
  });
});

describe("methods", () => {
  test.each([
    ...["PUT", "DELETE", "PATCH", "PROPFIND"].map((method) => [method, "", collectionAllow] as const),
    ...["POST", "PATCH"].map((method) => [method, "/1", singleAllow] as const),
  ])("%s on customers%s is 405 before anything is asked", async (method, path, allow) => {
    for (const headers of [json, { ...json, ...asAdmin }, { ...json, ...asAnna }]) {
      const answer = await shop.http(method, customers + path, { headers, body: "<" });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("Allow")).toBe(allow);
      expect(answer.json).toMatchObject({ messages: { error: [{ code: 405 }] } });
    }
  });

  test.each([
    ["", collectionAllow],
    ["/1", singleAllow],
  ])("OPTIONS on customers%s tells the methods", async (path, allow) => {
    const answer = await shop.http("OPTIONS", customers + path);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("Allow")).toBe(allow);
    expect(answer.headers.get("Content-Type")).toBeNull();
  });

  test.each(["", "/1", "/999", "?page=0"])("HEAD on customers%s is GET without the body", async (path) => {
    const headers = { ...asAdmin, ...json };
    const [head, get] = await Promise.all([
      shop.http("HEAD", customers + path, { headers }),
      shop.http("GET", customers + path, { headers }),
    ]);
    expect(head).toMatchObject({ status: get.status, text: "" });
    for (const name of ["Content-Type", "Content-Length", "X-Total-Count", "Vary"]) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });
});

test.each([
  ["GET", "/1", asAdmin],
  ["GET", "", asAdmin],
  ["GET", "/1", {}],
  ["PUT", "", {}],
  ["DELETE", "/999", asAdmin],
])(
  "%s customers%s has the headers of every answer",
  async (method, path, headers: Record<string, string>) => {
    const answer = await shop.http(method, customers + path, { headers });
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Vary")).toBe("Accept, Authorization");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("ETag")).toBeNull();
    expect(answer.headers.get("Last-Modified")).toBeNull();
  },
);

test("an empty answer has no content type and no bytes", async () => {
  const { status, text, headers } = await rest.send("PUT", "/2", { taxvat: "1" });
  expect({ status, text, length: headers.get("Content-Length") }).toEqual({
    status: 200,
    text: "",
    length: "0",
  });
  expect(headers.get("Content-Type")).toBeNull();
  expect(headers.get("Location")).toBeNull();
});

describe("Accept", () => {
  const [xml, textXml, jsonType] = ["application/xml", "text/xml", "application/json"];
  test.each([
    ["", xml],
    ["*/*", xml],
    ["application/*", xml],
    ["text/*", textXml],
    ["text/xml", textXml],
    ["APPLICATION/JSON", jsonType],
    ["application/json;charset=utf-8", jsonType],
    ["application/json, text/plain, */*", jsonType],
    ["application/json;q=0.5, text/xml;q=0.6", textXml],
    ["application/json;q=0.5, */*;q=0.5", jsonType],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8", xml],
    ["application/xml;q=0, */*", textXml],
    ["application/xml;q=0, text/xml;q=0, */*;q=0.1", jsonType],
    ["text/*;q=0.4, application/json;q=0.399", textXml],
    ["nonsense", xml],
    ["application/json;q=2, text/xml", textXml],
    [";;, , q=1", xml],
  ])("%s is answered as %s", async (accept, type) => {
    const answer = await rest.get("/1", { Accept: accept });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(`${type}; charset=utf-8`);
  });

  test("absent is answered as XML", async () => {
    const text = await raw(
      `GET ${customers}/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${asAdmin.Authorization}`,
    );
    expect(text).toContain("Content-Type: application/xml; charset=utf-8");
  });

  test.each(["image/png", "*/*;q=0", "text/html, image/*", "application/json;q=0"])(
    "%s is 406",
    async (accept) => {
      for (const headers of [asAdmin, {}]) {
        const answer = await shop.http("GET", `${customers}/1`, { headers: { ...headers, Accept: accept } });
        expect(answer.status).toBe(406);
        expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
      }
    },
  );

  test("an unacceptable type does not hide 404 and 405", async () => {
    const headers = { Accept: "image/png" };
    expect((await shop.http("GET", "/api/rest/none", { headers })).status).toBe(404);
    expect((await shop.http("PUT", customers, { headers })).status).toBe(405);
  });
});

describe("Version", () => {
  test.each(["1", "2", "99999999999999999999"])("%s is version 1", async (Version) => {
    expect((await rest.get("/1", { Version })).status).toBe(200);
  });

  test.each(["0", "v1", "1.0", "", "-1", "1, 2"])("%j is 400", async (Version) => {
    expect((await rest.get("/1", { Version })).status).toBe(400);
    expect((await rest.get("/999", { Version })).status).toBe(400);
    // A caller without access does not learn it.
    expect((await shop.http("GET", customers, { headers: { Version } })).status).toBe(401);
    expect((await rest.get("", { ...asAnna, Version })).status).toBe(403);
  });
});

describe("Prefer: code", () => {
  test.each([400, 401, 403, 404, 405, 406, 429, 500])("%i is answered without effect", async (code) => {
    const answer = await rest.get("/1", { Prefer: `code=${code}` });
    expect(answer.status).toBe(code);
    expect(messagesOf(answer)).toHaveLength(1);
    expect(answer.headers.has("Allow")).toBe(code === 405);
    expect(answer.headers.has("Retry-After")).toBe(code === 429);
    expect(answer.headers.has("WWW-Authenticate")).toBe(code === 401);
  });

  test("prevents a write", async () => {
    const { status } = await rest.send("DELETE", `/${anna.id}`, undefined, { Prefer: "code=500" });
    expect(status).toBe(500);
    expect((await rest.get(`/${anna.id}`)).status).toBe(200);
  });

  test.each(["code=", "fault=internal", "return=minimal"])("%s is ignored", async (Prefer) => {
    expect((await rest.get("/1", { Prefer })).status).toBe(200);
  });

  test.each(["code=413", "code=200", "code=418", "code=all"])("%s is not declared: 400", async (Prefer) => {
    const answer = await rest.get("/1", { Prefer });
    expect([answer.status, messagesOf(answer)]).toEqual([400, [expect.stringContaining("Prefer")]]);
  });

  test("is applied after the access check, and ignored without the test control", async () => {
    expect((await shop.http("GET", `${customers}/1`, { headers: { Prefer: "code=404" } })).status).toBe(401);
    const closed = await startShop({ dataset: "sample", settings: { control: false } });
    expect((await new Rest(closed).get("/1", { Prefer: "code=500" })).status).toBe(200);
  });
});

test("a body that is too large is 413, with or without an announced length", async () => {
  const body = `<service_api><taxvat>${"x".repeat(1024 * 1024)}</taxvat></service_api>`;
  const refused = await rest.send("PUT", "/1", body);
  expect(refused).toMatchObject({
    status: 413,
    text: expect.stringContaining("more than 1048576 bytes") as unknown,
  });
  const head = `PUT ${customers}/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${asAdmin.Authorization}`;
  expect(await raw(`${head}\r\nContent-Length: 999999999`)).toMatch(/^HTTP\/1.1 413/);
});

/** The raw answer to a request, which ends the connection. */
function raw(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1", () =>
      socket.write(`${head}\r\n\r\n`),
    );
    socket.once("data", (data) => {
      socket.destroy();
      resolve(String(data));
    });
    socket.once("error", reject);
  });
}
