/** Reports whether the process is alive and whether it is ready for requests (docs/settings.md). */
import { Router, type Response } from "express";
import type { Storage } from "../storage/storage.js";

type ServerState = "starting" | "ready" | "draining";

/**
 * The lifecycle state of a server. Health checks report it, and the listener refuses calls until the server is ready.
 */
export class Lifecycle {
  state: ServerState = "starting";
}

interface Health {
  readonly status: "ok" | "unavailable";
  readonly reason?: "starting" | "draining" | "storage";
}

export function health(lifecycle: Lifecycle, storage: Storage): Router {
  const router = Router();
  // A storage that refuses writes still serves reads, so an operator should decide about a restart.
  router.get("/health/live", (_request, response) => send(response, { status: "ok" }));
  router.get("/health/ready", (_request, response) => send(response, readiness(lifecycle, storage)));
  return router;
}

function readiness({ state }: Lifecycle, storage: Storage): Health {
  if (state !== "ready") return { status: "unavailable", reason: state };
  return storage.health().writable ? { status: "ok" } : { status: "unavailable", reason: "storage" };
}

function send(response: Response, health: Health): void {
  response
    .status(health.status === "ok" ? 200 : 503)
    .set("Cache-Control", "no-store")
    .json(health);
}
