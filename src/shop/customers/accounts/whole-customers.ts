/** Customers as clients of Magento 1 know them: rows of lists are whole, info has what is stored besides (doors 0.1). */
import type { Operations } from "../../../../generated/operations.js";
import type { CustomAttribute, CustomerDoc } from "../../data/entities/customer.js";
import { customerEntry, customerInfo } from "./customer-record.js";

type CustomerInfo = Operations["customer.info"]["result"];

export function wholeCustomerInfo(
  customer: CustomerDoc,
  attributes: readonly CustomAttribute[],
): CustomerInfo {
  const { store_id, disable_auto_group_change, gender } = customer;
  return { ...customerInfo(customer, attributes), ...{ store_id, disable_auto_group_change, gender } };
}

/** What is not set is missing in a row. */
export function wholeCustomerEntry(customer: CustomerDoc): ReturnType<typeof customerEntry> {
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

/** The ID, and what is named; all without a selection. */
export function selectedMembers(info: CustomerInfo, names: readonly unknown[] | undefined): CustomerInfo {
  if (!names) return info;
  const members = Object.entries(info).filter(([name]) => name === "customer_id" || names.includes(name));
  return Object.fromEntries(members) as CustomerInfo;
}
