/** Forced answers and delays: a matching call gets the answer of a rule instead of being executed (docs/testing.md). */
import { createHash, randomInt, randomUUID } from "node:crypto";
import { badParameter, Fault } from "../../engine/contract/faults.js";
import type { Contract } from "../../engine/contract/contract.js";
import { positionalArguments } from "../../engine/contract/arguments.js";
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
import type { RuleTally } from "../coverage/coverage.js";
import { Delays } from "./delays.js";
import { matchDifferences, shownMatch } from "../matching/call-match.js";
import { anyOperation, isNamespace, isOperationOf } from "../matching/operations.js";
import { declares, targetOf, type FaultRequest } from "./fault-rules.js";
import { naturalData } from "./natural-data.js";
import { plausibleResult } from "./plausible.js";
import { ruleText } from "./rule-text.js";
import { forcedStatus } from "./http-answer.js";
import {
  chance,
  chooseRule,
  isLive,
  maxRuleBytes,
  maxRules,
  noRules,
  takeHit,
  withinBounds,
  type ForcedFault,
  type StoredRule,
  type RuleState,
} from "./rule-state.js";

export type { ForcedFault } from "./rule-state.js";

/** `Prefer: fault=none`: no rule answers or counts this call. */
const noFault = "none";

type Answer = ForcedAnswer | LaterAnswer | undefined;

export class ForcedFaults implements FaultInjection {
  isReady = false;
  private state = noRules;
  private live: readonly StoredRule[] = [];
  private readonly delays: Delays;

  /** @param shared values through which several processes share the rules */
  constructor(
    private readonly contract: Contract,
    private readonly observer: Pick<CallObserver, "callFailed">,
    private readonly shared?: SharedValues,
    private readonly tally?: RuleTally,
  ) {
    this.delays = new Delays(shared);
  }

  /** Takes over the rules as changed by another process. */
  adopt(value: unknown): void {
    const state: RuleState = { ...noRules, ...(value as Partial<RuleState> | null | undefined) };
    // Only a clearing ends delays: the calls of a rule that is merely used up stay delayed.
    if (state.clearings !== this.state.clearings) this.release();
    this.setState(state);
  }

  /** Why no further rule can be added; undefined if one can. */
  get fullness(): string | undefined {
    if (this.live.length >= maxRules) return `There are ${maxRules} rules already; delete some.`;
    const bytes = this.live.reduce((sum, rule) => sum + rule.bytes, 0);
    return bytes >= maxRuleBytes ? "The rules are too large; delete some." : undefined;
  }

  list(): readonly ForcedFault[] {
    return this.state.rules.map(({ shown }) => shown);
  }

  /** The calls of this process that wait for the delay of a rule. */
  get waiting(): ReturnType<Delays["list"]> {
    return this.delays.list();
  }

  /** Operations that the contracts do not know. */
  get undeclared(): readonly string[] {
    return this.list().flatMap(({ operation, undeclared }) => (undeclared ? [operation] : []));
  }

  /** @param request for which `faultProblems` returned no problem */
  async add(request: FaultRequest): Promise<ForcedFault> {
    let added: StoredRule | undefined;
    await this.change((state) => {
      const lastId = state.lastId + 1;
      added = this.stored(request, lastId);
      return { ...state, rules: withinBounds([...state.rules, added]), lastId };
    });
    const rule = added as unknown as StoredRule;
    this.tally?.added(counted(rule));
    return rule.shown;
  }

  /**
   * Sets the rules that are there from the start, before all others, in place of those that were set so before.
   * @param requests for which `ruleListProblems` returned no problem
   */
  async setStart(requests: readonly FaultRequest[]): Promise<void> {
    if (requests.length === 0 && !this.state.rules.some(({ isOfStart }) => isOfStart)) return;
    await this.change((state) => {
      let { lastId } = state;
      const added = requests.map((request) => ({ ...this.stored(request, (lastId += 1)), isOfStart: true }));
      const others = state.rules.filter(({ isOfStart }) => !isOfStart);
      return { ...state, rules: withinBounds([...added, ...others]), lastId };
    });
    for (const rule of this.state.rules) if (rule.isOfStart) this.tally?.added(counted(rule));
  }

  private stored(request: FaultRequest, id: number): StoredRule {
    const { session, match } = request;
    const shown = { ...shownRule(this.contract, request), id };
    return {
      shown,
      match,
      session: session === undefined ? undefined : createHash("sha256").update(session).digest("hex"),
      seen: 0,
      bytes: JSON.stringify({ ...shown, match }).length,
    };
  }

  /** Resolves to false if there is no rule with this number. */
  async remove(id: number): Promise<boolean> {
    let existed = false;
    await this.change((state) => {
      const rules = state.rules.filter(({ shown }) => shown.id !== id);
      existed = rules.length < state.rules.length;
      return { ...state, rules };
    });
    return existed;
  }

  /** Removes all rules and ends all delays. */
  async clear(): Promise<void> {
    if (this.shared || this.state.rules.length > 0) {
      await this.change(({ lastId, clearings }) => ({ rules: [], lastId, clearings: clearings + 1 }));
    }
    this.release();
  }

  /** Ends all delays. */
  release(): void {
    this.delays.wakeAll();
  }

  before(call: InjectableCall, prefer: string | undefined): Promise<Answer> | undefined {
    if (prefer === noFault) return undefined;
    // A `Prefer` header takes precedence over the rules and uses none up.
    if (prefer !== undefined) return Promise.reject(this.preferred(call, prefer));
    // Other calls have refreshed the shared values when they looked up their session; a login has not.
    if (call.name === "login" && this.shared) return this.shared.refresh().then(() => this.byRules(call));
    return this.byRules(call);
  }

  private byRules(call: InjectableCall): Promise<Answer> | undefined {
    const isMeant = (rule: StoredRule) => isFor(rule, call);
    if (!this.live.some(isMeant)) return undefined;
    if (this.shared) return this.chosenFromShared(isMeant, call);
    const { state, chosen } = chooseRule(this.state, isMeant);
    this.setState(state);
    return chosen && this.answer(chosen, call);
  }

  /** Chooses under the shared lock: another process may use up the rule at the same moment. */
  private async chosenFromShared(
    isMeant: (rule: StoredRule) => boolean,
    call: InjectableCall,
  ): Promise<Answer> {
    let chosen: ForcedFault | undefined;
    await this.change((before) => {
      const { state, chosen: one } = chooseRule(before, isMeant);
      chosen = one;
      return state;
    });
    return chosen && this.answer(chosen, call);
  }

  private async change(change: (state: RuleState) => RuleState): Promise<void> {
    if (!this.shared) return this.setState(change(this.state));
    await this.shared.change("faults", (value) => change({ ...noRules, ...(value as Partial<RuleState>) }));
  }

  private setState(state: RuleState): void {
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
    this.noteUse(rule);
    if (await this.delay(rule, call)) throw markForced(new ForcedHttpAnswer("given_up"), rule.id);
    const cut = this.outcome(rule, call);
    if (cut) return { result: plausibleResult(this.contract, call), cut, rule: rule.id };
    return rule.result === undefined ? undefined : { result: rule.result, rule: rule.id };
  }

  private async answerAfterwards(rule: ForcedFault, call: InjectableCall): Promise<RuleAnswer | undefined> {
    let isTaken = false;
    await this.change((before) => {
      const taken = takeHit(before, rule.id);
      isTaken = taken.isTaken;
      return taken.state;
    });
    if (!isTaken) return undefined;
    this.noteUse(rule);
    await this.delay(rule, call);
    return { rule: rule.id, cut: this.outcome(rule, call) };
  }

  private noteUse({ id }: ForcedFault): void {
    const rule = this.state.rules.find(({ shown }) => shown.id === id);
    if (rule) this.tally?.used(counted(rule));
  }

  /** Resolves to whether the client has disconnected during the delay. */
  private async delay({ id, delay_ms, hits }: ForcedFault, call: InjectableCall): Promise<boolean> {
    const milliseconds = lengthOf(delay_ms, hits);
    return milliseconds > 0 && this.delays.wait({ milliseconds, rule: id, call });
  }

  /** Throws the forced fault or HTTP answer. Returns how to truncate the answer, undefined if not at all. */
  private outcome(rule: ForcedFault, call: InjectableCall): CutAnswer | undefined {
    const { id, drop, http, body, fault } = rule;
    if (drop) throw markForced(new ForcedHttpAnswer("drop"), id);
    if (http) {
      const answer = forcedStatus(http);
      if (body === "truncated" && answer !== "reset") return answer;
      throw markForced(
        new ForcedHttpAnswer(body === "html" && answer !== "reset" ? { ...answer, body } : answer),
        id,
      );
    }
    if (fault === null) return undefined;
    throw rule.undeclared ? undeclaredFault(rule) : this.forced(call, fault, rule);
  }

  /** Creates the fault as the operation itself would, including the reference to the log of an internal failure. */
  private forced(
    call: InjectableCall,
    name: string,
    { id, message = null, data: given = {} }: Partial<ForcedFault> = {},
  ): Fault {
    const { row } = call;
    const data = { ...naturalData(this.contract, call, name, () => this.logged(call.name)), ...given };
    const detail = message === null ? { data } : { message, data };
    // Global faults are found under any namespace, so an empty one will do.
    return markForced(this.contract.fault(row?.namespace ?? "", name, detail), id);
  }

  private logged(operation: string): string {
    const reference = randomUUID();
    const error = new Error("the test control was told to cause this failure");
    this.observer.callFailed(error, operation, reference);
    return reference;
  }
}

function counted({ shown, isOfStart = false }: StoredRule): Parameters<RuleTally["added"]>[0] {
  return { id: shown.id, text: ruleText(shown), isOfStart };
}

function shownRule(contract: Contract, request: FaultRequest): ForcedFault {
  const { operation, fault, message, times, delay_ms, session, probability, seed, match, ...more } = request;
  const { name = "undeclared", ...details } = typeof fault === "object" ? fault : { name: fault };
  return {
    id: 0,
    operation: targetOf(contract, operation)?.name ?? operation,
    fault: fault === undefined ? null : name,
    message: message ?? null,
    times: times ?? 1,
    hits: 0,
    delay_ms: delay_ms ?? 0,
    ...details,
    ...more,
    ...(match === undefined ? {} : { match: shownMatch(match) }),
    // The seed is shown so that a random sequence can be repeated.
    ...(probability === undefined ? {} : { probability, seed: seed ?? randomInt(2 ** 32) }),
    ...(session === undefined ? {} : { session: `${session.slice(0, 4)}…` }),
  };
}

function undeclaredFault({ id, operation, fault, code = 0, message, data = {} }: ForcedFault): Fault {
  const row = { code, status: 422, message: message ?? "" };
  const [namespace] = operation.split(".");
  return markForced(new Fault(fault ?? "", row, namespace, { data }), id);
}

/** @returns the milliseconds of a delay. @param hit the number of the call, which decides with the seed of a range */
export function lengthOf(delay: ForcedFault["delay_ms"], hit: number): number {
  if (typeof delay === "number") return delay;
  const { min, max, seed } = delay;
  if (seed === undefined) return randomInt(min, max + 1);
  return min + Math.floor(chance(seed, hit) * (max - min + 1));
}

function isFor({ shown, match, session }: StoredRule, call: InjectableCall): boolean {
  const { operation, undeclared = false, fault } = shown;
  if (undeclared !== (call.isUndeclared ?? false)) return false;
  if (!isOperationOf(operation, call.name)) return false;
  if (isNamespace(operation) && fault !== null && !undeclared && !declares(call.row, fault)) return false;
  // The envelope of a multiCall only matches by its name.
  if (call.isEnvelope && operation === anyOperation) return false;
  if (session !== undefined && call.principal?.session?.id !== session) return false;
  if (match === undefined) return true;
  const { row, caller, door, header } = call;
  const matched = { row, caller, door, header, args: () => argumentsOf(call) };
  return matchDifferences(match, matched).next().done === true;
}

/** Arguments by name; undefined if they cannot be read. */
function argumentsOf({
  row,
  args,
  parameters,
}: InjectableCall): Readonly<Record<string, unknown>> | undefined {
  if (parameters) return parameters;
  if (!args) return undefined;
  if (!row) return namedMembers(args) as Readonly<Record<string, unknown>> | undefined;
  try {
    const values = positionalArguments(row, args);
    return Object.fromEntries(row.params.map(({ name }, index) => [name, values[index]]));
  } catch {
    return undefined;
  }
}

/** Arguments by the names that were sent; an undeclared operation has no parameter names of a contract. */
function namedMembers(args: ArgumentForm): unknown {
  if (args.form === "named") return args.members;
  return args.form === "wrapped" ? args.args : undefined;
}
