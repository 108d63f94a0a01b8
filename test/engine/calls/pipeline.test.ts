/** The steps of a call: each does its part, and the rest works as before without it. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../../src/engine/access/authentication.js";
import { IdempotencyKey } from "../../../src/engine/access/idempotency-key.js";
import { Grants } from "../../../src/engine/access/roles.js";
import { Secrets } from "../../../src/engine/access/secrets.js";
import {
  Call,
  type CallEnvelope,
  type Dressed,
  type Features,
  type Operation,
  type OperationCall,
  type RequestContext,
  type Service,
  type WithCaller,
} from "../../../src/engine/calls/call.js";
import type { FaultInjection } from "../../../src/engine/calls/fault-injection.js";
import { globalFault } from "../../../src/engine/contract/faults.js";
import type { EndedCall } from "../../../src/engine/calls/observer.js";
import type { Outcome } from "../../../src/engine/calls/outcome.js";
import { operationSteps, run } from "../../../src/engine/calls/pipeline.js";
import { answerOnce } from "../../../src/engine/calls/steps/answer-once.js";
import { authenticate, countCalls, permit } from "../../../src/engine/calls/steps/caller.js";
import { dressResult, useFaultTexts } from "../../../src/engine/calls/steps/dress-result.js";
import { explainErrors } from "../../../src/engine/calls/steps/explain-errors.js";
import { Deadlines } from "../../../src/engine/guard/deadlines.js";
import { force, forceAfterwards } from "../../../src/engine/calls/steps/force.js";
import { limitTime, transact } from "../../../src/engine/calls/steps/transact.js";
import { observe, trace } from "../../../src/engine/calls/steps/observe.js";
import { readArguments } from "../../../src/engine/calls/steps/read-arguments.js";
import { refuseWithoutEffect } from "../../../src/engine/calls/steps/refuse-without-effect.js";
import { stepsOf } from "../../../src/engine/calls/steps/step-list.js";
import { AdjustableClock } from "../../../src/engine/clock.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { shopContract } from "../../../src/shop/contract.js";
import { collections } from "../../../src/shop/data/collections.js";
import { minimalRecords } from "../../../src/shop/states/dataset.js";
import type { OperationRow } from "../../../generated/tables.js";
import { firstVersion } from "../../../src/shop/states/migrations/migrations.js";
import { operationHandlers } from "../../../src/shop/operations.js";
import { defaultSettings } from "../../../src/shop/settings.js";
import { shopInputs } from "../../../src/shop/shop-call.js";
import { MediaStore } from "../../../src/shop/media/media-store.js";
import { MemoryFiles } from "../../../src/engine/files/memory-files.js";
import { noFeatures, serviceOf } from "../../support/calls.js";

const customer = {
  ...{ email: "ada@example.com", firstname: "Ada", lastname: "Byron" },
  ...{ password: "engine-1843", website_id: 1 },
};
const everything = new Grants(["all"], shopContract);
const nothing = new Grants([], shopContract);

let storage: MemoryStorage;
let ended: EndedCall[];
let counted: number;

beforeEach(async () => {
  storage = new MemoryStorage({ collections, freeze: true });
  await storage.replace(minimalRecords(firstVersion));
  ended = [];
  counted = 0;
});

function service(more: Partial<Service> = {}): Service {
  const clock = new AdjustableClock();
  const own = serviceOf({
    ...{ storage, clock, handlers: operationHandlers(), secrets: new Secrets({ N: 16, r: 1, p: 1 }) },
    inputs: shopInputs({
      ...{ clock, media: new MediaStore(new MemoryFiles()) },
      settings: defaultSettings({ port: 0 }),
      ...{ customerAttributes: () => [], baseUrlFor: () => "http://shop.test" },
    }),
    observer: { callEnded: (call) => void ended.push(call), callFailed: () => {} },
  });
  return { ...own, countCall: async () => void (counted += 1), ...more };
}

interface Caller {
  readonly grants?: Grants;
  readonly key?: string;
}

function principal({ grants = everything, key }: Caller): Principal {
  return {
    user: { id: 1, username: "ada" } as unknown as Principal["user"],
    ...{ grants, session: undefined, attributes: {} },
    ...(key !== undefined && { idempotencyKey: new IdempotencyKey(key, () => {}, false) }),
  };
}

interface Trial {
  readonly path?: string;
  readonly values?: readonly unknown[];
  readonly caller?: Caller;
  readonly service?: Partial<Service>;
  readonly context?: Partial<RequestContext>;
}

/** The steps of a call whose answer has the form of Magento 1. */
const dressedSteps = stepsOf<OperationCall & WithCaller & Dressed, Features & Pick<Operation, "row">>()
  .step(dressResult)
  .step(useFaultTexts)
  .steps(operationSteps);

/** Makes a call. @param without a step that is taken out */
async function answerTo(trial: Trial, without?: unknown): Promise<unknown> {
  const { path = "customer.create", values = [customer], caller = {} } = trial;
  const envelope: CallEnvelope = {
    path,
    args: { form: "positional", values },
    identify: async () => principal(caller),
  };
  const context = { sender: { address: "", hasAuthorization: false }, prefer: undefined, ...trial.context };
  const own = service(trial.service);
  const place = {
    isControlled: own.faultInjection !== undefined,
    isCounted: own.countCall !== undefined,
    isTraced: own.traced !== undefined,
    row: shopContract.tables.operations[path] as OperationRow,
  };
  const steps = without ? dressedSteps.without(without) : dressedSteps;
  const run = steps.compose(place, (call) => own.methods.call(call));
  const call = new Call(own, envelope, { dress: (_path, result) => result, ...context });
  const outcome = await run(call as Parameters<typeof run>[0]).catch(
    (error: Error) => `rejects: ${error.message}`,
  );
  return typeof outcome === "string" ? outcome : short(outcome);
}

function short(outcome: Outcome): unknown {
  if (!("fault" in outcome)) return outcome.result;
  const { fault, message, ownText } = outcome.fault;
  return ownText === undefined ? fault : `${fault}: ${message}`;
}

const customers = () => storage.read((tx) => tx.count("customers"));

/** A rule that answers, or one that loses the answer of a call that was carried out. */
const injection = (rule: "first" | "after"): FaultInjection => {
  const refuse = () => Promise.reject(globalFault("internal"));
  return {
    isReady: true,
    before: () => (rule === "first" ? refuse() : Promise.resolve({ afterwards: refuse })),
  };
};

test("with all steps, a call is carried out, counted and reported once", async () => {
  expect(await answerTo({})).toBe(1);
  expect(await customers()).toBe(1);
  expect(counted).toBe(1);
  expect(ended.map(({ operation, fault, username }) => [operation, fault, username])).toEqual([
    ["customer.create", undefined, "ada"],
  ]);
});

const strict = { prefer: { fault: undefined, handling: "strict" } } as const;
const slow: Partial<Service> = {
  inputs: { make: () => new Promise(() => {}), additionalMembers: () => Promise.resolve([]) },
};

/** What a call answers with all steps, and without one. */
describe.each<readonly [name: string, step: unknown, trial: Trial, whole: unknown, without: unknown]>([
  ["permit", permit, { caller: { grants: nothing } }, "access_denied", 1],
  ["force", force, { service: { faultInjection: injection("first") } }, "internal", 1],
  ["force afterwards", forceAfterwards, { service: { faultInjection: injection("after") } }, "internal", 1],
  ["authenticate", authenticate, {}, 1, "internal"],
  [
    "explain errors",
    explainErrors,
    { values: [] },
    "invalid_request_param",
    /^rejects: customerData: is required/,
  ],
  ["read arguments", readArguments, {}, 1, "internal"],
  ["transact", transact, {}, 1, "internal"],
  [
    "refuse what has no effect",
    refuseWithoutEffect,
    { values: [{ ...customer, nickname: "A" }], context: strict },
    "data_invalid",
    1,
  ],
  [
    "dress the result",
    dressResult,
    { context: { dress: (_path, id) => `dressed ${String(id)}` } },
    "dressed 1",
    1,
  ],
  [
    "use the texts of faults",
    useFaultTexts,
    {
      caller: { grants: nothing },
      context: { dress: (_path, result) => result },
      service: {
        inputs: {
          make: () => Promise.reject(new Error("not called")),
          additionalMembers: () => Promise.resolve([]),
          faultTexts: async () => ({ global: { 2: "Access denied." } }),
        },
      },
    },
    "access_denied: Access denied.",
    "access_denied",
  ],
  [
    "trace",
    trace,
    { service: { traced: async (name) => ({ result: `traced ${name}` }) } },
    "traced customer.create",
    1,
  ],
])("the step to %s", (_name, step, trial, whole, without) => {
  test("does its part", async () => expect(await answerTo(trial)).toEqual(whole));

  test("can be taken out", async () => {
    const answer = await answerTo(trial, step);
    if (without instanceof RegExp) expect(answer).toMatch(without);
    else expect(answer).toEqual(without);
  });
});

test("without the step that observes, nobody hears of the call", async () => {
  expect(await answerTo({}, observe)).toBe(1);
  expect(ended).toEqual([]);
});

test("without the step that counts, there is no rate", async () => {
  const refusing = { countCall: () => Promise.reject(globalFault("access_denied")) };
  expect(await answerTo({ service: refusing })).toBe("access_denied");
  expect(await answerTo({ service: refusing }, countCalls)).toBe(1);
});

test("without the step that answers once, a key has no effect", async () => {
  const other = { ...customer, email: "other@example.com" };
  expect(await answerTo({ caller: { key: "k1" } })).toBe(1);
  expect(await answerTo({ caller: { key: "k1" } })).toBe(1);
  expect(await customers()).toBe(1);
  expect(await answerTo({ caller: { key: "k1" }, values: [other] }, answerOnce)).toBe(2);
});

test("without the step that limits the time, a slow call is not answered", async () => {
  expect(await answerTo({ service: { ...slow, deadlines: new Deadlines(50) } })).toBe("internal");
  const waited = new Promise((resolve) => setTimeout(resolve, 200, "still waiting"));
  expect(
    await Promise.race([answerTo({ service: slow, path: "customer.list", values: [] }, limitTime), waited]),
  ).toBe("still waiting");
});

test("an operation that reads takes eight steps, if the server has neither control, rates nor traces", () => {
  const { row } = { row: shopContract.tables.operations["catalog_product.info"] as OperationRow };
  const place = { ...noFeatures, row };
  const taken = operationSteps.entries.filter(({ when }) => when?.(place) ?? true);
  expect(taken.map(({ step }) => step.name)).toEqual([
    ...["observe", "explainErrors", "authenticate", "permit"],
    ...["limitTime", "readArguments", "transact", "blameArguments"],
  ]);
});

describe("a path without an operation", () => {
  const callOf = (identify: () => Promise<Principal>) =>
    new Call(
      service({ countCall: async () => void (counted += 1) }),
      { path: "customer.nothing", args: { form: "positional", values: [] }, identify },
      { sender: { address: "", hasAuthorization: false }, prefer: undefined },
    );

  test("is refused and reported", async () => {
    expect(short(await run(callOf(async () => principal({ grants: nothing }))))).toBe(
      "resource_path_invalid",
    );
    expect(ended.map(({ path, username }) => [path, username])).toEqual([["customer.nothing", "ada"]]);
  });

  test("is refused after a caller whom nobody knows", async () => {
    expect(short(await run(callOf(() => Promise.reject(globalFault("session_expired")))))).toBe(
      "session_expired",
    );
  });
});
