/** Derives attribute values in all scopes from the default values and the values of each view. */
import { choicesOf } from "../../../shop/catalog/attribute-values/option-sources.js";
import type { AttributeDoc, AttributeValue, ScopedValues } from "../../../shop/data/entities/catalog.js";
import type { StoreView } from "../../../shop/data/entities/shop.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import type { Directory } from "./directory.js";
import type { ImportContext } from "./reading.js";
import { flagIn, numberIn, textIn, textsIn, timeIn } from "./source.js";

/** The result for a view; `info` is undefined if it could not be read. */
export interface ViewAnswer {
  readonly view: StoreView;
  readonly info: DataObject | undefined;
}

/**
 * A value of a view that equals the default counts as unset: results do not show the difference. Values of a
 * website are those of its first view.
 */
export function scopedValues(
  attributes: readonly AttributeDoc[],
  info: DataObject,
  answers: readonly ViewAnswer[],
  read: (attribute: AttributeDoc, value: unknown) => AttributeValue | undefined,
): ScopedValues {
  const values: Record<string, Record<string, AttributeValue>> = { "0": {} };
  for (const attribute of attributes) {
    const { attribute_code: code, scope } = attribute;
    if (!Object.hasOwn(info, code)) continue;
    const general = read(attribute, info[code]) ?? null;
    if (general !== null) (values["0"] as Record<string, AttributeValue>)[code] = general;
    if (scope === "global") continue;
    for (const { view, info: own } of answers) {
      if (!own || !Object.hasOwn(own, code)) continue;
      const key = scope === "website" ? `w${view.website_id}` : `s${view.store_id}`;
      const value = read(attribute, own[code]);
      if (value === undefined || value === general || values[key]?.[code] !== undefined) continue;
      (values[key] ??= {})[code] = value;
    }
  }
  return values;
}

/** Converts values in results to stored values, by the type and the options of the attribute. */
export class ValueReader {
  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
  ) {}

  /** Undefined, with a finding, for a value that is not possible here. @param name name of the product or category */
  read(attribute: AttributeDoc, given: unknown, name: string): AttributeValue | undefined {
    if (given === null || given === undefined) return null;
    const value = this.plain(attribute, given);
    if (value === undefined) {
      this.reportValue(attribute, name, given);
      return undefined;
    }
    if (value === null || value === "") return value;
    if (attribute.source === "tax_class") this.directory.needTaxClass(Number(value));
    if (attribute.source === "tax_class" || this.isOffered(attribute, value)) return value;
    this.reportValue(attribute, name, given);
    return undefined;
  }

  private plain({ backend, frontend_input }: AttributeDoc, given: unknown): AttributeValue | undefined {
    if (frontend_input === "multiselect" || Array.isArray(given)) {
      if (Array.isArray(given) && given.some((one) => isObject(one))) return undefined;
      const texts = textsIn(given).filter((text) => text !== "");
      return texts.length === 0 ? null : texts.join(",");
    }
    const text = textIn(given);
    if (text === undefined) return undefined;
    switch (backend) {
      case "int":
        if (text === "") return null;
        return /^(true|false)$/.test(text) ? Number(flagIn(text)) : numberIn(text);
      case "decimal":
        return text === "" ? null : numberIn(text);
      case "datetime":
        return text === "" ? null : timeIn(text);
      default:
        return text;
    }
  }

  private isOffered(attribute: AttributeDoc, value: string | number): boolean {
    if (attribute.source === "sort_by") return true;
    const choices = choicesOf(attribute, { taxClasses: [], sortBy: [] });
    return (
      !choices ||
      String(value)
        .split(",")
        .every((one) => choices.has(one))
    );
  }

  private reportValue({ attribute_code }: AttributeDoc, name: string, given: unknown): void {
    const shown = textIn(given) ?? JSON.stringify(given);
    this.context.report.find(
      `values that ${attribute_code} cannot have here`,
      `${name}: ${shown.slice(0, 60)}`,
    );
  }
}
