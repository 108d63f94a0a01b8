/** What a hostile shop or client sends: the recorder passes it on and lives, and the readers end with one sentence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandError, Connection } from "../../../src/cli/connection.js";
import { importLiving } from "../../../src/addons/living/commands/import.js";
import { hostileAnswers, startHostileServer, type HostileServer } from "./hostile-answers.js";
import { linesOf, raw as rawBytes, running, startRecorder } from "./servers.js";

let server: HostileServer;
let folder: string;
let files = 0;

beforeAll(async () => {
  server = await startHostileServer();
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** All that the server sends, at most 2 MB of it. */
const raw = (url: string, sent: string) => rawBytes(url, sent, 2_000_000);

const post = (path: string, body: string, headers = "") =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const call =
  '{"jsonrpc":"2.0","id":1,"method":"call","params":["0123456789abcdef0123456789abcdef","catalog_product.info",[1]]}';
const xmlCall =
  "<methodCall><methodName>call</methodName><params><param><value>0123456789abcdef0123456789abcdef</value></param><param><value>catalog_product.info</value></param></params></methodCall>";

async function recording(work: (url: string) => Promise<unknown>) {
  const out = join(folder, `${(files += 1)}.jsonl`);
  const recorder = await startRecorder({ target: server.url, out });
  try {
    await work(recorder.url);
  } finally {
    await recorder.stop();
  }
  return linesOf(out);
}

test.each(hostileAnswers)(
  "the recorder passes on $title and goes on",
  { timeout: 600_000 },
  async ({ title, endless }) => {
    server.answer = title;
    const lines = await recording(async (url) => {
      for (const request of [post("/api/jsonrpc", call), post("/api/xmlrpc/", xmlCall)]) {
        const direct = endless ? undefined : await raw(server.url, request);
        const through = await raw(url, request);
        // What Node can parse arrives with its whole body.
        if (direct && through.toString("latin1").startsWith("HTTP/1.1 200")) {
          const body = direct.subarray(direct.indexOf("\r\n\r\n") + 4, direct.indexOf("\r\n\r\n") + 200);
          if (!/short|chunk/.test(title)) expect(through.includes(body), title).toBe(true);
        }
      }
      server.answer = "an empty result";
      expect((await raw(url, post("/api/jsonrpc", call))).toString()).toContain('"result":null');
    });
    expect(lines.map(({ operation }) => operation)).toEqual(Array(3).fill("catalog_product.info"));
    // A line is written when its exchange has ended, which for an aborted one may be after the next.
    expect(lines).toContainEqual(expect.objectContaining({ outcome: "result", result: null }));
  },
);

const hostileRequests: readonly (readonly [title: string, sent: string])[] = [
  [
    "20,000 levels of JSON",
    post("/api/jsonrpc", `{"method":"call","params":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
  ],
  ["20,000 levels of XML", post("/api/xmlrpc/", `<methodCall>${"<a>".repeat(20_000)}`)],
  ["an external DTD", post("/api/xmlrpc/", `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd">${xmlCall}`)],
  ["an entity", post("/api/soap/", '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>')],
  [
    "a circle of references",
    post("/api/v2_soap/", '<e:Envelope><e:Body><call><args id="1" href="#1"/></call></e:Body></e:Envelope>'),
  ],
  ["a gzip that is none", post("/api/jsonrpc", call, "Content-Encoding: gzip\r\n")],
  ["NULs", post("/api/jsonrpc", "\0\0\0")],
  ["invalid UTF-8", post("/api/jsonrpc", call.replace("info", "\xff"))],
  ["an unknown charset", post("/api/xmlrpc/", xmlCall, "Content-Type: text/xml; charset=klingon\r\n")],
  [
    "a chunk without a size",
    "POST /api/jsonrpc HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  ["half a body", `${post("/api/jsonrpc", call).replace(/Content-Length: \d+/, "Content-Length: 9")}`],
  ["a path that cannot be decoded", post("/api/rest/%ff%zz?%=%&&=", call)],
  ["a path with high bytes", post("/api/rest/\xe4\xff", call)],
  ["an absolute address", post("http://127.0.0.1:9/api/jsonrpc", call)],
  ["an address of two slashes", post("//evil.example/api/jsonrpc", call)],
  ["an asterisk", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["an upgrade", "GET /api/jsonrpc HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ["a tunnel", "CONNECT 127.0.0.1:9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an expectation", post("/api/jsonrpc", call, "Expect: the-unexpected\r\n")],
  ["no Host", "GET /api/rest/customers HTTP/1.0\r\n\r\n"],
  ["a gigantic header", post("/api/jsonrpc", call, `X-Big: ${"a".repeat(100_000)}\r\n`)],
  ["a broken Basic", post("/api/jsonrpc", call, "Authorization: Basic %%%\r\n")],
  ["a broken OAuth", post("/api/rest/customers", "", 'Authorization: OAuth oauth_token="%zz", ,=,\r\n')],
  ["no HTTP", "\x16\x03\x01\x02\x00\x01\r\n\r\n"],
];

test.each(hostileRequests)(
  "the recorder lives on after a client sent %s",
  { timeout: 600_000 },
  async (_title, sent) => {
    server.answer = "an empty result";
    const lines = await recording(async (url) => {
      await Promise.race([raw(url, sent), new Promise((resolve) => setTimeout(resolve, 1000))]);
      expect((await raw(url, post("/api/jsonrpc", call))).toString()).toContain('"result":null');
    });
    expect(lines.filter(({ outcome }) => outcome === "result").length).toBeGreaterThanOrEqual(1);
  },
);

/** The messages of a command, which must be sentences. */
async function messages(argv: readonly string[]): Promise<string> {
  const { code, text, error } = await running(argv);
  expect(code).toBeTypeOf("number");
  return text + error;
}

const trace = /^\s+at .+:\d+|node:internal/m;
const bounded = hostileAnswers.filter(({ endless }) => !endless);

test.each(bounded)("import ends with one sentence: $title", { timeout: 600_000 }, async ({ title }) => {
  for (const door of ["xmlrpc", "jsonrpc", "soap"])
    for (const isLoginFine of [true, false]) {
      Object.assign(server, { answer: title, isLoginFine });
      const ended = importLiving(
        {
          from: server.url,
          door,
          user: "a",
          key: "key-of-a",
          out: join(folder, `import-${(files += 1)}.jsonl`),
        },
        {
          server: new Connection({ url: server.url }, {}),
          output: { json: true, write: () => {} },
          signal: new AbortController().signal,
          pause: async () => {},
        },
      );
      const error: unknown = await ended.catch((problem: unknown) => problem);
      if (error === undefined) continue;
      expect(error).toBeInstanceOf(CommandError);
      expect((error as CommandError).message).not.toMatch(/TypeError|RangeError|^\s+at /m);
    }
});

test.each(bounded)(
  "conform and replay end with sentences: $title",
  { timeout: 600_000 },
  async ({ title }) => {
    Object.assign(server, { answer: title, isLoginFine: true });
    const file = join(folder, `${(files += 1)}.jsonl`);
    const lines = ["jsonrpc", "xmlrpc", "soap", "soap_v2"].map((door) =>
      JSON.stringify({
        door,
        operation: "catalog_product.info",
        session: "s",
        args: [1],
        outcome: "result",
        result: {},
      }),
    );
    const rest = {
      door: "rest",
      operation: "GET /api/rest/products",
      request: { method: "GET", path: "/api/rest/products" },
    };
    writeFileSync(file, [...lines, JSON.stringify({ ...rest, outcome: "result", result: {} })].join("\n"));
    const own = ["--url", server.url, "--user", "a", "--key", "key-of-a"];
    const said = await messages(["replay", file, ...own, "--yes-write"]);
    expect(said).not.toMatch(trace);
    expect(said).not.toMatch(/TypeError|RangeError/);
    for (const door of ["jsonrpc", "xmlrpc", "soap"]) {
      const judged = await messages(["conform", ...own, "--door", door, "--only", "catalog_product.info"]);
      expect(judged).not.toMatch(trace);
      expect(judged).not.toMatch(/TypeError|RangeError/);
    }
  },
);
