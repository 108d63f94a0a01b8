/** Golden files as calls of operations that any server can be sent, and what each file needs of a server. */
import type { Contract } from "../../engine/contract/contract.js";
import { isObject } from "../../engine/values/coercion.js";
import type { Outcome } from "../living/doors/outcome.js";
import { answeredKind, kindOf } from "../living/replay/identities.js";
import type { GoldenExchange, GoldenFile } from "./golden.js";
import { cartOrderOf, type CartOrder } from "./orders-by-cart.js";

export type GoldenStep = GoldenCall | GoldenOrder;

/** An order that the file has from the control; elsewhere a cart makes it. */
export interface GoldenOrder {
  readonly line: number;
  readonly order: CartOrder;
}

export interface GoldenCall {
  readonly line: number;
  readonly operation: string;
  readonly args: unknown;
  readonly isWrite: boolean;
  readonly expected: Outcome;
}

/** What a server must be or allow, so that a file can be judged. */
export interface GoldenNeeds {
  /** Why only a server with the test control can be judged; undefined where any can. */
  readonly control?: string;
  readonly writes: boolean;
  /** Whether it makes orders or carts, which no public operation removes. */
  readonly writesOrders: boolean;
}

/** Undefined where the exchanges are not calls of operations and plain orders alone. */
export function stepsOf({ exchanges }: GoldenFile, contract: Contract): readonly GoldenStep[] | undefined {
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

function expectedOutcome(answer: unknown): Outcome | undefined {
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
  const { exchanges, clock, dataset } = file;
  const steps = stepsOf(file, contract);
  if (!steps)
    return exchanges.some((exchange) => exchange.kind === "http" && exchange.path.startsWith("/control"))
      ? { control: "uses the test control", writes: true, writesOrders: false }
      : { control: "is about the protocol of this server", writes: false, writesOrders: false };
  const calls = callsOf(steps);
  const writesOrders = steps.some(
    (step) => "order" in step || (step.isWrite && /^cart[._]/.test(step.operation)),
  );
  const writes = writesOrders || calls.some((call) => call.isWrite);
  const needs = { writes, writesOrders };
  if (clock !== undefined) return { control: "needs a clock that is set", ...needs };
  if (writes && dataset === "sample") return { control: "changes data of the sample shop", ...needs };
  const touched = writes ? changesWhatItHasNotMade(calls, contract) : undefined;
  return touched === undefined ? needs : { control: touched, ...needs };
}

/** Under these a new thing is made, and they stay as they are. */
const parents = ["parentId", "skeletonSetId", "set", "attributeId"];

/** Installed in every shop; other numbers of a golden file are those of what it makes, or of nothing. */
const installed: Readonly<Record<string, number>> = {
  category: 2,
  set: 8,
  attribute_group: 17,
  attribute: 140,
};

/** Whether a number of a golden file is that of a thing that every shop has. */
export function isInstalled(kind: string, value: unknown): boolean {
  const last = installed[kind];
  // Attributes are named by their codes, too.
  if (kind === "attribute" && typeof value === "string" && !/^\d+$/.test(value)) return true;
  return last !== undefined && Number(value) >= 0 && Number(value) <= last;
}

function changesWhatItHasNotMade(calls: readonly GoldenCall[], contract: Contract): string | undefined {
  const made = new Set<string>();
  for (const { operation, args, isWrite, expected } of calls) {
    const isMaking = operation.endsWith(".create") && answeredKind(operation) !== "file";
    for (const [param, value] of isWrite ? namedArguments(contract, operation, args) : []) {
      const kind = kindOf(operation, param);
      if (kind === undefined || parents.includes(param) || (isMaking && param !== "customerId")) continue;
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (!made.has(`${kind} ${String(one)}`) && isInstalled(kind, one))
          return "changes what every shop has";
    }
    const kind = answeredKind(operation);
    if (kind !== undefined && expected.outcome === "result") made.add(`${kind} ${String(expected.value)}`);
  }
  return undefined;
}

/** By the names of the parameters, whatever the form. */
export function namedArguments(contract: Contract, operation: string, args: unknown): [string, unknown][] {
  const names = (contract.tables.operations[operation]?.params ?? []).map(({ name }) => name);
  if (Array.isArray(args)) return (args as unknown[]).map((value, index) => [names[index] ?? "", value]);
  if (isObject(args) && Object.keys(args).every((name) => names.includes(name))) return Object.entries(args);
  return args === undefined ? [] : [[names[0] ?? "", args]];
}
