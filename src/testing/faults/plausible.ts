/** A result of the shape that the contract declares. A rule for a truncated answer sends the first half of it. */
import type { Shape } from "../../../generated/doors/values.js";
import type { Contract } from "../../engine/contract/contract.js";
import type { InjectableCall } from "../../engine/calls/fault-injection.js";

const plain = {
  ...{
    text: "some text",
    any: "some text",
    constant: "some text",
    number: 1,
    int: 1,
    decimal: 9.95,
    double: 9.95,
  },
  flag: 1,
  boolean: true,
  day: "2026-01-31 00:00:00",
  iso: "2026-01-31T09:00:00Z",
  self: null,
} as const;

export function plausibleResult({ tables }: Contract, { name, isEnvelope }: InjectableCall): unknown {
  if (isEnvelope) return [];
  const shape = Object.hasOwn(tables.shapes, name) ? tables.shapes[name] : undefined;
  return shape === undefined ? "0123456789abcdef0123456789abcdef" : valueOf(shape);
}

function valueOf(shape: Shape): unknown {
  if (typeof shape === "string") return plain[shape];
  if ("list" in shape) return [valueOf(shape.list)];
  return Object.fromEntries(Object.entries(shape.members).map(([name, member]) => [name, valueOf(member)]));
}
