/** Requests and responses as this server has them: what they do beyond those of node:http. */
import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";
import type { Arrivals } from "../guard/arrivals.js";
import { giveUp } from "./give-up.js";
import { smallPiece, SmallPieces } from "../guard/small-pieces.js";
import { readRest } from "../guard/unread-body.js";

/**
 * The classes of a listener's requests and responses. Express gives every request and response its own prototypes, which
 * costs node 20 most of the time it spends on a small request; objects that are born with these prototypes are left as
 * they are.
 * @param arrivals of the listener, once there is one
 */
export function messageClasses(
  app: Express,
  arrivals: () => Arrivals,
): { readonly IncomingMessage: typeof IncomingMessage; readonly ServerResponse: typeof ServerResponse } {
  /** Its body is read at the pace of the listener, whoever reads it. */
  class PacedRequest extends IncomingMessage {
    private isBegun = false;
    private pieces: SmallPieces | undefined;

    override push(piece: Buffer | null): boolean {
      if (piece === null) {
        this.pieces?.flush();
        return super.push(null);
      }
      // What was read of it before it was closed goes on coming.
      if (this.socket.destroyed) return false;
      const isEnough = arrivals().note(this.socket);
      if (piece.length > smallPiece) {
        this.pieces?.flush();
        return super.push(piece) && !isEnough;
      }
      this.pieces ??= new SmallPieces((gathered) => super.push(gathered));
      if (!this.pieces.add(piece)) giveUp(this.socket);
      return this.pieces.isRoom && !isEnough;
    }

    override _read(size: number): void {
      // Otherwise node takes it for one that nobody reads, and throws the body away at its own pace.
      const isBegun = this.isBegun;
      this.isBegun = true;
      if (isBegun) arrivals().whenThereIsTime(() => super._read(size));
      else super._read(size);
    }
  }

  /** Ends when the body of its request has been read. Who is still sending when a connection is closed sees no answer. */
  class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    private isWaiting = false;

    override end(...[chunk, encoding, callback]: unknown[]): this {
      if (this.isWaiting) return this;
      const { req: request } = this;
      const rest = readRest(request);
      if (rest === undefined) return super.end(chunk, encoding as BufferEncoding, callback as () => void);
      this.isWaiting = true;
      if (typeof chunk === "string" || chunk instanceof Uint8Array) {
        if (!this.headersSent) this.setHeader("Content-Length", Buffer.byteLength(chunk));
        this.write(chunk, encoding as BufferEncoding);
      } else this.flushHeaders();
      void rest.then((isWhole) => {
        if (!isWhole) this.once("finish", () => request.destroy());
        super.end();
      });
      return this;
    }
  }

  Object.setPrototypeOf(PacedRequest.prototype, app.request);
  Object.setPrototypeOf(PatientResponse.prototype, app.response);
  app.request = PacedRequest.prototype as unknown as typeof app.request;
  app.response = PatientResponse.prototype as unknown as typeof app.response;
  return { IncomingMessage: PacedRequest, ServerResponse: PatientResponse };
}
