/** The built-in methods by the XML doors: decodes base64 in the parameters and dresses the results (doors 0.1, 7). */
import type { Contract } from "../contract/contract.js";
import { badParameter, type Fault } from "../contract/faults.js";
import type { RequestedCall, RequestedOperation } from "../calls/envelopes.js";
import { JsonText } from "../calls/json.js";
import { fromWire } from "../values/text.js";
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

/** The call of a built-in method, with text in place of base64, and with arguments by parameter in place of maps. */
export function builtinCall(
  contract: Contract,
  name: BuiltinName,
  params: readonly unknown[],
): RequestedCall {
  if (name === "call") return operationCall(contract, params);
  const [session, calls, ...rest] = params;
  if (name !== "multiCall" || !Array.isArray(calls))
    return { method: name, params: decodeBase64Values(contract, undefined, params) as unknown[] };
  const entries = (calls as unknown[]).map((entry) => entryOf(contract, entry));
  return { method: name, params: [decodeBase64Values(contract, undefined, session), entries, ...rest] };
}

/** The fault for a request with too much content. */
export function requestTooLarge({ bound }: Pick<XmlTooLarge, "bound">): Fault {
  return badParameter("args", bound);
}

function operationCall(contract: Contract, [sessionId, name, given]: readonly unknown[]): RequestedOperation {
  const [session, path] = decodeBase64Values(contract, undefined, [sessionId, name]) as unknown[];
  const decoded = decodeBase64Values(contract, path, given);
  const { args, extraArguments } = mappedArguments(contract, path, decoded);
  return withoutStoreCredit(contract, { session, path, args: { form: "wrapped", args }, extraArguments });
}

/** An entry of `multiCall`. It has no extra arguments: if there are any, its map is read by position. */
function entryOf(contract: Contract, entry: unknown): unknown {
  if (!Array.isArray(entry) || entry.length < 2) return entry;
  const [path, ...rest] = entry as unknown[];
  const [given, ...others] = rest.map((args) => decodeBase64Values(contract, path, args));
  const { args, extraArguments } = mappedArguments(contract, path, given);
  return [path, extraArguments ? entriesInOrder(given as object).map(([, value]) => value) : args, ...others];
}

/** Refuses every refund to store credit, which this service does not have. */
export function withoutStoreCredit(contract: Contract, call: RequestedOperation): RequestedOperation {
  const { refundToStoreCreditAmount: amount = 0 } = call.extraArguments ?? {};
  if (Number(amount) === 0) return call;
  const fault = contract.fault("sales_order_creditmemo", "cannot_refund_to_storecredit");
  return { ...call, args: { form: "unusable", fault } };
}

/** The result of a built-in method in the form of the XML doors. */
export function builtinResult(name: BuiltinName, result: unknown): unknown {
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
    entries.push(dressedFaultEntry(JSON.parse(fromWire(element))));
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
