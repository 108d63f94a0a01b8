/** The instance that a request is for: the main one of the server, or a sandbox. */
import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";
import type { ServedCall } from "../calls/observer.js";
import type { Storage } from "../storage/storage.js";
import type { Fault } from "../contract/faults.js";
import { WireExchange, type ExchangeRecorder } from "../http/exchange.js";
import type { Area } from "../http/request.js";

/** Serves the requests of an area. */
export interface AreaDoor {
  /** @param refusedWith the outcome of every call, in place of carrying it out */
  serve(exchange: WireExchange, refusedWith?: Fault): Promise<void>;
}

export interface ServedInstance {
  /** The path prefix of a sandbox; "" for the main shop. */
  readonly prefix: string;
  /** Express serves all other areas, also `rest` if the application has no REST resources. */
  readonly doors: Readonly<{ rpc: AreaDoor } & Partial<Record<Area, AreaDoor>>>;
  readonly storage: Storage;
  /** The application's own data for its routes. */
  readonly own: unknown;
  /** Logs and counts requests that are not calls of an operation. */
  logCall(call: ServedCall): void;
  /** Records requests that reach no operation; undefined = nothing is recorded. */
  readonly recorder: ExchangeRecorder | undefined;
}

/** The instance of a request, and the address inside the instance. */
export interface InstanceRoute {
  readonly instance: ServedInstance;
  /** The address inside the instance, with its query. */
  readonly url: string;
}

/** Why a request has no instance: header and address name different sandboxes, or the sandbox does not exist. */
export interface NoRoute {
  readonly status: 400 | 404;
  readonly message: string;
  readonly url: string;
}

export interface InstanceFinder {
  readonly main: ServedInstance;
  /** Undefined = the main instance, with the address unchanged. */
  find(request: IncomingMessage): InstanceRoute | NoRoute | undefined;
}

declare module "express-serve-static-core" {
  interface Request {
    /** Set before Express gets the request. */
    instance: ServedInstance;
  }
}

/** Logs requests that are not calls of an operation like calls, without their queries and forms, which can have secrets. */
export function logRequests(operation: string, door: ServedCall["door"]): RequestHandler {
  return ({ instance }, response, next) => {
    const started = performance.now();
    const group = WireExchange.of(response);
    response.once("close", () => {
      const { statusCode } = response;
      const fault = statusCode < 400 ? undefined : String(statusCode);
      instance.logCall({
        operation,
        door,
        username: "",
        group,
        fault,
        durationMs: performance.now() - started,
      });
    });
    next();
  };
}
