/** Which rule answers a call: rules with what is counted of them, as data that several processes can share. */
import { createHash } from "node:crypto";
import type { Delay, FaultRequest } from "./fault-rules.js";

/** A rule as the test control shows it. What was not asked for is absent, but for the first seven. */
export interface ForcedFault extends Omit<FaultRequest, "fault" | "message"> {
  readonly id: number;
  readonly operation: string;
  readonly fault: string | null;
  readonly message: string | null;
  readonly times: number;
  /** Calls that it answered. */
  readonly hits: number;
  readonly delay_ms: Delay;
  /** Of an undeclared fault. */
  readonly code?: number;
}

export interface StoredRule {
  readonly shown: ForcedFault;
  /** The hash of the session that it is for. */
  readonly session?: string | undefined;
  /** Calls that matched, whoever answered them; counted where that decides. */
  readonly seen: number;
  readonly bytes: number;
}

export interface RuleState {
  readonly rules: readonly StoredRule[];
  readonly lastId: number;
  /** How often all rules were removed: what waits because of one of them goes on then. */
  readonly clearings: number;
}

export const noRules: RuleState = { rules: [], lastId: 0, clearings: 0 };

/** May it still answer a call? Otherwise it is only shown. */
export function isLive({ shown, seen }: StoredRule): boolean {
  return !isUsedUp(shown) && (shown.nth === undefined || seen < shown.nth);
}

export function isUsedUp({ times, hits }: ForcedFault): boolean {
  return times > 0 && hits >= times;
}

/**
 * The earliest rule that is due answers a call.
 * @param isMeant whether a rule matches the call
 */
export function choose(
  state: RuleState,
  isMeant: (rule: StoredRule) => boolean,
): { readonly state: RuleState; readonly chosen: ForcedFault | undefined } {
  let chosen: ForcedFault | undefined;
  const rules = state.rules.map((rule) => {
    if (!isLive(rule) || !isMeant(rule)) return rule;
    const counted = isCounting(rule.shown) ? { ...rule, seen: rule.seen + 1 } : rule;
    if (chosen || !isDue(counted)) return counted;
    chosen = rule.shown;
    // What comes after the effect is a hit only once there was one.
    return rule.shown.when === "after" ? counted : hit(counted);
  });
  return { state: { ...state, rules }, chosen };
}

/** Counts a hit, unless other calls used the rule up meanwhile. */
export function take(state: RuleState, id: number): { readonly state: RuleState; readonly isTaken: boolean } {
  let isTaken = false;
  const rules = state.rules.map((rule) => {
    if (rule.shown.id !== id || isUsedUp(rule.shown)) return rule;
    isTaken = true;
    return hit(rule);
  });
  return { state: { ...state, rules }, isTaken };
}

function hit(rule: StoredRule): StoredRule {
  return { ...rule, shown: { ...rule.shown, hits: rule.shown.hits + 1 } };
}

function isCounting({ nth, probability }: ForcedFault): boolean {
  return nth !== undefined || probability !== undefined;
}

function isDue({ shown: { nth, probability, seed }, seen }: StoredRule): boolean {
  if (nth !== undefined) return seen === nth;
  return probability === undefined || chance(seed ?? 0, seen) < probability;
}

/** From 0 to 1, the same for the same seed and call. */
function chance(seed: number, call: number): number {
  return createHash("sha256").update(`${seed} ${call}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Every call is compared with all of them. */
export const maxRules = 1000;

/** Of all rules together, most of it in the results of some. */
export const maxRuleBytes = 16 * 1024 * 1024;

/** Rules that are only shown go when there is no room for them, the oldest first. */
export function withinBounds(rules: readonly StoredRule[]): readonly StoredRule[] {
  let tooMany = rules.length - maxRules;
  let tooLong = rules.reduce((sum, { bytes }) => sum + bytes, -maxRuleBytes);
  if (tooMany <= 0 && tooLong <= 0) return rules;
  return rules.filter((rule) => {
    if (isLive(rule) || (tooMany <= 0 && tooLong <= 0)) return true;
    tooMany -= 1;
    tooLong -= rule.bytes;
    return false;
  });
}
