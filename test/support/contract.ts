/** Checks every answer in tests against the contract; a violation is an error of the test. */
import { globalFaults, namespaces, operations } from "../../generated/tables.js";
import { resultChecks } from "../../generated/results.js";
import { faultNames } from "../../src/engine/chapters/views.js";
import { addComponents, localSchema, newAjv } from "../../src/engine/chapters/checks.js";
import { bundle } from "../../src/engine/chapters/bundle.js";
import { readChapters } from "../../scripts/spec/chapters.js";
import { shopContract } from "../../src/shop/contract.js";

const contract = bundle(readChapters());

/** The faults that each method declares, without the global ones. */
export const declaredFaults: ReadonlyMap<string, readonly string[]> = new Map(
  contract.methods.map((method) => [method.name, faultNames(method)]),
);

const protocolFaults: Record<string, number> = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  internal_error: -32603,
};

export class ContractViolation extends Error {
  override name = "ContractViolation";
}

/** @param method the method of the request; undefined if the request has none that can be read */
export function checkAnswer(method: unknown, params: unknown, answer: unknown): void {
  const { jsonrpc, id, ...rest } = answer as Record<string, unknown>;
  must(jsonrpc === "2.0", "the answer states jsonrpc 2.0", answer);
  must(
    id === null || typeof id === "string" || typeof id === "number",
    "the id is text, number or null",
    answer,
  );
  const [member, ...others] = Object.keys(rest);
  must(others.length === 0 && (member === "result" || member === "error"), "either result or error", answer);

  const known = typeof method === "string" ? contractName(method, params) : undefined;
  if (member === "error") checkError(known, rest.error);
  else if (known !== undefined) checkResult(known, params, rest.result);
}

/** The method of the contract that declares the answer: for a wrapped call, the operation. */
function contractName(method: string, params: unknown): string | undefined {
  const path = method === "call" ? member(params, 1, "apiPath") : method;
  if (typeof path !== "string") return undefined;
  try {
    return path.includes(".") ? shopContract.resolveOperation(path).name : path;
  } catch {
    return undefined;
  }
}

function member(params: unknown, index: number, name: string): unknown {
  return Array.isArray(params) ? params[index] : (params as Record<string, unknown> | undefined)?.[name];
}

function checkResult(method: string, params: unknown, result: unknown): void {
  const check = resultChecks[method];
  if (check && !check(result)) {
    const { instancePath, message } = check.errors?.[0] ?? { instancePath: "", message: "does not fit" };
    throw new ContractViolation(`${method}: result${instancePath} ${message}\n${preview(result)}`);
  }
  if (method !== "multiCall") return;
  const calls = (member(params, 1, "calls") ?? []) as unknown[];
  (result as unknown[]).forEach((entry, index) => {
    const call = calls[index];
    const [path, args] = Array.isArray(call) ? (call as unknown[]) : [];
    const answer = isFaultEntry(entry) ? { error: errorOfEntry(entry) } : { result: entry };
    checkAnswer("call", [null, path, args], { jsonrpc: "2.0", id: null, ...answer });
  });
}

interface FaultEntry {
  readonly isFault: true;
  readonly faultCode: number;
  readonly faultMessage: string;
  readonly fault: string;
  readonly data: unknown;
}

function isFaultEntry(entry: unknown): entry is FaultEntry {
  return (entry as FaultEntry | null)?.isFault === true;
}

function errorOfEntry({ faultCode, faultMessage, data }: FaultEntry) {
  return { code: faultCode, message: faultMessage, data };
}

/** The error object of conventions 5.1, with a fault that the method declares or that any call can return. */
function checkError(method: string | undefined, error: unknown): void {
  const { code, message, data, ...others } = error as Record<string, unknown>;
  must(Number.isInteger(code), "the code is an integer", error);
  must(typeof message === "string" && message !== "", "the message is text", error);
  must(Object.keys(others).length === 0, "an error is code, message and data", error);
  const { fault, resource } = (data ?? {}) as Record<string, string | undefined>;
  must(typeof fault === "string", "data.fault is the name of the fault", error);
  must(isDetail(data) === true, "data holds what FaultDetail declares", error);

  const name = fault ?? "";
  if (Object.hasOwn(protocolFaults, name)) {
    must(protocolFaults[name] === code, `${name} has the code ${protocolFaults[name]}`, error);
    return;
  }
  if (resource === undefined) {
    must(globalFaults[name]?.code === code, `${name} is global and has its code`, error);
    return;
  }
  must(namespaces[resource]?.faults[name]?.code === code, `${name} is a fault of ${resource}`, error);
  if (method === undefined || !Object.hasOwn(operations, method)) return;
  // The documents allow an operation with a store argument to return store_not_exists without declaring it
  // (conventions 5.4).
  must(declaredFaults.get(method)?.includes(name) === true, `${method} declares ${name}`, error);
}

const detail = newAjv();
addComponents(detail, contract);
const isDetail = detail.compile(localSchema({ $ref: "#/components/schemas/FaultDetail" }));

function must(holds: boolean, promise: string, seen: unknown): void {
  if (!holds) throw new ContractViolation(`promised: ${promise}\n${preview(seen)}`);
}

function preview(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? String(value);
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
}
