/** Golden files as calls that can be sent to any server, and what each file requires of that server. */
import type { Contract } from "../../../engine/contract/contract.js";
import { isObject } from "../../../engine/values/coercion.js";
import { namedArguments } from "../doors/named-arguments.js";
import type { CallOutcome } from "../doors/outcome.js";
import { answeredIdKind, idKindOf } from "../replay/identities.js";
import { isReplaceable } from "./copies.js";
import type { GoldenExchange, GoldenFile } from "./golden.js";
import { cartOrderOf, type CartOrder } from "./orders-by-cart.js";

export type GoldenStep = GoldenCall | GoldenOrder;

/** An order that the file creates by the test control; on another server a cart creates it. */
export interface GoldenOrder {
  readonly line: number;
  readonly order: CartOrder;
}

export interface GoldenCall {
  readonly line: number;
  readonly operation: string;
  readonly args: unknown;
  readonly isWrite: boolean;
  readonly expected: CallOutcome;
}

/** What a server must offer or allow for a file to be checked. */
interface GoldenNeeds {
  /** Empty if it requires the test control or the protocol of this server. */
  readonly steps: readonly GoldenStep[];
  /** Why the file requires the test control; undefined if it does not. */
  readonly control?: string;
  /** Objects that every shop has and that the file changes: it gets copies of them. */
  readonly copies?: readonly NamedObject[];
  readonly writes: boolean;
  /** Whether it creates orders or carts, which no public operation removes. */
  readonly writesOrders: boolean;
}

/** Undefined if an exchange is neither the call of an operation nor an order that a cart can create. */
function stepsOf({ exchanges }: GoldenFile, contract: Contract): readonly GoldenStep[] | undefined {
  const steps: GoldenStep[] = [];
  for (const exchange of exchanges) {
    const step = stepOf(exchange, contract);
    if (!step) return undefined;
    steps.push(step);
  }
  return steps;
}

export function callsOf(steps: readonly GoldenStep[]): GoldenCall[] {
  return steps.filter((step) => "operation" in step);
}

function stepOf(exchange: GoldenExchange, contract: Contract): GoldenStep | undefined {
  const { line } = exchange;
  if (exchange.kind === "http") {
    const isOrder = exchange.method === "POST" && exchange.path === "/control/orders";
    const order = isOrder && exchange.expected === undefined ? cartOrderOf(exchange.body) : undefined;
    return order && { line, order };
  }
  const { method, params } = (exchange.request ?? {}) as { method?: unknown; params?: unknown };
  if (method !== "call" || !Array.isArray(params) || params[0] !== "$session" || params.length > 3)
    return undefined;
  const operation = contract.operationNames.get(params[1]);
  const expected = expectedOutcome(exchange.expected);
  if (operation === undefined || !expected) return undefined;
  const isWrite = contract.tables.operations[operation]?.effect === "write";
  return { line, operation, args: params[2] as unknown, isWrite, expected };
}

function expectedOutcome(answer: unknown): CallOutcome | undefined {
  if (!isObject(answer)) return undefined;
  if ("result" in answer) return { outcome: "result", value: answer.result };
  const {
    code,
    message = "",
    data,
  } = (answer.error ?? {}) as {
    code?: number;
    message?: string;
    data?: { fault?: string };
  };
  if (code === undefined || data?.fault === undefined) return undefined;
  return { outcome: "fault", fault: { code: String(code), message, name: data.fault } };
}

export function needsOf(file: GoldenFile, contract: Contract): GoldenNeeds {
  const { exchanges, clock } = file;
  const steps = stepsOf(file, contract);
  if (!steps)
    return exchanges.some((exchange) => exchange.kind === "http" && exchange.path.startsWith("/control"))
      ? { control: "uses the test control", steps: [], writes: true, writesOrders: false }
      : { control: "concerns the protocol of this server", steps: [], writes: false, writesOrders: false };
  const calls = callsOf(steps);
  const writesOrders = steps.some(
    (step) => "order" in step || (step.isWrite && /^cart[._]/.test(step.operation)),
  );
  const writes = writesOrders || calls.some((call) => call.isWrite);
  const needs = { steps, writes, writesOrders };
  if (clock !== undefined) return { control: "needs a clock that can be set", ...needs };
  const changed = writes ? changedObjects(calls, contract) : [];
  const fixed = changed.find(({ kind, id }) => !isReplaceable(kind, id));
  if (fixed) return { control: "changes data that every shop has", ...needs };
  // Magento saves a set before it refuses its name.
  const leavesSet = calls.some(
    ({ operation, expected }) =>
      operation === "catalog_product_attribute_set.create" && expected.outcome === "fault",
  );
  return leavesSet
    ? { control: "a live shop may keep a set without a name", ...needs }
    : { ...needs, copies: changed };
}

/** Parameters that name the parent of a new object; the parent itself is not changed. */
const parents = ["parentId", "skeletonSetId", "set", "attributeId"];

/**
 * Whether a write names an installed object only to be refused, because it counts as none there (the set of categories). A shop
 * that is laxer would change it, so another server gets an ID that it does not have.
 */
export function isSentAsAbsent(
  { operation, isWrite, expected }: GoldenCall,
  param: string,
  id: unknown,
): boolean {
  const kind = idKindOf(operation, param) ?? "";
  if (!isWrite || expected.outcome !== "fault" || parents.includes(param)) return false;
  return (
    /(^|_)not_exists$|^invalid_attribute_(set|group)_id$/.test(expected.fault.name ?? "") &&
    ["attribute", "attribute_group", "set"].includes(kind) &&
    isInstalled(kind, id) &&
    !isReplaceable(kind, id)
  );
}

/** The highest installed ID of each kind. Higher IDs in a golden file belong to objects that it creates, or to none. */
const installed: Readonly<Record<string, number>> = {
  category: 2,
  set: 8,
  attribute_group: 17,
  attribute: 140,
};

/** Whether an ID in a golden file belongs to an object that every shop has. */
export function isInstalled(kind: string, value: unknown): boolean {
  const last = installed[kind];
  // Attributes can also be named by their codes.
  if (kind === "attribute" && typeof value === "string" && !/^\d+$/.test(value)) return true;
  return last !== undefined && Number(value) >= 0 && Number(value) <= last;
}

interface NamedObject {
  readonly kind: string;
  readonly id: unknown;
}

/** The installed objects to which a file writes. */
function changedObjects(calls: readonly GoldenCall[], contract: Contract): readonly NamedObject[] {
  const made = new Set<string>();
  const found = new Map<string, NamedObject>();
  for (const call of calls) {
    const { operation, args, isWrite, expected } = call;
    const isMaking = operation.endsWith(".create") && answeredIdKind(operation) !== "file";
    for (const [param, value] of isWrite ? namedArguments(contract, operation, args) : []) {
      const kind = idKindOf(operation, param);
      if (kind === undefined || parents.includes(param) || (isMaking && param !== "customerId")) continue;
      for (const id of Array.isArray(value) ? (value as unknown[]) : [value])
        if (!made.has(`${kind} ${String(id)}`) && isInstalled(kind, id) && !isSentAsAbsent(call, param, id))
          found.set(`${kind} ${String(id)}`, { kind, id });
    }
    if (expected.outcome !== "result") continue;
    const kind = answeredIdKind(operation);
    if (kind !== undefined) made.add(`${kind} ${String(expected.value)}`);
    if (kind === "attribute") made.add(`${kind} ${String(codeOf(args))}`);
  }
  return [...found.values()];
}

/** The code of an attribute that a call creates. */
export function codeOf(args: unknown): unknown {
  const data: unknown = Array.isArray(args) ? args[0] : args;
  return isObject(data) ? data.attribute_code : undefined;
}
