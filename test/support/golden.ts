/** What golden files show of their operations, and how `npm run check -- --fix --golden` writes them. */
import { anyText, type GoldenExchange, type GoldenFile } from "../../src/addons/living/conformance/golden.js";
import { shopContract } from "../../src/shop/contract.js";

/** Whether answers that differ are written into the files, to be read in the diff, instead of failing a test. */
export const isWriting = process.env.GOLDEN === "write";

/** An answer to be written: its members in the order of the expectation, and "…" for the texts that are not compared. */
export function asExpected(answer: unknown, expected: unknown): unknown {
  if (expected === anyText && typeof answer === "string") return anyText;
  if (Array.isArray(answer))
    return answer.map((inner, index) => asExpected(inner, memberOf(expected, String(index))));
  if (typeof answer !== "object" || answer === null) return answer;
  const members = answer as Readonly<Record<string, unknown>>;
  const known = Object.keys(expected ?? {}).filter((name) => name in members);
  const names = new Set([...known, ...Object.keys(members)]);
  return Object.fromEntries(
    [...names].map((name) => [name, asExpected(members[name], memberOf(expected, name))]),
  );
}

/** The case of a file: "success", and the faults in its answers. */
export function shownBy({ operation, exchanges }: GoldenFile): string[] {
  return exchanges.flatMap((exchange) => {
    if (operationOf(exchange) !== operation) return [];
    if (exchange.kind === "http") {
      return exchange.status === 200 ? ["success"] : [String(memberOf(exchange.expected, "data", "fault"))];
    }
    const { expected } = exchange;
    const isSuccess = typeof expected === "object" && expected !== null && "result" in expected;
    return isSuccess ? ["success"] : [String(memberOf(expected, "error", "data", "fault"))];
  });
}

function operationOf(exchange: GoldenExchange): string | undefined {
  const path =
    exchange.kind === "http" ? /^\/api\/rpc\/(.+)$/.exec(exchange.path)?.[1] : calledPath(exchange.request);
  try {
    return shopContract.resolveOperation(path).name;
  } catch {
    return undefined;
  }
}

function calledPath(request: unknown): unknown {
  const method = memberOf(request, "method");
  if (method !== "call") return method;
  const params = memberOf(request, "params");
  return Array.isArray(params) ? (params as unknown[])[1] : memberOf(params, "apiPath");
}

function memberOf(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | null | undefined)?.[name],
    value,
  );
}
