/** The server's own request and response classes, which read what a client is still sending while its request is answered. */
import type { Express } from "express";
import { IncomingMessage, ServerResponse, type OutgoingHttpHeader } from "node:http";
import type { WireExchange } from "./exchange.js";

/**
 * Creates the classes of a listener's requests and responses. Express replaces the prototypes of every request and
 * response, which is most of its cost on Node 20, unless they already have these prototypes.
 */
export function messageClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class OwnRequest extends IncomingMessage {}

  /** Ends after the body of its request has been read: a client that is still sending would not see the response. */
  class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    private isWaiting = false;
    /** Keeps what is sent, for the journal. */
    exchange: WireExchange | undefined = undefined;

    /** Adds the ID of the request: setting it as a header before would take three times as long. */
    override writeHead(...[status, given]: unknown[]): this {
      const id = this.exchange?.requestId;
      const list = Array.isArray(given) ? (given as OutgoingHttpHeader[]) : undefined;
      if (id === undefined) return super.writeHead(status as number, given as OutgoingHttpHeader[]);
      if (list) return super.writeHead(status as number, [...list, "X-Request-Id", id]);
      return super.writeHead(status as number, { ...(given as object), "X-Request-Id": id });
    }

    override write(...[chunk, encoding, callback]: unknown[]): boolean {
      this.exchange?.keep(chunk, encoding);
      return super.write(chunk, encoding as BufferEncoding, callback as () => void);
    }

    override end(...[chunk, encoding, callback]: unknown[]): this {
      if (this.isWaiting) return this;
      const rest = this.req.complete ? undefined : readRest(this.req);
      if (rest) return this.endAfter(rest, chunk, encoding);
      if (chunk !== undefined) this.exchange?.keep(chunk, encoding);
      super.end(chunk, encoding as BufferEncoding, callback as () => void);
      this.exchange?.lines?.write();
      return this;
    }

    private endAfter(rest: Promise<boolean>, chunk: unknown, encoding: unknown): this {
      this.isWaiting = true;
      if (typeof chunk === "string" || chunk instanceof Uint8Array) {
        if (!this.headersSent) this.setHeader("Content-Length", Buffer.byteLength(chunk));
        this.write(chunk, encoding);
      } else this.flushHeaders();
      void rest.then((isWhole) => {
        if (!isWhole) this.once("finish", () => this.req.destroy());
        super.end();
        this.exchange?.lines?.write();
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

/** Node itself reads a rest that is shorter than this. */
const shortBytes = 64 * 1024;

/** Limits for reading the rest: bytes, total time, and time without a byte. Beyond them, the connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const longestMs = 30_000;
const longestSilenceMs = 5_000;

/**
 * Reads the rest of an incomplete body. Resolves to whether it was read to its end; never rejects. Returns undefined
 * for a short rest.
 */
function readRest(request: IncomingMessage): Promise<boolean> | undefined {
  if (request.destroyed || isShort(request)) return undefined;
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
