/** The open connections of a server: how many there may be, and which of them go when there are too many. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";
import type { Limit } from "./refusals.js";

/** How long the end of an answer may wait for its reader. Large answers have limits of their own (answer-budget.ts). */
const stalledReaderMs = 120_000;
const lookForStalledMs = 10_000;

/**
 * Requests that wait behind others of their connection, sent before these were answered: on one connection, and on all.
 * Each takes some 4 KB.
 */
const maxQueued = { ofOne: 500, ofAll: 10_000 };

/** The answer to the latest request of a connection, and since when it is known to wait for its reader. */
const latestAnswer = Symbol("latest answer");
const waitsSince = Symbol("waits since");
/** How many requests of the connection wait behind others. */
const queued = Symbol("queued requests");
type Connection = Socket & {
  [latestAnswer]?: ServerResponse;
  [waitsSince]?: number | undefined;
  [queued]?: number;
};

export class ClientConnections {
  private readonly all = new Set<Connection>();
  /** Requests that wait behind others, of all connections. */
  private queued = 0;
  /** Of HTTPS, those that have not shown yet that they speak it, by the other end; the oldest first. */
  private readonly handshakes = new Map<string, Socket>();

  /**
   * @param max how many there may be; beyond that an idle one is closed for each that comes
   * @param refused told of what is closed by a limit
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
   * To be told of every request. Undefined = it can be handled. One that waits behind others of its connection can be when
   * these have been answered, in a turn of the event loop of its own; the promise stays open when the connection is gone.
   */
  turnOf(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const connection = request.socket as Connection;
    const before = connection[latestAnswer];
    connection[latestAnswer] = response;
    if (!before || before.writableFinished) return undefined;
    return new Promise((resolve) => this.queue(connection, before, resolve));
  }

  private queue(connection: Connection, before: ServerResponse, goOn: () => void): void {
    if (connection.destroyed) return;
    const count = (connection[queued] ?? 0) + 1;
    if (count > maxQueued.ofOne || this.queued >= maxQueued.ofAll) {
      this.refused("requests_of_a_connection");
      closeAtOnce(connection);
      return;
    }
    connection[queued] = count;
    this.queued += 1;
    before.once("finish", () => {
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

  /** Nobody waits for an answer there. */
  endHandshakes(): void {
    for (const socket of this.handshakes.values()) socket.destroy();
  }

  /** It has a time limit of its own; beyond as many as there may be connections, the oldest one goes for each that comes. */
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
      // What waited there is never answered.
      this.unqueue(socket, socket[queued] ?? 0);
    });
  }

  /**
   * Whoever waits for an answer keeps its connection; one that is idle, whose request is still arriving, or that does not
   * take its answer may go.
   */
  private oldestWithoutCall(): Connection | undefined {
    for (const socket of this.all) if (!isWorkedFor(socket)) return socket;
    return undefined;
  }

  private closeStalled(): void {
    const now = performance.now();
    for (const socket of this.all) {
      const answer = socket[latestAnswer];
      const isWaiting = answer?.writableEnded === true && !answer.writableFinished;
      const since = isWaiting ? (socket[waitsSince] ??= now) : (socket[waitsSince] = undefined);
      if (since !== undefined && now - since >= stalledReaderMs) socket.destroy();
    }
  }
}

/** Closes a connection at once, with all requests that wait there. */
function closeAtOnce(connection: Socket & { readonly parser?: { pause?(): void } }): void {
  // Of what has been read, thousands of requests may be left, and node would go through them all the same.
  connection.parser?.pause?.();
  // It makes an error for each that waits, and the stacks of these take longer than to read the requests.
  const { stackTraceLimit } = Error;
  connection.prependOnceListener("close", () => (Error.stackTraceLimit = 0));
  connection.once("close", () => (Error.stackTraceLimit = stackTraceLimit));
  connection.destroy();
}

/** Both socket objects of a secure connection have it. */
function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function isWorkedFor(socket: Connection): boolean {
  const answer = socket[latestAnswer];
  return answer !== undefined && answer.req.complete && !answer.writableEnded && !answer.destroyed;
}
