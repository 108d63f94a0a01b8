/** The address, the body and the request object (conventions 1, 2.1 to 2.3, 2.6, 11.1). */
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { startShop, type HttpAnswer } from "../../support/shop.js";

const aList = expect.any(Array) as unknown[];

const shop = await startShop({ settings: { maxRpcBodyBytes: 16 * 1024 * 1024 } });

const address = "/api/jsonrpc";
const ping = { jsonrpc: "2.0", id: 1, method: "globalFaults", params: [] };
const invalid = { code: -32600, data: { fault: "invalid_request" } };
const unreadable = { jsonrpc: "2.0", id: null, error: { code: -32700, data: { fault: "parse_error" } } };

/** The headers of every answer (conventions 1). */
function expectCommonHeaders({ headers }: HttpAnswer): void {
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
}

describe("address", () => {
  test.each(["GET", "PUT", "DELETE", "PATCH", "HEAD"])("%s is not allowed", async (method) => {
    const answer = await shop.http(method, address);
    expect(answer).toMatchObject({ status: 405, text: "" });
    expect(answer.headers.get("allow")).toBe("POST");
    expectCommonHeaders(answer);
  });

  test("OPTIONS returns the allowed methods", async () => {
    const answer = await shop.http("OPTIONS", address);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("allow")).toBe("POST");
  });

  test.each(["/api/jsonrpc/", "/api/jsonrpc?type=x", "/api/jsonrpc/?", "/index.php/api/jsonrpc"])(
    "%s is the same",
    async (path) => {
      expect((await shop.http("POST", path, { body: ping })).json).toMatchObject({ id: 1 });
    },
  );

  test.each(["/api.php?type=jsonrpc", "/api/jsonrpc/x", "/index.php/index.php/api/jsonrpc"])(
    "%s is unknown",
    async (path) => {
      expect((await shop.http("POST", path, { body: ping })).status).toBe(404);
    },
  );

  test("every answer with a body is JSON that must not be stored, without a CORS header", async () => {
    const { status, headers } = await shop.http("POST", address, { body: ping });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  test("Accept is ignored", async () => {
    const answer = await shop.http("POST", address, { body: ping, headers: { Accept: "text/html" } });
    expect(answer.json).toMatchObject({ id: 1 });
  });
});

describe("content type", () => {
  const send = (type: string) =>
    shop.http("POST", address, { body: JSON.stringify(ping), headers: type ? { "Content-Type": type } : {} });

  test.each([
    "",
    "application/json",
    "application/json-rpc",
    "application/jsonrequest",
    "text/json",
    "application/vnd.shop+json",
    "Application/JSON; Charset=UTF-8",
    'application/json; charset="utf-8"',
  ])("%j is taken", async (type) => expect((await send(type)).status).toBe(200));

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "text/html",
    "json",
    "+json",
  ])("%j is refused", async (type) => {
    const answer = await send(type);
    expect(answer).toMatchObject({ status: 415, text: "" });
    expectCommonHeaders(answer);
  });

  test("another charset is refused", async () => {
    expect((await send("application/json; charset=latin1")).json).toMatchObject(unreadable);
  });
});

describe("body", () => {
  test.each<[string, string | Uint8Array]>([
    ["empty", ""],
    ["spaces", "  \n"],
    ["cut off", "{"],
    ["single quotes", "{'jsonrpc':'2.0'}"],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
    ["an overlong encoding", new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00])],
    ["two values", "{}{}"],
    ["a comment", "{} // x"],
    ["NaN", "NaN"],
  ])("%s cannot be read", async (_what, body) => expect(await shop.send(body)).toMatchObject(unreadable));

  test("a byte order mark is skipped", async () => {
    expect(await shop.send(`\ufeff${JSON.stringify(ping)}`)).toMatchObject({
      id: 1,
      result: aList,
    });
  });

  test("a real replacement character is a normal character", async () => {
    expect(await shop.send({ ...ping, id: "\ufffd" })).toMatchObject({ id: "\ufffd" });
  });

  test("of a repeated member the last one counts", async () => {
    const twice = '{"jsonrpc":"2.0","id":1,"id":2,"method":"globalFaults"}';
    expect((await shop.http("POST", address, { body: twice })).json).toMatchObject({ id: 2 });
  });

  test.each(["1", '"x"', "true", "null"])("%s is not a request", async (body) => {
    expect(await shop.send(body)).toMatchObject({ id: null, error: invalid });
  });
});

describe("nesting", () => {
  /** A request with this number of levels; the request and its params are two of them. */
  const nested = (levels: number) => {
    const inner = "[".repeat(levels - 2) + "]".repeat(levels - 2);
    return `{"jsonrpc":"2.0","id":1,"method":"globalFaults","params":[${inner}]}`;
  };

  test("64 levels pass", async () =>
    expect(await shop.send(nested(64))).toMatchObject({ id: 1, result: [{}, {}, {}, {}, {}, {}, {}] }));
  test("65 levels are refused", async () => expect(await shop.send(nested(65))).toMatchObject(unreadable));
  test("100 000 levels are refused equally fast", async () => {
    expect(await shop.send("[".repeat(100_000))).toMatchObject(unreadable);
  });
  test("brackets in a text are not levels", async () => {
    const request = { ...ping, params: ['[[[{{{\\"[['.repeat(50), "\\", "[".repeat(70)] };
    expect(await shop.send(request)).toMatchObject({ id: 1 });
  });
});

describe("size", () => {
  const limit = 16 * 1024 * 1024;
  const ofSize = (bytes: number) => {
    const start = '{"jsonrpc":"2.0","id":1,"method":"globalFaults","params":["';
    const end = '"]}';
    return Buffer.concat([
      Buffer.from(start),
      Buffer.alloc(bytes - start.length - end.length, 0x61),
      Buffer.from(end),
    ]);
  };

  const tooLarge = {
    status: 413,
    text: JSON.stringify({
      jsonrpc: "2.0",
      error: {
        code: -32600,
        message: `The body has more than ${limit} bytes (MAX_RPC_BODY_BYTES).`,
        data: { fault: "invalid_request" },
      },
      id: null,
    }),
  };

  test("16 MiB pass", async () => {
    expect(await shop.http("POST", address, { body: ofSize(limit) })).toMatchObject({ status: 200 });
  });

  test("one more byte is refused because of its announced length", async () => {
    expect(await sendRaw({ "Content-Length": String(limit + 1) }, [])).toEqual(tooLarge);
  });

  test("one more byte is refused without an announced length", async () => {
    const body = ofSize(limit + 1);
    const answer = await sendRaw({ "Transfer-Encoding": "chunked" }, [
      body.subarray(0, limit),
      body.subarray(limit),
    ]);
    expect(answer).toEqual(tooLarge);
  });

  test("a header block above 16 KiB is refused", async () => {
    expect(await sendRaw({ "X-Long": "x".repeat(17 * 1024), "Content-Length": "0" }, [])).toMatchObject({
      status: 431,
    });
  });

  /** Sends requests that fetch cannot send: wrong announced lengths, single chunks. */
  function sendRaw(headers: Record<string, string>, chunks: readonly Buffer[]) {
    return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(shop.url + address, { method: "POST", headers }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode, text }));
        response.on("error", reject);
      });
      // The server may answer and close the connection while the body is still in transit.
      request.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE" && error.code !== "ECONNRESET") reject(error);
      });
      request.flushHeaders();
      for (const chunk of chunks) request.write(chunk);
      if (chunks.length > 0) request.end();
    });
  }
});

describe("id", () => {
  test.each([[1], ["1"], [0], [""], [null], [1.5], [-7], [1e21], ["é😀"], ["__proto__"]])(
    "%j is returned unchanged",
    async (id) => expect(await shop.send({ ...ping, id })).toMatchObject({ id }),
  );

  test.each(["12345678901234567890", "9007199254740993", "1e400"])(
    "%s cannot be returned unchanged",
    async (id) => {
      const answer = await shop.http("POST", "/api/jsonrpc", {
        body: `{"jsonrpc":"2.0","method":"globalFaults","id":${id}}`,
        headers: { "Content-Type": "application/json" },
      });
      expect(answer.json).toMatchObject({ id: null, error: { ...invalid, message: /too large/ } });
    },
  );

  test.each([[true], [false], [[1]], [{}]])("%j is not a valid id", async (id) => {
    expect(await shop.send({ ...ping, id })).toMatchObject({ id: null, error: invalid });
  });
});

describe("request", () => {
  test.each([
    ["no jsonrpc", { jsonrpc: undefined }],
    ["jsonrpc 1.0", { jsonrpc: "1.0" }],
    ["jsonrpc as a number", { jsonrpc: 2 }],
    ["no method", { method: undefined }],
    ["an empty method", { method: "" }],
    ["a number for a method", { method: 1 }],
    ["a method with a space", { method: "global faults" }],
    ["a method that starts with a digit", { method: "1st" }],
    ["a method that starts with _", { method: "__proto__" }],
    ["text for params", { params: "x" }],
    ["a number for params", { params: 1 }],
    ["false for params", { params: false }],
  ])("%s is invalid", async (_what, members) => {
    expect(await shop.send({ ...ping, ...members })).toMatchObject({ id: 1, error: invalid });
  });

  test.each([
    ["absent", undefined],
    ["null", null],
    ["a list", []],
    ["surplus elements", [1, 2, 3]],
    ["an object", {}],
    ["unknown names", { colour: "red", constructor: 1 }],
  ])("params: %s", async (_what, params) => {
    expect(await shop.send({ ...ping, params })).toMatchObject({ result: aList });
  });

  test("unknown members are ignored", async () => {
    expect(await shop.send({ ...ping, extra: 1, result: 2, error: 3 })).toMatchObject({
      result: aList,
    });
  });

  test("a success has no error and a failure no result", async () => {
    expect(Object.keys((await shop.send(ping)) as object)).toEqual(["jsonrpc", "result", "id"]);
    const failure = (await shop.send({ ...ping, method: "nope" })) as object;
    expect(Object.keys(failure)).toEqual(["jsonrpc", "error", "id"]);
  });
});

describe("unknown methods", () => {
  test.each(["nope", "Call", "callx", "constructor", "toString", "hasOwnProperty"])("%s", async (method) => {
    const answer = await shop.rpc(method, []);
    expect(answer.error).toMatchObject({ code: -32601, data: { fault: "method_not_found" } });
  });

  test("with a dot: fault 3 with a session, fault 5 without one", async () => {
    expect((await shop.rpc("nope.x", [await shop.session()])).error).toMatchObject({ code: 3 });
    expect((await shop.rpc("nope.x", ["bad"])).error).toMatchObject({ code: 5 });
  });
});

describe("notifications", () => {
  const notify = (method: string, params: unknown) =>
    shop.http("POST", address, { body: { jsonrpc: "2.0", method, params } });

  test("a success is executed and not answered", async () => {
    const session = await shop.login();
    const answer = await notify("endSession", [session]);
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("content-type")).toBeNull();
    expect((await shop.rpc("call", [session, "catalog_product_type.items"])).error?.code).toBe(5);
  });

  test.each([
    ["call", ["bad", "x.y"]],
    ["nope", []],
    ["login", []],
  ])("a failure is not answered either: %s", async (method, params) => {
    expect(await notify(method, params)).toMatchObject({ status: 204, text: "" });
  });

  test("an invalid request without id is answered", async () => {
    expect(await shop.send({ jsonrpc: "1.0", method: "globalFaults" })).toMatchObject({
      id: null,
      error: invalid,
    });
  });
});
