/** Labels of attributes and options per store view (catalog 4.4, 4.8). */
import type { Problem } from "../../../engine/values/problem.js";
import { readRaw } from "../../../engine/contract/inputs.js";
import { readerOf } from "../../inputs.js";
import { cleanText, isObject, toInt, toText } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import { stripTags } from "../../../engine/values/strip-tags.js";
import { isLonger } from "../../../engine/values/text.js";
import { maxListed, readList, tooLong } from "../../../engine/values/lists.js";

/** Labels by store ID; "" means no label. */
export type GivenLabels = ReadonlyMap<number, string>;

/** The form of a list of labels. */
export interface LabelForm {
  /** The name of the list in the data. */
  readonly field: string;
  /** The member of an entry that contains the label. */
  readonly text: "label" | "value";
  /** Whether one entry can name several stores. */
  readonly severalStores: boolean;
}

export const attributeLabels: LabelForm = { field: "frontend_label", text: "label", severalStores: false };
export const optionLabels: LabelForm = { field: "label", text: "value", severalStores: true };

const maxLabel = 255;

const labelMembers = readerOf<
  "AttributeLabelInput" | "OptionLabelInput",
  { readonly store_id: unknown; readonly label: unknown; readonly value: unknown }
>(["AttributeLabelInput", "OptionLabelInput"], { store_id: readRaw, label: readRaw, value: readRaw });

/** Reads a list of labels and removes tags; a store has one label. Undefined after a problem. */
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
    const members = labelMembers.read(isObject(entry) ? entry : {}, undefined, []).given;
    const stores = isObject(entry) ? readStores(members.store_id, form) : undefined;
    const label = isObject(entry) ? readLabel(members[text]) : undefined;
    if (!stores)
      problems.push({ field: `${field}[${index}].store_id`, message: "must be the ID of a store view" });
    if (label === undefined) problems.push({ field: `${field}[${index}].${text}`, message: "must be text" });
    for (const store of stores ?? []) {
      const other = labels.get(store);
      if (other !== undefined && label !== undefined && other !== label)
        problems.push({ field: `${field}[${index}].store_id`, message: twoLabels(store, other, label) });
      labels.set(store, label ?? "");
    }
  });
  return problems.length === before ? labels : undefined;
}

function twoLabels(store: number, first: string, second: string): string {
  return `store ${store} has two labels, ${quote(first)} and ${quote(second)}`;
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

/** The problems of well-formed labels: unknown stores, labels that are too long, no label for store 0. */
export function labelProblems(
  labels: GivenLabels,
  { field }: LabelForm,
  isStore: (id: number) => boolean,
): Problem[] {
  const problems: Problem[] = [];
  for (const [store, label] of labels) {
    if (!isStore(store)) problems.push({ field, message: `${store} is not a store view` });
    if (isLonger(label, maxLabel)) {
      problems.push({ field, message: `${quote(label)} has more than ${maxLabel} characters` });
    }
  }
  if ((labels.get(0) ?? "").trim() === "") {
    problems.push({ field, message: "must have a label for store 0" });
  }
  return problems;
}

/** The labels to store, without empty ones, by store ID. */
export function storedLabels(labels: GivenLabels): readonly (readonly [store: number, label: string])[] {
  return [...labels].filter(([, label]) => label !== "").sort(([a], [b]) => a - b);
}
