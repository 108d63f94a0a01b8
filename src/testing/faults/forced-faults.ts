/** Answers and delays that testers ask for: the next calls get them without any effect (interface 4). */
import { createHash, randomInt, randomUUID } from "node:crypto";
import { badParameter, Fault } from "../../engine/calls/faults.js";
import type { Contract } from "../../engine/contract/contract.js";
import { coerce, positionalArguments } from "../../engine/contract/arguments.js";
import {
  ForcedHttpAnswer,
  markForced,
  type FaultInjection,
  type ForcedAnswer,
  type InjectableCall,
  type LaterAnswer,
  type RuleAnswer,
} from "../../engine/calls/fault-injection.js";
import type { ArgumentForm } from "../../engine/contract/arguments.js";
import type { SharedValues } from "../../engine/storage/shared.js";
import type { CallObserver, CutAnswer } from "../../engine/calls/observer.js";
import { Delays } from "./delays.js";
import { anyOperation, declares, targetOf, type Delay, type FaultRequest } from "./fault-rules.js";
import { isSubset } from "./matching.js";
import { naturalData } from "./natural-data.js";
import { plausibleResult } from "./plausible.js";
import {
  choose,
  isLive,
  maxRuleBytes,
  maxRules,
  noRules,
  take,
  withinBounds,
  type ForcedFault,
  type StoredRule,
  type RuleState,
} from "./rule-state.js";

export type { ForcedFault } from "./rule-state.js";

/** `Prefer: fault=none`: no rule answers this call, nor counts it. */
const noFault = "none";

type Answer = ForcedAnswer | LaterAnswer | undefined;

export class ForcedFaults implements FaultInjection {
  isReady = false;
  private state = noRules;
  private live: readonly StoredRule[] = [];
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
    if (state.clearings !== this.state.clearings) this.release();
    this.become(state);
  }

  /** Why no more can be set, if so. */
  get fullness(): string | undefined {
    if (this.live.length >= maxRules) return `There are ${maxRules} rules; delete some.`;
    const bytes = this.live.reduce((sum, rule) => sum + rule.bytes, 0);
    return bytes >= maxRuleBytes ? "The rules hold too much; delete some." : undefined;
  }

  list(): readonly ForcedFault[] {
    return this.state.rules.map(({ shown }) => shown);
  }

  /** Operations that the contracts do not know. */
  get undeclared(): readonly string[] {
    return this.list().flatMap(({ operation, undeclared }) => (undeclared ? [operation] : []));
  }

  /** The request has no `faultProblems`. */
  async add(request: FaultRequest): Promise<ForcedFault> {
    const { session } = request;
    const shown = shownRule(this.contract, request);
    const hash = session === undefined ? undefined : createHash("sha256").update(session).digest("hex");
    const bytes = JSON.stringify(shown).length;
    let added: ForcedFault = shown;
    await this.change((state) => {
      const lastId = state.lastId + 1;
      added = { ...shown, id: lastId };
      const rules = [...state.rules, { shown: added, session: hash, seen: 0, bytes }];
      return { ...state, rules: withinBounds(rules), lastId };
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
    if (this.shared || this.state.rules.length > 0) {
      await this.change(({ lastId, clearings }) => ({ rules: [], lastId, clearings: clearings + 1 }));
    }
    this.release();
  }

  /** Calls that are being delayed go on at once. */
  release(): void {
    this.delays.end();
  }

  before(call: InjectableCall, prefer: string | undefined): Promise<Answer> | undefined {
    if (prefer === noFault) return undefined;
    // A wish of the request itself comes first and uses up no rule.
    if (prefer !== undefined) return Promise.reject(this.preferred(call, prefer));
    // Before a login nobody has looked yet whether another process has changed the rules.
    if (call.name === "login" && this.shared) return this.shared.refresh().then(() => this.byRules(call));
    return this.byRules(call);
  }

  private byRules(call: InjectableCall): Promise<Answer> | undefined {
    const isMeant = (rule: StoredRule) => isFor(rule, call);
    if (!this.live.some(isMeant)) return undefined;
    if (this.shared) return this.chosenBySharing(isMeant, call);
    const { state, chosen } = choose(this.state, isMeant);
    this.become(state);
    return chosen && this.answer(chosen, call);
  }

  /** Another process may take the last of its times at the same moment. */
  private async chosenBySharing(
    isMeant: (rule: StoredRule) => boolean,
    call: InjectableCall,
  ): Promise<Answer> {
    let chosen: ForcedFault | undefined;
    await this.change((before) => {
      const { state, chosen: one } = choose(before, isMeant);
      chosen = one;
      return state;
    });
    return chosen && this.answer(chosen, call);
  }

  private async change(change: (state: RuleState) => RuleState): Promise<void> {
    if (!this.shared) return this.become(change(this.state));
    await this.shared.change("faults", (value) => change({ ...noRules, ...(value as Partial<RuleState>) }));
  }

  private become(state: RuleState): void {
    this.state = state;
    this.live = state.rules.filter(isLive);
    this.isReady = this.live.length > 0;
  }

  private preferred(call: InjectableCall, name: string): Fault {
    if (declares(call.row, name)) return this.forced(call, name);
    const own = call.row ? `; its own are: ${call.row.faults.join(", ") || "none"}` : "";
    const message = `asks for the fault ${JSON.stringify(name.slice(0, 64))}, which ${call.name} does not declare${own}`;
    return badParameter("Prefer", message);
  }

  private async answer(rule: ForcedFault, call: InjectableCall): Promise<Answer> {
    if (rule.when === "after") return { afterwards: () => this.answerAfterwards(rule, call) };
    await this.delay(rule);
    const cut = this.outcome(rule, call);
    if (cut) return { result: plausibleResult(this.contract, call), cut, rule: rule.id };
    return rule.result === undefined ? undefined : { result: rule.result, rule: rule.id };
  }

  private async answerAfterwards(rule: ForcedFault, call: InjectableCall): Promise<RuleAnswer | undefined> {
    let isTaken = false;
    await this.change((before) => {
      const taken = take(before, rule.id);
      isTaken = taken.isTaken;
      return taken.state;
    });
    if (!isTaken) return undefined;
    await this.delay(rule);
    return { rule: rule.id, cut: this.outcome(rule, call) };
  }

  private async delay({ delay_ms }: ForcedFault): Promise<void> {
    const milliseconds = lengthOf(delay_ms);
    if (milliseconds > 0) await this.delays.wait(milliseconds);
  }

  /** Throws what is answered in place of a result; how the answer is to be cut, if so. */
  private outcome(rule: ForcedFault, call: InjectableCall): CutAnswer | undefined {
    const { id, drop, http, body, fault } = rule;
    if (drop) throw markForced(new ForcedHttpAnswer("drop"), id);
    if (http) {
      const { status, retry_after } = http;
      const head = { status, ...(retry_after === undefined ? {} : { retryAfterSeconds: retry_after }) };
      if (body === "truncated") return head;
      throw markForced(new ForcedHttpAnswer(body === undefined ? head : { ...head, body }), id);
    }
    if (fault === null) return undefined;
    throw rule.undeclared ? undeclaredFault(rule) : this.forced(call, fault, rule);
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

function shownRule(contract: Contract, request: FaultRequest): ForcedFault {
  const { operation, fault, message, times, delay_ms, session, probability, seed, ...more } = request;
  const { name = "undeclared", ...told } = typeof fault === "object" ? fault : { name: fault };
  return {
    id: 0,
    operation: targetOf(contract, operation)?.name ?? operation,
    fault: fault === undefined ? null : name,
    message: message ?? null,
    times: times ?? 1,
    hits: 0,
    delay_ms: delay_ms ?? 0,
    ...told,
    ...more,
    // Told, so that what chance did can be done again.
    ...(probability === undefined ? {} : { probability, seed: seed ?? randomInt(2 ** 32) }),
    ...(session === undefined ? {} : { session: `${session.slice(0, 4)}…` }),
  };
}

function undeclaredFault({ id, operation, fault, code = 0, message, data = {} }: ForcedFault): Fault {
  const row = { code, status: 422, message: message ?? "" };
  const [namespace] = operation.split(".");
  return markForced(new Fault(fault ?? "", row, namespace, { data }), id);
}

function lengthOf(delay: Delay): number {
  return typeof delay === "number" ? delay : randomInt(delay.min, delay.max + 1);
}

function isFor({ shown, session }: StoredRule, call: InjectableCall): boolean {
  const { operation, undeclared = false, match } = shown;
  if (undeclared !== (call.isUndeclared ?? false)) return false;
  const isNamed = operation === call.name || (operation === anyOperation && !call.isEnvelope);
  if (!isNamed) return false;
  if (session !== undefined && call.principal?.session?.id !== session) return false;
  return match === undefined || fits(match, call);
}

/** Are the arguments of the call, as the operation understands them, those of the rule? */
function fits(match: Readonly<Record<string, unknown>>, { row, args, parameters }: InjectableCall): boolean {
  if (parameters) return isSubset(match, parameters);
  if (!row && args) return isSubset(match, namedMembers(args));
  if (!row || !args) return false;
  let values: readonly unknown[];
  try {
    values = positionalArguments(row, args);
  } catch {
    return false;
  }
  return row.params.every((param, index) => {
    if (!Object.hasOwn(match, param.name)) return true;
    return isSubset(coerce(param, match[param.name]), coerce(param, values[index]));
  });
}

/** By the names that were sent: there is no contract that knows others. */
function namedMembers(args: ArgumentForm): unknown {
  if (args.form === "named") return args.members;
  return args.form === "wrapped" ? args.args : undefined;
}
