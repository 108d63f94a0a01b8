/** beyond 8.2: the addresses of carts, and their copies for orders. */
import { describe, expect, test } from "vitest";
import { readCartAddress, readStoredAddress } from "../../../src/shop/carts/addresses.js";
import { cartAddressCopy } from "../../../src/shop/sales/placement/order-address.js";
import type { CartAddress } from "../../../src/shop/data/entities/cart.js";
import type { AddressDoc } from "../../../src/shop/data/entities/customer.js";
import { countries } from "../../../src/shop/directory/countries.js";

const now = "2025-06-01 12:00:00";
const context = { countries, optionalPostcodeCountries: ["HK"], regionRequiredCountries: ["GB"] };
const main = { firstname: "Ada", lastname: "King", street: "1 Main Street", city: "Ely", telephone: "555" };
const inUtah = { ...main, postcode: "84101", country_id: "US", region_id: 58, mode: "billing" };
const inKent = { ...main, postcode: "CT1", country_id: "GB", region: "Kent", mode: "billing" };

const read = (data: object) => readCartAddress({ ...data }, "ada@example.com", now, context);
const textsOf = (data: object) => {
  const found = read(data);
  return "problems" in found ? found.problems.map(({ message }) => message) : [];
};

test("omitted members are null", () => {
  const nothing = { prefix: null, middlename: null, suffix: null, company: null, fax: null };
  const internal = { customer_address_id: null, save_in_address_book: 0, created_at: now, updated_at: now };
  const { mode, ...given } = inKent;
  expect(read(inKent)).toEqual({
    ...{ mode, isForShipping: false },
    address: { ...given, email: "ada@example.com", region_id: null, ...nothing, ...internal },
  });
});

test.each([
  [{ country_id: "us" }, { country_id: "US", region: "Utah", region_id: 58 }],
  [{ region: "Elsewhere" }, { region: "Utah", region_id: 58 }],
  [{ street: ["1 Main Street", "Flat 2"] }, { street: "1 Main Street\nFlat 2" }],
  [
    { country_id: "HK", postcode: "" },
    { postcode: null, region: null, region_id: null },
  ],
  [
    { country_id: "FR", region: "Var" },
    { region: "Var", region_id: null },
  ],
  [
    { prefix: "Dr", middlename: "M", suffix: "Sr" },
    { prefix: "Dr", middlename: "M", suffix: "Sr" },
  ],
  [
    { company: "Looms", fax: "556" },
    { company: "Looms", fax: "556" },
  ],
  [{ save_in_address_book: 1 }, { save_in_address_book: 1 }],
  [{ save_in_address_book: "yes" }, { save_in_address_book: 0 }],
])("%j", (given, want) => {
  expect(read({ ...inUtah, ...given })).toMatchObject({ address: want });
});

test.each([
  { mode: "billing", use_for_shipping: 1, isForShipping: true },
  { mode: "billing", use_for_shipping: 0, isForShipping: false },
  { mode: "billing", isForShipping: false },
  { mode: "shipping", use_for_shipping: 1, isForShipping: false },
])("$mode with $use_for_shipping for shipping: $isForShipping", ({ isForShipping, ...given }) => {
  expect(read({ ...inUtah, ...given })).toMatchObject({ mode: given.mode, isForShipping });
  expect(readStoredAddress(given, stored, null, now)).toMatchObject({ mode: given.mode, isForShipping });
});

describe("refused", () => {
  const region = "Please enter the state/province.";
  const postcode = "Please enter the zip/postal code.";
  const country = "Please enter the country.";
  const mode = "Address mode is unknown.";
  test.each([
    { given: { postcode: " " }, want: [postcode] },
    { given: { telephone: null }, want: ["Please enter the telephone number."] },
    { given: { street: [] }, want: ["Please enter the street."] },
    { given: { region_id: 12_345 }, want: [region] },
    { given: { region_id: undefined, region: "Utah" }, want: [region] },
    { given: { country_id: "DE" }, want: [region] },
    { given: { country_id: "GB" }, want: [region] },
    { given: { country_id: "XX" }, want: [country] },
    { given: { country_id: "USA" }, want: [country] },
    { given: { country_id: "" }, want: [country, region] },
    { given: { mode: "home" }, want: [mode] },
    { given: { mode: undefined, city: "" }, want: ["Please enter the city.", mode] },
  ])("$given", ({ given, want }) => expect(textsOf({ ...inUtah, ...given })).toEqual(want));
});

const stored: AddressDoc = {
  ...{ id: 5, customer_id: 2, ...main, postcode: "84101", country_id: "US", region: "Utah", region_id: 58 },
  ...{ prefix: null, middlename: null, suffix: null, company: null, fax: null },
  ...{ created_at: "2024-01-01 00:00:00", updated_at: "2024-01-01 00:00:00" },
};

test("an address of the customer is copied in its current form", () => {
  const { id, customer_id: _, ...fields } = stored;
  const own = { email: null, customer_address_id: id, save_in_address_book: 0 };
  expect(readStoredAddress({ mode: "shipping", city: "Other" }, stored, null, now)).toEqual({
    ...{ mode: "shipping", isForShipping: false },
    address: { ...fields, ...own, created_at: now, updated_at: now },
  });
  const unknownMode = { problems: [{ field: "mode", message: "Address mode is unknown." }] };
  expect(readStoredAddress({ mode: "home" }, stored, null, now)).toEqual(unknownMode);
  expect(readStoredAddress({}, stored, null, now)).toEqual(unknownMode);
});

test("the order has the address with the customer, and empty text for unset members", () => {
  const found = readStoredAddress({ mode: "billing" }, stored, "ada@example.com", now);
  const { address } = found as { address: CartAddress };
  expect(cartAddressCopy(address, 2)).toMatchObject({
    ...{ ...main, email: "ada@example.com", customer_id: 2, customer_address_id: 5 },
    ...{ region: "Utah", region_id: 58, postcode: "84101", country_id: "US", prefix: "", fax: "" },
  });
  expect(cartAddressCopy({ ...address, company: "Looms", fax: "556" }, null)).toMatchObject({
    ...{ customer_id: null, company: "Looms", fax: "556" },
  });
});
