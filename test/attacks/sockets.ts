/** Raw connections: requests that no HTTP client would send, and clients that do not read. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** For an answer that must come. */
export const longPatience = 100_000;

export class Sockets {
  private readonly all: Socket[] = [];
  private readonly port: number;

  constructor(address: string) {
    this.port = Number(new URL(address).port);
  }

  /** @param isReading false: the answers stay in the buffers of the server */
  open(bytes?: string | Buffer, isReading = true): Socket {
    const socket = connect(this.port, "127.0.0.1");
    socket.on("error", () => {});
    if (isReading) socket.resume();
    else socket.pause();
    if (bytes !== undefined) socket.write(bytes);
    this.all.push(socket);
    return socket;
  }

  async openMany(count: number, bytes?: string | Buffer, isReading = true): Promise<Socket[]> {
    const opened: Socket[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      opened.push(this.open(bytes, isReading));
      // This number of connections at once would have to wait on this side.
      if (nth % 200 === 199) await setTimeout(5);
    }
    return opened;
  }

  /**
   * The answer until the server closes the connection, or sends nothing for a while.
   * @param first_ms how long the answer may take to begin; a busy machine needs long, so give it where an answer must come
   */
  async exchange(
    bytes: string | Buffer,
    patience_ms = 400,
    first_ms = patience_ms,
  ): Promise<{ text: string; isClosed: boolean }> {
    const socket = this.open();
    let text = "";
    let isClosed = false;
    let last = performance.now();
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      last = performance.now();
    });
    socket.once("close", () => (isClosed = true));
    await once(socket, "connect");
    socket.write(bytes);
    const isPatient = () => performance.now() - last < (text === "" ? first_ms : patience_ms);
    while (!isClosed && isPatient()) await setTimeout(10);
    socket.destroy();
    return { text, isClosed };
  }

  get openCount(): number {
    return this.all.filter((socket) => !socket.destroyed).length;
  }

  closeAll(): void {
    for (const socket of this.all.splice(0)) socket.destroy();
  }
}

/** A JSON-RPC request as bytes. */
export function rpcRequest(body: unknown, headers = ""): string {
  return post("/api/jsonrpc", JSON.stringify(body), `Content-Type: application/json\r\n${headers}`);
}

export function post(path: string, body: string, headers = ""): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
