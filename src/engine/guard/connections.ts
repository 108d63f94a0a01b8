/** Limits the open connections of a server, and chooses which to close when there are too many. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Limit } from "./refusals.js";

/** How long a client may take to read the rest of an answer. Large answers have other limits (answer-budget.ts). */
const stalledReaderMs = 120_000;
const lookForStalledMs = 10_000;

/**
 * Pipelined requests that may wait, on one connection and on all. Each takes about 4 KB.
 */
const maxQueued = { ofOne: 500, ofAll: 10_000 };

/** The time since which the client has not read the answer. */
const waitsSince = Symbol("waits since");
/** Number of pipelined requests that wait on the connection. */
const queued = Symbol("queued requests");
type Connection = Socket & {
  /** The answer that Node is sending or waits for. Internal, but packages such as http-terminator rely on it. */
  _httpMessage?: ServerResponse | null;
  [waitsSince]?: number | undefined;
  [queued]?: number;
};

export class ClientConnections {
  private readonly all = new Set<Connection>();
  /** Pipelined requests that wait, of all connections. */
  private queued = 0;
  /** TLS handshakes in progress by the client's address and port, oldest first. */
  private readonly handshakes = new Map<string, Socket>();

  /**
   * @param max open connections; beyond that, each new one closes an idle one
   * @param refused called with the limit when it closes a connection
   */
  constructor(
    server: Server | SecureServer,
    private readonly max: number,
    private readonly refused: (limit: Limit) => void = () => {},
  ) {
    if (server instanceof SecureServer) {
      server.on("connection", (socket: Socket) => this.beginHandshake(socket));
      server.on("secureConnection", (socket: Socket) => {
        this.handshakes.delete(otherEnd(socket));
        this.add(socket);
      });
    } else server.on("connection", (socket: Socket) => this.add(socket));
    const timer = setInterval(() => this.closeStalled(), lookForStalledMs).unref();
    server.once("close", () => clearInterval(timer));
  }

  [Symbol.iterator](): Iterator<Socket> {
    return this.all.values();
  }

  /**
   * Queues a pipelined request: its answer has no socket while earlier ones are being sent. Resolves after the requests
   * before it have been answered, and never if the connection closes.
   */
  waitFor({ socket }: IncomingMessage, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => this.queue(socket, response, resolve));
  }

  private queue(connection: Connection, response: ServerResponse, goOn: () => void): void {
    if (connection.destroyed) return;
    const count = (connection[queued] ?? 0) + 1;
    if (count > maxQueued.ofOne || this.queued >= maxQueued.ofAll) {
      this.refused("requests_of_a_connection");
      closeAtOnce(connection);
      return;
    }
    connection[queued] = count;
    this.queued += 1;
    response.once("socket", () => {
      setImmediate(() => {
        if (connection.destroyed) return;
        this.unqueue(connection, 1);
        goOn();
      });
    });
  }

  private unqueue(connection: Connection, count: number): void {
    if (connection[queued] !== undefined) connection[queued] -= count;
    this.queued -= count;
  }

  /** Closes connections in a TLS handshake: they have no request in progress. */
  endHandshakes(): void {
    for (const socket of this.handshakes.values()) socket.destroy();
  }

  /** Handshakes have a timeout of their own. If there are too many, each new one closes the oldest. */
  private beginHandshake(socket: Socket): void {
    if (this.handshakes.size >= this.max) {
      const [[end, oldest] = ["", socket]] = this.handshakes;
      this.handshakes.delete(end);
      oldest.destroy();
    }
    const name = otherEnd(socket);
    this.handshakes.set(name, socket);
    socket.once("close", () => {
      if (this.handshakes.get(name) === socket) this.handshakes.delete(name);
    });
  }

  private add(socket: Connection): void {
    if (this.all.size >= this.max) {
      this.refused("connections");
      const victim = this.oldestWithoutCall();
      (victim ?? socket).destroy();
      if (!victim) return;
    }
    this.all.add(socket);
    socket.once("close", () => {
      this.all.delete(socket);
      // Requests that waited there are never answered.
      this.unqueue(socket, socket[queued] ?? 0);
    });
  }

  /**
   * The oldest connection that is idle, whose request is still arriving, or whose client does not read its answer.
   */
  private oldestWithoutCall(): Connection | undefined {
    for (const socket of this.all) if (!isWorkedFor(socket)) return socket;
    return undefined;
  }

  private closeStalled(): void {
    const now = performance.now();
    for (const socket of this.all) {
      const answer = socket._httpMessage;
      const isWaiting = answer?.writableEnded === true && !answer.writableFinished;
      const since = isWaiting ? (socket[waitsSince] ??= now) : (socket[waitsSince] = undefined);
      if (since !== undefined && now - since >= stalledReaderMs) socket.destroy();
    }
  }
}

/** Closes a connection at once, together with all requests that wait there. */
function closeAtOnce(connection: Socket & { readonly parser?: { pause?(): void } }): void {
  // The bytes read so far may contain thousands of requests, which Node would parse nevertheless.
  connection.parser?.pause?.();
  // Node creates an error for each waiting request; their stack traces would take longer than reading the requests.
  const { stackTraceLimit } = Error;
  connection.prependOnceListener("close", () => (Error.stackTraceLimit = 0));
  connection.once("close", () => (Error.stackTraceLimit = stackTraceLimit));
  connection.destroy();
}

/** Identifies a client: the same for both socket objects of a TLS connection. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function isWorkedFor(socket: Connection): boolean {
  const answer = socket._httpMessage;
  return answer?.req.complete === true && !answer.writableEnded && !answer.destroyed;
}
