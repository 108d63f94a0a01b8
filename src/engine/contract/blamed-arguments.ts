/**
 * Completes the fault of a call with what it follows from: the argument, or the member of one, and its value as it was
 * sent (conventions 5.5). Here alone: a handler raises `fault("not_exists")`, and the contract knows the argument. Where
 * several may have led to a fault, the handler says which one, with `about`.
 */
import type { OperationRow, ParamRow } from "../../../generated/tables.js";
import { about, Fault } from "../calls/faults.js";
import { isObject, toId } from "../values/coercion.js";
import { isSecretName, quote, shows } from "../values/messages.js";
import type { Problem } from "../values/problem.js";

/** @param sent the arguments as they were sent, in the order of the parameters */
export function blaming(fault: Fault, row: OperationRow, sent: readonly unknown[]): Fault {
  // Faults with a type of their own come from the service, such as an outage.
  if (fault.constructor !== Fault) return fault;
  const { errors, parameter } = fault.data as { errors?: readonly Problem[]; parameter?: string };
  if (errors !== undefined) return fault.with(errors.map((problem) => withValue(problem, row, sent)));

  const place = parameter ?? onlyBlamable(row, fault.fault, sent);
  if (place === undefined) return fault;
  const message = withPlace(fault.message, place, row, sent);
  return fault.with({ message, data: { ...fault.members, ...about(place).data } });
}

/** The arguments, or members of them, whose checks end in a fault, by the contract. */
export function blamable({ params, checks }: OperationRow, fault: string): ReadonlySet<string> {
  const lists = checks.filter((check) => check.fault === fault).map((check) => check.arguments);
  const named = params.filter((param) => param.fault === fault).map(({ name }) => [name]);
  const alone = [...named, ...lists].filter(({ length }) => length === 1);
  // An argument that is judged alone is to blame, too, where it is judged with others.
  const places = (alone.length > 0 ? alone : lists).flat();
  return new Set(places.map((place) => place.replace(/\.\*$/, "")));
}

/** The only argument of those that was sent, or its member. */
function onlyBlamable(row: OperationRow, fault: string, sent: readonly unknown[]): string | undefined {
  const places = [...blamable(row, fault)].filter((place) => (valueAt(place, row, sent) ?? null) !== null);
  // A member stands for its object.
  const [place, ...others] = places.filter((one) => !places.some((inner) => inner.startsWith(`${one}.`)));
  return others.length === 0 ? place : undefined;
}

function withValue({ field, message }: Problem, row: OperationRow, sent: readonly unknown[]): Problem {
  return { field, message: problemWith(message, field, valueOfField(field, row, sent)) };
}

/** A problem of a value: `must be a number, not "abc"`, `is in use ("abc")`. */
export function problemWith(problem: string, place: string, value: unknown): string {
  if (value === undefined || (value === null && problem === "is required")) return problem;
  if (isSecretName(place) || shows(problem, value)) return problem;
  if (/(^|: )must be /.test(problem)) return `${problem}, not ${quote(value)}`;
  // Other problems of a list or an object concern something in it.
  if (typeof value === "object") return problem;
  return /(^|: )must (have|hold|contain) /.test(problem)
    ? `${problem}, not ${quote(value)}`
    : `${problem} (${quote(value)})`;
}

/** `There is no such category.` → `There is no such category (parentId: 9999).` */
function withPlace(message: string, place: string, row: OperationRow, sent: readonly unknown[]): string {
  const value = valueAt(place, row, sent);
  const beginning = `${place}: `;
  if (message.startsWith(beginning))
    return beginning + problemWith(message.slice(beginning.length), place, value);
  if (value === undefined || shows(message, value)) return message;
  // The sentence concerns something in the object.
  if (typeof value === "object" && holdsMembers(place, row)) return message;
  const told = isSecretName(place)
    ? place
    : `${place}: ${quote(value)}${isUnfit(place, value, row) ? " is not an ID" : ""}`;
  return message.endsWith(".") ? `${message.slice(0, -1)} (${told}).` : `${message} (${told})`;
}

function holdsMembers(place: string, { params }: OperationRow): boolean {
  return params.some(
    ({ name, kind, members }) => name === place && (members !== undefined || kind === "filters"),
  );
}

/** Whether the value of an argument that takes an ID cannot be one. */
function isUnfit(place: string, value: unknown, { params }: OperationRow): boolean {
  return params.some(({ name, kind }) => name === place && kind === "id") && toId(value) === 0;
}

/** The value at a place: `productId`, `productData.stock_data.qty`; undefined if nothing was sent there. */
function valueAt(place: string, { params }: OperationRow, sent: readonly unknown[]): unknown {
  const [first, ...rest] = partsOf(place);
  const index = params.findIndex(({ name }) => name === first);
  return index === -1 ? undefined : inside(sent[index], rest);
}

/** As `valueAt`; members of data objects lack the name of the argument: `stock_data.qty`, `tier_price[0].price`. */
function valueOfField(field: string, row: OperationRow, sent: readonly unknown[]): unknown {
  const parts = partsOf(field);
  const [first = ""] = parts;
  // A member may have the name of another argument.
  const holder = row.params.findIndex(({ kind }, at) => takesMembers(kind) && isOwn(sent[at], first));
  return holder === -1 ? valueAt(field, row, sent) : inside(sent[holder], parts);
}

function isOwn(data: unknown, name: string): boolean {
  return isObject(data) && Object.hasOwn(data, name);
}

function partsOf(place: string): readonly string[] {
  return place.split(/[.[\]]+/).filter((part) => part !== "");
}

function takesMembers(kind: ParamRow["kind"]): boolean {
  return ["data", "upload", "filters", "raw"].includes(kind);
}

/** What lies at a path in a value. A scalar in place of an object or a list is what was sent there. */
function inside(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (part === undefined) return value;
  if (Array.isArray(value)) return inside((value as unknown[])[Number(part)], rest);
  if (isObject(value)) {
    if (Object.hasOwn(value, part)) return inside(value[part], rest);
    // A single object in place of a list of one.
    return part === "0" ? inside(value, rest) : undefined;
  }
  return value ?? undefined;
}
