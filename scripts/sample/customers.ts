/**
 * Customers of the sample shop with their addresses: both websites, all groups, several countries. All have the
 * password `sample123`. The README uses anna.becker@example.com of the website `base`.
 */
import { countries } from "../../src/shop/directory/countries.js";
import type { AddressDoc, CustomerDoc } from "../../src/shop/data/entities/customer.js";
import type { Problem } from "../../src/engine/values/problem.js";
import type { DataObject } from "../../src/engine/values/coercion.js";
import { validateAddress } from "../../src/shop/customers/addresses/address-data.js";
import { newAddress, withDefaults } from "../../src/shop/customers/addresses/address-record.js";
import { createForm, validateCustomer } from "../../src/shop/customers/accounts/customer-data.js";
import { newCustomer, type NewCustomer } from "../../src/shop/customers/accounts/customer-record.js";
import { ShopDirectory } from "../../src/shop/stores/directory.js";
import type { StateRecord } from "../../src/engine/storage/storage.js";
import { installedShop } from "../../src/shop/states/installed/shop.js";
import { samplePassword, samplePasswordHash } from "../../src/shop/states/sample/password.js";

/** Data for `customer.create` and `customer_address.create`. The position of a row is its ID, counted from 1. */
interface CustomerRow {
  readonly created_at: string;
  readonly data: DataObject;
}

interface AddressRow {
  readonly customer: number;
  readonly created_at: string;
  readonly data: DataObject;
}

const billing = { is_default_billing: true };
const shipping = { is_default_shipping: true };
const both = { ...billing, ...shipping };

// Tables with one row per line.
// prettier-ignore
const customerRows: readonly CustomerRow[] = [
  { created_at: "2024-01-02 08:00:00", data: { email: "anna.becker@example.com", firstname: "Anna", lastname: "Becker", website_id: 1, group_id: 1, store: "default", prefix: "Ms", dob: "1985-05-15", gender: 2, is_subscribed: true } },
  { created_at: "2024-01-05 16:20:00", data: { email: "jonas.maier@example.com", firstname: "Jonas", lastname: "Maier", website_id: 1, group_id: 1, store: "german", prefix: "Herr", dob: "1979-11-30", gender: 1 } },
  { created_at: "2024-01-09 09:45:00", data: { email: "zakupy@nowak-ceramika.example.com", firstname: "Marta", lastname: "Nowak", website_id: 1, group_id: 2, store: "default", taxvat: "PL5260001246" } },
  { created_at: "2024-01-11 19:05:00", data: { email: "liam.oconnor@example.com", firstname: "Liam", lastname: "O'Connor", website_id: 1, group_id: 1, store: "default", middlename: "Patrick", is_subscribed: true } },
  { created_at: "2024-01-18 03:30:00", data: { email: "hana.kobayashi@example.com", firstname: "花", lastname: "小林", website_id: 2, group_id: 1, store: "second_default", dob: "1992-02-29", gender: 2 } },
  { created_at: "2024-01-22 12:15:00", data: { email: "inkop@lindqvist.example.com", firstname: "Sofia", lastname: "Lindqvist", website_id: 2, group_id: 3, store: "second_default", taxvat: "SE556036079301" } },
  { created_at: "2024-02-01 14:00:00", data: { email: "emile.tremblay@example.com", firstname: "Émile", lastname: "Tremblay", website_id: 2, group_id: 2, suffix: "Jr." } },
  { created_at: "2024-02-14 10:10:00", data: { email: "zoe.vandenberg@example.com", firstname: "Zoë", lastname: "van den Berg", website_id: 1, group_id: 3 } },
];

// prettier-ignore
const addressRows: readonly AddressRow[] = [
  { customer: 1, created_at: "2024-01-02 08:00:00", data: { ...both, firstname: "Anna", lastname: "Becker", street: ["100 Market Street", "Apartment 4"], city: "San Francisco", region_id: 12, postcode: "94105", country_id: "US", telephone: "415-555-0100" } },
  { customer: 1, created_at: "2024-01-03 12:00:00", data: { firstname: "Anna", lastname: "Becker", street: "Bahnhofstrasse 21", city: "Zürich", region_id: 129, postcode: "8001", country_id: "CH", telephone: "+41 44 555 01 00" } },
  { customer: 2, created_at: "2024-01-05 16:25:00", data: { ...both, firstname: "Jonas", lastname: "Maier", street: "Kastanienallee 7", city: "Berlin", region_id: 82, postcode: "10435", country_id: "DE", telephone: "+49 30 5550102" } },
  { customer: 3, created_at: "2024-01-09 09:50:00", data: { ...both, firstname: "Marta", lastname: "Nowak", company: "Nowak Ceramika", street: "ul. Długa 12", city: "Kraków", region: "małopolskie", postcode: "31-147", country_id: "PL", telephone: "+48 12 555 01 03" } },
  { customer: 4, created_at: "2024-01-11 19:10:00", data: { ...billing, firstname: "Liam", lastname: "O'Connor", street: "3 Quay Street", city: "Galway", country_id: "IE", telephone: "+353 91 555 104" } },
  { customer: 5, created_at: "2024-01-18 03:40:00", data: { ...both, firstname: "花", lastname: "小林", street: ["神南1丁目2-3", "405号室"], city: "東京都渋谷区", postcode: "150-0041", country_id: "JP", telephone: "+81 3 5555 0105" } },
  { customer: 6, created_at: "2024-01-22 12:20:00", data: { ...shipping, firstname: "Sofia", lastname: "Lindqvist", company: "Lindqvist Hem AB", street: "Storgatan 5", city: "Uppsala", postcode: "753 31", country_id: "SE", telephone: "+46 18 555 01 06" } },
  { customer: 7, created_at: "2024-02-01 14:05:00", data: { ...both, firstname: "Émile", lastname: "Tremblay", street: "1200 rue Saint-Denis", city: "Montréal", region_id: 76, postcode: "H2X 3J6", country_id: "CA", telephone: "+1 514-555-0107" } },
];

/** The documents of all customers and addresses, and the values of their sequences. */
export function customerRecords(): StateRecord[] {
  const addresses = addressRows.map(sampleAddress);
  const customers = customerRows.map(sampleCustomer).map(withAddresses);
  return [
    ...customers.map((doc): StateRecord => ({ collection: "customers", doc })),
    ...addresses.map((doc): StateRecord => ({ collection: "addresses", doc })),
    { sequence: "customer", value: customers.length },
    { sequence: "address", value: addresses.length },
  ];
}

function sampleCustomer({ created_at, data }: CustomerRow, index: number): CustomerDoc {
  const shop = new ShopDirectory(installedShop);
  const complete = { ...data, password: samplePassword };
  const { given, custom, problems } = validateCustomer(complete, { ...createForm, shop, attributes: [] });
  refuse(problems);
  return newCustomer(given as NewCustomer, custom, {
    id: index + 1,
    now: created_at,
    password_hash: samplePasswordHash,
    confirmation: null,
    origin: given.store,
  });
}

function sampleAddress({ customer, created_at, data }: AddressRow, index: number): AddressDoc {
  const context = { countries, optionalPostcodeCountries: ["IE"], regionRequiredCountries: [] };
  const { fields, problems } = validateAddress(data, undefined, context);
  refuse(problems);
  return newAddress(index + 1, customer, fields, created_at);
}

function withAddresses(customer: CustomerDoc): CustomerDoc {
  return addressRows.reduce((owner, { customer: ownerId, created_at, data }, index) => {
    const is_default_billing = data.is_default_billing === true || undefined;
    const is_default_shipping = data.is_default_shipping === true || undefined;
    const flags = { is_default_billing, is_default_shipping };
    return ownerId === owner.id ? withDefaults(owner, index + 1, flags, created_at) : owner;
  }, customer);
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Error(`The sample shop is not usable: ${JSON.stringify(problems)}`);
}
