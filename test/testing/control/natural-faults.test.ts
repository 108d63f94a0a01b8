/**
 * A forced fault has the same data as a natural one: compares every fault of every operation, forced in every
 * way, with the golden exchanges, which contain the natural ones.
 */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { globalFaults, operations, type OperationRow } from "../../../generated/tables.js";
import { readGoldenFiles, type GoldenExchange } from "../../../src/addons/living/conformance/golden.js";
import { basic, startShop } from "../../support/shop.js";

const shop = await startShop();
let session = "";
beforeAll(async () => {
  session = await shop.login();
});
beforeEach(async () => {
  await shop.http("DELETE", "/control/faults");
});

interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly fault: string };
}

/** The parts of answers that contain a fault, for every form of call. */
function* errorsIn(answer: unknown): Generator<WireError> {
  for (const one of [answer].flat()) {
    const { error = one } = (one ?? {}) as { error?: unknown };
    if ((error as Partial<WireError> | undefined)?.data?.fault !== undefined) yield error as WireError;
  }
}

/** Faults of the throttles, which do not depend on the operation. */
const ofThrottles = "retry_after";

/**
 * The members of `data` in golden exchanges, with their forms: by operation and fault, and by fault alone.
 */
const natural = new Map<string, Map<string, Set<string>>>();

/** The lists of members that a fault has: it lists problems or names an argument, for example. */
const alternatives = new Map<string, Set<string>>();

for (const { operation, exchanges } of readGoldenFiles()) {
  const isForced = exchanges.some((one) => one.kind === "http" && one.path.startsWith("/control/faults"));
  if (isForced || exchanges.some(asksForFault)) continue;
  for (const { expected } of exchanges) {
    for (const { data } of errorsIn(expected)) {
      note(`${operation} ${data.fault}`, data);
      note(data.fault, data);
    }
  }
}

function asksForFault(exchange: GoldenExchange): boolean {
  return exchange.kind === "rpc" && JSON.stringify(exchange.request).includes('"Prefer"');
}

function note(key: string, data: WireError["data"]): void {
  const members = natural.get(key) ?? new Map<string, Set<string>>();
  natural.set(key, members);
  const lists = alternatives.get(key) ?? new Set<string>();
  alternatives.set(key, lists.add(memberList(data)));
  for (const [name, value] of Object.entries(data)) {
    if (name === ofThrottles) continue;
    const shapes = members.get(name) ?? new Set<string>();
    members.set(name, shapes.add(shapeOf(value)));
  }
}

function memberList(data: object): string {
  return Object.keys(data)
    .filter((name) => name !== ofThrottles)
    .sort()
    .join();
}

/** `[{field, message}]`, `text` */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join(" ")}]`;
  if (typeof value !== "object" || value === null) return typeof value;
  return `{${Object.keys(value).sort().join(", ")}}`;
}

/**
 * The data of a natural fault of an operation; undefined if no exchange has it, since some need a failing
 * disk.
 */
function naturalOf(path: string, fault: string): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  return (
    natural.get(`${path} ${fault}`) ?? (Object.hasOwn(globalFaults, fault) ? natural.get(fault) : undefined)
  );
}

/** Some arguments that a fault can refer to. */
function argumentsOf(row: OperationRow): unknown[] {
  return row.params.map(() => "1");
}

type Force = (path: string, fault: string, args: unknown[]) => Promise<WireError[]>;

const rule = (operation: string, fault: string) =>
  shop.http("POST", "/control/faults", { body: { operation, fault } });

const call = (path: string, args: unknown[], id = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "call",
  params: [session, path, args],
});

const errors = (answer: unknown) => [...errorsIn(answer)];

function named(path: string, args: unknown[]): Record<string, unknown> {
  const row = (operations as Record<string, OperationRow>)[path] as OperationRow;
  return Object.fromEntries(row.params.map(({ name }, index) => [name, args[index]]));
}

const forms: Readonly<Record<string, Force>> = {
  "a rule, wrapped call": async (path, fault, args) => {
    await rule(path, fault);
    return errors(await shop.send(call(path, args)));
  },
  "a rule, direct call": async (path, fault, args) => {
    await rule(path, fault);
    return errors(await shop.rpc(path, args, basic()));
  },
  "a rule for any, in a batch": async (path, fault, args) => {
    await rule(Object.hasOwn(globalFaults, fault) ? "*" : path, fault);
    const answers = (await shop.send([
      call("catalog_category.level", [], 1),
      call(path, args, 2),
    ])) as unknown[];
    return errors(answers).slice(0, 1);
  },
  "a rule, plain HTTP": async (path, fault, args) => {
    await rule(path, fault);
    return errors(
      (await shop.http("POST", `/api/rpc/${path}`, { body: named(path, args), headers: basic() })).json,
    );
  },
  "Prefer, wrapped call": async (path, fault, args) =>
    errors(await shop.send(call(path, args), { Prefer: `fault=${fault}` })),
  "Prefer, a batch": async (path, fault, args) =>
    errors(await shop.send([call(path, args, 1), call(path, args, 2)], { Prefer: `fault=${fault}` })),
  "Prefer, plain HTTP": async (path, fault, args) => {
    const headers = { ...basic(), Prefer: `fault=${fault}` };
    return errors((await shop.http("POST", `/api/rpc/${path}`, { body: named(path, args), headers })).json);
  },
};

/**
 * Faults of every call are the same for all operations, so only the first operation of each namespace is
 * tested.
 */
const firstOnes = new Map<string, string>();
for (const [path, { namespace }] of Object.entries<OperationRow>(operations))
  if (!firstOnes.has(namespace)) firstOnes.set(namespace, path);

const cases = Object.entries<OperationRow>(operations).flatMap(([path, row]) => {
  const shared = firstOnes.get(row.namespace) === path ? Object.keys(globalFaults) : [];
  return [...row.faults, ...shared].map((fault) => ({ path, row, fault }));
});

/** Each fault of one operation: no form of a call asks which operation it is. */
const once = [...new Map(cases.toReversed().map((one) => [one.fault, one])).values()];

describe.each(Object.entries(forms))("forced by %s", (title, force) => {
  test("each fault has the data of natural ones", async () => {
    const wrong: string[] = [];
    for (const { path, row, fault } of title === "a rule, wrapped call" ? cases : once) {
      const found = await force(path, fault, argumentsOf(row));
      if (found.length === 0) wrong.push(`${path} ${fault}: not forced`);
      for (const error of found) wrong.push(...differencesOf(path, fault, error));
    }
    expect(wrong).toEqual([]);
  });
});

function differencesOf(path: string, fault: string, { data, code }: WireError): string[] {
  const place = `${path} ${fault}`;
  if (data.fault !== fault) return [`${place}: answered ${data.fault}`];
  if (typeof code !== "number") return [`${place}: has no code`];
  const wanted = naturalOf(path, fault);
  if (!wanted) return [];
  const lists = alternatives.get(place) ?? alternatives.get(fault) ?? new Set<string>();
  const have = memberList(data);
  // The natural one may follow from an argument; the forced one stands for a failing storage.
  const isOfStorage = (operations as Record<string, OperationRow>)[path]?.storageFault === fault;
  if (!lists.has(have) && !(isOfStorage && have === "fault,resource"))
    return [`${place}: has ${have}, natural ones ${[...lists].join(" or ")}`];
  return Object.entries(data)
    .filter(([name, value]) => !fits(shapeOf(value), wanted.get(name) as ReadonlySet<string>))
    .map(
      ([name, value]) =>
        `${place}: ${name} is ${shapeOf(value)}, natural ${[...(wanted.get(name) ?? [])].join()}`,
    );
}

/** `[string]` matches `[number string]`. */
function fits(shape: string, natural: ReadonlySet<string>): boolean {
  return natural.has(shape) || [...natural].some((one) => one.includes(shape.slice(1, -1)));
}

test("in multiCall an entry has the members of a natural one", async () => {
  const calls = (paths: unknown[][]) => shop.rpc("multiCall", [session, paths]);
  const { result } = await calls([["catalog_product.info", [999]]]);
  const [entry] = result as Record<string, unknown>[];
  const wrong: string[] = [];
  for (const { path, row, fault } of once) {
    await rule(path, fault);
    const [forced] = (await calls([[path, argumentsOf(row)]])).result as Record<string, unknown>[];
    const [have, want] = [forced, entry].map((one) =>
      Object.keys(one ?? {})
        .sort()
        .join(),
    );
    if (have !== want || forced?.isFault !== true) wrong.push(`${path} ${fault}: ${have}`);
  }
  expect(wrong).toEqual([]);
});

test("golden exchanges show the data of all faults, except those of a failing storage and four that no call can cause", () => {
  // Only callers in strict mode get it (test/engine/calls/strict-members.test.ts).
  const isStrict = ({ path, fault }: (typeof cases)[number]) =>
    path === "cataloginventory_stock_item.update" && fault === "invalid_data";
  const hidden = cases
    .filter((one) => !naturalOf(one.path, one.fault) && !isStrict(one))
    .map(({ fault }) => fault);
  const storageFaults = Object.values(operations).map(({ storageFault }: OperationRow) => storageFault);
  const neverMet = ["internal", "not_media", "resource_path_not_callable", "unknown"];
  expect([...new Set(hidden)].filter((fault) => !storageFaults.includes(fault)).sort()).toEqual(neverMet);
});
