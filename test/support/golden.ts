/** The cases that golden files show of their operations. */
import type { GoldenExchange, GoldenFile } from "../../src/addons/living/conformance/golden.js";
import { shopContract } from "../../src/shop/contract.js";

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
