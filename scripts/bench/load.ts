/**
 * A load generator with a low cost: plain sockets, one request in progress per connection, and answers
 * separated by their Content-Length. A library would use most of the second core, which the measured server
 * does not use.
 */
import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request to send, as HTTP/1.1 bytes. */
  readonly request: () => Buffer;
  /** The expected status; default 200. */
  readonly success?: number;
}

export interface Measured {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Responses that do not have the expected status, or that are faults. */
  readonly errors: number;
  /** The first of them. */
  readonly error?: string | undefined;
  /** Mean length of the bodies of answers. */
  readonly bytes: number;
}

const endOfHead = Buffer.from("\r\n\r\n");

export async function measure(load: Load): Promise<Measured> {
  const until = performance.now() + load.seconds * 1000;
  const started = performance.now();
  const connections = await Promise.all(Array.from({ length: load.connections }, () => run(load, until)));
  const seconds = (performance.now() - started) / 1000;
  const requests = connections.reduce((sum, { done }) => sum + done, 0);
  return {
    requests,
    requestsPerSecond: requests / seconds,
    errors: connections.reduce((sum, { errors }) => sum + errors, 0),
    error: connections.find(({ error }) => error !== undefined)?.error,
    bytes: connections.reduce((sum, { bytes }) => sum + bytes, 0) / requests,
  };
}

interface Connection {
  done: number;
  errors: number;
  error?: string;
  bytes: number;
}

function run(load: Load, until: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const result: Connection = { done: 0, errors: 0, bytes: 0 };
    const socket = connect(load.port, "127.0.0.1", () => socket.write(load.request()));
    socket.setNoDelay(true);
    let pending: Buffer | undefined;
    socket.on("data", (chunk: Buffer) => {
      pending = pending ? Buffer.concat([pending, chunk]) : chunk;
      const answer = wholeAnswer(pending);
      if (!answer) return;
      pending = undefined;
      note(result, answer, load.success ?? 200);
      if (performance.now() < until) socket.write(load.request());
      else finish(socket, () => resolve(result));
    });
    socket.on("error", reject);
  });
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** Whether an answer is a fault, whatever its door. Some doors send faults with status 200. */
export function isFault(beginning: string): boolean {
  return /"error":|<fault>|:Fault>/.test(beginning);
}

function note(result: Connection, { status, body }: Answer, success: number): void {
  result.done += 1;
  result.bytes += body.length;
  const isWrong = status !== success || isFault(body.toString("latin1", 0, 400));
  if (!isWrong) return;
  result.errors += 1;
  result.error ??= `${status} ${body.toString("utf8", 0, 400)}`;
}

function finish(socket: Socket, done: () => void): void {
  socket.end();
  done();
}

function wholeAnswer(bytes: Buffer): Answer | undefined {
  const head = bytes.indexOf(endOfHead);
  if (head < 0) return undefined;
  const at = bytes.indexOf("ontent-Length: ", 0, "latin1");
  const length = at < 0 ? 0 : Number.parseInt(bytes.toString("latin1", at + 15, at + 25), 10);
  if (bytes.length < head + 4 + length) return undefined;
  return { status: Number(bytes.toString("latin1", 9, 12)), body: bytes.subarray(head + 4) };
}

/** A POST of JSON as bytes. */
export function post(path: string, body: unknown): Buffer {
  return postText(path, "application/json", JSON.stringify(body));
}

export function postText(path: string, type: string, text: string): Buffer {
  return httpRequest("POST", path, { "Content-Type": type }, text);
}

export function getFrom(path: string, headers: Headers): Buffer {
  return httpRequest("GET", path, headers);
}

type Headers = Readonly<Record<string, string>>;

/** A request of HTTP/1.1 as bytes. */
export function httpRequest(method: string, path: string, headers: Headers, body?: string): Buffer {
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const lines = Object.entries({ Host: "127.0.0.1", ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body ?? ""}`);
}
