/**
 * Converts results to the form of Magento 1 (doors 8): numbers and flags as text, money with four decimals, empty
 * collections as lists. A generated table contains the form of every member of every operation
 * (generated/doors/values.ts). Dressing a dressed result changes nothing.
 */
import type { Dress, Shape } from "../../../generated/doors/values.js";
import type { DressResult } from "../calls/call.js";
import type { Contract } from "../contract/contract.js";
import { isSliceOver, nextSlice } from "../time-slices.js";
import { XmlDouble } from "../values/xml-double.js";
import { isImmutable, markImmutable, memoize } from "../values/memo.js";

type Dresser = (value: unknown) => unknown;

/** Rows that are dressed before the loop checks its time slice. */
const rowsAtOnce = 200;

const dressByContract = new WeakMap<Contract, DressResult>();

/** Returns the conversion for a contract. It dresses a long list in slices of the event loop and returns a promise. */
export function dressOf(contract: Contract): DressResult {
  let dress = dressByContract.get(contract);
  if (!dress) dressByContract.set(contract, (dress = dressBy(contract)));
  return dress;
}

function dressBy(contract: Contract): DressResult {
  const dressers = new Map<string, Dresser>();
  const dresserOfOperation = (name: string): Dresser => {
    let known = dressers.get(name);
    if (!known)
      dressers.set(name, (known = keepingImmutable(dresserOf(contract.tables.shapes[name] ?? "any"))));
    return known;
  };
  return (path, result) => {
    const operation = contract.operationNames.get(path);
    const dresser = operation === undefined ? dressAny : dresserOfOperation(operation);
    if (Array.isArray(result) && result.length > rowsAtOnce) return dressInSlices(result, dresser);
    if (isImmutable(result)) return memoize(result, dresser as (value: object) => unknown);
    return dresser(result);
  };
}

async function dressInSlices(rows: readonly unknown[], dresser: Dresser): Promise<unknown[]> {
  const dressed: unknown[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    if (isSliceOver()) await nextSlice();
    dressed.push(...(dresser(rows.slice(from, from + rowsAtOnce)) as unknown[]));
  }
  return dressed;
}

/** Marks the dressed form of an immutable result as immutable, so that its text is kept as well. */
function keepingImmutable(dresser: Dresser): Dresser {
  return (value) => {
    const dressed = dresser(value);
    return isImmutable(value) ? markImmutable(dressed as object) : dressed;
  };
}

function dresserOf(shape: Shape): Dresser {
  const root: Dresser = (value) => dresser(value);
  const dresser = compile(shape, root);
  return root;
}

function compile(shape: Shape, root: Dresser): Dresser {
  if (shape === "self") return root;
  if (typeof shape === "string") return leaves[shape];
  if ("list" in shape) {
    const element = compile(shape.list, root);
    return (value) => (Array.isArray(value) ? value.map(element) : dressAny(value));
  }
  const entries = Object.entries(shape.members);
  const members = new Map(entries.map(([name, member]) => [name, compile(member, root)]));
  const rest = shape.rest === undefined ? dressAny : compile(shape.rest, root);
  const fixed = Object.entries(shape.fixed ?? {});
  return (value) => dressMembers(value, (name) => members.get(name) ?? rest, fixed);
}

/** @param fixed further members of an object that is not empty */
function dressMembers(
  value: unknown,
  dresserOfMember: (name: string) => Dresser,
  fixed: readonly (readonly [string, unknown])[] = [],
): unknown {
  if (value instanceof XmlDouble) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return dressAny(value);
  const dressed: Record<string, unknown> = {};
  let isEmpty = true;
  for (const [name, member] of Object.entries(value)) {
    dressed[name] = dresserOfMember(name)(member);
    isEmpty = false;
  }
  // PHP has one empty array, which Magento 1 returns as a list.
  if (isEmpty) return [];
  // Dressed results have them already.
  for (const [name, member] of fixed) if (!Object.hasOwn(dressed, name)) dressed[name] = member;
  return dressed;
}

/** Dresses a value whose form the contract does not define. */
function dressAny(value: unknown): unknown {
  switch (typeof value) {
    case "number":
      return Number.isInteger(value) ? String(value) : decimal(value);
    case "boolean":
      return value ? "1" : "0";
    case "object":
      if (Array.isArray(value)) return value.map(dressAny);
      return value === null ? null : dressMembers(value, () => dressAny);
    case "undefined":
      return null;
    default:
      return value;
  }
}

/** A value that does not fit the form, for example null, is dressed by `dressAny`. */
const leaves: { readonly [Name in Dress]: Dresser } = {
  text: dressAny,
  number: dressAny,
  flag: dressAny,
  any: dressAny,
  decimal: (value) => (typeof value === "number" ? decimal(value) : dressAny(value)),
  int: (value) =>
    typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : dressAny(value),
  boolean: keepBoolean,
  constant: keepBoolean,
  day: (value) => (typeof value === "string" && dayForm.test(value) ? `${value} 00:00:00` : dressAny(value)),
  iso: (value) =>
    typeof value === "string" && timeForm.test(value) ? `${value.replace(" ", "T")}+00:00` : dressAny(value),
};

function keepBoolean(value: unknown): unknown {
  return typeof value === "boolean" ? value : dressAny(value);
}

const dayForm = /^\d{4}-\d\d-\d\d$/;
const timeForm = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function decimal(value: number): string {
  return value === 0 ? "0.0000" : value.toFixed(4);
}
