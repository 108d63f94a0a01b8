/** Requests and responses as this server has them: what they do beyond those of node:http. */
import type { Express } from "express";
import { IncomingMessage, ServerResponse } from "node:http";
import { PieceCount } from "../guard/shredded-body.js";
import type { WireExchange } from "./wire-exchange.js";

/**
 * The classes of a listener's requests and responses. Express gives every request and response its own prototypes, which
 * costs node 20 most of the time it spends on a small request; objects that are born with these prototypes are left as
 * they are.
 */
export function messageClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  /** Its connection is closed when its body comes in crumbs. */
  class OwnRequest extends IncomingMessage {
    private readonly arrived = new PieceCount();

    override push(piece: unknown, encoding?: BufferEncoding): boolean {
      if (this.destroyed) return false;
      if (!(piece instanceof Uint8Array) || !this.arrived.isShredded(piece.length))
        return super.push(piece, encoding);
      this.destroy();
      return false;
    }
  }

  /** Ends when the body of its request has been read. Who is still sending when a connection is closed sees no answer. */
  class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    private isWaiting = false;
    /** What is sent is kept there, where somebody records it. */
    exchange: WireExchange | undefined = undefined;

    override write(...[chunk, encoding, callback]: unknown[]): boolean {
      this.exchange?.keep(chunk, encoding);
      return super.write(chunk, encoding as BufferEncoding, callback as () => void);
    }

    override end(...[chunk, encoding, callback]: unknown[]): this {
      if (this.isWaiting) return this;
      const { req: request } = this;
      const rest = readRest(request);
      if (rest === undefined) {
        this.exchange?.keep(chunk, encoding);
        super.end(chunk, encoding as BufferEncoding, callback as () => void);
        this.exchange?.writeLines();
        return this;
      }
      this.isWaiting = true;
      if (typeof chunk === "string" || chunk instanceof Uint8Array) {
        if (!this.headersSent) this.setHeader("Content-Length", Buffer.byteLength(chunk));
        this.write(chunk, encoding);
      } else this.flushHeaders();
      void rest.then((isWhole) => {
        if (!isWhole) this.once("finish", () => request.destroy());
        super.end();
        this.exchange?.writeLines();
      });
      return this;
    }
  }

  Object.setPrototypeOf(OwnRequest.prototype, app.request);
  Object.setPrototypeOf(PatientResponse.prototype, app.response);
  app.request = OwnRequest.prototype as unknown as typeof app.request;
  app.response = PatientResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: OwnRequest, ServerResponse: PatientResponse };
}

/** A shorter rest is left to node, which reads it in one turn. */
const shortBytes = 64 * 1024;

/** Beyond so many bytes of it, so long in all, or so long without a byte, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/** Undefined = there is none to speak of. Otherwise whether it could be read to its end; never rejects. */
export function readRest(request: IncomingMessage): Promise<boolean> | undefined {
  if (request.complete || request.destroyed || isShort(request)) return undefined;
  return new Promise((resolve) => {
    const until = performance.now() + longestMs;
    let left = mostBytes;
    const end = () => {
      clearTimeout(silence);
      resolve(request.complete);
    };
    const silence = setTimeout(end, longestSilenceMs);
    request.on("data", (piece: Buffer) => {
      left -= piece.length;
      if (left < 0 || performance.now() > until) end();
      else silence.refresh();
    });
    request.once("end", end).once("close", end);
    request.resume();
  });
}

function isShort({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= shortBytes;
}
