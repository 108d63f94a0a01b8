/**
 * Compares the sandboxes of one server with separate servers: every call to a sandbox is also made to its own
 * server, in all of them at once, and both must give the same answer. So no change in one sandbox can be
 * visible in another.
 */
import fc from "fast-check";
import { anyCall, type Call } from "../../support/arbitraries.js";
import { openShop, testTime, type Shop } from "../../support/shop.js";
import { newTally, type Tally } from "../../engine/storage/torture/tally.js";

export interface SandboxOptions {
  readonly seed: number;
  readonly sandboxes: number;
  readonly calls: number;
  /** A control: all use one sandbox, which the comparison must detect. */
  readonly areShared?: boolean;
  readonly report?: (tally: SandboxTally) => void;
}

export interface SandboxTally extends Tally {
  calls: number;
}

const batchSize = 25;

/**
 * Longer than any wait on a busy machine, because a timeout would look like a difference between two servers.
 */
const patient = { requestTimeoutSeconds: 600 };

export async function compareSandboxes(options: SandboxOptions): Promise<SandboxTally> {
  const { seed, sandboxes, calls, report } = options;
  const tally: SandboxTally = { ...newTally("sandboxes beside servers of their own"), calls: 0 };
  const shared = await openShop({ dataset: "sample", settings: patient });
  const pairs: Pair[] = [];
  try {
    for (let at = 0; at < sandboxes; at += 1)
      pairs.push(await openPair(shared, `box-${options.areShared ? 0 : at}`));
    await Promise.all(
      pairs.map(async (pair, at) => {
        for (let round = 0; tally.calls < calls && tally.violations.length < 20; round += 1) {
          const found = await compareRound(pair, seed + at * 1_000_000 + round);
          tally.rounds += 1;
          tally.calls += batchSize + 1;
          tally.faults += 1;
          tally.violations.push(
            ...found.map((what) => `${pair.name}, seed ${seed}, round ${round}: ${what}`),
          );
          report?.(tally);
        }
      }),
    );
  } finally {
    for (const { lone } of pairs) await lone.close();
    await shared.close();
  }
  return tally;
}

interface Pair {
  readonly name: string;
  readonly sandbox: Side;
  readonly lone: Shop;
  readonly sides: readonly [Side, Side];
}

interface Side {
  readonly url: string;
  session: string | undefined;
}

async function openPair(shared: Shop, name: string): Promise<Pair> {
  await shared.http("POST", "/control/sandboxes", { body: { name, from: "sample" } });
  const lone = await openShop({ dataset: "sample", settings: patient });
  const sandbox: Side = { url: `${shared.url}/sandbox/${name}`, session: undefined };
  const sides = [sandbox, { url: lone.url, session: undefined }] as const;
  const pair = { name, sandbox, lone, sides: [...sides] as [Side, Side] };
  for (const side of sides) await send(side, freeze);
  return pair;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const freeze: Request = { method: "PUT", path: "/control/clock", body: { now: testTime } };

/** Events between the calls: all actions that could affect other sandboxes without isolation. */
const controls: readonly (readonly Request[])[] = [
  [{ method: "POST", path: "/control/reset", body: {} }, freeze],
  [{ method: "POST", path: "/control/reset", body: { dataset: "minimal", keep_sessions: true } }, freeze],
  [{ method: "POST", path: "/control/snapshots", body: { name: "kept" } }],
  [{ method: "POST", path: "/control/snapshots/kept/restore" }],
  [{ method: "PUT", path: "/control/clock", body: { now: "2026-02-03 04:05:06" } }],
  [{ method: "PUT", path: "/control/clock", body: { advance_seconds: 1800 } }],
  [
    {
      method: "POST",
      path: "/control/faults",
      body: { operation: "customer.list", fault: "internal", times: 2 },
    },
  ],
  [{ method: "POST", path: "/control/faults", body: { operation: "*", delay_ms: 1, times: 3 } }],
  [{ method: "DELETE", path: "/control/faults" }],
  [{ method: "PUT", path: "/control/gateway", body: { answer: "pending", times: 2 } }],
  [
    {
      method: "POST",
      path: "/control/orders",
      body: { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true },
    },
  ],
  [{ method: "GET", path: "/control/mail" }],
  [{ method: "GET", path: "/control/clock" }],
  [{ method: "PUT", path: "/api/rest/customers/2", body: { taxvat: "007" } }],
  [{ method: "GET", path: "/api/rest/customers?limit=100" }],
];

/** The different answers of the two sides. */
async function compareRound({ sides }: Pair, seed: number): Promise<string[]> {
  const [pick = 0] = fc.sample(fc.nat(), { seed, numRuns: 1 });
  const batch = fc.sample(anyCall, { seed, numRuns: batchSize });
  const requests = [...(controls[pick % controls.length] ?? []), batchOf(batch)];
  const [left, right] = await Promise.all(sides.map((side) => answersOf(side, requests)));
  return (left ?? []).flatMap((answer, at) => {
    const other = right?.[at] ?? "";
    if (answer === other) return [];
    let from = 0;
    while (answer[from] === other[from]) from += 1;
    return [
      `${JSON.stringify(requests[at]).slice(0, 3000)}\n${around(answer, from)}\n${around(other, from)}`,
    ];
  });
}

function around(text: string, at: number): string {
  return text.slice(Math.max(0, at - 200), at + 300);
}

function batchOf(calls: readonly Call[]): Request {
  return {
    method: "POST",
    path: "/api/jsonrpc",
    body: calls.map((call, id) => ({ jsonrpc: "2.0", id, ...call })),
  };
}

async function answersOf(side: Side, requests: readonly Request[]): Promise<string[]> {
  const answers: string[] = [];
  for (const request of requests) answers.push(await send(side, request));
  return answers;
}

/**
 * Status and body, without parts that differ between the servers: addresses, and references to failures in
 * the log.
 */
async function send(side: Side, { method, path, body }: Request): Promise<string> {
  if (path.startsWith("/api")) side.session = await login(side);
  const response = await fetch(side.url + path, {
    method,
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(side.session === undefined || !path.startsWith("/api")
        ? {}
        : { Authorization: `Bearer ${side.session}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const prefix = new URL(side.url);
  return `${response.status} ${text}`
    .replaceAll(side.url, "")
    .replaceAll(prefix.origin, "")
    .replaceAll(prefix.pathname === "/" ? "\0" : prefix.pathname, "")
    .replaceAll(/"reference":"[^"]*"/g, "");
}

async function login(side: Side): Promise<string> {
  const response = await fetch(`${side.url}/control/sessions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "admin" }),
  });
  return ((await response.json()) as { session: string }).session;
}
