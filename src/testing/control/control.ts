/** `/control/...`: puts the shop into the state that a test needs (interface 4). Absent with CONTROL=off. */
import { Router, type RequestHandler } from "express";
import { timeOf, type AdjustableClock } from "../../engine/clock.js";
import type { StateForms } from "../../engine/application.js";
import type { Settings } from "../../engine/config/config.js";
import type { Problem } from "../../engine/values/problem.js";
import { timestamp, toDateTime } from "../../engine/values/dates.js";
import { sendErrors } from "../../engine/http/errors.js";
import { answerProblems, stateRoutes } from "./state.js";
import { callRoutes, recordControlCall } from "./calls.js";
import { answer, answerList, done, doneIf } from "./answers.js";
import { bodyOf, type AnswerOf, type BodyOf } from "./contract.js";
import { controlledShop } from "./controlled-shop.js";
import type { Contract } from "../../engine/contract/contract.js";
import { faultProblems } from "../faults/fault-rules.js";
import { paymentRoutes } from "./gateway.js";
import { ControlAccess, controlGuard } from "./guard.js";
import { jsonBody } from "./json-body.js";
import { mailRoutes } from "./mail.js";
import { orderRoutes } from "./orders.js";
import type { ShopForTests } from "./shop-for-tests.js";
import { sandboxRoutes, type Sandboxes } from "./sandboxes.js";
import { snapshotRoutes } from "./snapshots.js";
import { sessionRoutes, userRoutes } from "./users.js";
import { controlErrorHandler, textValidation } from "./validation.js";

export { ControlAccess };

export interface ControlParts {
  readonly contract: Contract;
  readonly settings: Pick<Settings, "stateMaxBytes" | "maxRestBodyBytes" | "namespaces">;
  /** Of controlValidation(). */
  readonly check: RequestHandler;
  readonly sandboxes: Sandboxes;
  readonly access: ControlAccess;
  readonly states: StateForms | undefined;
  readonly forTests: ShopForTests | undefined;
}

export function controlRoutes(parts: ControlParts): Router {
  const { contract, settings, check, sandboxes, access, states, forTests } = parts;
  const router = Router();
  const parseJson = jsonBody(settings.maxRestBodyBytes);
  const refresh: RequestHandler = async (request, _response, next) => {
    // Of several processes, another one may have changed clock or rules.
    await controlledShop(request).storage.shared?.values.refresh();
    next();
  };
  const validation = [check, textValidation];
  router.use("/control", recordControlCall, controlGuard(access));
  // In front of the limit and the checks of the others: a state may be large.
  if (states) router.use(stateRoutes(settings.stateMaxBytes, states));
  router.use("/control", parseJson, validation, refresh);

  router.post("/control/reset", async (request, response) => {
    const { dataset, keep_sessions = false } = bodyOf<"resetShop">(request) ?? {};
    await answerProblems(response, async () => {
      const wanted = typeof dataset === "object" && states ? states.checked(dataset) : dataset;
      await controlledShop(request).reset(wanted, { keepSessions: keep_sessions });
      done(response);
    });
  });
  router.use(clockRoutes());
  router.use(callRoutes(contract));
  router.use(faultRoutes(contract, settings));
  router.use(userRoutes(contract));
  router.use(sessionRoutes());
  if (forTests) router.use(mailRoutes(forTests), orderRoutes(forTests), paymentRoutes(forTests));
  router.use(["/control/snapshots", "/control/sandboxes"], refuseWhereShared);
  router.use(snapshotRoutes());
  router.use(sandboxRoutes(sandboxes));

  router.use("/control", controlErrorHandler);
  return router;
}

/** They live in the memory of one process: of several, the next request would reach another one (D-78). */
const refuseWhereShared: RequestHandler = (request, response, next) => {
  if (!controlledShop(request).storage.shared) return next();
  sendErrors(response, 501, "Snapshots and sandboxes need a server of its own storage: memory: or file:.");
};

function clockRoutes(): Router {
  const router = Router();
  const show = (clock: AdjustableClock): AnswerOf<"getClock", 200> => ({
    now: timeOf(clock),
    frozen: clock.frozen,
  });
  router.get("/control/clock", (request, response) => {
    answer(response, 200, show(controlledShop(request).clock));
  });
  router.put("/control/clock", async (request, response) => {
    const shop = controlledShop(request);
    const { clock } = shop;
    const wanted = bodyOf<"setClock">(request);
    const problems = clockProblems(wanted, clock);
    if (problems.length > 0) return sendErrors(response, 422, problems);

    if ("now" in wanted) clock.freeze(wanted.now);
    else clock.advance(wanted.advance_seconds);
    await shop.shareClock();

    answer(response, 200, show(clock));
  });
  router.delete("/control/clock", async (request, response) => {
    const shop = controlledShop(request);
    shop.clock.release();
    await shop.shareClock();
    done(response);
  });
  return router;
}

type ClockRequest = BodyOf<"setClock">;

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

/** Every call is compared with all of them. */
const maxRules = 1000;

/** Of all rules together, most of it in the results of some. */
const maxRuleBytes = 16 * 1024 * 1024;

function faultRoutes(contract: Contract, settings: Pick<Settings, "namespaces">): Router {
  const router = Router();
  router.get("/control/faults", async (request, response) => {
    await answerList(response, controlledShop(request).faults.list());
  });
  router.post("/control/faults", async (request, response) => {
    const { faults } = controlledShop(request);
    const wanted = bodyOf<"addFault">(request);
    const problems: Partial<Problem>[] = await faultProblems(contract, wanted, settings.namespaces);
    if (faults.size >= maxRules) problems.push({ message: `There are ${maxRules} rules; delete some.` });
    if (faults.bytes >= maxRuleBytes) problems.push({ message: "The rules hold too much; delete some." });
    if (problems.length > 0) return sendErrors(response, 422, problems);
    answer(response, 201, await faults.add(wanted));
  });
  router.delete("/control/faults", async (request, response) => {
    await controlledShop(request).faults.clear();
    done(response);
  });
  router.delete("/control/faults/:id", async (request, response) => {
    const { id } = request.params;
    doneIf(response, await controlledShop(request).faults.remove(Number(id)), "rule", id);
  });
  return router;
}
