/** Reads the data of a custom option or one of its values (beyond 4, 5). */
import type {
  CustomOptionType,
  OptionPrice,
  OptionValue,
  ProductOption,
} from "../../data/entities/options.js";
import { growthBounds } from "../../data/growth.js";
import {
  addProblems,
  readAs,
  readByRow,
  readElsewhere,
  refuse,
  set,
} from "../../../engine/contract/inputs.js";
import { isObject, toId, type DataObject } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import { inputs, readerOf } from "../../inputs.js";
import { idleMembers } from "../../../engine/contract/members.js";
import { allLimits, isOptionType, isSelect, limitNames } from "./option-types.js";

/** An entry of `additional_fields`, or the data of a single value. Absent = not given, null = cleared. */
export type FieldsInput = Partial<
  Pick<OptionValue, "value_id"> &
    Pick<ProductOption, "sku" | "sort_order" | "file_extension"> &
    OptionPrice & {
      readonly title: string;
      readonly max_characters: number;
      readonly image_size_x: number;
      readonly image_size_y: number;
    }
>;

export type OptionInput = Partial<Pick<ProductOption, "is_require" | "sort_order">> & {
  readonly title?: string;
};

type OptionSchemas = "CustomOptionChanges" | "NewCustomOption";

const optionMembers = readerOf<OptionSchemas, Required<OptionInput>>(
  ["CustomOptionChanges", "NewCustomOption"],
  { type: readElsewhere, additional_fields: readElsewhere },
);

type FieldSchemas = "CustomOptionFieldsInput" | "NewCustomOptionValue" | "CustomOptionValueChanges";

const { price, title } = inputs.CustomOptionFieldsInput;

const fieldMembers = readerOf<FieldSchemas, Required<FieldsInput>>(
  ["CustomOptionFieldsInput", "NewCustomOptionValue", "CustomOptionValueChanges"],
  {
    value_id: (value) => {
      const id = toId(value);
      return id === 0 ? refuse("must be the ID of a value") : set(id);
    },
    price: readAs(price, `must be a number of at most ${price.max}`),
  },
);

export function readCustomOption(data: DataObject, problems: Problem[]): OptionInput {
  const { given, problems: found } = optionMembers.read(data, undefined);
  addProblems(problems, found);
  return given;
}

/** @param place path of the entry, for example `additional_fields[0].` */
export function readOptionFields(entry: unknown, place: string, problems: Problem[]): FieldsInput {
  if (!isObject(entry)) problems.push({ field: place.replace(/\.$/, ""), message: "must be an object" });
  const { given, problems: found } = fieldMembers.read(isObject(entry) ? entry : {}, undefined);
  addProblems(problems, found, place);
  return given;
}

/** The members of entries that values have; all entries have a price and a SKU. */
const valueNames = ["title", "sort_order"];

/** The given entries of `additional_fields` and their members that options of a type do not have, for strict handling. */
export function idleOptionFields(entries: readonly unknown[], type: CustomOptionType): Problem[] {
  const hasValues = isSelect({ type });
  const own: readonly string[] = hasValues ? valueNames : limitNames(type);
  const others = [...valueNames, ...allLimits].filter((name) => !own.includes(name));
  const taken = hasValues ? entries : entries.slice(0, 1);
  return [
    ...taken.flatMap((entry, at) =>
      idleMembers(
        isObject(entry) ? entry : {},
        others,
        `does not apply to options of type ${type}`,
        entryPlace(at),
      ),
    ),
    ...entries.slice(taken.length).map((_, at) => ({
      field: `additional_fields[${taken.length + at}]`,
      message: `has no effect, since options of type ${type} have a single entry`,
    })),
  ];
}

/** The path of the members of an entry. */
export function entryPlace(at: number): string {
  return `additional_fields[${at}].`;
}

/** The entries of `additional_fields`; undefined, with a problem, if there are none. */
export function readAdditionalFieldEntries(
  given: unknown,
  problems: Problem[],
): readonly unknown[] | undefined {
  const { productOptionValues: most } = growthBounds;
  const message = Array.isArray(given)
    ? given.length > most
      ? `must have at most ${most} objects`
      : given.some((entry) => isObject(entry) && Object.keys(entry).length > 0)
        ? undefined
        : "must be a list with one object that has members"
    : "must be a list of objects";
  if (message === undefined) return given as readonly unknown[];
  problems.push({ field: "additional_fields", message });
  return undefined;
}

export function customOptionType(data: DataObject): CustomOptionType | undefined {
  return isOptionType(data.type) ? data.type : undefined;
}

/** Whether a value is a title once tags are removed. */
export function isTitle(value: unknown): boolean {
  return readByRow(title, value).kind === "set";
}

export const titleForm = `must be text of ${title.min} to ${title.max} characters`;
