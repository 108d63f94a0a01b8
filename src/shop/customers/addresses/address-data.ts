/** Reads and validates address data (customers 3.4, 3.5, 3.7). */
import type { AddressDoc } from "../../data/entities/customer.js";
import type { Problem } from "../../../engine/values/problem.js";
import { toFlag, toText, type DataObject } from "../../../engine/values/coercion.js";
import type { CountryDirectory } from "../../directory/countries.js";
import { resolveRegion } from "./region.js";
import {
  isAbsent,
  readLine,
  readOptionalText,
  readRequiredText,
  refuse,
  requiredMessage,
  set,
  unreadable,
  type FieldReading,
} from "../field-values/text.js";
import { append } from "../../../engine/values/lists.js";

export interface AddressDataContext {
  readonly countries: CountryDirectory;
  /** Country codes, upper case. */
  readonly optionalPostcodeCountries: readonly string[];
  readonly regionRequiredCountries: readonly string[];
}

/** The writable members of an address. */
export type AddressFields = Omit<AddressDoc, "id" | "customer_id" | "created_at" | "updated_at">;

/** true: becomes the default; false: is no longer the default; undefined: no change. */
export interface DefaultFlags {
  readonly is_default_billing: boolean | undefined;
  readonly is_default_shipping: boolean | undefined;
}

export interface AddressValidation {
  /** The whole address after the change; meaningless if there are problems. */
  readonly fields: AddressFields;
  readonly flags: DefaultFlags;
  /** In the order of the fields of customers 3.4. */
  readonly problems: readonly Problem[];
}

const maxStreetLines = 10;

/**
 * Validates the data of a new address, or the result of changing a stored one: absent and null members keep the stored
 * values, and the result must be complete.
 */
export function validateAddress(
  data: DataObject,
  stored: AddressFields | undefined,
  context: AddressDataContext,
): AddressValidation {
  const problems: Problem[] = [];
  const read = memberReader(data, stored, problems);
  // The country decides whether the postcode is required, but problems name the postcode first.
  const country = readCountry(data.country_id ?? stored?.country_id, context);
  const isPostcodeRequired =
    country.kind !== "set" || !context.optionalPostcodeCountries.includes(country.value);
  const main = {
    firstname: read("firstname", readRequiredText, "required") ?? "",
    lastname: read("lastname", readRequiredText, "required") ?? "",
    street: read("street", readStreet, "required") ?? "",
    city: read("city", readRequiredText, "required") ?? "",
    telephone: read("telephone", readRequiredText, "required") ?? "",
    postcode: isPostcodeRequired
      ? read("postcode", readRequiredText, "required")
      : read("postcode", readOptionalText),
    country_id: read("country_id", () => country, "required") ?? "",
  };
  const region = resolveRegion(data, stored, country.kind === "set" ? country.value : undefined, context);
  append(problems, region.problems);
  const more = {
    region: region.region,
    region_id: region.region_id,
    middlename: read("middlename", readOptionalText),
    prefix: read("prefix", readOptionalText),
    suffix: read("suffix", readOptionalText),
    company: read("company", readOptionalText),
    fax: read("fax", readOptionalText),
  };
  const flags = {
    is_default_billing: read("is_default_billing", readFlag) ?? undefined,
    is_default_shipping: read("is_default_shipping", readFlag) ?? undefined,
  };
  return { fields: { ...main, ...more }, flags, problems };
}

/** Reads members: the given value, else the stored one. Adds a problem and returns null for an invalid one. */
function memberReader(data: DataObject, stored: AddressFields | undefined, problems: Problem[]) {
  return <Value>(
    field: string,
    read: (value: unknown) => FieldReading<Value>,
    need?: "required",
  ): Value | null => {
    const value = data[field] ?? stored?.[field as keyof AddressFields];
    if (isAbsent(value) && need === undefined) return null;
    const reading = isAbsent(value) ? refuse(requiredMessage) : read(value);
    if (reading.kind === "set") return reading.value;
    if ("message" in reading) problems.push({ field, message: reading.message });
    return null;
  };
}

function readFlag(value: unknown): FieldReading<boolean> {
  const flag = toFlag(value);
  return flag === undefined ? unreadable("must be true or false") : set(flag);
}

/** Text with line breaks, or a list of lines. Drops blank lines at both ends and keeps those in between. */
export function readStreet(value: unknown): FieldReading<string> {
  const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map((line) => toText(line ?? ""));
  if (texts.includes(undefined)) return unreadable("must be text or a list of texts");

  const readings = texts.flatMap((text) => (text ?? "").split(/\r?\n/)).map(readLine);
  const wrong = readings.find(({ kind }) => kind !== "set");
  if (wrong) return wrong;

  const street = readings
    .map((reading) => (reading.kind === "set" ? reading.value : ""))
    .join("\n")
    .trim();
  if (street === "") return refuse(requiredMessage);
  const isTooHigh = street.split("\n").length > maxStreetLines;
  return isTooHigh ? refuse(`must have at most ${maxStreetLines} lines`) : set(street);
}

function readCountry(value: unknown, { countries }: AddressDataContext): FieldReading<string> {
  if (isAbsent(value)) return refuse(requiredMessage);
  const reading = readRequiredText(value);
  if (reading.kind !== "set") return reading;
  // Checked before `toUpperCase`, which converts some letters of other scripts to A–Z.
  const code = /^[A-Za-z]{2}$/.test(reading.value) ? reading.value.toUpperCase() : "";
  return countries.hasCountry(code) ? set(code) : refuse("is not a country code of two letters (ISO 3166-1)");
}
