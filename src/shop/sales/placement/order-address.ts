/** The addresses of orders. They are copies, so that later changes of the customer do not affect them (sales 15.1). */
import type { CartAddress } from "../../data/entities/cart.js";
import type { AddressDoc } from "../../data/entities/customer.js";
import type { SalesAddress } from "../../data/entities/sales.js";
import type { PlacementAddress } from "./placement-request.js";

/** An address without the fields that it gets as part of an order. */
export type AddressCopy = Omit<SalesAddress, "address_id" | "address_type">;

/** The buyer whose address it is. `customer_id` is null for guests. */
interface AddressOwner {
  readonly customer_id: number | null;
  readonly email: string;
}

/** An address that was given with the order. Missing texts become "". */
export function givenAddress(given: PlacementAddress, owner: AddressOwner): AddressCopy {
  return {
    ...textsOf(given),
    email: given.email ?? owner.email,
    region_id: given.region_id || null,
    customer_id: owner.customer_id,
    customer_address_id: null,
  };
}

/** A copy of a stored address of a customer. */
export function copyAddress(address: AddressDoc, { email }: AddressOwner): AddressCopy {
  return {
    ...textsOf(address),
    email,
    region_id: address.region_id,
    customer_id: address.customer_id,
    customer_address_id: address.id,
  };
}

/** A copy of the address of a cart, whose buyer has this ID, or null. */
export function cartAddressCopy(address: CartAddress, customer_id: number | null): AddressCopy {
  return {
    ...textsOf(address),
    email: address.email ?? "",
    region_id: address.region_id || null,
    customer_id,
    customer_address_id: address.customer_address_id,
  };
}

type Texts = Omit<AddressCopy, "email" | "region_id" | "customer_id" | "customer_address_id">;

function textsOf(source: { readonly [Field in keyof Texts]?: string | null | undefined }): Texts {
  return {
    firstname: source.firstname ?? "",
    lastname: source.lastname ?? "",
    street: source.street ?? "",
    city: source.city ?? "",
    region: source.region ?? "",
    postcode: source.postcode ?? "",
    country_id: source.country_id ?? "",
    telephone: source.telephone ?? "",
    prefix: source.prefix ?? "",
    middlename: source.middlename ?? "",
    suffix: source.suffix ?? "",
    company: source.company ?? "",
    fax: source.fax ?? "",
    vat_id: source.vat_id ?? "",
  };
}
