/** The rules and their counters, as plain data that several processes can share, and the choice of the rule for a call. */
import { createHash } from "node:crypto";
import type { components } from "../../../generated/rest.js";
import type { Match } from "../matching/call-match.js";

/** A rule as the test control shows it. */
export type ForcedFault = components["schemas"]["InjectedFault"];

export interface StoredRule {
  readonly shown: ForcedFault;
  /** Complete: `shown` lacks the credentials of headers. */
  readonly match?: Match | undefined;
  /** Hash of the session to which the rule is limited. */
  readonly session?: string | undefined;
  /** Matching calls, answered or not; counted only for rules with `nth` or `probability`. */
  readonly seen: number;
  readonly bytes: number;
  /** Whether it comes from RULES or from a dataset. */
  readonly isOfStart?: boolean;
}

export interface RuleState {
  readonly rules: readonly StoredRule[];
  readonly lastId: number;
  /** How often all rules were cleared: a change ends all delays in every process. */
  readonly clearings: number;
}

export const noRules: RuleState = { rules: [], lastId: 0, clearings: 0 };

/** Whether the rule can still answer a call. Otherwise it is only listed. */
export function isLive({ shown, seen }: StoredRule): boolean {
  return !isUsedUp(shown) && (shown.nth === undefined || seen < shown.nth);
}

function isUsedUp({ times, hits }: ForcedFault): boolean {
  return times > 0 && hits >= times;
}

/**
 * Chooses the oldest rule that is due for a call and counts the call.
 * @param isMeant reports whether a rule matches the call
 */
export function chooseRule(
  state: RuleState,
  isMeant: (rule: StoredRule) => boolean,
): { readonly state: RuleState; readonly chosen: ForcedFault | undefined } {
  let chosen: ForcedFault | undefined;
  const rules = state.rules.map((rule) => {
    if (!isLive(rule) || !isMeant(rule)) return rule;
    const counted = isCounting(rule.shown) ? { ...rule, seen: rule.seen + 1 } : rule;
    if (chosen || !isDue(counted)) return counted;
    chosen = rule.shown;
    // With `after`, the hit is counted once the call has been executed (`takeHit`).
    return rule.shown.when === "after" ? counted : hit(counted);
  });
  return { state: { ...state, rules }, chosen };
}

/** Counts a hit, unless other calls used the rule up meanwhile. */
export function takeHit(
  state: RuleState,
  id: number,
): { readonly state: RuleState; readonly isTaken: boolean } {
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

/** A number from 0 to 1 that depends only on the seed and the number of the call. */
export function chance(seed: number, call: number): number {
  return createHash("sha256").update(`${seed} ${call}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** Every call is compared with all rules. */
export const maxRules = 1000;

/** Bytes of all rules together; large results make up most of them. */
export const maxRuleBytes = 16 * 1024 * 1024;

/** Drops the oldest rules that can no longer answer a call when there are too many rules or bytes. */
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
