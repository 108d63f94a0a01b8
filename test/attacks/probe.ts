/**
 * Sends one hostile request after the other to a server in a separate process, and measures how long each
 * blocks the event loop.
 */
import { Agent, request } from "node:http";
import type { Place } from "./places.js";
import { ServerProcess, type ServerOptions } from "./server-process.js";

export interface Finding {
  readonly place: string;
  readonly value: string;
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The status of HTTP and the fault, if any. */
  readonly answer: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A session of the first API user, and measured requests. */
export class Probe {
  private constructor(
    readonly server: ServerProcess,
    public session: string,
  ) {}

  static async start(options: ServerOptions = {}): Promise<Probe> {
    const probe = new Probe(await ServerProcess.start(options), "");
    await probe.login();
    return probe;
  }

  private async login(): Promise<void> {
    this.session = (await this.rpc("login", ["admin", "admin123"])) as string;
  }

  /** The result of a method. */
  async rpc(method: string, params: unknown): Promise<unknown> {
    const answer = await this.post("/api/jsonrpc", [json({ jsonrpc: "2.0", id: 1, method, params })]);
    const { result, error } = JSON.parse(answer.text) as { result?: unknown; error?: unknown };
    if (error !== undefined) throw new Error(JSON.stringify(error));
    return result;
  }

  call(path: string, args: unknown): Promise<unknown> {
    return this.rpc("call", [this.session, path, args]);
  }

  /** Inserts a value into the hole of a call. */
  fill(place: Place, value: string, body: Buffer): Promise<Finding> {
    const params = `"${this.session}","${place.operation}",${place.before}`;
    const head = Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"call","params":[${params}`);
    return this.measure(place.title, value, "/api/jsonrpc", [head, body, Buffer.from(`${place.behind}]}`)]);
  }

  async measure(place: string, value: string, path: string, body: readonly Buffer[]): Promise<Finding> {
    return this.measureSent(place, value, { method: "POST", path, headers: jsonBody, body });
  }

  async measureSent(place: string, value: string, sent: Sent): Promise<Finding> {
    await this.server.measure();
    const answer = await this.send(sent);
    const { turn } = await this.server.measure();
    const fault = /"fault":"(\w+)"/.exec(answer.text)?.[1] ?? "";
    return { place, value, ...turn, answer: `${answer.status} ${fault}` };
  }

  post(path: string, body: readonly Buffer[]): Promise<Answer> {
    return this.send({ method: "POST", path, headers: jsonBody, body });
  }

  send(sent: Sent): Promise<Answer> {
    return send(this.server.address, sent);
  }

  async reset(): Promise<void> {
    await this.post("/control/reset", [json({})]);
    await this.login();
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Buffer[];
}

const jsonBody = { "Content-Type": "application/json" };

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export interface Answer {
  readonly status: number;
  /** The first 100,000 characters of the answer. */
  readonly text: string;
}

function send(address: string, { method, path, headers, body }: Sent): Promise<Answer> {
  const length = body.reduce((sum, part) => sum + part.length, 0);
  return new Promise((resolve, reject) => {
    const all = { ...headers, ...(body.length > 0 ? { "Content-Length": length } : {}) };
    const sent = request(`${address}${path}`, { method, agent, headers: all }, (response) => {
      let text = "";
      response.setEncoding("latin1");
      response.on("data", (chunk: string) => (text += text.length < 100_000 ? chunk.slice(0, 100_000) : ""));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    // A refused body is not read to its end.
    sent.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || error.code === "ECONNRESET") resolve({ status: 0, text: "" });
      else reject(error);
    });
    for (const part of body) sent.write(part);
    sent.end();
  });
}
