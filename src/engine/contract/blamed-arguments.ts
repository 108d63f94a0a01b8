/**
 * Completes the fault of a call with what it follows from: the argument, or the member of one, and its value as it was
 * sent (conventions 5.5). Here alone: a handler raises `fault("not_exists")`, and the contract knows the argument. Where
 * several may have led to a fault, the handler says which one, with `about`.
 */
import type { OperationRow, ParamRow } from "../../../generated/tables.js";
import { about, Fault } from "./faults.js";
import { isObject, toId } from "../values/coercion.js";
import { isSecretName, quote, shows } from "../values/messages.js";
import { requiredMessage } from "./inputs.js";
import type { Problem } from "../values/problem.js";

/** @param sent the arguments as they were sent, in the order of the parameters */
export function blaming(fault: Fault, row: OperationRow, sent: readonly unknown[]): Fault {
  // Faults with a type of their own come from the service, such as an outage.
  if (fault.constructor !== Fault) return fault;
  if (fault.sentences) {
    const sentences = fault.sentences.map(({ field, message }) => {
      const place = placeWithValue(message, field, row, sent);
      // Behind the text, which clients know.
      return { field, message: place === undefined ? message : `${message} (${place})` };
    });
    return fault.with({ sentences });
  }
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
  // An argument that is checked alone is to blame, too, where it is checked with others.
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
  const values = valuesOfField(field, row, sent);
  const [value] = values;
  return values.some((one) => shows(message, one))
    ? { field, message }
    : { field, message: problemWith(message, field, value) };
}

/** A problem of a value: `must be a number, not "abc"`, `is in use ("abc")`. */
export function problemWith(problem: string, place: string, value: unknown): string {
  if (value === undefined || (value === null && problem === requiredMessage)) return problem;
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
  const beginning = `${place}: `;
  if (message.startsWith(beginning))
    return beginning + problemWith(message.slice(beginning.length), place, valueAt(place, row, sent));
  const told = placeWithValue(message, place, row, sent);
  if (told === undefined) return message;
  return message.endsWith(".") ? `${message.slice(0, -1)} (${told}).` : `${message} (${told})`;
}

/** `parentId: 9999`; undefined if a sentence shows the value, or if there is none. */
function placeWithValue(
  message: string,
  place: string,
  row: OperationRow,
  sent: readonly unknown[],
): string | undefined {
  const value = valueAt(place, row, sent);
  if (value === undefined || shows(message, value)) return undefined;
  // The sentence concerns something in the object.
  if (holdsMembers(value, place, row)) return undefined;
  if (isSecretName(place)) return place;
  return `${place}: ${quote(value)}${isUnfit(place, value, row) ? " is not an ID" : ""}`;
}

/** Whether a value has the form of an argument with members. */
function holdsMembers(value: unknown, place: string, { params }: OperationRow): boolean {
  const param = params.find(({ name }) => name === place);
  if (param?.members?.isList) return typeof value === "object";
  return (param?.members !== undefined || param?.kind === "filters") && isObject(value);
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

/**
 * The members that a field may refer to. Members of data objects lack the name of the argument: `stock_data.qty`,
 * `tier_price[0].price`; one may have the name of another argument.
 */
function valuesOfField(field: string, row: OperationRow, sent: readonly unknown[]): readonly unknown[] {
  const parts = partsOf(field);
  const [first = ""] = parts;
  const holder = row.params.findIndex(({ kind }, at) => takesMembers(kind) && isOwn(sent[at], first));
  const named = valueAt(field, row, sent);
  return holder === -1 ? [named] : [inside(sent[holder], parts), named];
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
