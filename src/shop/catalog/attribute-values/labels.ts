/** Labels per store view, of attributes and of their options (catalog 4.4, 4.8). */
import type { Problem } from "../../../engine/values/problem.js";
import { cleanText, isObject, toInt, toText } from "../../../engine/values/coercion.js";
import { stripTags } from "../../../engine/values/strip-tags.js";
import { isLonger } from "../../../engine/values/text.js";
import { maxListed, readList, tooLong } from "../../../engine/values/lists.js";

/** Labels by store ID as they were given; "" is no label. */
export type GivenLabels = ReadonlyMap<number, string>;

/** How the entries of a list of labels look. */
export interface LabelForm {
  /** The member of the data that holds the list. */
  readonly field: string;
  /** The member of an entry that holds the label. */
  readonly text: "label" | "value";
  /** One entry may name several stores. */
  readonly severalStores: boolean;
}

export const attributeLabels: LabelForm = { field: "frontend_label", text: "label", severalStores: false };
export const optionLabels: LabelForm = { field: "label", text: "value", severalStores: true };

const maxLabel = 255;

/** Reads a list of labels without tags; the last one for a store wins. Undefined after a problem. */
export function readLabels(given: unknown, form: LabelForm, problems: Problem[]): GivenLabels | undefined {
  const { field, text } = form;
  if (!Array.isArray(given) || given.length === 0) {
    problems.push({ field, message: `must be a list of {store_id, ${text}} that is not empty` });
    return undefined;
  }
  if (given.length > maxListed) {
    problems.push({ field, message: tooLong });
    return undefined;
  }
  const labels = new Map<number, string>();
  const before = problems.length;
  given.forEach((entry: unknown, index) => {
    const stores = isObject(entry) ? readStores(entry.store_id, form) : undefined;
    const label = isObject(entry) ? readLabel(entry[text]) : undefined;
    if (!stores)
      problems.push({ field: `${field}[${index}].store_id`, message: "must be the ID of a store view" });
    if (label === undefined) problems.push({ field: `${field}[${index}].${text}`, message: "must be text" });
    for (const store of stores ?? []) labels.set(store, label ?? "");
  });
  return problems.length === before ? labels : undefined;
}

function readStores(given: unknown, { severalStores }: LabelForm): number[] | undefined {
  const list = severalStores ? readList(given) : [given];
  const stores = list?.flatMap((store) => toInt(store) ?? []);
  return stores && stores.length === list?.length && stores.length > 0 ? stores : undefined;
}

function readLabel(given: unknown): string | undefined {
  const text = cleanText(toText(given) ?? "\u0001");
  return text === undefined ? undefined : stripTags(text);
}

/** What keeps well-formed labels from being stored: unknown stores, too long ones, none for store 0. */
export function labelProblems(
  labels: GivenLabels,
  { field }: LabelForm,
  isStore: (id: number) => boolean,
): Problem[] {
  const problems: Problem[] = [];
  for (const [store, label] of labels) {
    if (!isStore(store)) problems.push({ field, message: `${store} is not a store view` });
    if (isLonger(label, maxLabel)) {
      problems.push({ field, message: `must have at most ${maxLabel} characters` });
    }
  }
  if ((labels.get(0) ?? "").trim() === "") {
    problems.push({ field, message: "must have a label for store 0" });
  }
  return problems;
}

/** The labels that are kept: store 0 first, then the views that have one of their own. */
export function storedLabels(labels: GivenLabels): readonly (readonly [store: number, label: string])[] {
  return [...labels].filter(([, label]) => label !== "").sort(([a], [b]) => a - b);
}
