/** Addresses of carts: reads the entries of `cart_customer.addresses` and copies addresses to orders (beyond 8.2). */
import type { CartAddress } from "../data/entities/cart.js";
import type { AddressDoc } from "../data/entities/customer.js";
import { readStreet, type AddressDataContext } from "../customers/addresses/address-data.js";
import { readByRow, readElsewhere, set, unreadable, type Reading } from "../../engine/contract/inputs.js";
import { inputs, readerOf } from "../inputs.js";
import { idleMembers, isSame } from "../../engine/contract/members.js";
import type { Problem } from "../../engine/values/problem.js";
import { overriddenRegion } from "../customers/addresses/region.js";
import { toFlag, toInt, type DataObject } from "../../engine/values/coercion.js";

/** A valid entry of `cart_customer.addresses`. */
export interface CartAddressEntry {
  readonly mode: "billing" | "shipping";
  readonly isForShipping: boolean;
  readonly address: CartAddress;
}

type AddressReading = CartAddressEntry | { readonly problems: readonly Problem[] };

const modeProblem: Problem = { field: "mode", message: "Address mode is unknown." };

/** The texts for missing fields, in the order of the answer. */
const requiredTexts = {
  firstname: "Please enter the first name.",
  lastname: "Please enter the last name.",
  street: "Please enter the street.",
  city: "Please enter the city.",
  telephone: "Please enter the telephone number.",
  postcode: "Please enter the zip/postal code.",
  country_id: "Please enter the country.",
};

const regionText = "Please enter the state/province.";

/** The text of `cart.order` for a cart whose address was never set. */
export const emptyAddressText = Object.values(requiredTexts).join(" ");

interface Given extends CartAddress {
  readonly mode: "billing" | "shipping";
  readonly use_for_shipping: boolean;
}

const entryMembers = readerOf<"CartAddress", Given, AddressDataContext>(["CartAddress"], {
  address_id: readElsewhere,
  street: readStreet,
  country_id: readCountry,
  // Read by `regionOf`, since both depend on each other and on the country.
  region: readElsewhere,
  region_id: readElsewhere,
  use_for_shipping: readYes,
  save_in_address_book: (value) => set(toFlag(value) ? 1 : 0),
});

/** Reads an entry that contains the whole address. The problems are sentences. Unreadable values count as missing. */
export function readCartAddress(
  data: DataObject,
  email: string | null,
  now: string,
  context: AddressDataContext,
): AddressReading {
  const problems: Problem[] = [];
  const { given } = entryMembers.read(data, context);
  const { mode, use_for_shipping = false, save_in_address_book = 0, ...fields } = given;
  const { country_id = "", postcode = null } = fields;
  const required = (field: keyof typeof requiredTexts): string => {
    const value = fields[field] ?? "";
    if (value === "") problems.push({ field, message: requiredTexts[field] });
    return value;
  };
  const main = {
    firstname: required("firstname"),
    lastname: required("lastname"),
    street: required("street"),
    city: required("city"),
    telephone: required("telephone"),
  };
  if (!context.optionalPostcodeCountries.includes(country_id)) required("postcode");
  required("country_id");
  const isCountryGiven = (data.country_id ?? "") !== "";
  const region = regionOf(data, country_id, context);
  // An unknown country gets no text about its region.
  if (region === undefined || (country_id === "" && !isCountryGiven))
    problems.push({
      field: context.countries.hasRegions(country_id) ? "region_id" : "region",
      message: regionText,
    });
  if (mode === undefined) return { problems: [...problems, modeProblem] };
  if (problems.length > 0) return { problems };
  const address: CartAddress = {
    ...main,
    country_id,
    email,
    postcode,
    ...(region ?? { region: null, region_id: null }),
    prefix: null,
    middlename: null,
    suffix: null,
    company: null,
    fax: null,
    ...fields,
    customer_address_id: null,
    save_in_address_book,
    created_at: now,
    updated_at: now,
  };
  return { mode, isForShipping: mode === "billing" && use_for_shipping, address };
}

/** Reads an entry that names an address of the customer; its other members are ignored. */
export function readStoredAddress(
  data: DataObject,
  stored: AddressDoc,
  email: string | null,
  now: string,
): AddressReading {
  const { mode } = data;
  if (mode !== "billing" && mode !== "shipping") return { problems: [modeProblem] };
  const { id, customer_id: _, created_at: _c, updated_at: _u, ...fields } = stored;
  const address: CartAddress = {
    ...fields,
    email,
    customer_address_id: id,
    save_in_address_book: 0,
    created_at: now,
    updated_at: now,
  };
  return { mode, isForShipping: isForShipping(data, mode), address };
}

const entryNames: readonly string[] = ["mode", "address_id", "use_for_shipping", "save_in_address_book"];
const addressNames = entryMembers.names.filter((name) => !entryNames.includes(name));

/** The given members of an entry that its address does not take over, for strict handling (beyond 8.2). */
export function idleAddressMembers(data: DataObject, read: CartAddressEntry, place: string): Problem[] {
  const { mode, address } = read;
  const flags = ["use_for_shipping", "save_in_address_book"];
  const noFlags = flags.filter((name) => toFlag(data[name]) === undefined);
  const isForOther = mode === "shipping" && toFlag(data.use_for_shipping) === true;
  const idle = [
    ...idleMembers(data, noFlags, "must be 0 or 1", place),
    ...(isForOther ? idleMembers(data, ["use_for_shipping"], "applies to billing addresses", place) : []),
  ];
  if (address.customer_address_id === null)
    return [
      ...idle,
      ...overriddenRegion(data, address.region).map((one) => ({ ...one, field: place + one.field })),
    ];
  const others = addressNames.filter((name) => !isSame(data[name], (address as unknown as DataObject)[name]));
  const isSaved = toFlag(data.save_in_address_book) === true;
  return [
    ...idle,
    ...idleMembers(data, others, "differs from the customer's address", place),
    ...(isSaved
      ? idleMembers(data, ["save_in_address_book"], "has no effect together with address_id", place)
      : []),
  ];
}

function isForShipping({ use_for_shipping }: DataObject, mode: string): boolean {
  return mode === "billing" && toFlag(use_for_shipping) === true;
}

function readYes(value: unknown): Reading<boolean> {
  const flag = toFlag(value);
  return flag === undefined ? unreadable("must be 0 or 1") : set(flag);
}

/** The country code in upper case. */
function readCountry(value: unknown, { countries }: AddressDataContext): Reading<string> {
  const code = typeof value === "string" && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : "";
  return countries.hasCountry(code) ? set(code) : unreadable("is not a country code");
}

/**
 * Undefined if the country has regions and `region_id` names none of them, or if it requires a region text
 * that is missing.
 */
function regionOf(
  data: DataObject,
  country: string,
  { countries, regionRequiredCountries }: AddressDataContext,
): Pick<CartAddress, "region" | "region_id"> | undefined {
  const reading = readByRow(inputs.CartAddress.region, data.region ?? "");
  const region = reading.kind === "set" ? reading.value : null;
  if (!countries.hasRegions(country)) {
    const isMissing = region === null && regionRequiredCountries.includes(country);
    return isMissing ? undefined : { region, region_id: null };
  }
  const known = countries.region(country, toInt(data.region_id) ?? 0);
  return known && { region: known.name, region_id: known.region_id };
}
