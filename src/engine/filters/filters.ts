/**
 * Translates the `filters` of a list operation to a storage query (conventions 9). Pure, and independent of entities.
 *
 * A storage query is in conjunctive normal form ("where" and "any"), so every condition is parsed to that form: clauses that
 * must all hold, each with conditions of which at least one must hold.
 */
import type { Condition, Query } from "./query.js";
import { isObject, toFlag, type DataObject } from "../values/coercion.js";
import { toDateTime } from "../values/dates.js";
import { cutText, quote } from "../values/messages.js";
import { meantName } from "../config/spelling.js";
import type { FilterFields } from "./filter-field.js";
import {
  operatorOf,
  filterError,
  FilterError,
  maxOperands,
  toStoredOperand,
  conditionOn,
  requireUsable,
  type Clause,
  type FilteredAttribute,
} from "./filter-operators.js";

/** A condition is one (attribute, operator) pair (conventions 9.2). */
const maxConditions = 50;

/** In all patterns together: each costs time for every text that is searched. */
const maxPatternCharacters = 1000;

/** Conditions in one query: alternatives of several operators each multiply in conjunctive normal form. */
const maxTests = 5000;

/** The query for `filters`, or a message about their problem. */
export function parseFilters(
  filters: DataObject,
  fields: FilterFields,
): { readonly query: Query } | { readonly problem: string } {
  const budget = new FilterBudget();
  try {
    const keys = Object.keys(filters);
    if (keys.length > maxConditions) throw tooMany(maxConditions, "conditions");
    const clauses = keys.flatMap((key) => {
      const field = fields.get(key);
      if (!field) {
        const meant = meantName(key, fields.names?.() ?? []);
        throw new FilterError(`${cutText(key)}: is not an attribute that can be filtered by${meant}.`);
      }
      return condition({ key, field }, filters[key], budget);
    });
    return { query: queryOf(clauses) };
  } catch (error) {
    if (error instanceof FilterError) return { problem: error.message };
    throw error;
  }
}

type Formula = readonly Clause[];

function queryOf(clauses: Formula): Query {
  const where = clauses.filter(({ length }) => length === 1).flat();
  const any = clauses.filter(({ length }) => length > 1);
  return { ...(where.length > 0 ? { where } : {}), ...(any.length > 0 ? { any } : {}) };
}

/** Counts conditions, operands and pattern characters. Throws FilterError above the maximum. */
class FilterBudget {
  private conditions = 0;
  private operands = 0;
  private patternCharacters = 0;

  add(operands: number): void {
    this.conditions += 1;
    this.operands += operands;
    if (this.conditions > maxConditions) throw tooMany(maxConditions, "conditions");
    if (this.operands > maxOperands) throw tooMany(maxOperands, "operands");
  }

  addPattern(characters: number): void {
    this.patternCharacters += characters;
    if (this.patternCharacters > maxPatternCharacters) {
      throw tooMany(maxPatternCharacters, "characters in the patterns of like and nlike");
    }
  }
}

function tooMany(maximum: number, things: string): FilterError {
  return new FilterError(`Filters can have at most ${maximum} ${things}.`);
}

/** Parses a condition in any form of conventions 9.1. */
function condition(subject: FilteredAttribute, value: unknown, budget: FilterBudget): Formula {
  if (Array.isArray(value)) return alternatives(subject, value, budget);
  if (isObject(value))
    return isAnyOf(value) ? anyOf(subject, value, budget) : allOperators(subject, value, budget);
  budget.add(1);
  return [bareValue(subject, value)];
}

function alternatives(subject: FilteredAttribute, list: readonly unknown[], budget: FilterBudget): Formula {
  if (list.length === 0) throw filterError(subject, emptyCondition);
  const values = list.filter((element) => !isObject(element));
  if (values.length > 0) budget.add(values.length);
  const formulas = list.filter(isObject).map((element) => allOperators(subject, element, budget));
  if (values.length > 0) formulas.push([anyBareValue(subject, values)]);
  return formulas.reduce((one, other) => either(subject, one, other));
}

/** `{or: [condition, …]}` is the list of conditions by its name. */
function isAnyOf(value: Record<string, unknown>): boolean {
  return Object.hasOwn(value, "or");
}

function anyOf(subject: FilteredAttribute, value: Record<string, unknown>, budget: FilterBudget): Formula {
  if (!Array.isArray(value.or))
    throw filterError(subject, `or takes a list of conditions, not ${quote(value.or)}`);
  const [other] = Object.keys(value).filter((name) => name !== "or");
  if (other !== undefined)
    throw filterError(
      subject,
      `or cannot be combined with other operators; put ${cutText(other)} into the conditions of its list`,
    );
  return alternatives(subject, value.or, budget);
}

const emptyCondition = "the condition is empty; omit the attribute to have no condition";

function allOperators(
  subject: FilteredAttribute,
  operators: Record<string, unknown>,
  budget: FilterBudget,
): Formula {
  const isRange = Object.hasOwn(operators, "from") || Object.hasOwn(operators, "to");
  const names = Object.keys(operators).filter((name) => !(isRange && isTimeFlag(name)));
  if (names.length === 0) throw filterError(subject, emptyCondition);

  const bound = isRange ? boundReader(subject, operators) : undefined;
  return names.flatMap((name) => {
    const operator = operatorOf(subject, name);
    const operand = operators[name];
    if (isNoBound(name, operand)) return [];
    budget.add(operator.size(subject, operand));
    if (operator.isPattern && typeof operand === "string") budget.addPattern(operand.length);
    return [operator.clause(subject, bound && (name === "from" || name === "to") ? bound(operand) : operand)];
  });
}

/** A null bound of a range is not a bound. */
function isNoBound(name: string, operand: unknown): boolean {
  return (name === "from" || name === "to") && operand === null;
}

function isTimeFlag(name: string): boolean {
  return name === "date" || name === "datetime";
}

/** The conversion of `from` and `to`: with `date: true` or `datetime: true`, they are points in time. */
function boundReader(
  subject: FilteredAttribute,
  operators: Record<string, unknown>,
): (operand: unknown) => unknown {
  const isSet = (name: string) => {
    const flag = Object.hasOwn(operators, name) ? toFlag(operators[name]) : false;
    return requireUsable(
      subject,
      operators[name],
      flag,
      `true or false, which ${name} must be if it is used with from and to`,
    );
  };
  const [hasDay, hasTime] = [isSet("date"), isSet("datetime")];
  if (!hasDay && !hasTime) return (operand) => operand;
  return (operand) => {
    const time = requireUsable(
      subject,
      operand,
      toDateTime(operand),
      "an existing time of the form YYYY-MM-DD HH:MM:SS",
    );
    return hasTime ? time : `${time.slice(0, 10)} 00:00:00`;
  };
}

/** A value without operator: tests equality; null and "" test for an unset value. */
function bareValue(subject: FilteredAttribute, value: unknown): Clause {
  if (!asksForUnset(subject, value)) return [conditionOn(subject, "eq", toStoredOperand(subject, value))];
  // Only text can be stored empty; other types are unset only as null.
  const isEmpty = value === "" && subject.field.type === "text" ? [conditionOn(subject, "eq", "")] : [];
  return [...isEmpty, conditionOn(subject, "null")];
}

/** A list of values without operators: any of them, as one condition if possible. */
function anyBareValue(subject: FilteredAttribute, values: readonly unknown[]): Clause {
  const unset = values.filter((value) => asksForUnset(subject, value));
  const set = values
    .filter((value) => !asksForUnset(subject, value))
    .map((value) => toStoredOperand(subject, value));
  const isOneOf = set.length > 0 ? [conditionOn(subject, "in", set)] : [];
  return weakest([...isOneOf, ...unset.flatMap((value) => bareValue(subject, value))]);
}

/** Whether a value tests for an unset one. Lists of IDs are never unset, so null and "" are refused for them. */
function asksForUnset({ field }: FilteredAttribute, value: unknown): boolean {
  return (value === null || value === "") && field.type !== "membership";
}

/** The disjunction of two formulas: joins every clause of one with every clause of the other. */
function either(subject: FilteredAttribute, formula: Formula, other: Formula): Formula {
  const joined = new Map<string, Clause>();
  let tests = 0;
  for (const left of formula) {
    for (const right of other) {
      const clause = weakest([...left, ...right]);
      const name = JSON.stringify(clause);
      if (joined.has(name)) continue;
      joined.set(name, clause);
      tests += clause.length;
      if (tests > maxTests) throw filterError(subject, "too many alternatives of several operators each");
    }
  }
  return [...joined.values()];
}

/**
 * A clause without redundant conditions: of several lower bounds only the lowest remains. This keeps a long list of ranges
 * from multiplying into all combinations of their bounds.
 */
function weakest(clause: Clause): Clause {
  const strongest = new Map<string, Condition>();
  for (const candidate of clause) {
    const direction = boundDirection(candidate);
    const name = direction === 0 ? JSON.stringify([candidate.op, candidate.value]) : candidate.op;
    const known = strongest.get(name);
    if (!known || (direction !== 0 && isBeyond(candidate, known, direction))) strongest.set(name, candidate);
  }
  return [...strongest.values()];
}

/** -1 for lower and 1 for upper bounds on numbers and times, whose order is known here. 0 for other conditions. */
function boundDirection({ op, value }: Condition): -1 | 0 | 1 {
  const isPlain = typeof value === "number" || (typeof value === "string" && /^\d{4}-[\d :-]+$/.test(value));
  if (!isPlain) return 0;
  if (op === "gt" || op === "gteq") return -1;
  return op === "lt" || op === "lteq" ? 1 : 0;
}

function isBeyond(candidate: Condition, known: Condition, direction: -1 | 1): boolean {
  const [one, other] = [candidate.value, known.value] as [number | string, number | string];
  return direction < 0 ? one < other : one > other;
}
