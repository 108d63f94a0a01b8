/** Addresses of carts: what `cart_customer.addresses` is given, and copies of them for orders (beyond 8.2). */
import type { CartAddress } from "../data/entities/cart.js";
import type { AddressDoc } from "../data/entities/customer.js";
import { readStreet, type AddressDataContext } from "../customers/addresses/address-data.js";
import { readText, type Reading } from "../customers/field-values/text.js";
import { givenAddress, type AddressCopy } from "../sales/placement/order-address.js";
import { toFlag, toInt, type DataObject } from "../../engine/values/coercion.js";

/** An entry, read: where it goes. */
export interface ReadAddress {
  readonly mode: "billing" | "shipping";
  readonly isForShipping: boolean;
  readonly address: CartAddress;
}

type Read = ReadAddress | { readonly texts: readonly string[] };

const modeText = "Address mode is unknown.";

/** Texts of what every address has, in the order in which they are answered. */
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

/** What an order says of an address that was never set. */
export const nothingSet = Object.values(requiredTexts).join(" ");

/** An address that is given with all its members. */
export function readAddress(
  data: DataObject,
  email: string | null,
  now: string,
  context: AddressDataContext,
): Read {
  const texts: string[] = [];
  const country_id = countryOf(data.country_id, context);
  const text = (field: string, reading: Reading<string> = readText(data[field] ?? "")) =>
    reading.kind === "set" ? reading.value : "";
  const required = (field: keyof typeof requiredTexts, value: string): string => {
    if (value === "") texts.push(requiredTexts[field]);
    return value;
  };
  const main = {
    firstname: required("firstname", text("firstname")),
    lastname: required("lastname", text("lastname")),
    street: required("street", text("street", readStreet(data.street ?? ""))),
    city: required("city", text("city")),
    telephone: required("telephone", text("telephone")),
  };
  const postcode = text("postcode");
  if (!context.optionalPostcodeCountries.includes(country_id)) required("postcode", postcode);
  required("country_id", country_id);
  const isCountryGiven = (data.country_id ?? "") !== "";
  const region = regionOf(data, country_id, context);
  // A country that there is not has no regions to ask for.
  if (region === undefined || (country_id === "" && !isCountryGiven)) texts.push(regionText);
  const mode = data.mode;
  if (mode !== "billing" && mode !== "shipping") return { texts: [...texts, modeText] };
  if (texts.length > 0) return { texts };
  const optional = (field: string) => text(field) || null;
  const address: CartAddress = {
    ...main,
    ...{ country_id, email, postcode: postcode || null },
    ...(region ?? { region: null, region_id: null }),
    ...{ prefix: optional("prefix"), middlename: optional("middlename"), suffix: optional("suffix") },
    ...{ company: optional("company"), fax: optional("fax") },
    customer_address_id: null,
    save_in_address_book: toFlag(data.save_in_address_book) ? 1 : 0,
    created_at: now,
    updated_at: now,
  };
  return { mode, isForShipping: isForShipping(data, mode), address };
}

/** An address of the customer; other members of the entry are not looked at. */
export function readStored(data: DataObject, stored: AddressDoc, email: string | null, now: string): Read {
  const { mode } = data;
  if (mode !== "billing" && mode !== "shipping") return { texts: [modeText] };
  const { id, customer_id: _, created_at: _c, updated_at: _u, ...fields } = stored;
  const address: CartAddress = {
    ...fields,
    ...{ email, customer_address_id: id, save_in_address_book: 0, created_at: now, updated_at: now },
  };
  return { mode, isForShipping: isForShipping(data, mode), address };
}

function isForShipping({ use_for_shipping }: DataObject, mode: string): boolean {
  return mode === "billing" && toFlag(use_for_shipping) === true;
}

/** Upper case; "" for none. */
function countryOf(value: unknown, { countries }: AddressDataContext): string {
  const code = typeof value === "string" && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : "";
  return countries.hasCountry(code) ? code : "";
}

/** Undefined where the country has regions and none of them was named by its ID, and where a text is missing that it needs. */
function regionOf(
  data: DataObject,
  country: string,
  { countries, regionRequiredCountries }: AddressDataContext,
): Pick<CartAddress, "region" | "region_id"> | undefined {
  const reading = readText(data.region ?? "");
  const region = reading.kind === "set" && reading.value !== "" ? reading.value : null;
  if (!countries.hasRegions(country)) {
    const isMissing = region === null && regionRequiredCountries.includes(country);
    return isMissing ? undefined : { region, region_id: null };
  }
  const known = countries.region(country, toInt(data.region_id) ?? 0);
  return known && { region: known.name, region_id: known.region_id };
}

/** The address of a cart as its order has it. */
export function orderAddress(address: CartAddress, customer_id: number | null): AddressCopy {
  const { customer_address_id, region_id, region, postcode, prefix, middlename, suffix, company, fax } =
    address;
  const { firstname, lastname, street, city, country_id, telephone } = address;
  const texts = { ...{ region, postcode, prefix, middlename, suffix, company, fax } };
  const given = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ""]));
  const email = address.email ?? "";
  const copy = givenAddress(
    {
      ...given,
      ...{ firstname, lastname, street, city, country_id, telephone, email },
      region_id: region_id ?? 0,
    },
    { customer_id, email },
  );
  return { ...copy, customer_address_id };
}
