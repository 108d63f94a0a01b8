/**
 * The recording proxy: it changes nothing, writes every exchange as a line, and no line contains a secret.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shopContract } from "../../../../src/shop/contract.js";
import { callDoors, type CallDoor } from "../../../../src/addons/living/doors/addresses.js";
import {
  callBuiltin,
  callOperation,
  login,
  type DoorTarget,
} from "../../../../src/addons/living/doors/call.js";
import type { Recorder, RecorderOptions } from "../../../../src/addons/living/record/recorder.js";
import type { ExchangeLine } from "../../../../src/addons/living/recording/exchange-line.js";
import { startShop, type Shop } from "../../../support/shop.js";
import { startHostile, type Hostile } from "../hostile.js";
import { linesOf, listening, raw as rawBytes, startRecorder } from "../servers.js";

let shop: Shop;
let hostile: Hostile;
let folder: string;
let files = 0;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
  hostile = await startHostile();
  folder = mkdtempSync(join(tmpdir(), "record-"));
});
afterAll(async () => {
  hostile.close();
  await shop.close();
  rmSync(folder, { recursive: true });
});

interface Recording {
  readonly text: string;
  readonly lines: readonly ExchangeLine[];
  readonly warnings: readonly string[];
}

/** The lines that are written while `work` uses the proxy. */
async function recorded(
  options: Partial<RecorderOptions>,
  work: (url: string, recorder: Recorder) => Promise<unknown>,
): Promise<Recording> {
  const out = options.out ?? join(folder, `${(files += 1)}.jsonl`);
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  const recorder = await startRecorder({ target: shop.url, warn, ...options, out });
  try {
    await work(recorder.url, recorder);
  } finally {
    await recorder.stop();
  }
  return { text: readFileSync(out, "utf8"), lines: linesOf(out), warnings };
}

const at = (door: CallDoor, url: string): DoorTarget => ({ door, url, contract: shopContract });

test("calls by WS-I have the same lines as those by rpc/encoded", async () => {
  const compliant = await startShop({ dataset: "sample", settings: { wsiCompliance: true } });
  const linesOf = async (target: string, isDocument: boolean) => {
    const { lines, text } = await recorded({ target }, async (url) => {
      const to = { ...at("soap_v2", url), isDocument };
      const session = ((await login(to, "admin", "admin123")) as { value: string }).value;
      await callOperation(to, session, "catalog_product.info", [1, null, ["name"]]);
      await callOperation(to, session, "catalog_product.list", [{ sku: { like: "%a%" }, type: "simple" }]);
      await callOperation(to, session, "catalog_category.tree");
      await callOperation(to, session, "customer_address.list", [1]);
      // In WS-I, its element has another name than the function.
      await callOperation(to, session, "giftmessage.setForQuote", [999_999, { message: "x" }]);
      await callOperation(to, session, "catalog_product.info", [999_999]);
      await callBuiltin(to, "endSession", [session]);
    });
    expect(text).not.toMatch(/admin123|[0-9a-f]{64}/);
    return lines.map(({ operation, args, outcome, result, fault }) => ({
      ...{ operation, args, outcome, fault },
      // There, null members are not visible.
      result: JSON.stringify(result)?.replaceAll("null", '""').replaceAll(target, ""),
    }));
  };
  try {
    const lines = await linesOf(compliant.url, true);
    expect(lines).toEqual(await linesOf(shop.url, false));
    expect(lines.map(({ outcome }) => outcome)).toEqual([
      ...Array<string>(5).fill("result"),
      ...["fault", "fault", "result"],
    ]);
  } finally {
    await compliant.close();
  }
});

describe.each(callDoors)("by %s", (door) => {
  test("calls of a client are lines with arguments and outcomes, sessions with their labels", async () => {
    const { lines, text } = await recorded({}, async (url) => {
      const session = ((await login(at(door, url), "admin", "admin123")) as { value: string }).value;
      await callOperation(at(door, url), session, "catalog_product.info", [1, null, ["name"]]);
      await callOperation(at(door, url), session, "catalog_product.list", [
        { sku: { like: "%a%" }, type: "simple" },
      ]);
      await callOperation(at(door, url), session, "catalog_product.info", [999_999]);
      await callOperation(at(door, url), "no-session", "catalog_category.tree");
      await callBuiltin(at(door, url), "resourceFaults", [session, "customer"]);
      await login(at(door, url), "admin", "wrong-key");
    });
    expect(text).not.toMatch(/admin123|wrong-key|no-session|[0-9a-f]{64}/);
    expect(lines.map(({ door: by, operation, outcome }) => [by, operation, outcome])).toEqual([
      [door, "login", "result"],
      [door, "catalog_product.info", "result"],
      [door, "catalog_product.list", "result"],
      [door, "catalog_product.info", "fault"],
      [door, "catalog_category.tree", "fault"],
      [door, "resourceFaults", "result"],
      [door, "login", "fault"],
    ]);
    const [first, info, list, missing, foreign, faults] = lines;
    expect(first).toMatchObject({ args: ["admin", "***"], result: "***" });
    expect(info).toMatchObject({
      session: first?.session,
      status: 200,
      result: { sku: expect.anything() as string },
    });
    const filters = { sku: { like: "%a%" }, type: "simple" };
    expect(list?.args).toEqual(door === "soap_v2" ? { filters } : [filters]);
    expect(missing?.fault).toMatchObject({ code: "101" });
    expect(foreign?.session).not.toBe(first?.session);
    expect(foreign?.fault?.code).toBe("5");
    expect(faults?.args).toEqual(["customer"]);
  });

  test.each([
    ["html", { outcome: "http", status: 200, answer: { body: expect.stringContaining("<html>") as string } }],
    ["html503", { outcome: "http", status: 503 }],
    ["half", { outcome: "broken", reason: "the response broke off" }],
    ["chunk", { outcome: "broken", reason: "the response broke off" }],
    ["die", { outcome: "broken", reason: "the target closed the connection without a response" }],
    ["redirect", { outcome: "http", status: 302, answer: { location: "https://elsewhere.example/" } }],
    ["empty", { outcome: "http", status: 500, answer: { body: "" } }],
    ["garbage", { outcome: "http", status: 200 }],
  ])("a target that answers %s: as without the proxy, and a line", async (way, expected) => {
    const target = `${hostile.url}/${way}`;
    const direct = await callOperation(at(door, target), "s", "catalog_product.info", [1]);
    const { lines } = await recorded({ target }, async (url) => {
      const through = await callOperation(at(door, url), "s", "catalog_product.info", [1]);
      expect(withoutDate(through)).toEqual(withoutDate(direct));
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      door,
      operation: "catalog_product.info",
      args: expect.anything() as object,
      ...expected,
    });
  });
});

function withoutDate(answer: object): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value: unknown) => (name === "date" ? undefined : value)));
}

/** The answer to a request, with every byte of the head. */
const raw = async (url: string, sent: string) => (await rawBytes(url, sent)).toString("latin1");

/** A target that stores the head and body of each request and answers with these headers. */
async function startEcho(headers: readonly string[], body: Buffer | string) {
  const seen: { raw: string[]; body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      seen.push({
        raw: incoming.rawHeaders,
        body: Buffer.concat(chunks).toString("latin1"),
        headers: incoming.headers,
      });
      response.sendDate = false;
      response.writeHead(207, "Odd Status", headers as never);
      response.end(body);
    });
  });
  return { ...(await listening(server)), seen };
}

test("heads and bodies arrive byte for byte, except for the Host", async () => {
  const answer = [
    "X-Odd",
    "one",
    "set-COOKIE",
    "a=1",
    "Set-Cookie",
    "b=2",
    "Content-Length",
    "4",
    "Connection",
    "close",
  ];
  const echo = await startEcho(answer, Buffer.from([0, 255, 13, 10]));
  const head = `POST /api/xmlrpc?store=german HTTP/1.1\r\nX-ODD-case: \xe4 b\r\nHost: proxy.example\r\nx-odd-Case: twice\r\nContent-Length: 3\r\nConnection: close\r\n\r\n\x00\xff\x01`;
  const direct = await raw(echo.url, head);
  await recorded({ target: echo.url }, async (url) => expect(await raw(url, head)).toBe(direct));
  const [first, second] = echo.seen;
  expect(second?.body).toBe(first?.body);
  expect(second?.raw.map((one) => (one === `127.0.0.1:${echo.port}` ? "proxy.example" : one))).toEqual(
    first?.raw,
  );
  expect(second?.headers.host).toBe(`127.0.0.1:${echo.port}`);
  echo.close();
});

test("chunked bodies and answers stay chunked, and compressed answers are decompressed for the line", async () => {
  const xml =
    "<?xml version='1.0'?><methodResponse><params><param><value><i4>7</i4></value></param></params></methodResponse>";
  const echo = await startEcho(["Content-Encoding", "gzip", "Content-Type", "text/xml"], gzipSync(xml));
  const body =
    "<?xml version='1.0'?><methodCall><methodName>endSession</methodName><params><param><value>abc</value></param></params></methodCall>";
  const chunked = `POST /api/xmlrpc HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const direct = await raw(echo.url, chunked);
  const { lines } = await recorded({ target: echo.url }, async (url) =>
    expect(await raw(url, chunked)).toBe(direct),
  );
  expect(echo.seen[1]?.headers["transfer-encoding"]).toBe("chunked");
  expect(lines).toMatchObject([
    { operation: "endSession", args: [], outcome: "result", result: 7, status: 207 },
  ]);
  echo.close();
});

test("an unreachable target is answered with 502; one that hangs until the end of the recording is reported", async () => {
  const nowhere = await recorded({ target: "http://127.0.0.1:9" }, async (url) => {
    expect(await callOperation(at("jsonrpc", url), "s", "catalog_product.info", [1])).toMatchObject({
      outcome: "http",
      status: 502,
    });
  });
  expect(nowhere.lines).toMatchObject([{ outcome: "broken", reason: "ECONNREFUSED" }]);
  const hanging = await recorded({ target: `${hostile.url}/hang` }, async (url) => {
    void login(at("xmlrpc", url), "admin", "admin123");
    await pause(100);
  });
  expect(hanging.lines).toMatchObject([
    { operation: "login", args: ["admin", "***"], outcome: "broken", reason: "the recording was stopped" },
  ]);
});

test("the request of a client that disconnects does not stay open at the target", async () => {
  const { lines } = await recorded({ target: `${hostile.url}/hang` }, async (url, recorder) => {
    const leaving = request(`${url}/api/jsonrpc`, { method: "POST" });
    leaving.on("error", () => {});
    leaving.end("{}");
    await pause(100);
    leaving.destroy();
    while (recorder.counts.exchanges === 0) await pause(10);
  });
  expect(lines).toMatchObject([
    { door: "jsonrpc", operation: null, outcome: "broken", reason: "the client disconnected" },
  ]);
});

test("a request that no door can parse is stored as it was sent, without its secrets", async () => {
  const session = "0123456789abcdef0123456789abcdef";
  const bodies = [
    `[{"jsonrpc":"2.0","id":1,"method":"login","params":["admin","secret-1"]},{"jsonrpc":"2.0","id":2,"method":"call","params":["${session}","catalog_product.list"]}]`,
    `<?xml version="1.0"?><methodCall><methodName>system.multicall</methodName><params><param><value><string>${session}</string></value></param></params></methodCall>`,
    `{"jsonrpc":"2.0","method":"login","params":["admin","secret-2"`,
    `<methodCall><methodName>login</methodName><params><param><value>admin</value></param><param><value>secret-3`,
  ];
  const { lines, text } = await recorded({}, async (url) => {
    for (const body of bodies) {
      const door = body.startsWith("<") ? "xmlrpc" : "jsonrpc";
      const type = door === "xmlrpc" ? "text/xml" : "application/json";
      await (
        await fetch(`${url}/api/${door}`, { method: "POST", body, headers: { "Content-Type": type } })
      ).text();
    }
  });
  expect(text).not.toMatch(/secret-|0123456789abcdef/);
  expect(lines.map(({ operation }) => operation)).toEqual(["batch", "system.multicall", null, null]);
  expect(lines[0]?.request?.body).toContain('"params":["$session","catalog_product.list"]');
  expect(lines[1]?.request?.body).toContain("<string>$session</string>");
});

test("REST, redacted members, and passwords in data", async () => {
  const { lines, text } = await recorded(
    { redact: ["email", "args.0.lastname", "result.*.telephone"] },
    async (url) => {
      const session = ((await login(at("xmlrpc", url), "admin", "admin123")) as { value: string }).value;
      const customer = {
        email: "own@example.com",
        firstname: "A",
        lastname: "Bee",
        password: "secret-4",
        website_id: 1,
      };
      await callOperation(at("xmlrpc", url), session, "customer.create", [customer]);
      await callOperation(at("xmlrpc", url), session, "customer_address.list", [1]);
      const headers = {
        Authorization: `Bearer ${session}`,
        "Content-Type": "application/json",
        Accept: "application/json",
      };
      const answer = await fetch(`${url}/api/rest/customers/1?token=${session}`, { headers });
      expect(answer.status).toBe(200);
      await answer.text();
      const body = JSON.stringify({ ...customer, password: "secret-5", email: "other@example.com" });
      await (await fetch(`${url}/api/rest/customers`, { method: "POST", body, headers })).text();
      await (await fetch(`${url}/api/rest/customers/99999`, { headers })).text();
    },
  );
  expect(text).not.toMatch(/secret-|own@|other@|admin123|[0-9a-f]{64}/);
  expect(lines[1]?.args).toMatchObject([{ firstname: "A", lastname: "***", email: "***", password: "***" }]);
  const addresses = lines[2]?.result as { telephone: string; lastname: string }[];
  expect(addresses.map(({ telephone }) => telephone)).toEqual(addresses.map(() => "***"));
  expect(addresses[0]?.lastname).toBe("Becker");
  expect(lines[3]).toMatchObject({
    ...{ door: "rest", operation: "GET /api/rest/customers/{id}", outcome: "result", status: 200 },
    result: { email: "***" },
    request: { method: "GET", accept: "application/json" },
  });
  expect(lines[4]).toMatchObject({ door: "rest", operation: "POST /api/rest/customers" });
  expect(JSON.parse(lines[4]?.request?.body ?? "")).toMatchObject({ password: "***", firstname: "A" });
  expect(lines[5]).toMatchObject({ outcome: "fault", fault: { code: "404" } });
});

test("only the named door is written, and everything is forwarded", async () => {
  const { lines } = await recorded({ door: "soap" }, async (url) => {
    await login(at("jsonrpc", url), "admin", "admin123");
    await login(at("soap", url), "admin", "admin123");
    expect((await fetch(`${url}/docs`)).status).toBe(200);
  });
  expect(lines).toMatchObject([{ door: "soap", operation: "login" }]);
});

test("a fetched description is unchanged, with a warning, or contains the address of the proxy", async () => {
  const plain = await recorded({}, async (url) => {
    const text = await (await fetch(`${url}/api/v2_soap/?wsdl`)).text();
    expect(text).toContain(`location="${shop.url}/api/v2_soap/"`);
  });
  expect(plain.warnings).toEqual([expect.stringContaining("--rewrite-wsdl")]);
  const own = await recorded({ rewritesWsdl: true }, async (url) => {
    const text = await (await fetch(`${url}/api/v2_soap/?wsdl`)).text();
    expect(text).toContain(`location="${url}/api/v2_soap/"`);
    expect(text.trimEnd()).toMatch(/definitions>$/);
  });
  expect(own.warnings).toEqual([]);
  expect(own.lines).toMatchObject([{ door: "soap_v2", operation: "wsdl", status: 200 }]);
});

test("lines are appended to a file, half a line at its end is removed, and only its owner can read it", async () => {
  const out = join(folder, "kept.jsonl");
  writeFileSync(out, '{"door":null,"operation":null,"outcome":"http"}\n{"door":"xml', { mode: 0o644 });
  const { lines, warnings } = await recorded({ out }, (url) => login(at("jsonrpc", url), "admin", "x"));
  expect(lines).toHaveLength(2);
  expect(warnings).toEqual([expect.stringContaining("half a line")]);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  const again = await recorded({ out, overwrite: true }, (url) => login(at("jsonrpc", url), "admin", "x"));
  expect(again.lines).toHaveLength(1);
});

test("a body of any length is forwarded, and one that is too long to be read is not stored", async () => {
  const echo = await startEcho([], "ok");
  const body = Buffer.alloc(20 * 1024 * 1024, 0x61);
  const { lines } = await recorded({ target: echo.url }, async (url) => {
    const answer = await fetch(`${url}/api/xmlrpc`, { method: "POST", body });
    expect(await answer.text()).toBe("ok");
  });
  expect(echo.seen[0]?.body).toHaveLength(body.length);
  expect(lines).toMatchObject([{ operation: null, request: { unreadable: "it is too long" } }]);
  expect(lines[0]?.request?.body).toBeUndefined();
  echo.close();
});

test("a port in use is an error, and no proxy stays behind", async () => {
  const port = Number(new URL(hostile.url).port);
  await expect(recorded({ port }, async () => {})).rejects.toThrow("EADDRINUSE");
});

test("lines of REST say who asked, and the shop gets the host that clients sign for", async () => {
  const hosts: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    hosts.push(incoming.headers.host);
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  const target = await listening(server);
  const oauth = (token: string) =>
    `OAuth oauth_consumer_key="k", oauth_token="${token}", oauth_signature="s"`;
  try {
    const { lines } = await recorded(
      { target: target.url, sentHost: "shop.example", customerTokens: ["of-ada"] },
      async (url) => {
        const get = (authorization?: string, query = "") =>
          fetch(`${url}/api/rest/products${query}`, {
            headers: authorization === undefined ? {} : { Authorization: authorization },
          }).then((answer) => answer.text());
        await get();
        await get(oauth("of-admin"));
        await get(oauth("of-ada"));
        await get(undefined, "?oauth_token=of-ada");
        await get(`Basic ${Buffer.from("ada@shop.example:secret-7").toString("base64")}`);
      },
    );
    expect(lines.map(({ who }) => who)).toEqual(["guest", "admin", "customer", "customer", "customer"]);
    expect(hosts.every((host) => host === "shop.example")).toBe(true);
  } finally {
    target.close();
  }
});
