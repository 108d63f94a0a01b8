/** The steps of a REST call: each does its part, and the rest works as before without it. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../../../src/engine/access/authentication.js";
import { IdempotencyKey } from "../../../../src/engine/access/idempotency-key.js";
import { Grants } from "../../../../src/engine/access/roles.js";
import { Secrets } from "../../../../src/engine/access/secrets.js";
import type { Service } from "../../../../src/engine/calls/call.js";
import type { FaultInjection } from "../../../../src/engine/calls/fault-injection.js";
import { globalFault } from "../../../../src/engine/contract/faults.js";
import type { EndedCall } from "../../../../src/engine/calls/observer.js";
import { authenticate, countCalls, permit } from "../../../../src/engine/calls/steps/caller.js";
import { explainErrors } from "../../../../src/engine/calls/steps/explain-errors.js";
import { force, forceAfterwards } from "../../../../src/engine/calls/steps/force.js";
import { limitTime } from "../../../../src/engine/calls/steps/transact.js";
import { observe, trace } from "../../../../src/engine/calls/steps/observe.js";
import { AdjustableClock } from "../../../../src/engine/clock.js";
import type { Transfer } from "../../../../src/engine/http/transfer.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import { shopContract } from "../../../../src/shop/contract.js";
import { collections } from "../../../../src/shop/data/collections.js";
import { IncomingRestCall, type AnyRestHandler } from "../../../../src/shop/rest/forms/call.js";
import { RestContract } from "../../../../src/shop/rest/forms/contract.js";
import {
  acceptType,
  handle,
  restSteps,
  answerInRest,
  holdKey,
} from "../../../../src/shop/rest/steps/rest-steps.js";
import { serviceOf } from "../../../support/calls.js";

const contract = new RestContract();
const everything = new Grants(["all"], shopContract);
const nothing = new Grants([], shopContract);
const done: AnyRestHandler["run"] = () => Promise.resolve({ result: { done: "yes" } });

let shared: Service;
let ended: EndedCall[];
let counted: number;

beforeEach(() => {
  ended = [];
  counted = 0;
  const own = serviceOf({
    ...{ storage: new MemoryStorage({ collections }), clock: new AdjustableClock(), handlers: new Map() },
    inputs: { make: () => Promise.resolve({}), additionalMembers: () => Promise.resolve([]) },
    secrets: new Secrets({ N: 16, r: 1, p: 1 }),
    observer: { callEnded: (call) => void ended.push(call), callFailed: () => {} },
    deadlineMs: 50,
  });
  shared = { ...own, countCall: async () => void (counted += 1) };
});

interface Trial {
  readonly headers?: Readonly<Record<string, string>>;
  readonly grants?: Grants;
  readonly service?: Partial<Service>;
  readonly run?: AnyRestHandler["run"];
}

const steps = (body = '{"sku":"a"}') => {
  const bytes = Buffer.from(body);
  const transfer = { readBody: () => Promise.resolve({ bytes }) } as unknown as Transfer;
  return restSteps({ contract, transfer });
};

/** The steps that are made for a shop stand behind these. */
const [forceStatus, readRequest] = [permit, force].map(
  (before) =>
    ({ entries }: ReturnType<typeof restSteps>) =>
      entries[entries.findIndex(({ step }) => step === before) + 1]?.step,
) as [MadeStep, MadeStep];

type MadeStep = (all: ReturnType<typeof restSteps>) => unknown;

/** Sends a product to a handler. @param taken a step that is taken out */
async function made({ headers = {}, grants = everything, service, run = done }: Trial, taken?: unknown) {
  const request = {
    ...{ method: "POST", url: "/api/rest/products", originalUrl: "/api/rest/products", baseUrl: "" },
    ...{ path: "/api/rest/products", params: {}, app: { enabled: () => false } },
    headers: { "content-type": "application/json", ...headers },
  };
  const key = headers["idempotency-key"];
  const idempotencyKey = key === undefined ? undefined : new IdempotencyKey(key, () => {}, false);
  const principal = {
    user: { id: 1, username: "ada" } as unknown as Principal["user"],
    ...{ grants, session: undefined, attributes: {} },
  };
  const call = new IncomingRestCall(
    { ...shared, ...service },
    request as unknown as IncomingRestCall["request"],
    {} as IncomingRestCall["response"],
    { sender: { address: "", hasAuthorization: true, idempotencyKey }, prefer: undefined },
    {
      ...{ id: "createProduct", path: {}, allow: "GET, POST" },
      handler: { admin: "catalog_product.create", body: "several", run },
    },
    async () => ({ role: "admin", principal }),
  );
  const all = steps();
  const isThere = all.entries.some(({ step }) => step === taken);
  const out = isThere ? taken : (taken as MadeStep | undefined)?.(all);
  const rest = out === undefined ? all : all.without(out);
  const outcome = await rest
    .compose(
      { isControlled: true, isCounted: true, isTraced: true, method: "POST" },
      handle,
    )(call)
    .catch((error: Error) => `rejects: ${error.message}`);
  if (typeof outcome === "string") return outcome;
  return "fault" in outcome ? outcome.fault.fault : (call.answer?.result ?? "nothing");
}

const injection = (rule: "first" | "after"): FaultInjection => {
  const refuse = () => Promise.reject(globalFault("internal"));
  return {
    isReady: true,
    before: () => (rule === "first" ? refuse() : Promise.resolve({ afterwards: refuse })),
  };
};

const answer = { done: "yes" };

test("with all steps, a call is carried out, counted and reported once", async () => {
  expect(await made({})).toEqual(answer);
  expect(counted).toBe(1);
  expect(ended.map(({ operation, fault, username, door }) => [operation, fault, username, door])).toEqual([
    ["createProduct", undefined, "ada", "rest"],
  ]);
  expect(ended[0]?.args).toEqual({ form: "named", members: { body: { sku: "a" } } });
});

describe.each<readonly [name: string, step: unknown, trial: Trial, whole: unknown, without: unknown]>([
  ["answer in REST", answerInRest, { grants: nothing }, "403", "access_denied"],
  ["explain errors", explainErrors, { grants: nothing }, "403", "rejects: Not permitted."],
  ["accept a type", acceptType, { headers: { accept: "text/html" } }, "406", answer],
  ["authenticate", authenticate, {}, answer, "500"],
  ["permit", permit, { grants: nothing }, "403", answer],
  ["force a status", forceStatus, { headers: { prefer: "code=503" } }, "503", answer],
  ["force", force, { service: { faultInjection: injection("first") } }, "500", answer],
  ["force afterwards", forceAfterwards, { service: { faultInjection: injection("after") } }, "500", answer],
  ["read the request", readRequest, { headers: { version: "v1" } }, "400", answer],
])("the step to %s", (_name, step, trial, whole, without) => {
  test("does its part", async () => expect(await made(trial)).toEqual(whole));
  test("can be taken out", async () => expect(await made(trial, step)).toEqual(without));
});

test("without the step that observes, nobody hears of the call", async () => {
  expect(await made({}, observe)).toEqual(answer);
  expect(ended).toEqual([]);
});

test("without the step that traces, there is no span", async () => {
  const spans: string[] = [];
  const traced: Service["traced"] = (name, work) => {
    spans.push(name);
    return work();
  };
  expect(await made({ service: { traced } })).toEqual(answer);
  expect(spans).toEqual(["createProduct"]);
  expect(await made({ service: { traced } }, trace)).toEqual(answer);
  expect(spans).toEqual(["createProduct"]);
});

test("without the step that counts, there is no rate", async () => {
  const refusing = { countCall: () => Promise.reject(globalFault("access_denied")) };
  expect(await made({ service: refusing })).toBe("403");
  expect(await made({ service: refusing }, countCalls)).toEqual(answer);
});

test("without the step that holds a key, two calls with it are carried out at once", async () => {
  const both = async (taken?: unknown) => {
    const headers = { "idempotency-key": "k1" };
    let end = () => {};
    const waiting = new Promise<void>((resolve) => (end = resolve));
    const first = made({ headers, run: (call) => waiting.then(() => done(call)) }, taken);
    const second = await made({ headers }, taken);
    end();
    return [await first, second];
  };
  expect(await both()).toEqual([answer, "409"]);
  expect(await both(holdKey)).toEqual([answer, answer]);
});

test("without the step that limits the time, a slow call is not answered", async () => {
  const run = () => new Promise<never>(() => {});
  expect(await made({ run })).toBe("500");
  const waited = new Promise((resolve) => setTimeout(resolve, 200, "still waiting"));
  expect(await Promise.race([made({ run }, limitTime), waited])).toBe("still waiting");
});
