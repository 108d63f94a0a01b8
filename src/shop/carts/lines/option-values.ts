/** Normalizes the values of custom options for the stored request of a line (beyond 7.1). */
import type { ChosenValue } from "../../data/entities/cart.js";
import type { CustomOptionType } from "../../data/entities/options.js";

/** The request value that gives the same choice. @param value `option_value` of a choice */
export function storedOptionValue(type: CustomOptionType, value: string): ChosenValue {
  switch (type) {
    case "drop_down":
    case "radio":
      return Number(value);
    case "checkbox":
    case "multiple":
      return value.split(",").map(Number);
    case "date":
      return dateParts(value);
    case "date_time":
      return { ...dateParts(value), ...timeParts(value.slice(11)) };
    case "time":
      return timeParts(value);
    default:
      return value;
  }
}

/** @param value `YYYY-MM-DD …` */
function dateParts(value: string): Readonly<Record<string, number>> {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return { year, month, day };
}

/** Time on a 12-hour clock. @param value `HH:MM:SS` */
function timeParts(value: string): Readonly<Record<string, number | string>> {
  const [hours = 0, minute = 0] = value.split(":").map(Number);
  return { hour: hours % 12 || 12, minute, day_part: hours < 12 ? "am" : "pm" };
}
