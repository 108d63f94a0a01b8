/** Runs the built-in methods for the XML doors: decodes base64 in the parameters and dresses the results (doors 0.1, 7). */
import type { ExtraArguments } from "../contract/arguments.js";
import type { Contract } from "../contract/contract.js";
import { badParameter, type Fault } from "../contract/faults.js";
import type { RequestContext, Service } from "../calls/call.js";
import { runMethod } from "../calls/envelopes.js";
import { JsonText } from "../calls/json.js";
import { resultOf } from "../calls/outcome.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import type { XmlTooLarge } from "../xml/errors.js";
import { mappedArguments } from "./argument-maps.js";
import { decodeBase64Values, entriesInOrder } from "./request-values.js";

export const builtinNames = [
  ...["startSession", "endSession", "login", "call", "multiCall"],
  ...["resources", "resourceFaults", "globalFaults"],
] as const;

export type BuiltinName = (typeof builtinNames)[number];

export function isBuiltinName(name: string): name is BuiltinName {
  return (builtinNames as readonly string[]).includes(name);
}

/**
 * Returns the result of a built-in method in the dress of the XML doors. Throws a `Fault`.
 * @param extraArguments as in Call
 */
export async function runBuiltin(
  service: Service,
  name: BuiltinName,
  params: readonly unknown[],
  context: RequestContext,
  extraArguments?: ExtraArguments,
): Promise<unknown> {
  const { contract } = service;
  const text = paramsWithText(contract, name, params);
  const named = withMaps(contract, { method: name, params: text, extraArguments });
  return dressedResult(name, resultOf(await runMethod(service, named, context)));
}

/** The fault for a request with too much content. */
export function requestTooLarge({ bound }: Pick<XmlTooLarge, "bound">): Fault {
  return badParameter("args", bound);
}

interface BuiltinCall {
  readonly method: BuiltinName;
  readonly params: readonly unknown[];
  readonly extraArguments: ExtraArguments | undefined;
}

/** The call with arguments by parameter where they were given as a map. */
function withMaps(contract: Contract, { method, params, extraArguments }: BuiltinCall): BuiltinCall {
  const [session, second, ...rest] = params;
  if (method === "multiCall" && Array.isArray(second)) {
    const calls = (second as unknown[]).map((entry) => entryWithMap(contract, entry));
    return { method, params: [session, calls, ...rest], extraArguments };
  }
  if (method !== "call" || rest.length === 0) return { method, params, extraArguments };
  const [given, ...others] = rest;
  const mapped = mappedArguments(contract, second, given);
  const all = { ...extraArguments, ...mapped.extraArguments };
  const args = isStoreCredit(all) ? noStoreCredit(contract) : mapped.args;
  return { method, params: [session, second, args, ...others], extraArguments: all };
}

/** An entry has no other arguments: if there are others, its map is read by position. */
function entryWithMap(contract: Contract, entry: unknown): unknown {
  if (!Array.isArray(entry) || entry.length < 2) return entry;
  const [path, given, ...others] = entry as unknown[];
  const { args, extraArguments } = mappedArguments(contract, path, given);
  return [path, extraArguments ? entriesInOrder(given as object).map(([, value]) => value) : args, ...others];
}

function isStoreCredit({ refundToStoreCreditAmount: amount = 0 }: ExtraArguments): boolean {
  return Number(amount) !== 0;
}

/** The fault for every refund to store credit, which this service does not have. */
function noStoreCredit(contract: Contract): Fault {
  return contract.fault("sales_order_creditmemo", "cannot_refund_to_storecredit");
}

/** The parameters with text in place of base64, as far as the called operations do not expect base64. */
function paramsWithText(
  contract: Contract,
  name: BuiltinName,
  params: readonly unknown[],
): readonly unknown[] {
  if (name === "call") {
    const [sessionId, path, ...rest] = params;
    const [session, named] = decodeBase64Values(contract, undefined, [sessionId, path]) as unknown[];
    // Absent arguments stay absent: null would count as one argument.
    return [session, named, ...rest.map((args) => decodeBase64Values(contract, named, args))];
  }
  if (name === "multiCall" && Array.isArray(params[1])) {
    const [sessionId, calls, ...rest] = params;
    return [
      decodeBase64Values(contract, undefined, sessionId),
      (calls as unknown[]).map((entry) => entryWithText(contract, entry)),
      ...rest,
    ];
  }
  return decodeBase64Values(contract, undefined, params) as unknown[];
}

function entryWithText(contract: Contract, entry: unknown): unknown {
  return Array.isArray(entry)
    ? [entry[0], ...entry.slice(1).map((args) => decodeBase64Values(contract, entry[0], args))]
    : entry;
}

function dressedResult(name: BuiltinName, result: unknown): unknown {
  switch (name) {
    case "multiCall":
      return result instanceof JsonText ? dressedEntries(result) : dressedFaultEntry(result);
    case "resources":
      return (result as Resource[]).map(withAliasMethods);
    case "resourceFaults":
    case "globalFaults":
      return (result as { code: number }[]).map((fault) => ({ ...fault, code: String(fault.code) }));
    default:
      return result ?? null;
  }
}

/** The entries of a multiCall. The results among them are already dressed, the faults are not. */
async function dressedEntries({ elements = [] }: JsonText): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const element of elements) {
    if (isSliceOver()) await nextSlice();
    entries.push(dressedFaultEntry(JSON.parse(Buffer.from(element, "latin1").toString())));
  }
  return entries;
}

/** The numbers of faults in a list are texts. */
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

/** Lists operations that have another name in Magento 1 under both names. */
function withAliasMethods(resource: Resource): Resource {
  return { ...resource, methods: resource.methods.flatMap(methodByEachName) };
}

/** One entry per name within the namespace; aliases with another namespace stay with the entry of the same name. */
function methodByEachName(method: ResourceMethod): ResourceMethod[] {
  const { name, path, aliases } = method;
  const namespace = path.slice(0, -name.length - 1);
  const isLocal = (alias: string) => alias.startsWith(`${namespace}.`);
  const localAliases = aliases.filter(isLocal).map((alias) => alias.slice(namespace.length + 1));
  return [...localAliases, name].map((localName) => ({
    ...method,
    name: localName,
    path: `${namespace}.${localName}`,
    aliases: aliases.filter((alias) => alias.endsWith(`.${localName}`) && !isLocal(alias)),
  }));
}
