/** Texts of faults as a shop of Magento 1 has them (doors 0.2): programs compare them. */
import { isObject } from "../values/coercion.js";
import { quote } from "../values/messages.js";
import { globalFaults } from "../../../generated/convention.js";
import { characterProblems, type StateProblem } from "../states/problem.js";
import type { Contract } from "./contract.js";
import type { Fault } from "./faults.js";

/**
 * Texts by the number of a fault, or by its name, in its namespace; those of the global faults are in `global`. A text by
 * number holds for every fault with that number.
 */
export type FaultTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The place of the global faults. */
export const globalTexts = "global";

const maxLength = 1000;

/** The text for a fault; undefined if there is none. */
export function shopText(
  texts: FaultTexts,
  { fault, code, data }: Pick<Fault, "fault" | "code" | "data">,
): string | undefined {
  const { resource = globalTexts } = data as { readonly resource?: string };
  const own = Object.hasOwn(texts, resource) ? texts[resource] : undefined;
  return own && [fault, String(code)].filter((key) => Object.hasOwn(own, key)).map((key) => own[key])[0];
}

/** Texts of both; those of `over` win. */
export function mergedTexts(under: FaultTexts = {}, over: FaultTexts = {}): FaultTexts {
  const places = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...places].map((place) => [place, { ...under[place], ...over[place] }]));
}

/** Problems of texts from outside. @param at the place of the texts; empty for a file of texts alone */
export function* faultTextProblems(contract: Contract, texts: unknown, at: string): Generator<StateProblem> {
  if (!isObject(texts)) {
    yield { place: at, message: "must be an object of texts by namespace and number of the fault" };
    return;
  }
  for (const [namespace, own] of Object.entries(texts)) {
    const place = at === "" ? namespace : `${at}.${namespace}`;
    const faults =
      namespace === globalTexts
        ? globalFaults
        : Object.hasOwn(contract.tables.namespaces, namespace)
          ? contract.tables.namespaces[namespace]?.faults
          : undefined;
    if (!faults) yield { place, message: `is not a namespace and not ${globalTexts}` };
    else if (!isObject(own)) yield { place, message: "must be an object of texts by number of the fault" };
    else yield* problemsOfPlace(faults, own, place);
  }
}

function* problemsOfPlace(
  faults: Readonly<Record<string, { readonly code: number }>>,
  own: Readonly<Record<string, unknown>>,
  place: string,
): Generator<StateProblem> {
  const rows = Object.entries(faults);
  const known = new Set(rows.flatMap(([name, { code }]) => [name, String(code)]));
  for (const [key, text] of Object.entries(own)) {
    const at = `${place}.${key}`;
    if (!known.has(key)) {
      const all = rows.map(([name, { code }]) => `${code} ${name}`).join(", ") || "none";
      yield { place: at, message: `is not a fault there; there are: ${all}` };
    } else if (typeof text !== "string" || text.trim() === "" || text.length > maxLength)
      yield { place: at, message: `must be a text of 1 to ${maxLength} characters, not ${quote(text)}` };
    else yield* characterProblems(text, at);
  }
}
