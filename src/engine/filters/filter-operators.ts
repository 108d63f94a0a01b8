/** The operators of filters and their operands (conventions 9.2). */
import type { Condition, Op } from "./query.js";
import { decimalText, longestText, toDecimal, toText } from "../values/coercion.js";
import { cutText, quote } from "../values/messages.js";
import { toDateTime, toDay } from "../values/dates.js";
import type { FilterField } from "./filter-field.js";

/** An error in the filters, with a message for the caller. Caught by parseFilters. */
export class FilterError extends Error {}

/** The attribute of the condition that is being parsed. */
export interface FilteredAttribute {
  readonly key: string;
  readonly field: FilterField;
}

/** Conditions of which at least one must hold. */
export type Clause = readonly Condition[];

export interface Operator {
  /** The number of scalars in the operand. */
  size(subject: FilteredAttribute, operand: unknown): number;
  clause(subject: FilteredAttribute, operand: unknown): Clause;
  readonly isPattern?: true;
}

/** Throws FilterError if the field does not have the operator. */
export function operatorOf(subject: FilteredAttribute, name: string): Operator {
  const known = subject.field.type === "membership" ? membershipOperators : operators;
  const operator = known.get(name);
  if (operator) return operator;
  if (name === "regexp") throw filterError(subject, "regexp is not supported; use like, with % and _");
  const names = [...known.keys()].join(", ");
  throw filterError(
    subject,
    `${cutText(name)} is not an operator that can be used here; the operators are ${names}`,
  );
}

const one = () => 1;
const none = () => 0;

/** Compares with one scalar. */
function comparison(op: Op): Operator {
  return {
    size: one,
    clause: (subject, operand) => [conditionOn(subject, op, toStoredOperand(subject, operand))],
  };
}

/** Compares with a list of scalars. */
function listComparison(op: "in" | "nin"): Operator {
  return {
    size: (subject, operand) => listOf(subject, operand).length,
    clause: (subject, operand) => [
      conditionOn(
        subject,
        op,
        listOf(subject, operand).map((value) => toStoredOperand(subject, value)),
      ),
    ],
  };
}

/** Maximum number of scalars in all operands together (conventions 9.2). */
export const maxOperands = 1000;

/** The elements of a list, or a text split at its commas. */
function listOf(subject: FilteredAttribute, operand: unknown): readonly unknown[] {
  if (Array.isArray(operand)) return operand;
  if (typeof operand === "string") {
    const list = operand.split(",", maxOperands + 1);
    // The end of an overlong text has been replaced (values/coercion.ts).
    const isCut = list.length <= maxOperands && operand.length > longestText;
    if (isCut) throw filterError(subject, `${quote(operand)} is too long for a list`);
    return list;
  }
  if (typeof operand === "number") return [operand];
  throw filterError(subject, `in and nin take a list of values, not ${quote(operand)}`);
}

function pattern(op: "like" | "nlike"): Operator {
  return {
    size: one,
    isPattern: true,
    clause: (subject, operand) => [
      conditionOn(subject, op, requireUsable(subject, operand, toText(operand), "a text")),
    ],
  };
}

/** An operator that ignores its operand. */
function presence(op: "null" | "notnull"): Operator {
  return { size: none, clause: (subject) => [conditionOn(subject, op)] };
}

const is: Operator = {
  size: none,
  clause: (subject, operand) => {
    if (operand !== null)
      throw filterError(subject, `the operator is takes only null; use eq to compare with ${quote(operand)}`);
    return [conditionOn(subject, "null")];
  },
};

/** As `op`, but an empty text tests whether there is a value at all. */
function orPresence(op: "eq" | "neq", whenEmpty: "null" | "notnull"): Operator {
  const compare = comparison(op);
  return {
    size: one,
    clause: (subject, operand) =>
      operand === "" ? [conditionOn(subject, whenEmpty)] : compare.clause(subject, operand),
  };
}

/** Tests for an element of a comma-separated text. */
const finset: Operator = {
  size: one,
  clause: (subject, operand) => {
    const value = toStoredOperand(subject, operand);
    return [conditionOn(subject, "finset", typeof value === "number" ? decimalText(value) : value)];
  },
};

const operators: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    eq: comparison("eq"),
    neq: comparison("neq"),
    in: listComparison("in"),
    nin: listComparison("nin"),
    gt: comparison("gt"),
    lt: comparison("lt"),
    gteq: comparison("gteq"),
    lteq: comparison("lteq"),
    from: comparison("gteq"),
    to: comparison("lteq"),
    like: pattern("like"),
    nlike: pattern("nlike"),
    null: presence("null"),
    notnull: presence("notnull"),
    is,
    finset,
    seq: orPresence("eq", "null"),
    sneq: orPresence("neq", "notnull"),
  }),
);

/** Also matches a list without members, which the negated condition of the storage does not match. */
function orNoMembers(operator: Operator): Operator {
  return {
    size: (subject, operand) => operator.size(subject, operand),
    clause: (subject, operand) => [...operator.clause(subject, operand), conditionOn(subject, "null")],
  };
}

/** Operators for lists of IDs: contains any of them, contains none of them (catalog 9.2). */
const membershipOperators: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    eq: comparison("eq"),
    in: listComparison("in"),
    finset: comparison("eq"),
    neq: orNoMembers(comparison("neq")),
    nin: orNoMembers(listComparison("nin")),
  }),
);

/** A condition of a storage query. */
export function conditionOn({ field }: FilteredAttribute, op: Op, value?: unknown): Condition {
  const type = operands[field.type].storedAs;
  return { path: field.path, type, op, ...(value === undefined ? {} : { value }) };
}

interface OperandType {
  readonly storedAs: "number" | "text";
  readonly read: (value: unknown) => string | number | undefined;
  /** The required form of an operand, for messages. */
  readonly noun: string;
}

const number: OperandType = {
  storedAs: "number",
  read: (value) => toDecimal(asDigit(value)),
  noun: "a number",
};
const text: OperandType = { storedAs: "text", read: (value) => toText(asDigit(value)), noun: "a text" };

const operands: { readonly [T in FilterField["type"]]: OperandType } = {
  number,
  boolean: number,
  membership: number,
  text,
  datetime: { storedAs: "text", read: toDateTime, noun: "an existing time of the form YYYY-MM-DD HH:MM:SS" },
  date: { storedAs: "text", read: toDay, noun: "an existing date of the form YYYY-MM-DD" },
};

/** Boolean operands are 1 and 0. */
function asDigit(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

/** An operand, converted to the type in which the values of the field are stored. */
export function toStoredOperand(subject: FilteredAttribute, value: unknown): string | number {
  const { read, noun } = operands[subject.field.type];
  return requireUsable(subject, value, read(value), noun);
}

/** Returns `value`. Throws FilterError if `given` could not be converted to it. */
export function requireUsable<Value>(
  subject: FilteredAttribute,
  given: unknown,
  value: Value | undefined,
  noun: string,
): Value {
  if (value === undefined) throw filterError(subject, `${quote(given)} is not ${noun}`);
  return value;
}

export function filterError({ key }: FilteredAttribute, sentence: string): FilterError {
  return new FilterError(`${cutText(key)}: ${sentence}.`);
}
