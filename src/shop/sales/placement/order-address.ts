/** Addresses of orders: copies that later changes of the customer leave alone (sales 15.1). */
import type { AddressDoc } from "../../data/entities/customer.js";
import type { SalesAddress } from "../../data/entities/sales.js";
import type { PlacementAddress } from "./placement-request.js";

/** An address without its place in an order. */
export type AddressCopy = Omit<SalesAddress, "address_id" | "address_type">;

/** Whose order it is; a guest has no ID. */
export interface AddressOwner {
  readonly customer_id: number | null;
  readonly email: string;
}

/** An address as it was given with the order; what is missing is empty. */
export function givenAddress(given: PlacementAddress, owner: AddressOwner): AddressCopy {
  return {
    ...textsOf(given),
    email: given.email ?? owner.email,
    region_id: given.region_id || null,
    customer_id: owner.customer_id,
    customer_address_id: null,
  };
}

/** An address of the customer. */
export function copyAddress(address: AddressDoc, { email }: AddressOwner): AddressCopy {
  return {
    ...textsOf(address),
    email,
    region_id: address.region_id,
    customer_id: address.customer_id,
    customer_address_id: address.id,
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
