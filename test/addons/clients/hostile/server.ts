/** A server with the worst behaviours of servers, proxies and networks: one behaviour per address. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The expected result of a client. */
export interface Expected {
  readonly reason: "connection_failed" | "timed_out" | "unavailable" | "unexpected_answer";
  readonly status?: number;
  readonly retryAfter?: number;
}

export interface Behaviour {
  readonly name: string;
  readonly serve: (response: ServerResponse, request: IncomingMessage) => void;
  readonly expected: Expected;
  /** The result of the second call, if it differs. */
  readonly later?: Expected;
  /** Some errors of JSON-RPC answers do not apply to the test control, which has other answers. */
  readonly only?: "calls";
}

const json = { "Content-Type": "application/json" };
const answered = (text: string) => (response: ServerResponse) => response.writeHead(200, json).end(text);
const error = (value: unknown) => answered(JSON.stringify({ jsonrpc: "2.0", id: 1, error: value }));
const unexpected = { reason: "unexpected_answer", status: 200 } as const;

/** Repeats some bytes as long as the client stays connected. */
function forever(response: ServerResponse, pause: number, send: () => void): void {
  const timer = setInterval(send, pause);
  response.on("close", () => clearInterval(timer));
}

const redirect = (status: number, target: "elsewhere" | "here"): Behaviour => ({
  name: `redirect-${status}-${target}`,
  serve: (response, { headers }) => {
    const { port } = new URL(`http://${headers.host}`);
    // Another name is another origin, even if the same server answers.
    const host = target === "here" ? "127.0.0.1" : "localhost";
    response.writeHead(status, { Location: `http://${host}:${port}/stolen/api/jsonrpc` }).end();
  },
  expected: { reason: "unexpected_answer", status },
});

let keptCalls = 0;

export const behaviours: readonly Behaviour[] = [
  { name: "silence", serve: () => {}, expected: { reason: "timed_out" } },
  {
    name: "dripping-body",
    serve: (response) => {
      response.writeHead(200, json).write("[");
      forever(response, 100, () => response.write(" "));
    },
    expected: { reason: "timed_out" },
  },
  {
    name: "dripping-headers",
    serve: (response) => {
      response.socket?.write("HTTP/1.1 200 OK\r\nX-Slow: ");
      forever(response, 100, () => response.socket?.write("x"));
    },
    expected: { reason: "timed_out" },
  },
  {
    name: "hang-up",
    serve: (response) => response.socket?.destroy(),
    expected: { reason: "connection_failed" },
  },
  {
    // A request on a connection that breaks may have been executed, so it is not repeated.
    name: "hang-up-of-a-kept-connection",
    serve: (response, { socket }) => {
      keptCalls += 1;
      if (keptCalls % 3 === 2) socket.destroy();
      else response.writeHead(503, { "Retry-After": 1 }).end();
    },
    expected: { reason: "unavailable", status: 503, retryAfter: 1 },
    later: { reason: "connection_failed" },
  },
  {
    name: "cut-in-a-body-of-known-length",
    serve: (response) => {
      response
        .writeHead(200, { ...json, "Content-Length": 1000 })
        .write('{"jsonrpc":"2.0","id":1,"result":"half');
      setTimeout(() => response.socket?.destroy(), 50);
    },
    expected: { reason: "connection_failed" },
  },
  {
    name: "cut-between-chunks",
    serve: (response) => {
      response.writeHead(200, json).write('{"jsonrpc":"2.0","id":1,"result":true}');
      setTimeout(() => response.socket?.destroy(), 50);
    },
    expected: { reason: "connection_failed" },
  },
  ...[301, 302, 303, 307, 308].map((status) => redirect(status, "elsewhere")),
  redirect(307, "here"),
  {
    name: "429",
    serve: (response) => response.writeHead(429, { "Retry-After": 7 }).end(),
    expected: { reason: "unavailable", status: 429, retryAfter: 7 },
  },
  {
    name: "429-without-a-time",
    serve: (response) => response.writeHead(429).end(),
    expected: { reason: "unavailable", status: 429 },
  },
  {
    name: "503-of-a-proxy",
    serve: (response) => response.writeHead(503, { "Retry-After": 120 }).end("<h1>Maintenance</h1>"),
    expected: { reason: "unavailable", status: 503, retryAfter: 120 },
  },
  {
    name: "503-of-the-service",
    serve: (response) =>
      response
        .writeHead(503, { ...json, "Retry-After": 3 })
        .end(
          '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"No storage.","data":{"fault":"internal"}}}',
        ),
    expected: { reason: "unavailable", status: 503, retryAfter: 3 },
  },
  {
    name: "a-page-with-200",
    serve: (response) =>
      response
        .writeHead(200, { "Content-Type": "text/html" })
        .end("<!doctype html><h1>Log in to the hotel</h1>"),
    expected: unexpected,
  },
  {
    name: "a-page-with-502",
    serve: (response) => response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad gateway</h1>"),
    expected: { reason: "unexpected_answer", status: 502 },
  },
  {
    name: "an-error-of-another-server",
    serve: (response) => response.writeHead(404, json).end('{"message":"no such route"}'),
    expected: { reason: "unexpected_answer", status: 404 },
  },
  { name: "half-a-document", serve: answered('{"jsonrpc":"2.0","id":1,"result":{'), expected: unexpected },
  { name: "no-json", serve: answered("true story"), expected: unexpected },
  { name: "bytes", serve: answered("\0\u{1f4a9}\uffff"), expected: unexpected },
  { name: "depth", serve: answered(`${"[".repeat(100_000)}`), expected: unexpected },
  { name: "nothing", serve: answered(""), expected: unexpected, only: "calls" },
  { name: "another-object", serve: answered('{"hello":"world"}'), expected: unexpected, only: "calls" },
  { name: "a-text", serve: answered('"result"'), expected: unexpected, only: "calls" },
  { name: "a-list-of-texts", serve: answered('["result"]'), expected: unexpected, only: "calls" },
  { name: "an-error-that-is-a-text", serve: error("failed"), expected: unexpected, only: "calls" },
  { name: "an-error-that-is-null", serve: error(null), expected: unexpected, only: "calls" },
  {
    name: "an-error-without-a-fault",
    serve: error({ code: 101, message: "Not there." }),
    expected: unexpected,
    only: "calls",
  },
  {
    name: "an-error-without-a-number",
    serve: error({ code: "101", message: "Not there.", data: { fault: "x" } }),
    expected: unexpected,
    only: "calls",
  },
  {
    name: "oversized-without-end",
    serve: (response) => {
      response.writeHead(200, json);
      forever(response, 1, () => response.write(" ".repeat(65_536)));
    },
    expected: unexpected,
  },
];

/** The maximum number of bytes that clients of these tests accept. */
export const maxAnswerBytes = 200_000;

/**
 * The timeout of clients in seconds: longer if an answer is expected, because a busy machine may delay it.
 */
export const timeoutOf = ({ expected }: Behaviour): number => (expected.reason === "timed_out" ? 1 : 30);

interface HostileRequest {
  /** The behaviour: the first part of the address. */
  readonly name: string;
  readonly path: string;
  /** Whether the request had the session. */
  readonly secret: boolean;
  readonly prefer: string | undefined;
  /** The port of the client, which differs for another connection. */
  readonly port: number | undefined;
}

export interface HostileServer {
  readonly url: string;
  readonly requests: HostileRequest[];
  readonly close: () => void;
}

export const secret = "0123456789abcdef";

export async function startHostile(): Promise<HostileServer> {
  const requests: HostileServer["requests"] = [];
  const server: Server = createServer((request, response) => {
    const name = request.url?.split("/")[1] ?? "";
    requests.push({
      name,
      path: request.url ?? "",
      secret: JSON.stringify(request.headers).includes(secret),
      prefer: request.headers.prefer?.toString(),
      port: request.socket.remotePort,
    });
    const behaviour = behaviours.find((one) => one.name === name);
    // The request is read first, so that an answer is not mistaken for a refusal to read.
    request.resume().on("end", () => {
      if (behaviour) behaviour.serve(response, request);
      else answered('{"jsonrpc":"2.0","id":1,"result":"stolen"}')(response);
    });
  });
  // All names of this machine, for redirects to another one.
  server.listen(0);
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
