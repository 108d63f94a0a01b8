/** Replays the golden exchanges against a server of ours by its test control, and renders a table (`store-api conform`). */
import { isDeepStrictEqual } from "node:util";
import { createControl } from "../../../../generated/clients/typescript/control.js";
import { withActualTexts, withSession, type GoldenExchange, type GoldenFile } from "./golden.js";

interface ControlledTarget {
  readonly url: string;
  /** An API user with all rights. */
  readonly username: string;
  readonly token?: string | undefined;
}

/** The first difference between the expectation of a file and the answer. */
interface GoldenDifference {
  /** `test/golden/customer.info/unset.io:7` */
  readonly place: string;
  readonly title: string;
  readonly expected: unknown;
  readonly received: unknown;
}

interface ConformanceReport {
  readonly rows: readonly { readonly operation: string; readonly passed: number; readonly failed: number }[];
  readonly differences: readonly GoldenDifference[];
}

/** The time of the clock for files that do not set it. */
const usualTime = "2025-06-01 12:00:00";

/**
 * Resets the shop before each file, and sends its exchanges in order, up to the first that differs. At the end, the shop has
 * its start state and the real time. Throws a `ControlError` if the test control of the server cannot be used.
 */
export async function conformance(
  target: ControlledTarget,
  files: readonly GoldenFile[],
): Promise<ConformanceReport> {
  const control = createControl({ url: target.url, token: target.token });
  await control.getClock();
  const rows = new Map<string, { operation: string; passed: number; failed: number }>();
  const differences: GoldenDifference[] = [];
  for (const { path, operation, title, dataset, clock, exchanges } of files) {
    await control.resetShop({ dataset });
    await control.setClock({ now: clock ?? usualTime });
    const { session } = await control.createSession({ username: target.username });
    let difference: GoldenDifference | undefined;
    for (const exchange of exchanges) {
      const found = await differenceOf(target, exchange, session);
      if (found) difference = { place: `${path}:${exchange.line}`, title, ...found };
      if (found) break;
    }
    const row = rows.get(operation) ?? { operation, passed: 0, failed: 0 };
    rows.set(operation, row);
    row[difference ? "failed" : "passed"] += 1;
    if (difference) differences.push(difference);
  }
  await control.resetShop();
  return { rows: [...rows.values()], differences };
}

async function differenceOf(
  target: ControlledTarget,
  exchange: GoldenExchange,
  session: string,
): Promise<Pick<GoldenDifference, "expected" | "received"> | undefined> {
  const isRpc = exchange.kind === "rpc";
  const sent = withSession(isRpc ? exchange.request : exchange.body, session);
  const [method, path] = isRpc ? ["POST", "/api/jsonrpc"] : [exchange.method, exchange.path];
  const received = await send(target, method, path, sent);
  const status = isRpc ? (exchange.expected === undefined ? 204 : 200) : exchange.status;
  if (received.status !== status) return { expected: status, received: received.status };
  const expected = withActualTexts(exchange.expected, received.body);
  if (exchange.expected === undefined || isDeepStrictEqual(received.body, expected)) return undefined;
  return { expected, received: received.body };
}

async function send(
  { url, token }: ControlledTarget,
  method: string,
  path: string,
  body: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
  });
  return { status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

const maxShownLength = 400;

export function conformanceTable({ rows, differences }: ConformanceReport): string {
  const width = rows.reduce((widest, { operation }) => Math.max(widest, operation.length), 0);
  const lines = rows.map(
    ({ operation, passed, failed }) =>
      `${failed === 0 ? "ok  " : "FAIL"} ${operation.padEnd(width)} ${passed} of ${passed + failed}`,
  );
  const details = differences.flatMap(({ place, title, expected, received }) => [
    "",
    `${place}: ${title}`,
    `  expected ${shown(expected)}`,
    `  received ${shown(received)}`,
  ]);
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const total = `${passed} of ${passed + differences.length} exchanges are as written`;
  return [...lines, ...details, "", total, ""].join("\n");
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}
