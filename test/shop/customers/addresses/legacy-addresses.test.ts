/** Addresses at the XML doors (doors 0.1). */
import { expect, test } from "vitest";
import {
  addressEntry,
  addressInfo,
  legacyAddressEntry,
  legacyAddressInfo,
} from "../../../../src/shop/customers/addresses/address-record.js";
import type { AddressDoc } from "../../../../src/shop/data/entities/customer.js";

const set = {
  ...{ firstname: "Mila", lastname: "Novak", street: "1 Main Street", city: "Springfield" },
  ...{ telephone: "555-0100", postcode: "12345", country_id: "US", company: "Acme" },
};
const unset = { middlename: null, prefix: null, suffix: null, fax: null, region: null, region_id: null };
const times = { created_at: "2025-06-01 12:00:00", updated_at: "2025-06-02 12:00:00" };
const address: AddressDoc = { id: 7, customer_id: 3, ...set, ...unset, ...times };
const owner = { default_billing: 7, default_shipping: null };

test("info also has its times", () => {
  expect(legacyAddressInfo(address, owner)).toEqual({ ...addressInfo(address, owner), ...times });
});

test("a row of a list has all set members", () => {
  expect(legacyAddressEntry(address, owner)).toEqual({ ...addressEntry(address, owner), ...set });
});
