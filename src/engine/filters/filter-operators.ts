/** The operators of filters and what they can be compared with (conventions 9.2). */
import type { Condition, Op } from "./query.js";
import { decimalText, longestText, toDecimal, toText } from "../values/coercion.js";
import { cutText, quote } from "../values/messages.js";
import { toDateTime, toDay } from "../values/dates.js";
import type { FilterField } from "./filter-field.js";

/** Ends the reading of filters with a sentence; never leaves parseFilters. */
export class FilterError extends Error {}

/** The attribute that is being read. */
export interface Subject {
  readonly key: string;
  readonly field: FilterField;
}

/** Tests of which one must hold. */
export type Clause = readonly Condition[];

export interface Operator {
  /** How many scalars the operand holds. */
  size(subject: Subject, operand: unknown): number;
  clause(subject: Subject, operand: unknown): Clause;
  readonly isPattern?: true;
}

/** Throws a refusal for an operator that the field does not have. */
export function operatorOf(subject: Subject, name: string): Operator {
  const known = subject.field.type === "membership" ? membershipOperators : operators;
  const operator = known.get(name);
  if (operator) return operator;
  if (name === "regexp") throw filterError(subject, "regexp is not offered; use like, with % and _");
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
  return { size: one, clause: (subject, operand) => [test(subject, op, scalar(subject, operand))] };
}

/** Compares with a list of scalars. */
function listComparison(op: "in" | "nin"): Operator {
  return {
    size: (subject, operand) => listOf(subject, operand).length,
    clause: (subject, operand) => [
      test(
        subject,
        op,
        listOf(subject, operand).map((value) => scalar(subject, value)),
      ),
    ],
  };
}

/** Scalars to compare with, of all conditions together (conventions 9.2). */
export const maxOperands = 1000;

/** A text is split at its commas, the elements of a list are not. */
function listOf(subject: Subject, operand: unknown): readonly unknown[] {
  if (Array.isArray(operand)) return operand;
  if (typeof operand === "string") {
    const list = operand.split(",", maxOperands + 1);
    // Its end is not what was sent (values/coercion.ts).
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
      test(subject, op, requireUsable(subject, operand, toText(operand), "a text")),
    ],
  };
}

/** The operand can be anything. */
function presence(op: "null" | "notnull"): Operator {
  return { size: none, clause: (subject) => [test(subject, op)] };
}

const is: Operator = {
  size: none,
  clause: (subject, operand) => {
    if (operand !== null)
      throw filterError(subject, `the operator is takes only null; use eq to compare with ${quote(operand)}`);
    return [test(subject, "null")];
  },
};

/** Like `op`, but an empty text asks whether there is a value at all. */
function orPresence(op: "eq" | "neq", whenEmpty: "null" | "notnull"): Operator {
  const compare = comparison(op);
  return {
    size: one,
    clause: (subject, operand) =>
      operand === "" ? [test(subject, whenEmpty)] : compare.clause(subject, operand),
  };
}

/** Asks for an element of a text with commas. */
const finset: Operator = {
  size: one,
  clause: (subject, operand) => {
    const value = scalar(subject, operand);
    return [test(subject, "finset", typeof value === "number" ? decimalText(value) : value)];
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

/** An attribute without any member has none of these either; the storage's test alone asks for some value. */
function orNoMembers(operator: Operator): Operator {
  return {
    size: (subject, operand) => operator.size(subject, operand),
    clause: (subject, operand) => [...operator.clause(subject, operand), test(subject, "null")],
  };
}

/** For attributes that hold a list of IDs: member of any, member of none (catalog 9.2). */
const membershipOperators: ReadonlyMap<string, Operator> = new Map(
  Object.entries({
    eq: comparison("eq"),
    in: listComparison("in"),
    finset: comparison("eq"),
    neq: orNoMembers(comparison("neq")),
    nin: orNoMembers(listComparison("nin")),
  }),
);

/** A test in the terms of the storage. */
export function test({ field }: Subject, op: Op, value?: unknown): Condition {
  const type = operands[field.type].storedAs;
  return { path: field.path, type, op, ...(value === undefined ? {} : { value }) };
}

interface OperandType {
  readonly storedAs: "number" | "text";
  readonly read: (value: unknown) => string | number | undefined;
  /** What an operand has to be, for people. */
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
  datetime: { storedAs: "text", read: toDateTime, noun: "a time of the form YYYY-MM-DD HH:MM:SS" },
  date: { storedAs: "text", read: toDay, noun: "a date of the form YYYY-MM-DD" },
};

/** Boolean operands are 1 and 0. */
function asDigit(value: unknown): unknown {
  return typeof value === "boolean" ? Number(value) : value;
}

/** An operand in the form in which values of the field's type are stored. */
export function scalar(subject: Subject, value: unknown): string | number {
  const { read, noun } = operands[subject.field.type];
  return requireUsable(subject, value, read(value), noun);
}

/** `value`, unless `given` could not be read as one. */
export function requireUsable<Value>(
  subject: Subject,
  given: unknown,
  value: Value | undefined,
  noun: string,
): Value {
  if (value === undefined) throw filterError(subject, `${quote(given)} is not ${noun}`);
  return value;
}

export function filterError({ key }: Subject, sentence: string): FilterError {
  return new FilterError(`${cutText(key)}: ${sentence}.`);
}
