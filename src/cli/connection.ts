/** The connection of a command to its server, with the errors for a refusal and for an unreachable server. */
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";

export interface ServerAddress {
  readonly url?: string;
  readonly token?: string;
  readonly sandbox?: string;
}

/** Ends a command with an exit code of docs/commands.md; 130 is the code of shells for an interrupted process. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: 1 | 2 | 3 | 130,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The error of a command that reads a foreign server or file: one sentence, whatever these contain.
 * @param source the server or the file
 */
export function unforeseen(error: unknown, source: string): CommandError {
  if (error instanceof CommandError) return error;
  const { name, message, code } = error as NodeJS.ErrnoException;
  // The system explains its errors, such as a full disk.
  if (code !== undefined) return new CommandError(1, message);
  const [first = ""] = message.split("\n");
  return new CommandError(3, `${source} sent something that cannot be handled (${name}: ${first})`);
}

const defaultUrl = "http://127.0.0.1:8080";

export class Connection {
  readonly url: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(options: ServerAddress, env: NodeJS.ProcessEnv = process.env) {
    this.url = (options.url ?? (env.STORE_API_URL || defaultUrl)).replace(/\/+$/, "");
    if (!URL.canParse(this.url)) throw new CommandError(2, `--url must be an address, not ${this.url}`);
    const token = options.token ?? env.STORE_API_TOKEN;
    this.headers = {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(options.sandbox === undefined ? {} : { "X-Sandbox": options.sandbox }),
    };
  }

  /**
   * Replaces the state of the shop by a streamed dataset, without a timeout. Not by fetch, which gives up after five minutes
   * and buffers without backpressure. Rejects with exit code 3 if the server is unreachable.
   */
  async importState({ name, type, chunks }: ImportedState): Promise<void> {
    const url = new URL(`${this.url}/control/state`);
    const { request } = await (url.protocol === "https:" ? import("node:https") : import("node:http"));
    const call = request(url, { method: "PUT", headers: { ...this.headers, "Content-Type": type } });
    let answer: { readonly status: number; readonly body: string };
    const answered = new Promise<typeof answer>((resolve, reject) => {
      call.on("error", reject);
      call.on("response", (response) => {
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
      });
    });
    let broken: CommandError | undefined;
    async function* watched() {
      try {
        yield* chunks;
      } catch (error) {
        if (error instanceof CommandError) broken = error;
        throw error;
      }
    }
    // A server may refuse before it has received everything.
    const sent = pipeline(Readable.from(watched(), { objectMode: false }), call);
    try {
      // When sending fails, the answer may already have arrived.
      const isGivenUp = sent.catch((error: unknown) => pause(500).then(() => Promise.reject(error as Error)));
      answer = await Promise.race([answered, isGivenUp.then(() => answered)]);
    } catch (error) {
      // An error while reading the file does not mean that the server is unreachable.
      throw broken ?? this.unreachable(error);
    } finally {
      answered.catch(() => {});
      call.destroy();
    }
    const { status, body } = answer;
    if (status === 204) return;
    const problems = refusalText(status, body).split("\n");
    throw new CommandError(1, problems.map((one) => `${name}: ${one}`).join("\n"));
  }

  /** Sends a request to the test control. Resolves to the parsed answer, undefined without a body. */
  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await this.send(`/control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const answer = await response.text();
    if (!response.ok) throw new CommandError(1, refusalText(response.status, answer));
    return answer === "" ? undefined : (JSON.parse(answer) as unknown);
  }

  /** Sends a JSON-RPC request and resolves to its result. */
  async rpc(method: string, params: unknown): Promise<unknown> {
    const response = await this.send("/api/jsonrpc", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      headers: { "Content-Type": "application/json" },
    });
    const text = await response.text();
    if (!response.ok) throw new CommandError(1, `HTTP ${response.status} ${text}`.trim());
    const { result, error } = JSON.parse(text) as { result?: unknown; error?: RpcError };
    if (error) throw new CommandError(1, `${error.data.fault} (${error.code}): ${error.message}`);
    return result;
  }

  /** Rejects with exit code 3 if the server is unreachable. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...this.headers, ...(init.headers as Record<string, string> | undefined) };
    try {
      return await fetch(this.url + path, { ...init, headers });
    } catch (error) {
      throw this.unreachable((error as Error).cause ?? error);
    }
  }

  private unreachable(cause: unknown): CommandError {
    const { code, message } = cause as { code?: string; message?: string };
    const reason = code ?? message ?? String(cause);
    return new CommandError(
      3,
      `${this.url} cannot be reached (${reason}); start a server, or name one by --url`,
    );
  }
}

interface ImportedState {
  /** The name of the file in messages. */
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: { readonly fault: string };
}

/** Encodes a name as a path segment. Refuses `.` and `..`, which URLs resolve to another path. */
export function segment(name: string): string {
  if (name === "." || name === "..") throw new CommandError(2, `${name} cannot be a name`);
  return encodeURIComponent(name);
}

/** Converts `{errors: [{field?, message}]}` to lines. */
export function refusalText(status: number, text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors: { field?: string; message: string }[] };
    return errors
      .map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`))
      .join("\n");
  } catch {
    return status === 404 ? "the server has no test control" : `HTTP ${status} ${text}`.trim();
  }
}
