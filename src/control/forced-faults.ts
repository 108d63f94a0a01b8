/** Faults and delays that testers ask for: the next calls answer them without any effect (interface.md 4). */
import { randomUUID } from "node:crypto";
import { globalFaults, operations, type OperationRow } from "../../generated/tables.js";
import type { CallObserver } from "../rpc/observer.js";
import type { FaultInjection } from "../rpc/operation.js";
import type { Problem } from "../values/problem.js";
import { namedFault, type Fault } from "../faults.js";
import { resolveOperation } from "../rpc/paths.js";

/** Checked against openapi.yaml before it gets here. */
export interface FaultRequest {
  /** An operation, aliases included, or `*` for any. */
  readonly operation: string;
  /** Absent = delay only. */
  readonly fault?: string;
  readonly message?: string;
  /** Calls it is answered to; 0 = until deleted. Default 1. */
  readonly times?: number;
  readonly delay_ms?: number;
}

/** A rule as the test control shows it; `times` counts down. */
export interface ForcedFault {
  readonly id: number;
  readonly operation: string;
  readonly fault: string | null;
  readonly message: string | null;
  readonly times: number;
  readonly delay_ms: number;
}

const anyOperation = "*";

export class ForcedFaults implements FaultInjection {
  private rules: readonly ForcedFault[] = [];
  private lastId = 0;
  /** Ends the delays under way. */
  private readonly wakeUps = new Set<() => void>();

  constructor(private readonly observer: Pick<CallObserver, "callFailed">) {}

  list(): readonly ForcedFault[] {
    return this.rules;
  }

  /** The request has no `faultProblems`. */
  add(request: FaultRequest): ForcedFault {
    this.lastId += 1;
    const rule = {
      id: this.lastId,
      operation: canonical(request.operation) ?? request.operation,
      fault: request.fault ?? null,
      message: request.message ?? null,
      times: request.times ?? 1,
      delay_ms: request.delay_ms ?? 0,
    };
    this.rules = [...this.rules, rule];
    return rule;
  }

  /** False when there is none with this number, or no longer. */
  remove(id: number): boolean {
    const rest = this.rules.filter((rule) => rule.id !== id);
    const existed = rest.length < this.rules.length;
    this.rules = rest;
    return existed;
  }

  /** Removes all rules; calls that are being delayed go on at once. */
  clear(): void {
    this.rules = [];
    for (const wakeUp of [...this.wakeUps]) wakeUp();
  }

  before(operation: string, row: OperationRow, prefer: string | undefined): Promise<void> | undefined {
    // A wish of the request itself comes first and uses up no rule.
    if (prefer !== undefined && declares(row, prefer)) {
      return Promise.reject(this.forced(operation, row, prefer, null));
    }
    if (this.rules.length === 0) return undefined;
    const rule = this.rules.find((one) => one.operation === operation || one.operation === anyOperation);
    if (!rule) return undefined;
    this.countDown(rule);
    return this.answer(rule, operation, row);
  }

  private countDown(rule: ForcedFault): void {
    if (rule.times === 1) this.remove(rule.id);
    if (rule.times <= 1) return;
    this.rules = this.rules.map((one) => (one === rule ? { ...rule, times: rule.times - 1 } : one));
  }

  private async answer(
    { fault, message, delay_ms }: ForcedFault,
    operation: string,
    row: OperationRow,
  ): Promise<void> {
    if (delay_ms > 0) await this.delay(delay_ms);
    if (fault !== null) throw this.forced(operation, row, fault, message);
  }

  /** As the operation would answer it: an internal failure comes with a reference that the log knows. */
  private forced(operation: string, row: OperationRow, name: string, message: string | null): Fault {
    const data = name === "internal" ? { reference: this.logged(operation) } : {};
    return namedFault(row.namespace, name, message === null ? { data } : { message, data });
  }

  private logged(operation: string): string {
    const reference = randomUUID();
    this.observer.callFailed(new Error("the test control was asked for this failure"), operation, reference);
    return reference;
  }

  private delay(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wakeUp = () => {
        clearTimeout(timer);
        this.wakeUps.delete(wakeUp);
        resolve();
      };
      const timer = setTimeout(wakeUp, milliseconds);
      this.wakeUps.add(wakeUp);
    });
  }
}

/** What keeps a rule from being set, if anything. */
export function faultProblems({ operation, fault }: FaultRequest): Problem[] {
  if (operation === anyOperation) {
    const isKnown = fault === undefined || Object.hasOwn(globalFaults, fault);
    return isKnown ? [] : [{ field: "fault", message: `${fault} is not declared by every operation` }];
  }
  const name = canonical(operation);
  if (name === undefined) return [{ field: "operation", message: `there is no operation ${operation}` }];
  const row = operations[name as keyof typeof operations];
  if (fault === undefined || declares(row, fault)) return [];
  return [
    {
      field: "fault",
      message: `${fault} is not declared by ${name}; its own are: ${row.faults.join(", ") || "none"}`,
    },
  ];
}

/** The operation behind a path, which may be an alias. */
function canonical(path: string): string | undefined {
  try {
    return resolveOperation(path).name;
  } catch {
    return undefined;
  }
}

function declares(row: OperationRow, fault: string): boolean {
  return row.faults.includes(fault) || Object.hasOwn(globalFaults, fault);
}
