/** The types of custom options (beyond 4). */
import type { CustomOptionType } from "../../data/entities/options.js";

type OptionGroup = "text" | "file" | "select" | "date";

interface TypeRow {
  readonly value: CustomOptionType;
  readonly label: string;
  readonly group: OptionGroup;
}

/** In the order of the result of `types`. */
export const optionTypes: readonly TypeRow[] = [
  { value: "field", label: "Field", group: "text" },
  { value: "area", label: "Area", group: "text" },
  { value: "file", label: "File", group: "file" },
  { value: "drop_down", label: "Drop-down", group: "select" },
  { value: "radio", label: "Radio Buttons", group: "select" },
  { value: "checkbox", label: "Checkbox", group: "select" },
  { value: "multiple", label: "Multiple Select", group: "select" },
  { value: "date", label: "Date", group: "date" },
  { value: "date_time", label: "Date & Time", group: "date" },
  { value: "time", label: "Time", group: "date" },
];

const groups = new Map(optionTypes.map(({ value, group }) => [value, group]));

export function isOptionType(value: unknown): value is CustomOptionType {
  return groups.has(value as CustomOptionType);
}

export function optionGroupOf(type: CustomOptionType): OptionGroup {
  return groups.get(type) as OptionGroup;
}

/** The limits that only some options have. */
const limits = {
  text: ["max_characters"],
  file: ["file_extension", "image_size_x", "image_size_y"],
  select: [],
  date: [],
} as const;

type LimitName = (typeof limits)[OptionGroup][number];

export const allLimits: readonly LimitName[] = Object.values(limits).flat();

export function limitNames(type: CustomOptionType): readonly LimitName[] {
  return limits[optionGroupOf(type)];
}

export function isSelect({ type }: { readonly type: CustomOptionType }): boolean {
  return optionGroupOf(type) === "select";
}
