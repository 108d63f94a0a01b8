/** The Express application: test control, health, contracts, metrics, pages. The doors and REST are not part of it (listener.ts). */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import helmet from "helmet";
import type { Settings } from "../config/config.js";
import { sendErrors } from "./errors.js";
import type { Log } from "../log/log.js";
import type { OutageLog } from "../log/outage-log.js";
import { isUnavailable, type Storage } from "../storage/storage.js";
import { unavailableFor } from "../contract/faults.js";
import { contractRoutes, type Contracts } from "../contract/published-contracts.js";
import { health, type Lifecycle } from "./health.js";
import type { Metrics } from "./metrics.js";

interface AppParts {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly lifecycle: Lifecycle;
  readonly contracts: Contracts;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly outages: OutageLog;
  /** The test control, which needs no security headers for pages; undefined if it is off. */
  readonly control?: RequestHandler | undefined;
  /** In this order: files of the application, then pages. */
  readonly routes: readonly RequestHandler[];
}

export function createApp(parts: AppParts): Express {
  const { metrics } = parts;
  const app = express();
  app.disable("x-powered-by");
  // Cacheable responses set their own ETag; computing one for every response would waste time.
  app.disable("etag");
  app.set("query parser", "simple");
  if (parts.control) app.use(parts.control);
  app.use(securityHeaders(parts.settings));

  app.use(health(parts.lifecycle, parts.storage));
  app.use(contractRoutes(parts.contracts));
  app.get("/metrics", async (_request, response) => {
    response
      .set({ "Content-Type": metrics.contentType, "Cache-Control": "no-store" })
      .end(await metrics.text());
  });
  for (const route of parts.routes) app.use(route);

  app.use((_request, response) => sendErrors(response, 404, "There is nothing at this address."));
  app.use(lastResort(parts));
  return app;
}

/** Pages that may load more set their own policy (pages/policy.ts). */
function securityHeaders({ requireHttps }: Settings) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        imgSrc: ["'self'", "data:"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: requireHttps,
    // Only links within the service send a Referer.
    referrerPolicy: { policy: "same-origin" },
  });
}

/** Client errors keep their status; any other error is logged and returned without its text. */
function lastResort({ log, outages }: AppParts): ErrorRequestHandler {
  return (error: { readonly status?: number }, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (error.status !== undefined && error.status < 500) {
      sendErrors(response, error.status, "The request is unusable.");
      return;
    }
    if (!outages.takes(error)) log.error({ err: error }, "a request failed unexpectedly");
    if (isUnavailable(error)) {
      response.set("Retry-After", unavailableFor);
      sendErrors(response, 503, error.refusal.advice);
    } else sendErrors(response, 500, "The service failed; see its log.");
  };
}
