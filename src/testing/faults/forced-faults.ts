/** Answers and delays that testers ask for: the next calls get them without any effect (interface 4). */
import { createHash, randomInt, randomUUID } from "node:crypto";
import { badParameter, type Fault } from "../../engine/calls/faults.js";
import type { Contract } from "../../engine/contract/contract.js";
import { coerce, positionalArguments } from "../../engine/contract/arguments.js";
import {
  ForcedHttpAnswer,
  markForced,
  type FaultInjection,
  type ForcedAnswer,
  type InjectableCall,
} from "../../engine/calls/fault-injection.js";
import type { SharedValues } from "../../engine/storage/shared.js";
import type { CallObserver } from "../../engine/calls/observer.js";
import { Delays } from "./delays.js";
import { anyOperation, declares, targetOf, type Delay, type FaultRequest } from "./fault-rules.js";
import { isPart } from "./matching.js";
import { naturalData } from "./natural-data.js";

/** A rule as the test control shows it; `times` counts down. What was not asked for is absent, but for the first six. */
export interface ForcedFault extends Omit<FaultRequest, "fault" | "message"> {
  readonly id: number;
  readonly operation: string;
  readonly fault: string | null;
  readonly message: string | null;
  readonly times: number;
  readonly delay_ms: Delay;
}

type Answer = ForcedAnswer | undefined;

interface Rule {
  readonly shown: ForcedFault;
  /** The hash of the session that it is for. */
  readonly session?: string | undefined;
  readonly bytes: number;
}

export class ForcedFaults implements FaultInjection {
  private rules: readonly Rule[] = [];
  private lastId = 0;
  private clearings = 0;
  private readonly delays: Delays;

  /** @param shared where other processes have the same rules */
  constructor(
    private readonly contract: Contract,
    private readonly observer: Pick<CallObserver, "callFailed">,
    private readonly shared?: SharedValues,
  ) {
    this.delays = new Delays(shared);
  }

  /** What another process has made of the rules. */
  adopt(value: unknown): void {
    const state: RuleState = { ...noRules, ...(value as Partial<RuleState> | null | undefined) };
    // A rule whose last time was taken is gone as well, but its calls go on waiting.
    if (state.clearings !== this.clearings) this.release();
    this.become(state);
  }

  get isReady(): boolean {
    return this.rules.length > 0;
  }

  get size(): number {
    return this.rules.length;
  }

  /** About as many as the rules hold. */
  get bytes(): number {
    return this.rules.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  list(): readonly ForcedFault[] {
    return this.rules.map(({ shown }) => shown);
  }

  /** The request has no `faultProblems`. */
  async add({
    operation,
    fault,
    message,
    times,
    delay_ms,
    session,
    ...more
  }: FaultRequest): Promise<ForcedFault> {
    const shown = {
      id: 0,
      operation: targetOf(this.contract, operation)?.name ?? operation,
      fault: fault ?? null,
      message: message ?? null,
      times: times ?? 1,
      delay_ms: delay_ms ?? 0,
      ...more,
      ...(session === undefined ? {} : { session: `${session.slice(0, 4)}…` }),
    };
    const hash = session === undefined ? undefined : createHash("sha256").update(session).digest("hex");
    const bytes = JSON.stringify(shown).length;
    let added: ForcedFault = shown;
    await this.change((state) => {
      const lastId = state.lastId + 1;
      added = { ...shown, id: lastId };
      return { ...state, rules: [...state.rules, { shown: added, session: hash, bytes }], lastId };
    });
    return added;
  }

  /** False when there is none with this number, or no longer. */
  async remove(id: number): Promise<boolean> {
    let existed = false;
    await this.change((state) => {
      const rules = state.rules.filter(({ shown }) => shown.id !== id);
      existed = rules.length < state.rules.length;
      return { ...state, rules };
    });
    return existed;
  }

  /** Removes all rules; calls that are being delayed go on at once. */
  async clear(): Promise<void> {
    if (this.shared || this.rules.length > 0) {
      await this.change(({ lastId, clearings }) => ({ rules: [], lastId, clearings: clearings + 1 }));
    }
    this.release();
  }

  /** Calls that are being delayed go on at once. */
  release(): void {
    this.delays.end();
  }

  before(call: InjectableCall, prefer: string | undefined): Promise<Answer> | undefined {
    // A wish of the request itself comes first and uses up no rule.
    if (prefer !== undefined) return Promise.reject(this.preferred(call, prefer));
    // Before a login nobody has looked yet whether another process has changed the rules.
    if (call.name === "login" && this.shared) return this.shared.refresh().then(() => this.byRules(call));
    return this.byRules(call);
  }

  private byRules(call: InjectableCall): Promise<Answer> | undefined {
    if (this.rules.length === 0) return undefined;
    const rule = this.rules.find((one) => isMeant(one, call));
    if (!rule) return undefined;
    if (this.shared) return this.takeShared(rule, call);
    this.become(countedDown(this.state, rule.shown.id));
    return this.answer(rule.shown, call);
  }

  /** Another process may take the last of its times at the same moment. */
  private async takeShared({ shown }: Rule, call: InjectableCall): Promise<Answer> {
    let isTaken = false;
    await this.change((state) => {
      isTaken = state.rules.some((one) => one.shown.id === shown.id);
      return countedDown(state, shown.id);
    });
    return isTaken ? this.answer(shown, call) : this.byRules(call);
  }

  private async change(change: (state: RuleState) => RuleState): Promise<void> {
    if (!this.shared) return this.become(change(this.state));
    await this.shared.change("faults", (value) => change({ ...noRules, ...(value as Partial<RuleState>) }));
  }

  private get state(): RuleState {
    const { rules, lastId, clearings } = this;
    return { rules, lastId, clearings };
  }

  private become({ rules, lastId, clearings }: RuleState): void {
    this.rules = rules;
    this.lastId = lastId;
    this.clearings = clearings;
  }

  private preferred(call: InjectableCall, name: string): Fault {
    if (declares(call.row, name)) return this.forced(call, name);
    const message = `asks for the fault ${JSON.stringify(name.slice(0, 64))}, which ${call.name} does not declare`;
    return badParameter("Prefer", message);
  }

  private async answer(rule: ForcedFault, call: InjectableCall): Promise<Answer> {
    const milliseconds = lengthOf(rule.delay_ms);
    if (milliseconds > 0) await this.delays.wait(milliseconds);
    if (rule.drop) throw markForced(new ForcedHttpAnswer("drop"), rule.id);
    if (rule.http) {
      const { status, retry_after } = rule.http;
      const retry = retry_after === undefined ? {} : { retryAfterSeconds: retry_after };
      throw markForced(new ForcedHttpAnswer({ status, ...retry }), rule.id);
    }
    if (rule.fault !== null) throw this.forced(call, rule.fault, rule);
    return rule.result === undefined ? undefined : { result: rule.result, rule: rule.id };
  }

  /** As the operation would answer it: an internal failure comes with a reference that the log knows. */
  private forced(
    call: InjectableCall,
    name: string,
    { id, message = null, data: given = {} }: Partial<ForcedFault> = {},
  ): Fault {
    const { row } = call;
    const data = { ...naturalData(this.contract, call, name, () => this.logged(call.name)), ...given };
    const detail = message === null ? { data } : { message, data };
    // A global fault is found under any namespace.
    return markForced(this.contract.fault(row?.namespace ?? "", name, detail), id);
  }

  private logged(operation: string): string {
    const reference = randomUUID();
    const error = new Error("the test control was asked for this failure");
    this.observer.callFailed(error, operation, reference);
    return reference;
  }
}

interface RuleState {
  readonly rules: readonly Rule[];
  readonly lastId: number;
  /** How often all rules were removed: what waits because of one of them goes on then. */
  readonly clearings: number;
}

const noRules: RuleState = { rules: [], lastId: 0, clearings: 0 };

function countedDown(state: RuleState, id: number): RuleState {
  const rules = state.rules.flatMap((rule) => {
    const { times } = rule.shown;
    if (rule.shown.id !== id || times === 0) return rule;
    return times === 1 ? [] : { ...rule, shown: { ...rule.shown, times: times - 1 } };
  });
  return { ...state, rules };
}

function lengthOf(delay: Delay): number {
  return typeof delay === "number" ? delay : randomInt(delay.min, delay.max + 1);
}

function isMeant({ shown, session }: Rule, call: InjectableCall): boolean {
  const isNamed = shown.operation === call.name || (shown.operation === anyOperation && !call.isEnvelope);
  if (!isNamed) return false;
  if (session !== undefined && call.principal?.session?.id !== session) return false;
  return shown.match === undefined || fits(shown.match, call);
}

/** Are the arguments of the call, as the operation understands them, those of the rule? */
function fits(match: Readonly<Record<string, unknown>>, { row, args, parameters }: InjectableCall): boolean {
  if (parameters) return isPart(match, parameters);
  if (!row || !args) return false;
  let values: readonly unknown[];
  try {
    values = positionalArguments(row, args);
  } catch {
    return false;
  }
  return row.params.every((param, index) => {
    if (!Object.hasOwn(match, param.name)) return true;
    return isPart(coerce(param, match[param.name]), coerce(param, values[index]));
  });
}
