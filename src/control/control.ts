/** `/control/...`: puts the shop into the state that a test needs (interface.md 4). Absent with CONTROL=off. */
import { json, Router, type Response } from "express";
import type { UserChange, Users } from "../access/users.js";
import { userProblems } from "../access/users.js";
import { timeOf, type AdjustableClock } from "../clock.js";
import type { Settings } from "../config.js";
import type { Contracts } from "../http/contracts.js";
import type { Problem } from "../values/problem.js";
import { withoutNul } from "../values/coercion.js";
import { timestamp, toDateTime } from "../values/dates.js";
import type { Storage } from "../storage/storage.js";
import { sendErrors } from "../http/errors.js";
import { faultProblems, type FaultRequest, type ForcedFaults } from "./forced-faults.js";
import { paymentRoutes } from "./gateway.js";
import { controlGuard } from "./guard.js";
import { mailRoutes } from "./mail.js";
import { orderRoutes } from "./orders.js";
import { controlErrorHandler, controlValidation, textValidation } from "./validation.js";

/** What the test control takes hold of. */
export interface ControlParts {
  readonly storage: Storage;
  readonly clock: AdjustableClock;
  readonly users: Users;
  readonly forcedFaults: ForcedFaults;
  /** The whole state back to a dataset; without a name to the one that the process started with. */
  readonly reset: (dataset?: "sample" | "minimal") => Promise<void>;
}

export type ControlSettings = Pick<
  Settings,
  "controlToken" | "trustedProxies" | "maxRestBodyBytes" | "priceScope" | "mailFrom"
>;

export function controlRoutes(parts: ControlParts, settings: ControlSettings, contracts: Contracts): Router {
  const router = Router();
  const parseJson = json({
    type: "application/json",
    limit: settings.maxRestBodyBytes,
    strict: false,
    reviver: (_key, value: unknown) => (typeof value === "string" ? withoutNul(value) : value),
  });
  const validation = [controlValidation(contracts), textValidation];
  router.use("/control", controlGuard(settings), parseJson, ...validation);

  router.post("/control/reset", async (request, response) => {
    const { dataset } = (request.body ?? {}) as { dataset?: "sample" | "minimal" };
    await parts.reset(dataset);
    done(response);
  });
  router.use(clockRoutes(parts.clock));
  router.use(faultRoutes(parts.forcedFaults));
  router.use(userRoutes(parts.users));
  router.use(mailRoutes(parts.storage));
  router.use(orderRoutes(parts, settings));
  router.use(paymentRoutes(parts));

  // The validator let the request through, so the contract knows the address.
  router.use("/control", (_request, response) => {
    sendErrors(response, 501, "This part of the test control arrives with a later version.");
  });
  router.use("/control", controlErrorHandler);
  return router;
}

function clockRoutes(clock: AdjustableClock): Router {
  const router = Router();
  const show = () => ({ now: timeOf(clock), frozen: clock.frozen });
  router.get("/control/clock", (_request, response) => answer(response, 200, show()));
  router.put("/control/clock", (request, response) => {
    const wanted = request.body as ClockRequest;
    const problems = clockProblems(wanted, clock);
    if (problems.length > 0) return sendErrors(response, 422, problems);

    if ("now" in wanted) clock.freeze(wanted.now);
    else clock.advance(wanted.advance_seconds);

    answer(response, 200, show());
  });
  router.delete("/control/clock", (_request, response) => {
    clock.release();
    done(response);
  });
  return router;
}

type ClockRequest = { readonly now: string } | { readonly advance_seconds: number };

/** Times are written with four digits for the year, so the clock stays between the years 1 and 9999. */
function clockProblems(wanted: ClockRequest, clock: AdjustableClock): Problem[] {
  if ("now" in wanted) {
    if (toDateTime(wanted.now) === wanted.now) return [];
    return [{ field: "now", message: "is no real time" }];
  }
  const time = timestamp(clock.now() + wanted.advance_seconds * 1000);
  if (toDateTime(time) === time) return [];
  return [{ field: "advance_seconds", message: "leads out of the years 1 to 9999" }];
}

function faultRoutes(faults: ForcedFaults): Router {
  const router = Router();
  router.get("/control/faults", (_request, response) => answer(response, 200, faults.list()));
  router.post("/control/faults", (request, response) => {
    const wanted = request.body as FaultRequest;
    const problems = faultProblems(wanted);
    if (problems.length > 0) return sendErrors(response, 422, problems);
    answer(response, 201, faults.add(wanted));
  });
  router.delete("/control/faults", (_request, response) => {
    faults.clear();
    done(response);
  });
  router.delete("/control/faults/:id", (request, response) => {
    doneIf(response, faults.remove(Number(request.params.id)));
  });
  return router;
}

function userRoutes(users: Users): Router {
  const router = Router();
  const find = async (username: string) => {
    const all = await users.list();
    return all.find((user) => user.username.toLowerCase() === username.toLowerCase());
  };
  router.get("/control/users", async (_request, response) => {
    const all = await users.list();
    const byName = all.sort((a, b) => (a.username < b.username ? -1 : 1));
    answer(response, 200, byName);
  });
  router.post("/control/users", async (request, response) => {
    const change = request.body as UserChange;
    const problems = userProblems(change, (await find(change.username)) === undefined);
    if (problems.length > 0) return sendErrors(response, 422, problems);

    const outcome = await users.save(change);

    answer(response, outcome === "created" ? 201 : 200, await find(change.username));
  });
  router.delete("/control/users/:username", async (request, response) => {
    doneIf(response, await users.remove(request.params.username));
  });
  return router;
}

function answer(response: Response, status: number, body: unknown): void {
  response.status(status).set("Cache-Control", "no-store").json(body);
}

function done(response: Response): void {
  response.status(204).end();
}

function doneIf(response: Response, existed: boolean): void {
  if (existed) done(response);
  else sendErrors(response, 404, "There is no such item.");
}
