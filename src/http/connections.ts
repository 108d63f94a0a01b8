/** The open connections of a server: how many there may be, and which of them go when there are too many. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";

/** How long the end of an answer may wait for its reader. Large answers have limits of their own (answer-budget.ts). */
const stalledReaderMs = 120_000;
const lookForStalledMs = 10_000;

/** The answer to the latest request of a connection, and since when it is known to wait for its reader. */
const latestAnswer = Symbol("latest answer");
const waitsSince = Symbol("waits since");
type Connection = Socket & { [latestAnswer]?: ServerResponse; [waitsSince]?: number | undefined };

export class Connections {
  private readonly all = new Set<Connection>();

  /** @param max how many there may be; beyond that an idle one is closed for each that comes */
  constructor(
    server: Server | SecureServer,
    private readonly max: number,
  ) {
    // Of HTTPS, the connections that got through the handshake, which has a limit of its own.
    const arrival = server instanceof SecureServer ? "secureConnection" : "connection";
    server.on(arrival, (socket: Socket) => this.add(socket));
    const timer = setInterval(() => this.closeStalled(), lookForStalledMs).unref();
    server.once("close", () => clearInterval(timer));
  }

  [Symbol.iterator](): Iterator<Socket> {
    return this.all.values();
  }

  /** To be told of every request. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    (socket as Connection)[latestAnswer] = response;
  }

  private add(socket: Connection): void {
    if (this.all.size >= this.max) {
      const victim = this.oldestWithoutCall();
      (victim ?? socket).destroy();
      if (!victim) return;
    }
    this.all.add(socket);
    socket.once("close", () => this.all.delete(socket));
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

function isWorkedFor(socket: Connection): boolean {
  const answer = socket[latestAnswer];
  return answer !== undefined && answer.req.complete && !answer.writableEnded && !answer.destroyed;
}
