/** Numbers that a call sent with more decimals than the shop stores: found in what the call has changed. */
import { decimalText, isObject, round4, toDecimal } from "../../engine/values/coercion.js";
import { toCents } from "../../engine/values/money.js";
import { shorten } from "../../engine/values/text.js";
import type { RecordedChange } from "./changes.js";

const maxPathLength = 100;

/** `productData.price (0.00005 was stored as 0.0001)` */
export function roundedNumbers(args: unknown, changes: readonly RecordedChange[]): readonly string[] {
  const sent = membersOf(args).filter(({ number }) => !Number.isInteger(number));
  if (sent.length === 0) return [];
  const stored = changes.flatMap(({ member, after }) => membersOf(after, member ?? ""));
  const known = new Set(stored.map(({ name, number }) => `${name} ${number}`));
  return sent.flatMap(({ path, name, number }) => {
    if (known.has(`${name} ${number}`)) return [];
    const rounded = [round4(number), toCents(number), Math.trunc(number)];
    const value = rounded.find((one) => known.has(`${name} ${one}`));
    return value === undefined
      ? []
      : [`${shorten(path, maxPathLength)} (${decimalText(number)} was stored as ${decimalText(value)})`];
  });
}

interface NumericMember {
  readonly path: string;
  /** In the form of stored members: `special_price` for `specialPrice`. */
  readonly name: string;
  readonly number: number;
}

/** The numbers in a value, also those sent as text and those of attributes in pairs of `key` and `value`. */
function membersOf(value: unknown, path = ""): readonly NumericMember[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => membersOf(one, `${path}[${index}]`));
  if (isObject(value)) {
    const named = typeof value.key === "string" && "value" in value ? { [value.key]: value.value } : value;
    return Object.entries(named).flatMap(([name, one]) =>
      membersOf(one, path === "" ? name : `${path}.${name}`),
    );
  }
  const number = toDecimal(value);
  const last = path.replace(/^.*\.|\[\d+\]$/g, "");
  const name = last.replaceAll(/[A-Z]/g, "_$&").toLowerCase();
  return number === undefined ? [] : [{ path, name, number }];
}
