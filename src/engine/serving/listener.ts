/**
 * The HTTP server: sends calls and REST directly to their doors and everything else to Express. Also opens, drains and
 * closes the listening socket.
 */
import { createServer, type IncomingMessage, type ServerResponse, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { Express } from "express";
import type { Settings } from "../config/config.js";
import type { Log } from "../log/log.js";
import type { OutageLog } from "../log/outage-log.js";
import { isSliceOver, nextSlice, type RequestBatcher } from "../time-slices.js";
import { drain } from "../guard/drain.js";
import { crossOrigin, type RequestRefusal } from "../guard/origins.js";
import type { Guard } from "../guard/guard.js";
import type { Lifecycle } from "./health.js";
import type { ListeningAddress } from "./listening-address.js";
import { WireExchange } from "../http/exchange.js";
import { messageClasses } from "../http/message-classes.js";
import { globalFault, unavailableFor, type Fault } from "../contract/faults.js";
import type { AreaDoor, NoRoute, InstanceFinder } from "./served-instance.js";
import { arrivedByHttps, targetProblem, type Area, withoutIndex } from "../http/request.js";
import { isUnavailable } from "../storage/errors.js";
import { sendAreaError, sendBusy, sendErrors, sendAreaFault } from "./errors.js";
import type { Telemetry } from "./telemetry.js";

interface ListenerParts {
  readonly settings: Settings;
  readonly instances: InstanceFinder;
  readonly app: Express;
  readonly lifecycle: Lifecycle;
  readonly guard: Guard;
  /** Shared by the calls of all instances. */
  readonly batcher: RequestBatcher;
  readonly log: Log;
  readonly outages: OutageLog;
  readonly telemetry?: Telemetry | undefined;
  /** Undefined = plain HTTP. */
  readonly tls?: Tls | undefined;
  readonly address: ListeningAddress;
}

/** In PEM format. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

export interface CloseOptions {
  /** How long requests in progress may take. */
  readonly graceMs?: number;
  /** How long to wait for requests that may have been sent already; 0 if clients send no more. */
  readonly lullMs?: number;
}

export interface Listener {
  readonly server: Server;
  /** Where this process listens, for example `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Rejects with the error of the operating system, for example EADDRINUSE. */
  listen(): Promise<void>;
  /** Refuses new requests, answers those in progress, and closes the remaining connections after a timeout. */
  close(options?: CloseOptions): Promise<void>;
}

const maxHeaderSize = 16 * 1024;

/** Slow requests are detected up to a tenth of the timeout late, but no later than this. */
const longestLatenessMs = 30_000;

/** Timeout for the headers of a request. */
const headersTimeoutMs = 20_000;

const handshakeTimeoutMs = 10_000;

/** Connections that may wait to be accepted: Node accepts one per turn of the event loop. */
const backlog = 1024;

/** Longer than load balancers keep an idle connection (60 s), so that it closes first. */
const keepAliveTimeoutMs = 65_000;

/** A stop takes 5 s at most; the storage needs some of that. */
const defaultGraceMs = 3_000;

/** Time between readiness turning red and the port being closed. */
const defaultLullMs = 100;

export function createListener(parts: ListenerParts): Listener {
  const { settings, lifecycle, guard, telemetry } = parts;
  const requestTimeoutMs = settings.requestTimeoutSeconds * 1000;
  const options = {
    ...messageClasses(parts.app),
    maxHeaderSize,
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(requestTimeoutMs, headersTimeoutMs),
    connectionsCheckingInterval: Math.min(requestTimeoutMs / 10, longestLatenessMs),
    keepAliveTimeout: keepAliveTimeoutMs,
  };
  const admit = (request: IncomingMessage, response: ServerResponse) => {
    void guard.admit(request, response).then((refusal) => handle(request, response, refusal));
  };
  const listen = telemetry
    ? (request: IncomingMessage, response: ServerResponse) =>
        telemetry.request(request, response, settings.trustedProxies, () => admit(request, response))
    : admit;
  const server: Server = parts.tls
    ? createSecureServer({ ...options, ...parts.tls, handshakeTimeout: handshakeTimeoutMs }, listen)
    : createServer(options, listen);
  const handle = requestHandler(parts, () => server.listening);
  const connections = guard.watch(server);
  parts.address.isOf(server);
  return {
    server,
    get address() {
      return parts.address.local;
    },
    listen: () => startListening(server, settings),
    close: ({ graceMs = defaultGraceMs, lullMs = defaultLullMs } = {}) => {
      lifecycle.state = "draining";
      return drain(server, connections, graceMs, lullMs);
    },
  };
}

function requestHandler(parts: ListenerParts, isListening: () => boolean) {
  const { settings, instances, app, lifecycle, batcher, log, outages, guard } = parts;
  const allowPage = crossOrigin(settings.corsOrigins);
  return (request: IncomingMessage, response: ServerResponse, refusal: RequestRefusal | undefined): void => {
    const exchange = new WireExchange(request, response, settings, instances.main.recorder);
    const problem = targetProblem(request);
    if (request.url !== exchange.url) exchange.leadTo(request.url ?? "/");
    if (problem !== undefined) {
      // The bytes after such a request cannot be trusted.
      response.setHeader("Connection", "close");
      sendErrors(response, 400, problem);
      return;
    }
    if (refusal) {
      sendRefusal(refusal, response);
      return;
    }
    const entry = instances.find(request);
    if (entry) exchange.leadTo(entry.url);
    const inner = withoutIndex(exchange.path, request.url ?? "/");
    if (inner !== undefined) exchange.leadTo(inner);
    if (allowPage !== undefined && allowPage(request, response)) return;
    const { path, area } = exchange;
    if (lifecycle.state === "draining") response.setHeader("Connection", "close");
    if (lifecycle.state !== "ready" && !isServed(lifecycle, isListening(), area, path)) {
      refuseUnready(lifecycle, area, request, response);
      return;
    }
    if (settings.requireHttps && !isProbe(path) && !arrivedByHttps(request, settings.trustedProxies)) {
      sendErrors(response, 403, "This service can only be reached by HTTPS.");
      return;
    }
    if (entry && !("instance" in entry)) {
      batcher.add(() => void refuseEntry(entry, exchange));
      return;
    }
    const instance = entry?.instance ?? instances.main;
    exchange.home = instance.recorder;
    const door = instance.doors[area];
    if (!door) {
      const own = Object.assign(request, { instance });
      if (path.startsWith("/health/")) app(own, response);
      else batcher.add(() => void app(own, response));
    } else if (!guard.hasRoom(batcher.waiting.length)) {
      const refuse = () => sendBusy(request, response, area);
      // Thousands may come in one turn, and refusing them takes time, too.
      if (isSliceOver()) void nextSlice().then(refuse);
      else refuse();
    } else batcher.add(() => void serve(exchange, door));
  };

  function sendRefusal(refusal: RequestRefusal, response: ServerResponse): void {
    if ("message" in refusal) {
      sendErrors(response, 403, refusal.message);
      return;
    }
    if (!outages.takes(refusal.unknown)) log.error({ err: refusal.unknown }, "the users could not be read");
    response.setHeader("Retry-After", unavailableFor);
    sendErrors(response, 503, "The users cannot be read.");
  }

  /** An unknown sandbox is 404, except in JSON-RPC, which responds to each request of the body. */
  async function refuseEntry({ status, message }: NoRoute, exchange: WireExchange): Promise<void> {
    const { request, response, area } = exchange;
    const fault = globalFault(status === 404 ? "access_denied" : "invalid_request_param", message);
    if (area === "rpc" && status === 404) return serve(exchange, instances.main.doors.rpc, fault);
    sendAreaFault(request, response, area, { status, fault, message });
  }

  /** Never throws or rejects. */
  async function serve(exchange: WireExchange, door: AreaDoor, refusedWith?: Fault): Promise<void> {
    try {
      await door.serve(exchange, refusedWith);
    } catch (error) {
      respondToFailure(error, exchange);
    }
  }

  function respondToFailure(error: unknown, { request, response, area }: WireExchange): void {
    // The client disconnected while sending: there is no one to respond to and nothing to log.
    if (request.destroyed && !request.complete) return;
    if (!outages.takes(error)) log.error({ err: error }, "a request failed unexpectedly");
    if (response.headersSent) response.destroy();
    else if (isUnavailable(error)) {
      response.setHeader("Retry-After", unavailableFor);
      sendAreaError(request, response, area, 503, error.refusal.advice);
    } else sendAreaError(request, response, area, 500);
  }
}

/**
 * Health, metrics, contracts and pages are always served. Calls and the test control are not served while the server
 * starts, nor on connections that stayed open after it stopped listening.
 */
function isServed({ state }: Lifecycle, isListening: boolean, area: Area, path: string): boolean {
  if (state === "draining" && isListening) return true;
  // Express ignores the case of paths.
  return area === "other" && !/^\/(api\/|control)/i.test(path);
}

function refuseUnready(
  { state }: Lifecycle,
  area: Area,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("Retry-After", unavailableFor);
  const message = state === "draining" ? "The server is stopping." : "The server is starting.";
  sendAreaError(request, response, area, 503, message);
}

/** Probes come from machines inside the network, not through the proxy. */
function isProbe(path: string): boolean {
  return path === "/metrics" || path.startsWith("/health/");
}

function startListening(server: Server, { host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, backlog }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
