/**
 * Calls of every operation and requests to every address, generated from the contracts: each answer is
 * checked against them, no call may fail because of the service itself, and memory use stays constant. A
 * round begins with the sample shop and depends only on its number, so that the number reproduces its
 * violations.
 */
import fc from "fast-check";
import { bearer, openShop, type RpcAnswer, type Shop } from "../support/shop.js";
import { anyCall, type Call } from "../support/arbitraries.js";
import { messageOf } from "../../src/engine/values/messages.js";
import { newTally, type Tally } from "../engine/storage/torture/tally.js";
import { controlCall, misfitOf, publicCall, restCall, type HttpCall } from "./http-requests.js";

export interface FuzzOptions {
  /** The number of the first round. */
  readonly seed: number;
  readonly calls: number;
  /** Called after each round. */
  readonly report?: (tally: FuzzTally) => void;
}

export interface FuzzTally extends Tally {
  calls: number;
  /** Successful calls. */
  successes: number;
}

const batchSize = 50;
const perRound = { batches: 36, rest: 120, control: 60, public: 20 };

/** Texts that no caller may see, whatever the request. */
const failures = ["internal", "unknown", "internal_error", "invalid_request", "method_not_found"];

export async function fuzz({ seed, calls, report }: FuzzOptions): Promise<FuzzTally> {
  const tally: FuzzTally = { ...newTally("calls made of the contracts"), calls: 0, successes: 0 };
  // A request that waits on a busy machine is not a failure.
  const shop = await openShop({ dataset: "sample", settings: { requestTimeoutSeconds: 600 } });
  try {
    for (let round = seed; tally.calls < calls; round += 1) {
      await fuzzRound(shop, round, tally);
      tally.rounds += 1;
      report?.(tally);
    }
  } finally {
    await shop.close();
  }
  return tally;
}

async function fuzzRound(shop: Shop, seed: number, tally: FuzzTally): Promise<void> {
  await shop.reset("sample");
  const found = (what: string) => void tally.violations.push(`round ${seed}: ${what}`);
  for (const call of fc.sample(controlCall, { seed, numRuns: perRound.control })) {
    await request(shop, call, tally, found);
  }
  await tidyUp(shop);
  const others = [
    ...fc.sample(restCall, { seed: seed + 1, numRuns: perRound.rest }),
    ...fc.sample(publicCall, { seed: seed + 2, numRuns: perRound.public }),
  ];
  const rpc = fc.sample(anyCall, { seed: seed + 3, numRuns: perRound.batches * batchSize });
  const share = Math.ceil(others.length / perRound.batches);
  for (let at = 0; at < perRound.batches; at += 1) {
    await sendBatch(shop, rpc.slice(at * batchSize, (at + 1) * batchSize), tally, found);
    for (const call of others.slice(at * share, (at + 1) * share)) await request(shop, call, tally, found);
  }
  await tidyUp(shop);
}

/** Reverts changes of the test control that affect other calls, and changes that a reset does not revert. */
async function tidyUp(shop: Shop): Promise<void> {
  await shop.http("DELETE", "/control/faults");
  await shop.http("DELETE", "/control/calls");
  await shop.http("PUT", "/control/gateway", { body: { answer: "ok" } });
  for (const kind of ["snapshots", "sandboxes"]) {
    const { status, json } = await shop.http("GET", `/control/${kind}`);
    if (status === 501) continue;
    for (const { name } of json as { name: string }[]) {
      // An address cannot contain these two names; they expire.
      if (name === "." || name === "..") continue;
      await shop.http("DELETE", `/control/${kind}/${encodeURIComponent(name)}`);
    }
  }
  await shop.http("POST", "/control/users", {
    body: { username: "admin", api_key: "admin123", roles: ["all"] },
  });
}

type Found = (what: string) => void;

async function sendBatch(shop: Shop, batch: readonly Call[], tally: FuzzTally, found: Found): Promise<void> {
  const { json } = await shop.http("POST", "/control/sessions", { body: { username: "admin" } });
  const requests = batch.map((call, id) => ({ jsonrpc: "2.0", id, ...call }));
  const answers = await shop
    .send(requests, bearer((json as { session: string }).session))
    .catch((error: unknown) => found(`${String(error)} to one of ${JSON.stringify(batch)}`));
  tally.calls += batch.length;
  tally.faults += batch.length;
  for (const [at, { error }] of ((answers ?? []) as RpcAnswer[]).entries()) {
    if (!error) tally.successes += 1;
    else if (failures.includes(error.data.fault))
      found(`${JSON.stringify(batch[at])} answered ${JSON.stringify(error)}`);
  }
}

async function request(shop: Shop, call: HttpCall, tally: FuzzTally, found: Found): Promise<void> {
  const { method, path, headers, body } = call;
  tally.calls += 1;
  tally.faults += 1;
  try {
    const answer = await shop.http(method, path, { headers, ...(body === undefined ? {} : { body }) });
    const misfit = misfitOf(call, answer.status, answer.headers.get("content-type"));
    if (misfit !== undefined) found(`${JSON.stringify(call)}: ${misfit}\n${answer.text.slice(0, 500)}`);
    if (answer.status < 400) tally.successes += 1;
    const isForced = /^code=5/.test(headers.Prefer ?? "");
    // Snapshots and sandboxes of a shop that several processes share (D-78).
    const isElsewhere = answer.status === 501 && /^\/control\/(snapshots|sandboxes)/.test(path);
    if (answer.status >= 500 && !isForced && !isElsewhere) {
      found(`${JSON.stringify(call)} answered ${answer.status} ${answer.text.slice(0, 500)}`);
    }
  } catch (error) {
    found(`${JSON.stringify(call)}: ${String(error)} ${messageOf((error as Error).cause)}`);
  }
}
