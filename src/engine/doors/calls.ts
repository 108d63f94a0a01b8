/** The built-in methods as the XML doors call them: what comes in settled, what goes out dressed (doors 0.1, 7). */
import type { Contract } from "../contract/contract.js";
import { badParameter } from "../calls/faults.js";
import type { RpcContext } from "../calls/builtins.js";
import { JsonText } from "../calls/json.js";
import type { RpcService } from "../calls/service.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { andThen, type Awaitable } from "../values/awaitable.js";
import type { XmlTooLarge } from "../xml/problems.js";
import { settleBase64 } from "./values-in.js";

export const builtinNames = [
  ...["startSession", "endSession", "login", "call", "multiCall"],
  ...["resources", "resourceFaults", "globalFaults"],
] as const;

export type BuiltinName = (typeof builtinNames)[number];

export function isBuiltinName(name: string): name is BuiltinName {
  return (builtinNames as readonly string[]).includes(name);
}

/** The result of a built-in method in the dress of the doors. Throws a `Fault`. */
export function runBuiltin(
  rpc: RpcService,
  name: BuiltinName,
  params: readonly unknown[],
  context: RpcContext,
): Awaitable<unknown> {
  const result: Awaitable<unknown> = rpc.builtin(name, settledParams(rpc.contract, name, params), context);
  return andThen(result, (value) => dressedResult(name, value));
}

/** A request that holds more than may be read. */
export function tooMuch({ bound }: Pick<XmlTooLarge, "bound">) {
  return badParameter("args", bound);
}

function settledParams(
  contract: Contract,
  name: BuiltinName,
  params: readonly unknown[],
): readonly unknown[] {
  if (name === "call") {
    const [sessionId, path, ...rest] = params;
    const [session, named] = settleBase64(contract, undefined, [sessionId, path]) as unknown[];
    // Absent arguments stay absent: null would be one.
    return [session, named, ...rest.map((args) => settleBase64(contract, named, args))];
  }
  if (name === "multiCall" && Array.isArray(params[1])) {
    const [sessionId, calls, ...rest] = params;
    return [
      settleBase64(contract, undefined, sessionId),
      (calls as unknown[]).map((entry) => settledEntry(contract, entry)),
      ...rest,
    ];
  }
  return settleBase64(contract, undefined, params) as unknown[];
}

function settledEntry(contract: Contract, entry: unknown): unknown {
  return Array.isArray(entry)
    ? [entry[0], ...entry.slice(1).map((args) => settleBase64(contract, entry[0], args))]
    : entry;
}

function dressedResult(name: BuiltinName, result: unknown): unknown {
  switch (name) {
    case "multiCall":
      return result instanceof JsonText ? dressedEntries(result) : dressedFaultEntry(result);
    case "resources":
      return (result as Resource[]).map(withListNames);
    case "resourceFaults":
    case "globalFaults":
      return (result as { code: number }[]).map((fault) => ({ ...fault, code: String(fault.code) }));
    default:
      return result ?? null;
  }
}

/** The entries of a multiCall. They have been dressed already; what is left are the faults among them. */
async function dressedEntries({ elements = [] }: JsonText): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const element of elements) {
    if (isSliceOver()) await nextSlice();
    entries.push(dressedFaultEntry(JSON.parse(Buffer.from(element, "latin1").toString())));
  }
  return entries;
}

/** Fault numbers are text inside of lists. */
function dressedFaultEntry(entry: unknown): unknown {
  const { isFault, faultCode } = (entry ?? {}) as { isFault?: unknown; faultCode?: unknown };
  return isFault === true ? { ...(entry as object), faultCode: String(faultCode) } : entry;
}

interface Resource {
  readonly methods: readonly ResourceMethod[];
}

interface ResourceMethod {
  readonly name: string;
  readonly path: string;
  readonly aliases: readonly string[];
}

/** Operations that have another name in the living system are listed under both. */
function withListNames(resource: Resource): Resource {
  return { ...resource, methods: resource.methods.flatMap(bothNames) };
}

function bothNames(method: ResourceMethod): ResourceMethod[] {
  const { name, path, aliases } = method;
  const namespace = path.slice(0, -name.length - 1);
  const others = aliases
    .filter((alias) => alias.startsWith(`${namespace}.`))
    .map((alias) => alias.slice(namespace.length + 1));
  return [...others, name].map((local) => ({
    ...method,
    name: local,
    path: `${namespace}.${local}`,
    aliases: aliases.filter((alias) => alias.endsWith(`.${local}`) && !alias.startsWith(`${namespace}.`)),
  }));
}
