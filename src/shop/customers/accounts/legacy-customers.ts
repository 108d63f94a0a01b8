/** Customers at the XML doors: lists contain all members, info contains further stored ones (doors 0.1). */
import type { Operations } from "../../../../generated/operations.js";
import type { CustomAttribute, CustomerDoc } from "../../data/entities/customer.js";
import { customerEntry, customerInfo } from "./customer-record.js";

type CustomerInfo = Operations["customer.info"]["result"];

export function legacyCustomerInfo(
  customer: CustomerDoc,
  attributes: readonly CustomAttribute[],
): CustomerInfo {
  const { store_id, disable_auto_group_change, gender } = customer;
  return { ...customerInfo(customer, attributes), ...{ store_id, disable_auto_group_change, gender } };
}

/** An entry without the members that are not set. */
export function legacyCustomerEntry(customer: CustomerDoc): ReturnType<typeof customerEntry> {
  const { prefix, middlename, suffix, dob, taxvat, gender, confirmation } = customer;
  const { default_billing, default_shipping } = customer;
  const optional = {
    prefix,
    middlename,
    suffix,
    dob,
    taxvat,
    gender,
    confirmation,
    default_billing,
    default_shipping,
  };
  const { store_id, created_in, disable_auto_group_change } = customer;
  return {
    ...customerEntry(customer),
    ...{ store_id, created_in, disable_auto_group_change },
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

/** The ID and the named members; all members without a selection. */
export function selectedMembers(info: CustomerInfo, names: readonly unknown[] | undefined): CustomerInfo {
  if (!names) return info;
  const members = Object.entries(info).filter(([name]) => name === "customer_id" || names.includes(name));
  return Object.fromEntries(members) as CustomerInfo;
}
