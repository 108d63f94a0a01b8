/**
 * The routes of the test control at `/control`, which put the shop into the state that a test needs (docs/testing.md).
 * Absent with CONTROL=off.
 */
import { Router, type RequestHandler } from "express";
import { timeOf, type AdjustableClock } from "../../engine/clock.js";
import type { StateForms } from "../../engine/application.js";
import type { Settings } from "../../engine/config/config.js";
import type { Problem } from "../../engine/values/problem.js";
import { timestamp, toDateTime } from "../../engine/values/dates.js";
import { maxStructureBytes } from "../../engine/guard/request-size.js";
import { sendErrors } from "../../engine/serving/errors.js";
import { refuseProblems, stateHandlers, type StateOperation } from "./state.js";
import { callHandlers } from "./calls.js";
import { coverageHandlers } from "./coverage.js";
import { notFoundMessage, type AnswerSender } from "./answers.js";
import type { ControlBody, ControlOperation } from "./contract.js";
import type { Handlers } from "./handlers.js";
import { controlledInstance } from "./controlled-instance.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { ForcedFault } from "../faults/forced-faults.js";
import { faultProblems, targetOf } from "../faults/fault-rules.js";
import { matchMemberProblems } from "../matching/match-members.js";
import { ControlAccess, requireControlAccess } from "./control-access.js";
import { jsonBody } from "./json-body.js";
import { dispatchControl, uncheckedRoutes } from "./dispatch.js";
import { mailHandlers } from "./mail.js";
import { oauthHandlers } from "./oauth.js";
import { orderHandlers } from "./orders.js";
import type { ShopControl } from "./shop-control.js";
import { recordControlCall } from "./recording.js";
import { shopDataHandlers } from "./shop-data.js";
import { refuseInSandbox, sandboxHandlers, type Sandboxes } from "./sandboxes.js";
import { snapshotHandlers } from "./snapshots.js";
import { sessionHandlers, userHandlers } from "./users.js";
import { controlErrorHandler, controlValidation, textValidation } from "./validation.js";

export { ControlAccess };

interface ControlParts {
  readonly contract: Contract;
  readonly settings: Pick<Settings, "stateMaxBytes" | "namespaces" | "trustedProxies">;
  readonly sandboxes: Sandboxes;
  readonly access: ControlAccess;
  readonly states: StateForms | undefined;
  readonly shopControl: ShopControl | undefined;
  readonly batcher: AnswerSender;
}

export function controlRoutes(parts: ControlParts): RequestHandler {
  const { contract, settings, sandboxes, access, states, shopControl, batcher } = parts;
  const control = Router();
  control.use(recordControlCall, requireControlAccess(access));
  // Before the body limit and the validator of the other operations: a state may be large.
  if (states)
    control.use(uncheckedRoutes(stateHandlers(settings.stateMaxBytes || Infinity, states), batcher));
  control.use(jsonBody(maxStructureBytes), controlValidation(), textValidation, refresh);

  control.use(["/snapshots", "/sandboxes", "/changes"], refuseWhereShared);
  control.use("/sandboxes", refuseInSandbox);
  // The type requires a handler for each operation of the contract.
  const handlers: Handlers<Exclude<ControlOperation, StateOperation | ShopOperation>> = {
    ...resetHandlers(states),
    ...clockHandlers,
    ...callHandlers(contract, sandboxes),
    ...faultHandlers(contract, settings),
    ...coverageHandlers(contract, settings),
    ...userHandlers(contract),
    ...sessionHandlers,
    ...snapshotHandlers,
    ...sandboxHandlers(sandboxes),
  };
  control.use(
    dispatchControl(shopControl ? { ...handlers, ...shopHandlers(shopControl, parts) } : handlers, batcher),
  );

  control.use(controlErrorHandler);
  return Router().use("/control", control);
}

/** Reads the shared values: another process may have changed the clock or the fault rules. */
const refresh: RequestHandler = (request, _response, next) => {
  const { shared } = controlledInstance(request).storage;
  return shared ? shared.values.refresh().then(() => next()) : next();
};

/** Snapshots and sandboxes are in the memory of one process; the next request may reach another one (D-78). */
const refuseWhereShared: RequestHandler = (request, response, next) => {
  if (!controlledInstance(request).storage.shared) return next();
  sendErrors(
    response,
    501,
    "Snapshots and sandboxes need a server with a storage of its own: memory: or file:.",
  );
};

type ShopOperation = keyof ReturnType<typeof shopHandlers>;

/** The operations that need functions of the shop. */
function shopHandlers(shopControl: ShopControl, { contract, settings }: ControlParts) {
  return {
    ...mailHandlers(shopControl, contract),
    ...shopDataHandlers(shopControl),
    ...orderHandlers(shopControl),
    ...oauthHandlers(shopControl, settings),
  };
}

function resetHandlers(states: StateForms | undefined): Handlers<"resetShop"> {
  return {
    async resetShop({ shop, body: { dataset, keep_sessions = false } = {} }, reply) {
      await refuseProblems(reply, async () => {
        const wanted = typeof dataset === "object" && states ? states.checked(dataset) : dataset;
        await shop.reset(wanted, { keepSessions: keep_sessions });
        reply.send(204);
      });
    },
  };
}

const clockOf = (clock: AdjustableClock) => ({ now: timeOf(clock), frozen: clock.frozen });

const clockHandlers: Handlers<"getClock" | "setClock" | "releaseClock"> = {
  getClock({ shop }, reply) {
    reply.send(200, clockOf(shop.clock));
  },
  async setClock({ shop, body: wanted }, reply) {
    const { clock } = shop;
    const problems = clockProblems(wanted, clock);
    if (problems.length > 0) return reply.refuse(422, problems);

    if ("now" in wanted) clock.freeze(inUtc(wanted.now));
    else clock.advance(wanted.advance_seconds);
    await shop.shareClock();

    reply.send(200, clockOf(clock));
  },
  async releaseClock({ shop }, reply) {
    shop.clock.release();
    await shop.shareClock();
    reply.send(204);
  },
};

type ClockRequest = ControlBody<"setClock">;

/** `2026-06-30T23:30:00+02:00` → `2026-06-30 21:30:00`; other times are in UTC already. */
function inUtc(time: string): string {
  if (!time.includes("T")) return time;
  const at = Date.parse(time.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(at) ? time : timestamp(at);
}

/** The clock stays within the years 1 to 9999, because times have four digits for the year. */
function clockProblems(wanted: ClockRequest, clock: AdjustableClock): Problem[] {
  if ("now" in wanted) {
    const [time, day] = [inUtc(wanted.now), `${wanted.now.slice(0, 10)} 00:00:00`];
    // Date.parse takes 30 February for 2 March.
    if (toDateTime(time) === time && toDateTime(day) === day) return [];
    return [{ field: "now", message: "is not a real time; times are UTC unless they have a zone" }];
  }
  const time = timestamp(clock.now() + wanted.advance_seconds * 1000);
  if (toDateTime(time) === time) return [];
  return [{ field: "advance_seconds", message: "must result in a year from 1 to 9999" }];
}

function faultHandlers(
  contract: Contract,
  settings: Pick<Settings, "namespaces">,
): Handlers<"listFaults" | "addFault" | "clearFaults" | "deleteFault"> {
  return {
    async listFaults({ shop, query: { unused } }, reply) {
      // A query is text, whatever the contract says.
      const isListed = ({ hits }: ForcedFault) => String(unused) !== "true" || hits === 0;
      await reply.list(shop.faults.list().filter(isListed));
    },
    async addFault({ shop, body: wanted }, reply) {
      const { faults } = shop;
      const { name = "" } = targetOf(contract, wanted.operation) ?? {};
      const problems: Partial<Problem>[] = [
        ...(await faultProblems(contract, wanted, settings.namespaces)),
        ...(await matchMemberProblems(contract, name, wanted.match, shop.additionalMembers)),
      ];
      if (faults.fullness !== undefined) problems.push({ message: faults.fullness });
      if (problems.length > 0) return reply.refuse(422, problems);
      reply.send(201, await faults.add(wanted));
    },
    async clearFaults({ shop }, reply) {
      await shop.faults.clear();
      reply.send(204);
    },
    async deleteFault({ shop, path: { id } }, reply) {
      if (await shop.faults.remove(Number(id))) reply.send(204);
      else reply.refuse(404, notFoundMessage("rule", id));
    },
  };
}
