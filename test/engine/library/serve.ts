/** The library on a port: the engine's doors, with the journal and the forced faults of the test control. */
import express from "express";
import { Secrets } from "../../../src/engine/access/secrets.js";
import { operationRouter } from "../../../src/engine/calls/dispatch.js";
import { plainCalls } from "../../../src/engine/calls/operation-call.js";
import { AdjustableClock } from "../../../src/engine/clock.js";
import { settingsReader } from "../../../src/engine/config/config.js";
import { engineSettings } from "../../../src/engine/config/table.js";
import { CallDoors } from "../../../src/engine/doors/call-doors.js";
import { RequestBatcher } from "../../../src/engine/fast/request-batcher.js";
import { AnswerBudget } from "../../../src/engine/guard/answer-budget.js";
import { Budget } from "../../../src/engine/guard/budget.js";
import { Intake } from "../../../src/engine/guard/intake.js";
import { Origins } from "../../../src/engine/guard/origins.js";
import { LoginThrottle } from "../../../src/engine/guard/throttle.js";
import { Lifecycle } from "../../../src/engine/http/health.js";
import { createListener } from "../../../src/engine/http/listener.js";
import { silentLog } from "../../../src/engine/log/log.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { ForcedFaults } from "../../../src/testing/faults/forced-faults.js";
import { Journal } from "../../../src/testing/journal/journal.js";
import { books, collections, contract, handlers } from "./library.js";

export async function serveLibrary() {
  const settings = settingsReader(engineSettings).defaultSettings({ port: 0 });
  const storage = new MemoryStorage({ collections });
  await storage.replace(books.map((doc) => ({ collection: "library_books", doc })));
  const clock = new AdjustableClock();
  const journal = new Journal(contract, clock);
  const observer = {
    callEnded: journal.add.bind(journal),
    callFailed: (error: unknown) => console.error(error),
  };
  const faults = new ForcedFaults(contract, observer);
  const batcher = new RequestBatcher(console.error);
  const document = Buffer.from(
    JSON.stringify({ openrpc: "1.2.6", info: { title: "Library", version: "1" } }),
  );
  const doors = new CallDoors({
    ...{ contract, storage, clock, settings, observer, prefix: "" },
    operations: operationRouter(contract, handlers),
    document: { bytes: () => document },
    calls: plainCalls(clock),
    secrets: new Secrets({ N: 16, r: 1, p: 1 }),
    throttle: new LoginThrottle(clock, { perUserAndAddress: 5, perAddress: 20, windowSeconds: 60 }),
    bounds: {
      batcher,
      intake: new Intake(settings),
      answers: new AnswerBudget(settings.answerBudgetBytes),
      callsUnderWay: new Budget(settings.maxCallsUnderWay),
      limits: { requestTimeoutMs: 10_000, maxAnswerBytes: 1e6, answers: new Budget(1e6) },
    },
    onError: console.error,
    faultInjection: faults,
    baseUrl: () => listener.baseUrl,
  });
  await doors.users.save({ username: "librarian", api_key: "books123", roles: ["library/*"] });
  await doors.users.save({ username: "visitor", api_key: "books123", roles: ["library/list"] });
  const lifecycle = new Lifecycle();
  lifecycle.state = "ready";
  const { jsonRpc, plain, doors: xmlDoors } = doors;
  const customers = { serve: () => Promise.reject(new Error("a library has no REST resource")) };
  const listener = createListener({
    ...{ settings, lifecycle, batcher, app: express(), log: silentLog() },
    origins: new Origins(settings, () => Promise.resolve(false)),
    shops: {
      main: { prefix: "", storage, jsonRpc, plain, customers, doors: xmlDoors, recorder: journal },
      find: () => undefined,
    },
  });
  await listener.listen();
  return { url: listener.address, journal, faults, close: () => listener.close({ graceMs: 0, lullMs: 0 }) };
}
