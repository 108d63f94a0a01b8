/** Reads and validates address data (customers 3.4, 3.5, 3.7). */
import type { AddressDoc } from "../../data/entities/customer.js";
import type { Problem } from "../../../engine/values/problem.js";
import { toText, type DataObject } from "../../../engine/values/coercion.js";
import {
  givenMembers,
  inOrder,
  isAbsent,
  readByRow,
  readElsewhere,
  refuse,
  requiredMessage,
  set,
  unreadable,
  type Reading,
} from "../../../engine/contract/inputs.js";
import type { CountryDirectory } from "../../directory/countries.js";
import { inputs, readerOf } from "../../inputs.js";
import { resolveRegion } from "./region.js";

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

interface AddressValidation {
  /** The whole address after the change; meaningless if there are problems. */
  readonly fields: AddressFields;
  readonly flags: DefaultFlags;
  /** In the order of the fields of customers 3.4. */
  readonly problems: readonly Problem[];
}

const rows = inputs.NewCustomerAddress;

/** The members that customers 3.4 checks before the others. */
const first = [
  ...(["firstname", "lastname", "street", "city", "telephone", "postcode", "country_id"] as const),
  ...(["region", "region_id"] as const),
];

type Given = AddressFields & { readonly [Flag in keyof DefaultFlags]: boolean };

/** @remarks The context is the country of the address. */
const addressMembers = readerOf<"NewCustomerAddress" | "CustomerAddressChanges", Given, Reading<string>>(
  ["NewCustomerAddress", "CustomerAddressChanges"],
  {
    street: readStreet,
    country_id: (_, country) => country,
    // Read by `resolveRegion`, since both depend on each other and on the country.
    region: readElsewhere,
    region_id: readElsewhere,
  },
  first,
);

const requiredNames = addressMembers.names.filter((name) => "required" in rows[name]);
const blank = Object.fromEntries(
  addressMembers.names
    .filter((name) => rows[name].reads !== "flag")
    .map((name) => [name, "unsets" in rows[name] ? null : ""]),
);

const optionalNames = addressMembers.names.filter((name) => "unsets" in rows[name]);

/** The optional texts of an address for results, "" for unset ones and for those that older documents do not have. */
export function optionalTexts(address: AddressDoc): Readonly<Record<string, string>> {
  const texts = address as unknown as Readonly<Record<string, string | null | undefined>>;
  return Object.fromEntries(optionalNames.map((name) => [name, texts[name] ?? ""]));
}

/**
 * Validates the data of a new address, or the result of changing a stored one: absent and null members keep the stored
 * values, and the result must be complete.
 */
export function validateAddress(
  data: DataObject,
  stored: AddressFields | undefined,
  context: AddressDataContext,
): AddressValidation {
  const whole: DataObject = { ...stored, ...givenMembers(data) };
  // The country decides whether the postcode is required, but problems name the postcode first.
  const country = readCountry(whole.country_id, context);
  const isPostcodeOptional =
    country.kind === "set" && context.optionalPostcodeCountries.includes(country.value);
  const required = [...requiredNames, ...(isPostcodeOptional ? [] : ["postcode"])];
  const { given, problems } = addressMembers.read(whole, country, required);

  const region = resolveRegion(data, stored, country.kind === "set" ? country.value : undefined, context);
  const { is_default_billing, is_default_shipping, ...members } = given;
  const fields = {
    ...blank,
    ...members,
    region: region.region,
    region_id: region.region_id,
  };
  return {
    fields: fields as AddressFields,
    flags: { is_default_billing, is_default_shipping },
    problems: inOrder(addressMembers, [...problems, ...region.problems]),
  };
}

const { items: lineForm, most: maxStreetLines } = rows.street;

/** Text with line breaks, or a list of lines. Drops blank lines at both ends and keeps those in between. */
export function readStreet(value: unknown): Reading<string> {
  const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map((line) => toText(line ?? ""));
  if (texts.includes(undefined)) return unreadable("must be text or a list of texts");

  const readings = texts
    .flatMap((text) => (text ?? "").split(/\r?\n/))
    .map((line) => readByRow(lineForm, line));
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

function readCountry(value: unknown, { countries }: AddressDataContext): Reading<string> {
  if (isAbsent(value)) return refuse(requiredMessage);
  const reading = readByRow(rows.country_id, value);
  if (reading.kind !== "set") return reading;
  // Checked before `toUpperCase`, which converts some letters of other scripts to A–Z.
  const code = /^[A-Za-z]{2}$/.test(reading.value) ? reading.value.toUpperCase() : "";
  return countries.hasCountry(code) ? set(code) : refuse("is not a country code of two letters (ISO 3166-1)");
}
