/** Encodes arguments in the WSDL types of SOAP v2: the inverse of src/engine/doors/soap/decoding-v2.ts. */
import { types } from "../../generated/doors/soap-v2.js";
import { isObject } from "../../src/engine/values/coercion.js";

/** An element of a WSDL type, with text or child elements. */
export interface TypedElement {
  readonly name: string;
  readonly type: string;
  readonly content: string | readonly TypedElement[] | null;
}

/** Undefined if the type cannot represent the value. */
export function typedElement(name: string, value: unknown, type: string): TypedElement | undefined {
  const content = contentOf(value, type);
  return content === undefined ? undefined : { name, type, content };
}

function contentOf(value: unknown, type: string): TypedElement["content"] | undefined {
  if (value === null) return null;
  const form = forms[type];
  const written = form ? form(value) : value;
  const known = types.rpc[type];
  if (!known) return isObject(written) || Array.isArray(written) ? undefined : textOf(written, type);
  if ("list" in known) {
    // A single value may replace a list of one, but an object may have another meaning.
    if (isObject(written)) return undefined;
    const entries: readonly unknown[] = Array.isArray(written) ? written : [written];
    return whole(entries.map((one) => typedElement("item", one, known.list)));
  }
  if (!isObject(written)) return undefined;
  return whole(
    Object.entries(written).map(([name, one]) => {
      const member = known.members.find((candidate) => candidate.name === name);
      return member && typedElement(name, one, member.type);
    }),
  );
}

function whole(elements: readonly (TypedElement | undefined)[]): readonly TypedElement[] | undefined {
  const there = elements.filter((one) => one !== undefined);
  return there.length === elements.length ? there : undefined;
}

function textOf(value: unknown, type: string): string {
  if (typeof value === "boolean" && type !== "boolean") return value ? "1" : "0";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Conversions for types with a form of their own. */
const forms: Readonly<Record<string, (value: unknown) => unknown>> = {
  associativeArray: pairsOf,
  associativeMultiArray: pairsOf,
  catalogProductRequestAttributes: (codes) => (Array.isArray(codes) ? { attributes: codes } : codes),
  filters: filtersOf,
};

/** `{key: value}` → `[{key, value}]` */
function pairsOf(map: unknown): unknown {
  return isObject(map) ? Object.entries(map).map(([key, value]) => ({ key, value })) : map;
}

/** Plain values become equality filters, lists become `in` filters with comma-separated text. */
function filtersOf(filters: unknown): unknown {
  if (!isObject(filters)) return filters;
  const equal: Record<string, unknown> = {};
  const complex: object[] = [];
  for (const [key, condition] of Object.entries(filters)) {
    if (!isObject(condition) && !Array.isArray(condition)) equal[key] = condition;
    else
      for (const [operator, operand] of Object.entries(
        Array.isArray(condition) ? { in: condition } : condition,
      ))
        complex.push({ key, value: { key: operator, value: operandText(operand) } });
  }
  return {
    ...(Object.keys(equal).length > 0 && { filter: equal }),
    ...(complex.length > 0 && { complex_filter: complex }),
  };
}

function operandText(operand: unknown): unknown {
  return Array.isArray(operand) && operand.every((one) => !isObject(one)) ? operand.join(",") : operand;
}
