/** Malformed requests: ambiguous ends of requests, targets and hosts that refer to others, paths of files. */
import type { Attack } from "./attack.js";
import { longPatience, post, type Sockets } from "./sockets.js";

const login = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "globalFaults" });
const hidden = "GET /control/users HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** A request that must not be parsed as two: the part after it is never answered. */
interface Shape {
  readonly title: string;
  readonly bytes: string;
  /** The status of the only answer; undefined = the connection may be closed without an answer. */
  readonly want?: readonly number[];
}

const target = "POST /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

/**
 * Forms of request smuggling (RFC 9112, 6.3 and 11.2): each contains a second request that only another
 * parser finds.
 */
const smuggling: readonly Shape[] = [
  {
    title: "length and chunks",
    bytes: `${target}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "chunks and length",
    bytes: `${target}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "two lengths",
    bytes: `${target}Content-Length: 2\r\nContent-Length: ${hidden.length + 2}\r\n\r\n{}${hidden}`,
  },
  {
    title: "a list of lengths",
    bytes: `${target}Content-Length: 2, ${hidden.length + 2}\r\n\r\n{}${hidden}`,
  },
  { title: "a length with a sign", bytes: `${target}Content-Length: +2\r\n\r\n{}${hidden}` },
  { title: "a length with letters", bytes: `${target}Content-Length: 2x\r\n\r\n{}${hidden}` },
  { title: "a length below zero", bytes: `${target}Content-Length: -1\r\n\r\n{}${hidden}` },
  { title: "a giant length", bytes: `${target}Content-Length: 99999999999999999999\r\n\r\n{}${hidden}` },
  { title: "an unknown encoding", bytes: `${target}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}` },
  {
    title: "an encoding after a tab",
    bytes: `${target}Transfer-Encoding:\tchunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "two encodings",
    bytes: `${target}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "a space before the colon",
    bytes: `${target}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "a folded header",
    bytes: `${target}X: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
    want: [200, 400],
  },
  {
    title: "only line feeds",
    bytes: `POST /api/jsonrpc HTTP/1.1\nHost: localhost\nContent-Length: 2\n\n{}${hidden}`,
  },
  { title: "a NUL in a header", bytes: `${target}X: a\0b\r\nContent-Length: 2\r\n\r\n{}${hidden}` },
  {
    title: "a chunk without a number",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "a chunk below zero",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "a giant chunk",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n${hidden}`,
  },
  {
    title: "a long extension of a chunk",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\n2;${"a".repeat(100_000)}\r\n{}\r\n0\r\n\r\n`,
  },
  {
    title: "a chunk with a wrong end",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\n2\r\n{}X\r\n0\r\n\r\n${hidden}`,
  },
];

const whole = post("/api/jsonrpc", login, "Content-Type: application/json\r\n");

/** Other uses of HTTP that end with one answer, or none. */
const shapes: readonly Shape[] = [
  ...smuggling,
  {
    title: "trailers",
    bytes: `${target}Transfer-Encoding: chunked\r\n\r\n${login.length.toString(16)}\r\n${login}\r\n0\r\nAuthorization: Basic YTpi\r\nX: y\r\n\r\n`,
    want: [200],
  },
  {
    title: "Expect: 100-continue",
    bytes: post("/api/jsonrpc", login, "Content-Type: application/json\r\nExpect: 100-continue\r\n"),
    want: [100, 200],
  },
  { title: "another expectation", bytes: post("/api/jsonrpc", login, "Expect: the-moon\r\n"), want: [417] },
  {
    title: "an upgrade to web sockets",
    bytes:
      "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    want: [200],
  },
  {
    title: "an upgrade to HTTP/2",
    bytes: `${target}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: ${login.length}\r\n\r\n${login}`,
    want: [200],
  },
  {
    title: "the preface of HTTP/2",
    bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
    want: [400, 505],
  },
  { title: "HTTP/0.9", bytes: "GET /health/live\r\n\r\n", want: [200, 400] },
  { title: "HTTP/1.1 without a host", bytes: "GET /health/live HTTP/1.1\r\n\r\n", want: [400] },
  {
    title: "two hosts",
    bytes: "GET /control/clock HTTP/1.1\r\nHost: localhost\r\nHost: localhost.example\r\n\r\n",
    want: [400],
  },
  {
    title: "a target of another host",
    bytes: "GET http://localhost/control/clock HTTP/1.1\r\nHost: localhost.example\r\n\r\n",
    want: [400],
  },
  {
    title: "a target of another scheme",
    bytes: "GET ftp://shop/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    want: [400],
  },
  { title: "a target of a connection", bytes: "CONNECT shop:80 HTTP/1.1\r\nHost: localhost\r\n\r\n" },
  {
    title: "a target without a slash",
    bytes: "GET nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
    want: [400],
  },
  { title: "an unknown method", bytes: "JUNK / HTTP/1.1\r\nHost: localhost\r\n\r\n", want: [400] },
  {
    title: "TRACE",
    bytes: "TRACE /api/jsonrpc HTTP/1.1\r\nHost: localhost\r\nX-Secret: a\r\n\r\n",
    want: [404, 405],
  },
  {
    title: "20,000 headers",
    bytes: `GET / HTTP/1.1\r\nHost: localhost\r\n${"a:b\r\n".repeat(20_000)}\r\n`,
    want: [431],
  },
  {
    title: "3,000 short headers",
    bytes: `GET /health/live HTTP/1.1\r\nHost: localhost\r\n${"a:\r\n".repeat(3_000)}\r\n`,
    want: [200],
  },
  {
    title: "a header of 1 MB",
    bytes: `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(1_000_000)}\r\n\r\n`,
    want: [431],
  },
  {
    title: "a target of 1 MB",
    bytes: `GET /${"a".repeat(1_000_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    want: [431],
  },
  {
    title: "control characters in a target",
    bytes: "GET /\x01\x7f HTTP/1.1\r\nHost: localhost\r\n\r\n",
    want: [400, 404],
  },
  { title: "empty lines without end", bytes: "\r\n".repeat(100_000) },
];

function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

async function judge(sockets: Sockets, { title, bytes, want }: Shape): Promise<string[]> {
  const { text, isClosed } = await sockets.exchange(bytes, 400, want ? longPatience : 400);
  const statuses = statusesOf(text);
  const problems: string[] = [];
  if (text.includes("username")) problems.push("the second request was answered");
  if (/<html|<pre| {4}at /i.test(text)) problems.push("words of a framework");
  if (statuses.includes(500)) problems.push("a failure of the server");
  if (
    want
      ? !statuses.every((status) => want.includes(status)) || statuses.length === 0
      : statuses.some((status) => status < 400)
  ) {
    problems.push(`answered ${statuses.join(", ") || "nothing"}${isClosed ? " and closed" : ""}`);
  }
  return problems.map((problem) => `${title}: ${problem}`);
}

/** Content that the address of a file must never return. */
const secrets = /root:|"dependencies"|-----BEGIN|PATH=/;
const climbs = [
  "../../../../../../etc/passwd",
  "..%2f..%2f..%2f..%2f..%2fetc/passwd",
  "%2e%2e/%2e%2e/%2e%2e/package.json",
  "..\\..\\package.json",
  "..%5c..%5cpackage.json",
  "....//....//package.json",
  "%252e%252e/package.json",
  "/etc/passwd",
  "a/b/..%00/package.json",
  "a/b/%c0%ae%c0%ae/package.json",
  "m/u/mug-01.png/../../../../package.json",
  "file:///etc/passwd",
];
const places = [
  "/media/catalog/product/",
  "/docs/",
  "/docs/assets/",
  "/console/",
  "/assets/",
  "/sandbox/",
  "/sandbox/x/media/catalog/product/",
  "/api/rpc/",
  "/",
];

export const protocolAttacks: readonly Attack[] = [
  {
    title: "malformed requests, and two in one",
    run: async ({ sockets }) => {
      const found: string[] = [];
      for (const shape of shapes) found.push(...(await judge(sockets, shape)));
      const { text } = await sockets.exchange(whole, 400, longPatience);
      return statusesOf(text)[0] === 200 ? found : [...found, "calls are not answered any more"];
    },
  },
  {
    title: "addresses outside of a folder",
    run: async ({ sockets }) => {
      const found: string[] = [];
      for (const place of places) {
        for (const climb of climbs) {
          const path = `${place}${climb}`;
          const { text } = await sockets.exchange(
            `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
            longPatience,
          );
          if (secrets.test(text)) found.push(`${path}: shows a file`);
          if (statusesOf(text).some((status) => status >= 500)) found.push(`${path}: ${statusesOf(text)[0]}`);
        }
      }
      return found;
    },
  },
];
