/** Reads the file of rules, which lists the wanted differences and the reasons. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../../engine/values/coercion.js";
import type { LivingDoor } from "../doors/addresses.js";
import { differenceKinds, type AnswerDifference } from "./differences.js";

export interface DifferenceRule {
  /** A short name for reports. */
  readonly rule: string;
  /** The decision in a sentence, with a reference to its documentation. */
  readonly why: string;
  readonly door?: readonly string[];
  /** Who asked by REST. */
  readonly who?: readonly string[];
  /** In this and the following patterns, `*` matches any characters. */
  readonly operation?: readonly string[];
  readonly differs?: readonly string[];
  readonly path?: readonly string[];
  readonly recorded?: readonly string[];
  readonly received?: readonly string[];
  /** The text of the recorded fault or answer. */
  readonly message?: readonly string[];
}

export class RulesError extends Error {}

const members = ["door", "who", "operation", "differs", "path", "recorded", "received", "message"] as const;

/** Throws a `RulesError` that names file and rule. */
export function readRules(path: string, read = () => readFileSync(path, "utf8")): DifferenceRule[] {
  let document: unknown;
  try {
    document = parse(read());
  } catch (error) {
    throw new RulesError(`${path}: ${(error as Error).message}`);
  }
  if (!Array.isArray(document)) throw new RulesError(`${path} must be a list of rules`);
  return document.map((one: unknown, index) => ruleOf(one, `${path}, rule ${index + 1}`));
}

function ruleOf(given: unknown, place: string): DifferenceRule {
  if (!isObject(given)) throw new RulesError(`${place} must be an object`);
  for (const name of ["rule", "why"]) {
    if (typeof given[name] !== "string" || given[name] === "")
      throw new RulesError(`${place}: ${name} must be a text`);
  }
  const unknown = Object.keys(given).find(
    (name) => !["rule", "why", ...(members as readonly string[])].includes(name),
  );
  if (unknown !== undefined)
    throw new RulesError(
      `${place}: ${unknown} is not a member of a rule; they are rule, why, ${members.join(", ")}`,
    );
  const rule: Record<string, unknown> = { rule: given.rule, why: given.why };
  for (const name of members) {
    if (given[name] === undefined) continue;
    const texts = (Array.isArray(given[name]) ? given[name] : [given[name]]) as unknown[];
    if (!texts.every((text) => typeof text === "string"))
      throw new RulesError(`${place}: ${name} must be a text or a list of texts`);
    rule[name] = texts;
  }
  const kind = (rule.differs as string[] | undefined)?.find(
    (one) => !(differenceKinds as readonly string[]).includes(one),
  );
  if (kind !== undefined)
    throw new RulesError(`${place}: differs must be one of ${differenceKinds.join(", ")}, not ${kind}`);
  return rule as unknown as DifferenceRule;
}

interface JudgedExchange {
  readonly door: LivingDoor;
  readonly who?: string | undefined;
  readonly operation: string;
  readonly message: string;
}

/** The first rule that matches a difference. */
export function ruleFor(
  rules: readonly DifferenceRule[],
  difference: AnswerDifference,
  exchange: JudgedExchange,
): DifferenceRule | undefined {
  const { kind, path, recorded, received } = difference;
  const { door, who = "", operation, message } = exchange;
  const told = { door, who, operation, differs: kind, path, recorded, received, message };
  // A row that is missing in a list is not a member that is missing.
  const isRow = kind === "missing" && path.endsWith("[]");
  return rules.find(
    (rule) =>
      (!isRow || rule.path) &&
      members.every((name) => rule[name]?.some((pattern) => fits(pattern, told[name])) ?? true),
  );
}

/** A fault without a number (JSON-RPC of Magento) may be any: the other members of a rule decide. */
function fits(pattern: string, text: string): boolean {
  return matches(pattern, text) || (text === "fault" && pattern.startsWith("fault "));
}

const compiled = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  let form = compiled.get(pattern);
  if (!form) {
    const literal = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
    compiled.set(pattern, (form = new RegExp(`^${literal.join("[^]*")}$`, "i")));
  }
  return form.test(text);
}
