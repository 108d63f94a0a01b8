/** The open connections of a server: how many there may be, and which of them go when there are too many. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";

/** A reader that takes nothing of its answer for so long has gone away for all we know. */
const stalledReaderMs = 15_000;

/** The answer to the latest request of a connection. */
const latestAnswer = Symbol("latest answer");
type Connection = Socket & { [latestAnswer]?: ServerResponse };

export class Connections {
  private readonly all = new Set<Connection>();

  /** @param max how many there may be; beyond that an idle one is closed for each that comes */
  constructor(
    server: Server | SecureServer,
    private readonly max: number,
  ) {
    server.timeout = stalledReaderMs;
    // Of HTTPS, the connections that got through the handshake, which has a limit of its own.
    const arrival = server instanceof SecureServer ? "secureConnection" : "connection";
    server.on(arrival, (socket: Socket) => this.add(socket));
    server.on("timeout", closeIfStalled);
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

  /** Whoever waits for an answer keeps its connection; one that is idle, or whose request is still arriving, may go. */
  private oldestWithoutCall(): Connection | undefined {
    for (const socket of this.all) if (isIdle(socket) || !socket[latestAnswer]?.req.complete) return socket;
    return undefined;
  }
}

function isIdle(socket: Connection): boolean {
  const answer = socket[latestAnswer];
  return answer === undefined || answer.writableFinished || answer.destroyed;
}

/** Nothing has moved on the connection. A call that takes its time, or a request that may yet come, is no reason to close it. */
function closeIfStalled(socket: Connection): void {
  const isKeptAlive = isIdle(socket) && socket.bytesRead > 0;
  if (socket.writableLength > 0 || isKeptAlive) socket.destroy();
}
