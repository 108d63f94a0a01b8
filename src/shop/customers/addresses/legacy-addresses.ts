/** Addresses at the XML doors: lists contain all members, info contains the times (doors 0.1). */
import type { AddressDoc } from "../../data/entities/customer.js";
import { addressEntry, addressInfo } from "./address-record.js";

type Owner = Parameters<typeof addressInfo>[1];

export function legacyAddressInfo(address: AddressDoc, owner: Owner): ReturnType<typeof addressInfo> {
  const { created_at, updated_at } = address;
  return { ...addressInfo(address, owner), ...{ created_at, updated_at } };
}

/** An entry without the members that are not set. */
export function legacyAddressEntry(address: AddressDoc, owner: Owner): ReturnType<typeof addressEntry> {
  const { id: _id, customer_id: _owner, created_at: _created, updated_at: _updated, ...fields } = address;
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...addressEntry(address, owner), ...Object.fromEntries(set) };
}
