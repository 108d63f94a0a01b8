/** All clients with one hostile server: each behaviour ends in a typed error, in time, after one request. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../generated/clients/typescript/client.js";
import { ControlError, createControl } from "../../../generated/clients/typescript/control.js";
import {
  behaviours,
  maxAnswerBytes,
  secret,
  startHostile,
  timeoutOf,
  type Expected,
  type HostileServer,
} from "./hostile/server.js";
import { clients, php, python } from "./interpreters.js";

const run = promisify(execFile);
const probe = fileURLToPath(new URL("hostile/probe", import.meta.url));
const names = behaviours.map(({ name }) => name);

interface Found {
  readonly reason: string;
  readonly status?: number | null;
  readonly retryAfter?: number | null;
  /** Whether the message tells the address. */
  readonly named?: boolean;
  readonly seconds: number;
}

type Told = Record<string, Record<"call" | "batch" | "control", Found>>;

let hostile: HostileServer;
beforeAll(async () => {
  hostile = await startHostile();
});
afterAll(() => hostile.close());

async function foundBy(address: string, call: () => Promise<unknown>): Promise<Found> {
  const started = performance.now();
  const entry = await call().then(
    (answer) => ({ reason: `answered ${JSON.stringify(answer)}` }),
    (error: unknown) => {
      const { fault, reason, status, retryAfter } = error as Found & { fault?: string };
      return {
        reason: error instanceof ControlError ? reason : String(fault),
        status: status || null,
        retryAfter,
        named: (error as Error).message.includes(address),
      };
    },
  );
  return { ...entry, seconds: (performance.now() - started) / 1000 } as Found;
}

async function typescript(): Promise<Told> {
  const found = behaviours.map(async (behaviour) => {
    const { name } = behaviour;
    const options = { url: `${hostile.url}/${name}`, timeout: timeoutOf(behaviour) * 1000, maxAnswerBytes };
    const shop = createClient({
      ...options,
      session: secret,
      strict: true,
      headers: { prefer: "wait=5" },
    });
    const control = createControl({ ...options, token: secret });
    const told = {
      call: await foundBy(options.url, () => shop.catalogProduct.info({ productId: 1 })),
      batch: await foundBy(options.url, () =>
        shop.batch((b) => [b.catalogProductType.items(), b.catalogCategory.level()]),
      ),
      control: await foundBy(options.url, () => control.getClock()),
    };
    return [name, told] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const settings = () => [
  hostile.url,
  secret,
  String(maxAnswerBytes),
  ...behaviours.map((one) => `${one.name}=${timeoutOf(one)}`),
];

async function told(program: string, args: string[], env: object = {}): Promise<Told> {
  const { stdout } = await run(program, args, { env: { ...process.env, ...env }, maxBuffer: 10 ** 8 });
  return JSON.parse(stdout) as Told;
}

describe.for<[string, boolean, () => Promise<Told>]>([
  ["TypeScript", true, typescript],
  [
    "Python",
    python !== undefined,
    () => told(python ?? "", ["-B", `${probe}.py`, ...settings()], { PYTHONPATH: `${clients}/python` }),
  ],
  [
    "PHP",
    php !== undefined,
    () => told(php ?? "", [`${probe}.php`, `${clients}/php/autoload.php`, ...settings()]),
  ],
])("%s", ([language, isThere, client]) => {
  let found: Told;

  beforeAll(async () => {
    if (!isThere) return;
    hostile.requests.length = 0;
    found = await client();
  });

  test.skipIf(!isThere).for(behaviours)("$name", (behaviour) => {
    const { name, expected, later = expected, only } = behaviour;
    for (const [what, { seconds, named, ...entry }] of Object.entries(found[name] ?? {})) {
      if (what === "control" && only === "calls") continue;
      expect({ what, ...withoutNothing(entry) }).toEqual({ what, ...(what === "batch" ? later : expected) });
      // What the service itself says about a request needs no address.
      if (only !== "calls") expect(named, what).toBe(true);
      expect(seconds).toBeLessThan(timeoutOf(behaviour) + 1);
    }
  });

  test.skipIf(!isThere)("each call is one request, and no other server gets the session", () => {
    expect(hostile.requests.filter(({ name }) => !names.includes(name))).toEqual([]);
    const counts = names.map((name) => hostile.requests.filter((one) => one.name === name).length);
    expect(Object.fromEntries(names.map((name, index) => [name, counts[index]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, 3])),
    );
    expect(hostile.requests.every((request) => request.secret)).toBe(true);
  });

  test.skipIf(!isThere)("a strict client sends this with each call, together with other preferences", () => {
    const calls = hostile.requests.filter(({ path }) => path.endsWith("/api/jsonrpc"));
    expect(calls).toHaveLength(names.length * 2);
    expect(new Set(calls.map(({ prefer }) => prefer))).toEqual(new Set(["handling=strict, wait=5"]));
  });

  // The connections of `fetch` belong to the program, not to the client.
  if (language === "TypeScript") return;
  test.skipIf(!isThere)("the connection is kept between calls", () => {
    const kept = hostile.requests.filter(({ name }) => name === "hang-up-of-a-kept-connection");
    expect(kept[1]?.port).toBe(kept[0]?.port);
  });
});

/** Without members that have no value. */
function withoutNothing(entry: Omit<Found, "seconds" | "named">): Expected {
  const members = Object.entries(entry).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(members) as unknown as Expected;
}
