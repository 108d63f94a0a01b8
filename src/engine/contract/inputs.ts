/**
 * Reads data objects by the contract: forms, limits, the names of members and what is required come from the rows that are
 * generated from its schemas (D-211). If an operation has a rule beyond the schema, it provides a reader of its own for the member.
 * A member of a schema that neither the fields of the operation nor a reader take does not compile.
 */
import {
  cleanText,
  decimalText,
  illegalText,
  round4,
  toDecimal,
  toFlag,
  toInt,
  toText,
  type DataObject,
} from "../values/coercion.js";
import type { Problem } from "../values/problem.js";
import { stripTags } from "../values/strip-tags.js";
import { isLonger } from "../values/text.js";
import { rangeText } from "../values/whole-numbers.js";

/** What the schema says about a member. */
export type InputRow = Form & {
  readonly required?: true | undefined;
  /** Another name of this member, which wins if both are given (`x-alias-of`). */
  readonly aliasOf?: string;
};

type Form =
  /** `line`: trimmed (`x-text: line`). `plain`: without tags (`x-text: plain`). Lengths in characters. */
  | {
      readonly reads: "text" | "line" | "plain";
      readonly min?: number;
      readonly max?: number;
      /** The empty text unsets the member (`x-empty: unset`). */
      readonly unsets?: true;
    }
  | { readonly reads: "flag" }
  | { readonly reads: "whole" | "decimal"; readonly min?: number; readonly max?: number }
  | { readonly reads: "choice"; readonly of: readonly (string | number)[] }
  /** A list, an object, or one of several forms: the operation reads it. */
  | { readonly reads: "parts"; readonly items?: Form; readonly most?: number };

/** The result of reading a member. */
export type Reading<Value> =
  | { readonly kind: "set"; readonly value: Value }
  /** The value counts as not given. */
  | { readonly kind: "keep" }
  /** The JSON type is wrong. */
  | { readonly kind: "unreadable"; readonly message: string }
  /** The content is invalid. */
  | { readonly kind: "refused"; readonly message: string };

export const keep: Reading<never> = { kind: "keep" };

export function set<Value>(value: Value): Reading<Value> {
  return { kind: "set", value };
}

export function unreadable(message: string): Reading<never> {
  return { kind: "unreadable", message };
}

export function refuse(message: string): Reading<never> {
  return { kind: "refused", message };
}

export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

/** The members without those that are null. */
export function givenMembers(data: DataObject): DataObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => !isAbsent(value)));
}

/** For a member that the operation reads by itself, since its value depends on more than the member. */
export const readElsewhere: MemberReader<never, unknown> = () => keep;

/** For a member that the operation checks as it was sent. */
export const readRaw: MemberReader<unknown, unknown> = (value) => set(value);

export const requiredMessage = "is required";

/** The value that a row reads. */
type ValueOf<Row> = Row extends { reads: "text" | "line" | "plain" }
  ? string | (Row extends { unsets: true } ? null : never)
  : Row extends { reads: "flag" }
    ? boolean
    : Row extends { reads: "whole" | "decimal" }
      ? number
      : Row extends { reads: "choice"; of: readonly (infer Choice)[] }
        ? Choice
        : // Nothing that an operation stores.
          Untyped;

declare const untyped: unique symbol;
interface Untyped {
  readonly [untyped]: never;
}

/** @param data the object that the member belongs to */
type MemberReader<Value, Context> = (value: unknown, context: Context, data: DataObject) => Reading<Value>;

/** The members whose values the fields of the operation take as the schema reads them. */
type Plain<Rows, Fields> = {
  [Name in keyof Rows]: Name extends keyof Fields
    ? ValueOf<Rows[Name]> extends Fields[Name]
      ? Name
      : never
    : never;
}[keyof Rows];

/**
 * The readers that an operation gives. They are optional where the fields take what the schema reads, and needed for all other
 * members of the schema: for one that no field takes, there is no other value than none (`keep`).
 */
export type OwnReaders<Rows, Fields, Context> = {
  readonly [Name in Exclude<keyof Rows, Plain<Rows, Fields>>]: MemberReader<
    Name extends keyof Fields ? Fields[Name] : never,
    Context
  >;
} & {
  readonly [Name in Plain<Rows, Fields>]?: MemberReader<Fields[Name & keyof Fields], Context>;
};

interface InputReading<Fields> {
  /** The members that were given and are valid. */
  readonly given: Partial<Fields>;
  /** In the order in which the members are checked. */
  readonly problems: readonly InputProblem[];
}

/** Adds the problems of a data object to those of the operation. @param place the path of its members, such as `file.` */
export function addProblems(problems: Problem[], found: readonly Problem[], place = ""): void {
  for (const { field, message } of found) problems.push({ field: place + field, message });
}

/** Problems in the order in which a reader checks the members, with those of members that were read elsewhere. */
export function inOrder(
  { names }: { readonly names: readonly string[] },
  problems: readonly Problem[],
): readonly Problem[] {
  const placeOf = ({ field }: Problem) => names.indexOf(field.replace(/\W.*$/s, ""));
  return problems.toSorted((one, other) => placeOf(one) - placeOf(other));
}

interface InputProblem extends Problem {
  readonly kind: "unreadable" | "refused";
}

export interface InputReader<Rows, Fields, Context> {
  /** The members in the order in which they are checked. */
  readonly names: readonly (keyof Rows & string)[];
  /**
   * Absent and null members count as not given (conventions 10.3).
   * @param required the members that have to be given; those of the schema if left out
   */
  readonly read: (
    data: DataObject,
    context: Context,
    required?: readonly string[],
  ) => InputReading<Pick<Fields, keyof Rows & keyof Fields>>;
  /** Reads one member. */
  readonly readMember: (
    name: keyof Rows & string,
    data: DataObject,
    context: Context,
    isRequired: boolean,
  ) => Reading<unknown>;
}

/**
 * Creates the reader of the data objects with these rows.
 * @param first the members that are checked before the others, which follow in the order of the schema
 */
export function inputReader<Rows extends object, Fields, Context>(
  rows: Rows,
  own: OwnReaders<Rows, Fields, Context>,
  first: readonly (keyof Rows & string)[] = [],
): InputReader<Rows, Fields, Context> {
  const forms = rows as Readonly<Record<string, InputRow>>;
  const readers = own as Readonly<Record<string, MemberReader<unknown, Context> | undefined>>;
  const names = [...new Set([...first, ...Object.keys(rows)])] as (keyof Rows & string)[];
  const requiredNames = names.filter((name) => forms[name]?.required);
  return { names, read, readMember };

  function read(data: DataObject, context: Context, required: readonly string[] = requiredNames) {
    const given: Record<string, unknown> = {};
    const problems: InputProblem[] = [];
    for (const name of names) {
      const reading = readMember(name, data, context, required.includes(name));
      if (reading.kind === "set") given[name] = reading.value;
      else if (reading.kind !== "keep")
        problems.push({ field: name, message: reading.message, kind: reading.kind });
    }
    return { given: given as never, problems };
  }

  function readMember(name: string, data: DataObject, context: Context, isRequired: boolean) {
    const value = data[name];
    const reading = isAbsent(value) ? keep : readGiven(name, value, context, data);
    const isUnset = reading.kind === "set" ? reading.value === null : isAbsent(value);
    return isUnset && isRequired ? refuse(requiredMessage) : reading;
  }

  function readGiven(name: string, value: unknown, context: Context, data: DataObject): Reading<unknown> {
    return readers[name]?.(value, context, data) ?? readByRow(forms[name] as InputRow, value);
  }
}

/** A reader by the schema with the operation's own messages. */
export function readAs<const Row extends InputRow>(
  row: Row,
  message: string,
): MemberReader<ValueOf<Row>, unknown> {
  return (value) => {
    const reading = readByRow(row, value);
    return "message" in reading ? { ...reading, message } : reading;
  };
}

/** Reads a value that was given as its schema says. */
export function readByRow<const Row extends InputRow>(row: Row, value: unknown): Reading<ValueOf<Row>> {
  return byForm(row, value) as Reading<ValueOf<Row>>;
}

function byForm(row: InputRow, value: unknown): Reading<unknown> {
  switch (row.reads) {
    case "line":
      return readLine(value, row);
    case "text":
    case "plain": {
      const text = textOf(value, row);
      return text === undefined ? unreadable(textForm(row)) : set(text === "" && row.unsets ? null : text);
    }
    case "flag":
      return orUnreadable(toFlag(value), "must be true or false");
    case "whole":
      return orUnreadable(within(toInt(value), row), wholeForm(row));
    case "decimal":
      return readDecimal(value, row);
    case "choice":
      return orUnreadable(choiceOf(row.of, value), choiceForm(row.of));
    case "parts":
      throw new Error("the contract says nothing about this member that could be read");
  }
}

function orUnreadable<Value>(value: Value | undefined, form: string): Reading<Value> {
  return value === undefined ? unreadable(form) : set(value);
}

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

function within(number: number | undefined, { min = -Infinity, max = Infinity }: Bounds) {
  return number !== undefined && number >= min && number <= max ? number : undefined;
}

/** A trimmed text, with a message of its own for problems. */
function readLine(
  value: unknown,
  { min = 0, max = Infinity, unsets }: Bounds & { readonly unsets?: true },
): Reading<string | null> {
  const text = toText(value);
  if (text === undefined) return unreadable("must be text");
  const clean = cleanText(text)?.trim();
  if (clean === undefined) return refuse(illegalText(text));
  if (isLonger(clean, max)) return refuse(`must have at most ${max} characters`);
  if (clean === "" && min > 0) return refuse(requiredMessage);
  return set(clean === "" && unsets ? null : clean);
}

/** The text as it is stored; undefined if it has another form. A text with a minimum length is not blank. */
function textOf(
  value: unknown,
  { reads, min = 0, max = Infinity }: Bounds & { readonly reads: string },
): string | undefined {
  const given = toText(value);
  const text = given === undefined ? undefined : cleanText(reads === "plain" ? stripTags(given) : given);
  if (text === undefined || isLonger(text, max) || (min > 0 && text.trim() === "")) return undefined;
  return text;
}

function textForm({ min = 0, max }: Bounds): string {
  const length = max === undefined ? "" : ` of ${min > 0 ? `${min} to` : "at most"} ${max} characters`;
  return `must be text${length}`;
}

function wholeForm({ min, max }: Bounds): string {
  return min === undefined || max === undefined ? "must be a whole number" : rangeText({ min, max });
}

/** A number, rounded to four decimals. */
function readDecimal(value: unknown, { min = -Infinity, max = Infinity }: Bounds): Reading<number> {
  const number = toDecimal(value);
  if (number === undefined) return unreadable("must be a number");
  const rounded = round4(number);
  if (rounded > max || (rounded < min && min === -max))
    return refuse(`must be less than ${decimalText(beyond(max))}`);
  if (rounded >= min) return set(rounded);
  return refuse(min === beyond(0) ? "must be more than 0" : `must be ${decimalText(min)} or more`);
}

/** The next number with four decimals. */
function beyond(number: number): number {
  return round4(number + 0.0001);
}

function choiceOf(choices: readonly (string | number)[], value: unknown): string | number | undefined {
  const isNumeric = typeof choices[0] === "number";
  const given = isNumeric ? toInt(value) : value;
  return choices.find((choice) => choice === given);
}

function choiceForm(choices: readonly (string | number)[]): string {
  return `must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
