/** Reads the entries of `cart_product` as Magento 1 does (beyond 7). Pure. */
import type { LineRequest, ChosenValue } from "../../data/entities/cart.js";
import { keep, readRaw, set, type Reading } from "../../../engine/contract/inputs.js";
import { readerOf } from "../../inputs.js";
import { isObject, round4, toId, toText } from "../../../engine/values/coercion.js";

/** One entry: a product by ID or SKU, and the choices. */
export interface CartProductEntry {
  readonly product_id: unknown;
  readonly sku: unknown;
  /** As sent by the caller. */
  readonly qty: unknown;
  readonly request: Omit<LineRequest, "product_id">;
  /** Quantities by product ID. */
  readonly super_group: Readonly<Record<string, number>>;
}

/** Whether an identifier of an entry is absent. */
export function isIdentifierAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Undefined if the value is not a list or is empty. */
export function readProductEntries(products: unknown): readonly CartProductEntry[] | undefined {
  return Array.isArray(products) && products.length > 0 ? products.map(readProductEntry) : undefined;
}

interface EntryFields
  extends Omit<CartProductEntry, "request">, Required<Omit<LineRequest, "product_id" | "group_id">> {}

const entryMembers = readerOf<"CartProductEntry", EntryFields>(["CartProductEntry"], {
  product_id: readRaw,
  sku: readRaw,
  qty: readRaw,
  options: (value) => given(mapOf(value, optionValue)),
  super_attribute: (value) => given(mapOf(value, id)),
  super_group: (value) => given(mapOf(value, quantity)),
  bundle_option: (value) => given(mapOf(value, ids)),
  bundle_option_qty: (value) => given(mapOf(value, quantity)),
  links: (value) => given(ids(value)),
});

export function readProductEntry(value: unknown): CartProductEntry {
  const read = entryMembers.read(isObject(value) ? value : {}, undefined).given;
  const { product_id, sku, qty, super_group = {}, ...request } = read;
  return { product_id, sku, qty, request, super_group };
}

/** Choices of which none can be read count as not given. */
function given<Value>(value: Value | undefined): Reading<Value> {
  return value === undefined ? keep : set(value);
}

/** A map of values by ID, without the members that `read` rejects; undefined if none is left. */
function mapOf<Value>(
  given: unknown,
  read: (value: unknown) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const found: [string, Value][] = [];
  for (const [name, member] of Object.entries(given)) {
    const [key, value] = [toId(name), read(member)];
    if (key !== 0 && value !== undefined) found.push([String(key), value]);
  }
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function id(value: unknown): number | undefined {
  return toId(value) || undefined;
}

function ids(value: unknown): readonly number[] | undefined {
  const list = (Array.isArray(value) ? value : [value]).flatMap((one) => id(one) ?? []);
  return list.length === 0 ? undefined : [...new Set(list)];
}

/** A quantity in a map: 0 if the value is not a number. */
function quantity(value: unknown): number {
  return Math.max(0, leadingNumber(value));
}

function optionValue(value: unknown): ChosenValue | undefined {
  if (typeof value === "string" || typeof value === "number") return value;
  if (Array.isArray(value)) return value.filter(isScalar);
  if (!isObject(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (isScalar(part) ? [[name, part]] : [])),
  );
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The number at the start of a value, so `"1,5"` is 1; 0 if there is none. */
function leadingNumber(value: unknown): number {
  const number = Number.parseFloat(toText(value) ?? "");
  return Number.isFinite(number) ? number : 0;
}

/** The units that an entry adds: 1 unless it gives a quantity above 0 (beyond 7.1). */
export function addedQty(qty: unknown, isDecimal: boolean): number {
  const units = roundSaleQty(isDecimal, leadingNumber(qty));
  return units > 0 ? units : 1;
}

/** Cuts off the fraction if the product is sold in whole units. */
export function roundSaleQty(isDecimal: boolean, qty: number): number {
  return isDecimal ? round4(qty) : Math.trunc(qty);
}
