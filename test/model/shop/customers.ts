/** Customers and their addresses in the model (customers 2, 3). */
import {
  nextNumber,
  Refusal,
  textOf,
  refuseIf,
  timestamp,
  viewOf,
  websites,
  type Address,
  type Customer,
  type Shop,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

const viewNames: Readonly<Record<number, string>> = {
  1: "Default Store View",
  2: "Second Store View",
  3: "German",
};

export function findCustomer(shop: Shop, id: unknown): Customer {
  const found = shop.customers[Number(id)];
  if (!found) throw new Refusal("customer_not_exists");
  return found;
}

const texts = ["email", "firstname", "lastname", "middlename", "taxvat"] as const;

/**
 * Refuses content in the order of the reference: first everything that is invalid by itself, then unknown
 * references.
 */
function checkContent(data: Data, required: readonly string[]): void {
  const isWrong = texts.some((name) => {
    const given = data[name];
    if (given === undefined || given === null) return required.includes(name);
    const text = textOf(given).trim();
    if (name === "email") return !/^[a-z0-9.]+@[a-z0-9.]+\.[a-z]+$/i.test(text);
    return text.length > 255 || (text === "" && ["firstname", "lastname"].includes(name));
  });
  const password =
    data.password === undefined || data.password === null ? undefined : textOf(data.password).trim();
  const isShort =
    password === undefined ? required.includes("password") : password !== "" && password.length < 7;
  const isEmpty = password === "" && required.includes("password");
  const lacksSite =
    required.includes("website_id") && (data.website_id === undefined || data.website_id === null);
  const isNoDate = typeof data.dob === "string" && !["", "1990-02-11"].includes(data.dob);
  refuseIf(isWrong || isShort || isEmpty || lacksSite || isNoDate, "customer_data_invalid");
}

function checkPlaces({ website_id, group_id }: Data): void {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  refuseIf(isGiven(website_id) && !websites.some(({ id }) => id === website_id), "website_not_exists");
  refuseIf(isGiven(group_id) && ![1, 2, 3].includes(group_id as number), "group_not_exists");
}

function isTaken(shop: Shop, { id, email, website_id }: Customer): boolean {
  return Object.values(shop.customers).some(
    (other) =>
      other.id !== id && other.website_id === website_id && other.email.toLowerCase() === email.toLowerCase(),
  );
}

function withData(customer: Customer, data: Data): Customer {
  const given = Object.entries(data).filter(
    ([name, value]) => value !== undefined && value !== null && name in customer,
  );
  const clean = given.map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]);
  const after = { ...customer, ...(Object.fromEntries(clean) as Partial<Customer>) };
  return { ...after, dob: after.dob || null };
}

export function createCustomer(shop: Shop, { customerData, store }: Data): number {
  const data = customerData as Data;
  const view = viewOf(store);
  checkContent(data, ["email", "firstname", "lastname", "password", "website_id"]);
  checkPlaces(data);
  refuseIf(view.id !== 0 && view.website !== data.website_id, "customer_data_invalid");
  const fresh: Customer = {
    ...{
      id: 0,
      email: "",
      firstname: "",
      lastname: "",
      middlename: "",
      taxvat: "",
      dob: null,
      website_id: 0,
      group_id: 1,
    },
    created_in: viewNames[view.id] ?? "Admin",
    created_at: timestamp(shop.now),
    ...{ default_billing: null, default_shipping: null },
  };
  const customer = withData(fresh, data);
  refuseIf(isTaken(shop, customer), "customer_exists");
  const id = nextNumber(shop, "customer");
  shop.customers[id] = { ...customer, id };
  return id;
}

export function updateCustomer(shop: Shop, { customerId, customerData, store }: Data): true {
  const data = customerData as Data;
  const customer = findCustomer(shop, customerId);
  const view = viewOf(store);
  checkContent(data, []);
  checkPlaces(data);
  const after = withData(customer, data);
  refuseIf(view.id !== 0 && view.website !== after.website_id, "customer_data_invalid");
  refuseIf(isTaken(shop, after), "customer_exists");
  shop.customers[customer.id] = after;
  return true;
}

/** Orders stay, without the customer. */
export function deleteCustomer(shop: Shop, { customerId }: Data): true {
  const { id } = findCustomer(shop, customerId);
  delete shop.customers[id];
  for (const address of addressesOf(shop, id)) delete shop.addresses[address.id];
  for (const order of Object.values(shop.orders)) if (order.customer === id) order.customer = null;
  return true;
}

export function addressesOf(shop: Shop, customer: number): Address[] {
  return Object.values(shop.addresses).filter((one) => one.customer === customer);
}

function findAddress(shop: Shop, id: unknown): Address {
  const found = shop.addresses[Number(id)];
  if (!found) throw new Refusal("address_not_exists");
  return found;
}

/** The regions that walks use. */
const regions: Readonly<Record<number, { readonly country: string; readonly name: string }>> = {
  12: { country: "US", name: "California" },
  43: { country: "US", name: "New York" },
  81: { country: "DE", name: "Bayern" },
};

const required = ["firstname", "lastname", "street", "city", "telephone"];
const addressTexts = [...required, "postcode", "country_id", "company", "region"];

/** The fields after a change, or a refusal: the merged address must be complete. */
function merged(stored: Address, data: Data): Address {
  const fields = { ...stored.fields };
  for (const name of addressTexts) {
    const given = data[name];
    if (given === undefined || given === null) continue;
    fields[name] = Array.isArray(given) ? given.join("\n").trim() : textOf(given).trim();
  }
  fields.country_id = (fields.country_id ?? "").toUpperCase();
  refuseIf(
    required.some((name) => !fields[name]) || !["US", "DE", "IE"].includes(fields.country_id),
    "data_invalid",
  );
  refuseIf(!fields.postcode && fields.country_id !== "IE", "data_invalid");
  return { ...stored, ...withRegion(stored, fields, data) };
}

function withRegion(
  stored: Address,
  fields: Record<string, string>,
  data: Data,
): Pick<Address, "fields" | "region_id"> {
  const isGiven = (name: string) => data[name] !== undefined && data[name] !== null;
  if (isGiven("region_id")) {
    const id = data.region_id as number;
    refuseIf(regions[id]?.country !== fields.country_id, "data_invalid");
    return { fields: { ...fields, region: regions[id]?.name ?? "" }, region_id: id };
  }
  const old = stored.region_id === null ? undefined : regions[stored.region_id];
  if (isGiven("region")) {
    return {
      fields,
      region_id: old?.name === fields.region && old?.country === fields.country_id ? stored.region_id : null,
    };
  }
  if (old && old.country !== fields.country_id) return { fields: { ...fields, region: "" }, region_id: null };
  return { fields, region_id: stored.region_id };
}

const defaults = [
  { flag: "is_default_billing", member: "default_billing" },
  { flag: "is_default_shipping", member: "default_shipping" },
] as const;

function setDefaults(customer: Customer, address: number, data: Data): void {
  for (const { flag, member } of defaults) {
    if (data[flag] === true) customer[member] = address;
    else if (data[flag] === false && customer[member] === address) customer[member] = null;
  }
}

export function createAddress(shop: Shop, { customerId, addressData }: Data): number {
  const customer = findCustomer(shop, customerId);
  const data = addressData as Data;
  const address = merged({ id: 0, customer: customer.id, fields: {}, region_id: null }, data);
  const id = nextNumber(shop, "address");
  shop.addresses[id] = { ...address, id };
  setDefaults(customer, id, data);
  return id;
}

export function updateAddress(shop: Shop, { addressId, addressData }: Data): true {
  const address = findAddress(shop, addressId);
  const data = addressData as Data;
  shop.addresses[address.id] = merged(address, data);
  setDefaults(findCustomer(shop, address.customer), address.id, data);
  return true;
}

/** No other address becomes the default. */
export function deleteAddress(shop: Shop, { addressId }: Data): true {
  const { id, customer } = findAddress(shop, addressId);
  delete shop.addresses[id];
  setDefaults(findCustomer(shop, customer), id, { is_default_billing: false, is_default_shipping: false });
  return true;
}
