/**
 * Members of data objects that an operation would not write: ignored, or refused under strict handling (conventions 4).
 * A member passes if the operation writes it, if it belongs to the server, or if it has the stored value.
 */
import type { Members, OperationRow } from "../../../generated/tables.js";
import { badParameter, type Fault } from "./faults.js";
import { nearest } from "../config/spelling.js";
import { decimalText, isObject } from "../values/coercion.js";
import { cutText, quote } from "../values/messages.js";
import { maxReported, type Problem } from "../values/problem.js";

const maxSuggestions = 5;

/** What is needed to judge the members that a call sends. */
interface JudgedCall {
  readonly operation: string;
  /** Codes of custom attributes that the operation writes, too. */
  readonly attributes: () => Promise<readonly string[]>;
  /** The results of the reading operation for the records that the call changes; none if it fails. */
  readonly stored: (reading: string) => Promise<readonly unknown[]>;
}

/** Members of an argument that the contract does not list. They may be custom attributes, or have the stored value. */
interface UnlistedMembers {
  readonly param: OperationRow["params"][number];
  readonly members: readonly Unwritten[];
}

/** Most calls send none. */
export function unlistedMembers(
  { params }: OperationRow,
  argument: (name: string) => unknown,
): readonly UnlistedMembers[] {
  const unlisted: UnlistedMembers[] = [];
  for (const param of params) {
    if (!param.members) continue;
    const members = unwrittenMembers(
      param.members,
      argument(param.name),
      param.members.isList ? param.name : "",
    );
    if (members.length > 0) unlisted.push({ param, members });
  }
  return unlisted;
}

/** Members of an argument that would have no effect. */
interface ArgumentProblems {
  readonly name: string;
  readonly isList: boolean;
  readonly problems: readonly Problem[];
}

export async function effectProblems(
  unlisted: readonly UnlistedMembers[],
  { operation, attributes, stored }: JudgedCall,
): Promise<readonly ArgumentProblems[]> {
  const found: ArgumentProblems[] = [];
  for (const { param, members } of unlisted) {
    const others = exceptAttributes(members, await attributes());
    if (others.length === 0) continue;
    const records = param.stored === undefined ? [] : await stored(param.stored);
    const problems = others.flatMap((one, index) => problemOf(one, records, operation, index));
    if (problems.length > 0)
      found.push({ name: param.name, isList: param.members?.isList === true, problems });
  }
  return found;
}

/** The members that a lenient call ignores: `productData.nmae (name may be meant)`. */
export function ignoredTexts(ignored: readonly ArgumentProblems[]): readonly string[] {
  return ignored.flatMap(({ name, isList, problems }) =>
    problems.map((problem) => ignoredText(problem, isList ? "" : `${name}.`)),
  );
}

/** What becomes of what a call sends without effect (conventions 4). */
export interface Handling {
  /** Whether the handler must refuse members that it would ignore for this record. */
  readonly isStrict: boolean;
  /** Notes it for the journal; undefined = nobody asks. */
  readonly ignore: ((text: string) => void) | undefined;
}

/**
 * The problems of members without effect that the caller wants to be refused; those of others are noted for the journal.
 * @param place path of the members, for example `productData.`
 */
export function withoutEffect(
  { isStrict, ignore }: Handling,
  place: string,
  find: () => readonly Problem[],
): readonly Problem[] {
  if (isStrict) return find();
  if (ignore) for (const problem of find()) ignore(ignoredText(problem, place));
  return [];
}

/** @param place path of the member, for example `productData.` */
export function ignoredText({ field, message }: Problem, place: string): string {
  const reason = message.replace(/^is not known(; )?/, "");
  return `${place}${field}${reason === "" ? "" : ` (${reason})`}`;
}

/** The members of a value that would have no effect on these records. */
export function unwrittenProblems(
  members: Members,
  data: unknown,
  records: readonly unknown[],
  operation: string,
): readonly Problem[] {
  return unwrittenMembers(members, data, "").flatMap((one, index) =>
    problemOf(one, records, operation, index),
  );
}

/**
 * The given members that have no effect in this context, for strict handling.
 * @param place path of the members, for example `file.`
 */
export function idleMembers(
  data: Readonly<Record<string, unknown>>,
  names: Iterable<string>,
  message: string,
  place = "",
): Problem[] {
  return [...names]
    .filter((name) => (data[name] ?? null) !== null)
    .map((name) => ({ field: `${place}${cutText(name)}`, message }));
}

/** Fault 6 for members of an argument. */
export function membersFault(parameter: string, problems: readonly Problem[]): Fault {
  return badParameter(parameter, problems.map(({ field, message }) => `${field} ${message}`).join("; "));
}

/** Finds members with names that are neither written nor read by the operation. */
export function unknownMembers(
  top: Members,
  data: unknown,
  attributes: readonly string[],
  base = "",
): readonly Problem[] {
  return exceptAttributes(unwrittenMembers(top, data, base), attributes)
    .filter(({ isFixed }) => !isFixed)
    .map(({ field, name, names }, index) => ({ field, message: unknownMemberMessage(name, names, index) }));
}

/** Fault 6 for names in a list argument that are not known; undefined if all are. */
export function unknownNamesFault(
  parameter: string,
  names: Iterable<unknown>,
  isKnown: (name: string) => boolean,
  known: () => readonly string[],
): Fault | undefined {
  const problems = [...names]
    .filter((name) => !(typeof name === "string" || typeof name === "number") || !isKnown(String(name)))
    .map((name, index) => `${quote(name)} ${unknownMemberMessage(String(name), known, index)}`);
  return problems.length === 0
    ? undefined
    : badParameter(parameter, problems.slice(0, maxReported).join("; "));
}

/** A member that the operation does not write. */
interface Unwritten {
  readonly field: string;
  readonly name: string;
  readonly value: unknown;
  /** The path in the record. */
  readonly path: readonly string[];
  /** Whether it is a member of the record that never changes. */
  readonly isFixed: boolean;
  /** Whether codes of custom attributes are names in its place. */
  readonly isOpen: boolean;
  /** The names that are written. */
  readonly names: () => readonly string[];
}

/** Those of them that are no custom attributes. */
function exceptAttributes(
  unwritten: readonly Unwritten[],
  attributes: readonly string[],
): readonly Unwritten[] {
  const codes = new Set(attributes);
  return unwritten
    .filter(({ name, isOpen }) => !(isOpen && codes.has(name)))
    .map((one) => (one.isOpen ? { ...one, names: () => [...one.names(), ...codes] } : one));
}

function unwrittenMembers(top: Members, data: unknown, base: string): readonly Unwritten[] {
  const found: Unwritten[] = [];
  walk(top, data, base, []);
  return found;

  function walk(members: Members, value: unknown, field: string, path: readonly string[]): void {
    if (!members.isList) judge(members, value, field, path);
    // A map in place of a list has IDs as names, so only lists are checked.
    else if (Array.isArray(value))
      value.forEach((entry, index) => judge(members, entry, `${field}[${index}]`, [...path, String(index)]));
  }

  function judge(members: Members, value: unknown, base: string, above: readonly string[]): void {
    if (!isObject(value)) return;
    const { known, fixed = [], owned = [], isOpen = false } = members;
    for (const [name, member] of Object.entries(value)) {
      const isKnown = Object.hasOwn(known, name);
      const inner = isKnown ? known[name] : undefined;
      // In maps below a data object, its names are names as well.
      if (!inner && (isKnown || owned.includes(name) || (isOpen && Object.hasOwn(top.known, name)))) continue;
      const field = base === "" ? cutText(name) : `${base}.${cutText(name)}`;
      const path = [...above, name];
      if (inner) walk(inner, member, field, path);
      else {
        const names = () => [...Object.keys(known), ...fixed, ...(isOpen ? Object.keys(top.known) : [])];
        found.push({ field, name, value: member, path, isFixed: fixed.includes(name), isOpen, names });
      }
    }
  }
}

/** None if the member has the stored value in all records. */
function problemOf(
  { field, name, value, path, isFixed, names }: Unwritten,
  records: readonly unknown[],
  operation: string,
  count: number,
): Problem[] {
  const held = records.map((record) => heldBy(record, path));
  const isHeld = records.length > 0 && held.every((values) => values.length > 0);
  if (!isHeld && !isFixed) return [{ field, message: unknownMemberMessage(name, names, count) }];
  // An absent record has a fault of its own, and null means that a member is not given (conventions 10.3).
  if (
    value === null ||
    (records.length > 0 && held.every((values) => values.some((one) => isSame(value, one))))
  )
    return [];
  if (!isHeld) return [{ field, message: `cannot be written by ${operation}` }];
  return [{ field, message: `cannot be changed by ${operation}; ${quote(value)} is not the stored value` }];
}

/** The values at a path of a record; of a list, those of all its entries. */
function heldBy(record: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(record)) return record.flatMap((entry) => heldBy(entry, path));
  let value = record;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return [];
    value = (value as Record<string, unknown>)[name];
  }
  return [value];
}

/** Whether a value that was sent is the stored one, in any form in which results are returned (conventions 10.1, doors 8). */
export function isSame(sent: unknown, stored: unknown): boolean {
  if (isEmpty(sent) || isEmpty(stored)) return isEmpty(sent) && isEmpty(stored);
  if (Array.isArray(sent) && Array.isArray(stored))
    return sent.length === stored.length && sent.every((one, index) => isSame(one, stored[index]));
  if (isObject(sent) && isObject(stored))
    return Object.entries(sent).every(
      ([name, value]) => Object.hasOwn(stored, name) && isSame(value, stored[name]),
    );
  const text = plainText(sent);
  return text !== undefined && text === plainText(stored);
}

/** Unset values are null or "", and an empty map may be a list. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function plainText(value: unknown): string | undefined {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return decimalText(value);
  if (typeof value !== "string") return undefined;
  // Money has four decimals at some doors.
  return /^-?\d+\.\d+$/.test(value) ? value.replace(/\.?0+$/, "") : value;
}

function unknownMemberMessage(name: string, names: () => readonly string[], count: number): string {
  // Suggestions take time with thousands of attributes, so only the first members get one.
  const limit = Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  const near = count < maxSuggestions ? nearest(name, names(), limit) : undefined;
  return near === undefined ? "is not known" : `is not known; ${near} may be meant`;
}
