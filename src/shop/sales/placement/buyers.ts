/** The buyer of an order, a customer or a guest, and its billing and shipping address. */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { Problem } from "../../../engine/values/problem.js";
import { copyAddress, givenAddress, type AddressCopy } from "./order-address.js";
import type { Buyer } from "./new-order.js";
import type { PlacementGuest, PlacementRequest } from "./placement-request.js";
import type { ReadTx } from "../../../engine/storage/storage.js";

export interface Party {
  readonly buyer: Buyer;
  readonly billing: AddressCopy;
  readonly shipping: AddressCopy;
}

/** The buyer and the addresses of an order, or the problem. The request must have passed `requestProblems`. */
export async function findParty(tx: ReadTx, request: PlacementRequest): Promise<Party | Problem> {
  const { customer_id, guest } = request;
  const customer = customer_id === undefined ? undefined : await tx.get("customers", customer_id);
  if (customer_id !== undefined && !customer)
    return { field: "customer_id", message: `there is no customer ${customer_id}` };

  const addresses = await findAddresses(tx, request, customer);
  if (!addresses) {
    const message = "is required: there is no default billing address on file";
    return { field: "billing_address", message };
  }
  const buyer = customer ? registeredBuyer(customer) : guestBuyer(guest ?? {}, addresses.billing);
  return { buyer, ...addresses };
}

/** The given addresses, or the default addresses of the customer; undefined if there is no billing address. */
async function findAddresses(tx: ReadTx, request: PlacementRequest, customer: CustomerDoc | undefined) {
  const { guest, billing_address, shipping_address } = request;
  const email = customer?.email ?? guest?.email?.trim() ?? "";
  const owner = { customer_id: customer?.id ?? null, email };
  const onFile = async (id: number | null | undefined) => {
    const address = typeof id === "number" ? await tx.get("addresses", id) : undefined;
    return address && copyAddress(address, owner);
  };
  const billing = billing_address
    ? givenAddress(billing_address, owner)
    : await onFile(customer?.default_billing);
  if (!billing) return undefined;

  if (shipping_address) return { billing, shipping: givenAddress(shipping_address, owner) };
  if (billing_address) return { billing, shipping: billing };
  return { billing, shipping: (await onFile(customer?.default_shipping)) ?? billing };
}

export function registeredBuyer(customer: CustomerDoc): Buyer {
  return {
    customer_id: customer.id,
    customer_is_guest: 0,
    customer_group_id: customer.group_id,
    customer_email: customer.email,
    customer_firstname: customer.firstname,
    customer_lastname: customer.lastname,
    customer_middlename: customer.middlename,
    customer_prefix: customer.prefix,
    customer_suffix: customer.suffix,
    customer_taxvat: customer.taxvat,
    customer_dob: customer.dob,
  };
}

/** A guest without a name gets the name of the billing address. */
function guestBuyer({ email = "", firstname, lastname }: PlacementGuest, billing: AddressCopy): Buyer {
  return {
    customer_id: null,
    customer_is_guest: 1,
    customer_group_id: 0,
    customer_email: email.trim(),
    customer_firstname: firstname ?? billing.firstname,
    customer_lastname: lastname ?? billing.lastname,
    customer_middlename: billing.middlename || null,
    customer_prefix: billing.prefix || null,
    customer_suffix: billing.suffix || null,
    customer_taxvat: billing.vat_id || null,
    customer_dob: null,
  };
}
