/** The options of select and multiselect attributes (catalog 4.8, 4.9). */
import type { AttributeDoc, AttributeOption } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { addProblems, readElsewhere } from "../../../engine/contract/inputs.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { readerOf } from "../../inputs.js";
import { labelProblems, optionLabels, readLabels, storedLabels } from "../attribute-values/labels.js";
import { append } from "../../../engine/values/lists.js";

/** Whether options can be added and removed: they are stored with the attribute and not built in. */
export function hasOwnOptions({ frontend_input, source }: AttributeDoc): boolean {
  return source === null && (frontend_input === "select" || frontend_input === "multiselect");
}

interface NewAttributeOption {
  readonly option: Omit<AttributeOption, "option_id">;
  readonly is_default: boolean;
}

const optionMembers = readerOf<"NewOption", { readonly order: number; readonly is_default: boolean }>(
  ["NewOption"],
  { label: readElsewhere },
);

/** Reads the data of an option. Adds invalid members to `problems`. */
export function readAttributeOption(
  data: DataObject,
  isStore: (id: number) => boolean,
  problems: Problem[],
): NewAttributeOption {
  const labels = readLabels(data.label, optionLabels, problems);
  if (labels) append(problems, labelProblems(labels, optionLabels, isStore));
  const { given, problems: found } = optionMembers.read(data, undefined, []);
  addProblems(problems, found);
  const { order: sort_order = 0, is_default = false } = given;
  return {
    option: { sort_order, labels: Object.fromEntries(labels ? storedLabels(labels) : []) },
    is_default,
  };
}

/** Adds an option. A new default replaces the default of a select, and is added to those of a multiselect. */
export function withAttributeOption(
  attribute: AttributeDoc,
  option_id: number,
  { option, is_default }: NewAttributeOption,
): AttributeDoc {
  const options = [...attribute.options, { option_id, ...option }];
  if (!is_default) return { ...attribute, options };
  const current = attribute.frontend_input === "multiselect" ? defaultsOf(attribute) : [];
  return { ...attribute, options, default_value: [...current, String(option_id)].join(",") };
}

/** Removes an option, also from the default value. */
export function withoutAttributeOption(attribute: AttributeDoc, optionId: number): AttributeDoc {
  const options = attribute.options.filter(({ option_id }) => option_id !== optionId);
  const defaults = defaultsOf(attribute);
  if (!defaults.includes(String(optionId))) return { ...attribute, options };
  const default_value = defaults.filter((id) => id !== String(optionId)).join(",");
  return { ...attribute, options, default_value };
}

function defaultsOf({ default_value }: AttributeDoc): string[] {
  return default_value ? default_value.split(",") : [];
}
