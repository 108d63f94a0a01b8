/**
 * A model of conventions 9, for one value at a time: without queries or clauses, a literal translation of
 * each sentence of the reference. It is slow and literal on purpose; filters.property.test.ts compares the
 * implementation with it.
 */

export type ModelType = "number" | "text" | "datetime" | "membership";

/** The stored values that a condition finds, or that it is refused. */
export function modelMatches(
  type: ModelType,
  filter: unknown,
  values: readonly unknown[],
): boolean[] | "refused" {
  try {
    // Refusals do not depend on the values, so an absent value must also cause them.
    holds(type, filter, undefined);
    return values.map((value) => holds(type, filter, value));
  } catch (error) {
    if (error instanceof Refused) return "refused";
    throw error;
  }
}

class Refused extends Error {}

function holds(type: ModelType, filter: unknown, value: unknown): boolean {
  if (Array.isArray(filter)) {
    if (filter.length === 0) throw new Refused();
    // Every element is checked, so that an invalid one is refused even after one that matches.
    return filter.map((element) => holdsOne(type, element, value)).includes(true);
  }
  return holdsOne(type, filter, value);
}

function holdsOne(type: ModelType, filter: unknown, value: unknown): boolean {
  if (Array.isArray(filter)) throw new Refused();
  if (typeof filter === "object" && filter !== null) {
    const entries = Object.entries(filter);
    if (entries.length === 0) throw new Refused();
    return !entries.map(([name, operand]) => operator(type, name, operand, value)).includes(false);
  }
  if (type !== "membership" && filter === null) return isNull(value);
  if (type !== "membership" && filter === "") return isNull(value) || value === "";
  return operator(type, "eq", filter, value);
}

const isNull = (value: unknown) => value === null || value === undefined;

function operator(type: ModelType, name: string, operand: unknown, value: unknown): boolean {
  if (type === "membership") return membership(name, operand, value as readonly number[] | undefined);
  const compare = (wanted: unknown) => order(type, value, read(type, wanted));
  switch (name) {
    case "eq":
      return compare(operand) === 0;
    case "neq":
      return ordered(compare(operand)) && compare(operand) !== 0;
    case "gt":
      return compare(operand) > 0;
    case "lt":
      return compare(operand) < 0;
    case "gteq":
    case "from":
      return compare(operand) >= 0;
    case "lteq":
    case "to":
      return compare(operand) <= 0;
    case "in":
      return list(operand).map(compare).includes(0);
    case "nin": {
      const orders = list(operand).map(compare);
      return orders.length === 0 || (!isNull(value) && !orders.includes(0));
    }
    case "like":
      return likes(operand, value) === true;
    case "nlike":
      return likes(operand, value) === false;
    case "null":
      return isNull(value);
    case "is":
      if (operand !== null) throw new Refused();
      return isNull(value);
    case "notnull":
      return !isNull(value);
    case "finset": {
      const wanted = String(read(type, operand)).toLowerCase();
      return !isNull(value) && textOf(value).toLowerCase().split(",").includes(wanted);
    }
    case "seq":
      return operand === "" ? isNull(value) : compare(operand) === 0;
    case "sneq":
      return operand === "" ? !isNull(value) : ordered(compare(operand)) && compare(operand) !== 0;
    default:
      throw new Refused();
  }
}

function membership(name: string, operand: unknown, members: readonly number[] = []): boolean {
  const has = (wanted: unknown) => members.includes(read("membership", wanted) as number);
  switch (name) {
    case "eq":
    case "finset":
      return has(operand);
    case "neq":
      return !has(operand);
    case "in":
      return list(operand).map(has).includes(true);
    case "nin":
      return !list(operand).map(has).includes(true);
    default:
      throw new Refused();
  }
}

/** Below 0, 0 or above 0 if the stored value is less, equal or more; NaN if it cannot be compared. */
function order(type: ModelType, value: unknown, operand: number | string): number {
  if (isNull(value)) return Number.NaN;
  if (type === "number") return (value as number) - (operand as number);
  const [left, right] = [(value as string).toLowerCase(), String(operand).toLowerCase()];
  return left < right ? -1 : left > right ? 1 : 0;
}

const ordered = (result: number) => !Number.isNaN(result);

function list(operand: unknown): unknown[] {
  if (typeof operand === "string") return operand.split(",");
  if (Array.isArray(operand)) return operand as unknown[];
  throw new Refused();
}

function read(type: ModelType, operand: unknown): number | string {
  const plain = operand === true ? 1 : operand === false ? 0 : operand;
  switch (type) {
    case "number":
    case "membership":
      if (typeof plain === "number") return plain;
      if (typeof plain === "string" && /^-?\d+(\.\d+)?$/.test(plain)) return Number(plain);
      throw new Refused();
    case "text":
      if (typeof plain === "number" || typeof plain === "string") return String(plain);
      throw new Refused();
    case "datetime": {
      const time = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)Z?)?$/.exec(
        typeof operand === "string" ? operand : "",
      );
      if (!time) throw new Refused();
      return `${time[1]} ${time[2] ?? "00:00:00"}`;
    }
  }
}

const textOf = (value: unknown) => `${value as string | number}`;

/** SQL LIKE by trying all possibilities; undefined if there is no value. */
function likes(operand: unknown, value: unknown): boolean | undefined {
  if (typeof operand !== "string" && typeof operand !== "number") throw new Refused();
  if (isNull(value)) return undefined;
  return likeFrom(String(operand).toLowerCase(), textOf(value).toLowerCase());
}

function likeFrom(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  const [symbol] = pattern;
  if (symbol === "%") {
    return likeFrom(pattern.slice(1), text) || (text !== "" && likeFrom(pattern, text.slice(1)));
  }
  if (text === "") return false;
  if (symbol === "_") return likeFrom(pattern.slice(1), text.slice(1));
  const literal = symbol === "\\" && pattern.length > 1 ? 2 : 1;
  return pattern[literal - 1] === text[0] && likeFrom(pattern.slice(literal), text.slice(1));
}
