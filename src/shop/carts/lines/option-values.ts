/** The values of custom options as a line keeps them: in one form, whatever form a caller sent (beyond 7.1). */
import type { ChosenValue } from "../../data/entities/cart.js";
import type { CustomOptionType } from "../../data/entities/options.js";

/** The value that makes the same choice again. @param value `option_value` of a choice */
export function valueAgain(type: CustomOptionType, value: string): ChosenValue {
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

/** Of `YYYY-MM-DD …` */
function dateParts(value: string): Readonly<Record<string, number>> {
  const [year = 0, month = 0, day = 0] = value.slice(0, 10).split("-").map(Number);
  return { year, month, day };
}

/** Of `HH:MM:SS`, on a clock of twelve hours. */
function timeParts(value: string): Readonly<Record<string, number | string>> {
  const [hours = 0, minute = 0] = value.split(":").map(Number);
  return { hour: hours % 12 || 12, minute, day_part: hours < 12 ? "am" : "pm" };
}
