/** Addresses as documents and in results, and the default addresses of a customer (customers 3). */
import type { Operations } from "../../../../generated/operations.js";
import type { AddressDoc, CustomerDoc } from "../../data/entities/customer.js";
import { optionalTexts, type AddressFields, type DefaultFlags } from "./address-data.js";
import { updateTime } from "../../../engine/values/dates.js";

export function newAddress(id: number, customer_id: number, fields: AddressFields, now: string): AddressDoc {
  return { id, customer_id, ...fields, created_at: now, updated_at: now };
}

export function changedAddress(address: AddressDoc, fields: AddressFields, now: string): AddressDoc {
  return { ...address, ...fields, updated_at: updateTime(address, now) };
}

/** The customer after the default flags of an address are set; the same object if no default changes. */
export function withDefaults(
  customer: CustomerDoc,
  addressId: number,
  flags: Partial<DefaultFlags>,
  now: string,
): CustomerDoc {
  const default_billing = movedDefault(customer.default_billing, addressId, flags.is_default_billing);
  const default_shipping = movedDefault(customer.default_shipping, addressId, flags.is_default_shipping);
  const stays =
    default_billing === customer.default_billing && default_shipping === customer.default_shipping;
  return stays
    ? customer
    : { ...customer, default_billing, default_shipping, updated_at: updateTime(customer, now) };
}

/** The flags for a deleted address; no other address becomes the default. */
export const noDefault: DefaultFlags = { is_default_billing: false, is_default_shipping: false };

function movedDefault(current: number | null, addressId: number, flag: boolean | undefined): number | null {
  if (flag === undefined) return current;
  if (flag) return addressId;
  return current === addressId ? null : current;
}

type Owner = Pick<CustomerDoc, "default_billing" | "default_shipping">;

export function addressEntry(
  { id, created_at, updated_at }: AddressDoc,
  owner: Owner,
): Operations["customer_address.list"]["result"][number] {
  return { customer_address_id: id, created_at, updated_at, ...defaultFlags(id, owner) };
}

export function addressInfo(
  address: AddressDoc,
  owner: Owner,
): Operations["customer_address.info"]["result"] {
  return {
    customer_address_id: address.id,
    customer_id: address.customer_id,
    firstname: address.firstname,
    lastname: address.lastname,
    middlename: address.middlename ?? "",
    prefix: address.prefix ?? "",
    suffix: address.suffix ?? "",
    company: address.company ?? "",
    street: address.street,
    city: address.city,
    region: address.region ?? "",
    region_id: address.region_id,
    postcode: address.postcode ?? "",
    country_id: address.country_id,
    telephone: address.telephone,
    fax: address.fax ?? "",
    // Further ones of the contract.
    ...optionalTexts(address),
    ...defaultFlags(address.id, owner),
  };
}

function defaultFlags(id: number, { default_billing, default_shipping }: Owner) {
  return { is_default_billing: default_billing === id, is_default_shipping: default_shipping === id };
}

/** At the XML doors, info contains the times (doors 0.1). */
export function legacyAddressInfo(address: AddressDoc, owner: Owner): ReturnType<typeof addressInfo> {
  const { created_at, updated_at } = address;
  return { ...addressInfo(address, owner), ...{ created_at, updated_at } };
}

/** At the XML doors, an entry of a list contains all members that are set (doors 0.1). */
export function legacyAddressEntry(address: AddressDoc, owner: Owner): ReturnType<typeof addressEntry> {
  const { id: _id, customer_id: _owner, created_at: _created, updated_at: _updated, ...fields } = address;
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...addressEntry(address, owner), ...Object.fromEntries(set) };
}
