/**
 * The default value of an attribute. It is stored as text and validated like a value of the attribute
 * (catalog 4.4, 4.6).
 */
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { Problem } from "../../../engine/values/problem.js";
import { cleanText, toText } from "../../../engine/values/coercion.js";
import { toDay } from "../../../engine/values/dates.js";
import { stripTags } from "../../../engine/values/strip-tags.js";
import { isEmpty, readValue } from "./attribute-values.js";
import { isLonger } from "../../../engine/values/text.js";

const field = "default_value";

/** The text to store; "" clears the default. Undefined if nothing is given, and after a problem. */
export function readDefault(
  attribute: AttributeDoc,
  given: unknown,
  choices: ReadonlySet<string> | undefined,
  problems: Problem[],
): string | undefined {
  if (given === undefined || given === null) return undefined;
  const value = typeof given === "string" ? stripTags(given) : given;
  if (isEmpty(attribute, value)) return "";

  const reading = validateDefault(attribute, value, choices);
  if (typeof reading === "string") return reading;
  problems.push({ field, message: reading.message });
  return undefined;
}

type DefaultReading = string | { readonly message: string };

function validateDefault(
  attribute: AttributeDoc,
  value: unknown,
  choices: ReadonlySet<string> | undefined,
): DefaultReading {
  if (attribute.backend === "datetime")
    return toDay(value) ?? { message: "must be an existing date as YYYY-MM-DD" };
  const reading = readValue(attribute, value, choices, "create");
  switch (reading.kind) {
    case "problem":
      return reading;
    case "set":
      // A number keeps its text form: "12.50" stays "12.50".
      return attribute.backend === "decimal" ? (toText(value) ?? "").trim() : String(reading.value);
    case "keep":
      return anyText(value);
    case "remove":
      return { message: "must be text" };
  }
}

const maxText = 255;

/** Attributes that only the service writes accept any text: their defaults have no effect. */
function anyText(value: unknown): DefaultReading {
  const text = cleanText(toText(value) ?? "\u0001");
  const fits = text !== undefined && !isLonger(text, maxText);
  return fits ? text : { message: `must be text of at most ${maxText} characters` };
}
