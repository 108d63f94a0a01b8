/**
 * node:http in front: JSON-RPC and REST go straight to their handlers, everything else to Express (stack.md 6). Also
 * the life of the listening socket: open, drain, closed.
 */
import { createServer, IncomingMessage, ServerResponse, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Express } from "express";
import type { Settings } from "../config.js";
import type { Log } from "../log.js";
import { Connections } from "./connections.js";
import type { Lifecycle } from "./health.js";
import { globalFault } from "../faults.js";
import { assignShop, type NoEntry, type ServedShop, type ShopFinder } from "./served-shop.js";
import { arrivedByHttps, isRepeated } from "./sender.js";
import { areaOf, plainAddress, rpcAddress, type Area } from "./areas.js";
import { sendAreaError, sendErrors, sendAreaFault } from "./errors.js";

export interface ListenerParts {
  readonly settings: Settings;
  readonly shops: ShopFinder;
  readonly app: Express;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
}

export interface Ending {
  /** How long requests under way may take. */
  readonly graceMs?: number;
  /** How long requests are awaited that may be on their way; 0 where callers are known to send no more. */
  readonly lullMs?: number;
}

export interface Listener {
  readonly server: Server;
  /** Where this process listens, for example `http://127.0.0.1:8080`. */
  readonly address: string;
  /** BASE_URL, or the address that is listened on. */
  readonly baseUrl: string;
  /** Rejects with the error of the operating system, for example EADDRINUSE. */
  listen(): Promise<void>;
  /** Takes no more requests, answers those under way, and cuts off what is left after a while. */
  close(ending?: Ending): Promise<void>;
}

const maxHeaderSize = 16 * 1024;

/** A request that arrives too slowly is cut off late by a tenth of the limit, or by what node takes for any limit. */
const longestLatenessMs = 30_000;

/** Connections that may wait to be accepted; the operating system may allow fewer. */
const backlog = 4096;

/** Longer than load balancers keep an idle connection (60 s), so that it closes first. */
const keepAliveTimeoutMs = 65_000;

/** Container platforms kill after 10 s; the storage needs some of that. */
const defaultGraceMs = 5_000;
const lookForIdleMs = 25;

/** Between readiness turning red and the port being closed. */
const defaultLullMs = 100;

/** How long after that a connection may still be about to bring its first request. */
const silentMs = 250;

export function createListener(parts: ListenerParts): Listener {
  const { settings, lifecycle } = parts;
  const requestTimeoutMs = settings.requestTimeoutSeconds * 1000;
  const server: Server = createServer(
    {
      ...classesOf(parts.app),
      maxHeaderSize,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs / 10, longestLatenessMs),
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    (request, response) => {
      connections.note(request, response);
      handle(request, response);
    },
  );
  const handle = requestHandler(parts, () => server.listening);
  const connections = new Connections(server, settings.maxConnections);
  return {
    server,
    get address() {
      return addressOf(server, settings);
    },
    get baseUrl() {
      return settings.baseUrl ?? addressOf(server, settings);
    },
    listen: () => listen(server, settings),
    close: ({ graceMs = defaultGraceMs, lullMs = defaultLullMs } = {}) => {
      lifecycle.state = "draining";
      return drain(server, connections, graceMs, lullMs);
    },
  };
}

/**
 * Express gives every request and response its own prototypes, which costs node 20 most of the time it spends on
 * a small request. Objects that are born with these prototypes are left as they are.
 */
function classesOf(app: Express) {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  app.request = ExpressRequest.prototype as typeof app.request;
  app.response = ExpressResponse.prototype as typeof app.response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

function requestHandler({ settings, shops, app, lifecycle, log }: ListenerParts, isListening: () => boolean) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const problem = targetProblem(request);
    const entry = problem === undefined ? shops.find(request) : undefined;
    if (entry) request.url = entry.url;
    if (problem !== undefined) {
      // What comes behind such a request is anybody's guess.
      response.setHeader("Connection", "close");
      sendErrors(response, 400, problem);
      return;
    }
    const path = pathOf(request.url ?? "/");
    const area = areaOf(path);
    if (lifecycle.state === "draining") response.setHeader("Connection", "close");
    if (lifecycle.state !== "ready" && !isServed(lifecycle, isListening(), path)) {
      refuseUnready(lifecycle, area, request, response);
      return;
    }
    if (settings.requireHttps && !isProbe(path) && !arrivedByHttps(request, settings.trustedProxies)) {
      sendErrors(response, 403, "This service is reached by HTTPS only.");
      return;
    }
    const shop = entry === undefined ? shops.main : "shop" in entry ? entry.shop : undefined;
    if (!shop) {
      refuseEntry(entry as NoEntry, area, request, response);
    } else if (area === "other") {
      assignShop(request, shop);
      app(request, response);
    } else {
      serve(shop, area, request, response, path).catch((error: unknown) =>
        answerFailure(error, area, request, response),
      );
    }
  };

  /** An unknown sandbox has status 404, but JSON-RPC answers every request by itself. */
  function refuseEntry(
    { status, message }: NoEntry,
    area: Area,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const fault = globalFault(status === 404 ? "access_denied" : "invalid_request_param", message);
    if (area === "rpc" && status === 404) {
      shops.main.jsonRpc
        .refuse(request, response, fault)
        .catch((error: unknown) => answerFailure(error, area, request, response));
    } else sendAreaFault(request, response, area, { status, fault, message });
  }

  function serve(
    { jsonRpc, plain, customers }: ServedShop,
    area: Exclude<Area, "other">,
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> {
    switch (area) {
      case "rpc":
        return jsonRpc.serve(request, response);
      case "plain":
        return plain.serve(request, response, decodeSegment(path.slice(plainAddress.length)));
      case "rest":
        return customers.serve(request, response);
    }
  }

  function answerFailure(
    error: unknown,
    area: Area,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    // Nobody waits for an answer when the client is gone, and there is nothing to look into.
    if (request.destroyed && !request.complete) return;
    log.error({ err: error }, "a request failed unexpectedly");
    if (response.headersSent) response.destroy();
    else sendAreaError(request, response, area, 500);
  }
}

/**
 * What keeps a request from being addressed to anything here, if anything. An address in the absolute form, as for a
 * proxy, is brought into the usual one; it has to name the host that the header names.
 */
function targetProblem(request: IncomingMessage): string | undefined {
  if (isRepeated(request.rawHeaders, "host")) return "The request has several Host headers.";
  const { url = "" } = request;
  if (url.startsWith("/")) return undefined;
  const [, host, target] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || target === undefined) return "The request names no address of this server.";
  if (host.toLowerCase() !== request.headers.host?.toLowerCase()) {
    return "The request names one host in its address and another in its Host header.";
  }
  request.url = target.startsWith("/") ? target : `/${target}`;
  return undefined;
}

/** The path without the query and without a slash at the end. */
function pathOf(url: string): string {
  if (url === rpcAddress) return url;
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * Health, metrics, contracts and pages answer at any time; calls and what else changes the shop do not while
 * the server starts, nor on connections that stayed open after it stopped listening.
 */
function isServed({ state }: Lifecycle, isListening: boolean, path: string): boolean {
  if (state === "draining" && isListening) return true;
  return !path.startsWith("/api/") && !path.startsWith("/control");
}

function refuseUnready(
  { state }: Lifecycle,
  area: Area,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("Retry-After", "1");
  const message = state === "draining" ? "The server is stopping." : "The server is starting.";
  sendAreaError(request, response, area, 503, message);
}

/** Asked by machines inside the network, which do not come through the proxy. */
function isProbe(path: string): boolean {
  return path === "/metrics" || path.startsWith("/health/");
}

function listen(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Before it listens: the address it is going to have. */
function addressOf(server: Server, { host, port }: Settings): string {
  const address = server.address() as AddressInfo | null;
  // 0.0.0.0 and :: mean every address of the machine: one that a link can name is needed.
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${address?.port ?? port}`;
}

async function drain(
  server: Server,
  sockets: Iterable<Socket>,
  graceMs: number,
  lullMs: number,
): Promise<void> {
  if (!server.listening) return;
  // Requests may be on their way, sent before anybody could know: they are still served.
  if (lullMs > 0) await setTimeout(lullMs);
  // After a stall of the event loop timers come first: what has arrived meanwhile is read in between.
  await setImmediate();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const looking = setInterval(() => server.closeIdleConnections(), lookForIdleMs);
  const silence = globalThis.setTimeout(() => {
    // Browsers open connections ahead of requests; node does not count these as idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, silentMs);
  const cut = globalThis.setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(looking);
  clearTimeout(silence);
  clearTimeout(cut);
}
