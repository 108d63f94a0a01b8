/** Lookups and updates of the addresses of a customer. */
import type { AddressDoc, CustomerDoc } from "../../data/entities/customer.js";
import type { CallRaising } from "../../namespace.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { notFound } from "../../../engine/values/messages.js";

/** The addresses of a customer, by ID. */
export function addressesOf(tx: ReadTx, customerId: number): Promise<AddressDoc[]> {
  return tx.find("addresses", {
    where: [{ path: "customer_id", type: "number", op: "eq", value: customerId }],
  });
}

/** The customer with this ID. Throws `customer_not_exists`. */
export async function requireCustomer(
  { tx, fault }: CallRaising<"customer_not_exists">,
  id: number,
): Promise<CustomerDoc> {
  const customer = await tx.get("customers", id);
  if (!customer) throw fault("customer_not_exists", notFound("Customer", id));
  return customer;
}

interface OwnedAddress {
  readonly address: AddressDoc;
  readonly owner: CustomerDoc;
}

/** The address with this ID and its customer. Throws `address_not_exists`. */
export async function requireAddress(
  { tx, fault }: CallRaising<"address_not_exists">,
  id: number,
): Promise<OwnedAddress> {
  const address = await tx.get("addresses", id);
  const owner = address && (await tx.get("customers", address.customer_id));
  if (!owner) throw fault("address_not_exists", notFound("Address", id));
  return { address, owner };
}

/** Stores the customer if `withDefaults` changed the default addresses. */
export async function saveDefaults(tx: Tx, before: CustomerDoc, after: CustomerDoc): Promise<void> {
  if (after !== before) await tx.put("customers", after);
}

/** Deletes all addresses of a deleted customer. */
export async function deleteAddresses(tx: Tx, customerId: number): Promise<void> {
  await forEachInSlices(await addressesOf(tx, customerId), ({ id }) => tx.del("addresses", id));
}
