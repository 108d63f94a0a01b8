/** Customers as documents and in results (customers 1.1, 2.1, 2.2, 2.5). */
import type { Operations } from "../../../../generated/operations.js";
import type { CustomAttribute, CustomerDoc } from "../../data/entities/customer.js";
import type { StoreView } from "../../data/entities/shop.js";
import type { CustomerFields, CustomerValidation } from "./customer-data.js";
import { updateTime } from "../../../engine/values/dates.js";

/** The values of a new customer that the service determines. */
interface NewCustomerFacts {
  readonly id: number;
  readonly now: string;
  readonly password_hash: string;
  readonly confirmation: string | null;
  /** The store view of origin; undefined or store 0 = none. */
  readonly origin: StoreView | undefined;
}

/** Valid data of a new customer. */
export type NewCustomer = Partial<CustomerFields> &
  Pick<CustomerFields, "email" | "firstname" | "lastname" | "password" | "website_id">;

/** The group "General". */
const defaultGroupId = 1;

const createdByAdmin = "Admin";

export function newCustomer(
  given: NewCustomer,
  custom: CustomerValidation["custom"],
  facts: NewCustomerFacts,
): CustomerDoc {
  const { origin } = facts;
  const { website_id, email, firstname, lastname, is_subscribed, ...others } = given;
  const { password: _, store_id: _id, store: _store, confirmation: _key, ...fields } = others;
  const isFromStore = origin !== undefined && origin.store_id !== 0;
  return {
    id: facts.id,
    website_id,
    store_id: isFromStore ? origin.store_id : 0,
    email,
    group_id: defaultGroupId,
    ...{ prefix: null, firstname, middlename: null, lastname, suffix: null },
    ...{ dob: null, taxvat: null, gender: null },
    password_hash: facts.password_hash,
    confirmation: facts.confirmation,
    created_in: isFromStore ? origin.name : createdByAdmin,
    ...{ default_billing: null, default_shipping: null, is_active: 1, disable_auto_group_change: 0 },
    ...{ reward_update_notification: null, reward_warning_notification: null },
    subscription: subscriptionAfter(null, is_subscribed),
    last_logged_in: null,
    custom: customAfter({}, custom),
    created_at: facts.now,
    updated_at: facts.now,
    ...fields,
  };
}

interface CustomerChangeFacts {
  readonly now: string;
  /** The hash of the new password, if one is given. */
  readonly password_hash: string | undefined;
  /** The store view of origin after the change. */
  readonly store_id: number;
}

/** The customer with the given fields changed. */
export function changedCustomer(
  customer: CustomerDoc,
  given: Partial<CustomerFields>,
  custom: CustomerValidation["custom"],
  { now, password_hash, store_id }: CustomerChangeFacts,
): CustomerDoc {
  // These four are not stored under their own names.
  const { password: _, is_subscribed, store_id: _id, store: _store, ...fields } = given;
  return {
    ...customer,
    ...fields,
    store_id,
    password_hash: password_hash ?? customer.password_hash,
    subscription: subscriptionAfter(customer.subscription, is_subscribed),
    custom: customAfter(customer.custom, custom),
    updated_at: updateTime(customer, now),
  };
}

/** Unsubscribing without a subscription changes nothing (customers 2.6). */
function subscriptionAfter(
  before: CustomerDoc["subscription"],
  isSubscribed: boolean | undefined,
): CustomerDoc["subscription"] {
  if (isSubscribed === undefined) return before;
  if (isSubscribed) return "subscribed";
  return before === null ? null : "unsubscribed";
}

function customAfter(
  before: CustomerDoc["custom"],
  changes: CustomerValidation["custom"],
): CustomerDoc["custom"] {
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as CustomerDoc["custom"];
}

export function customerEntry(customer: CustomerDoc): Operations["customer.list"]["result"][number] {
  const { id, email, firstname, lastname, created_at, updated_at, website_id, group_id } = customer;
  return { customer_id: id, email, firstname, lastname, created_at, updated_at, website_id, group_id };
}

/** @param attributes custom attributes; those with a value follow the fields of all customers */
export function customerInfo(
  customer: CustomerDoc,
  attributes: readonly CustomAttribute[],
): Operations["customer.info"]["result"] {
  const { customer_id, email, firstname, lastname, ...entry } = customerEntry(customer);
  // In the order of customers 2.2.
  return {
    customer_id,
    email,
    firstname,
    lastname,
    middlename: customer.middlename ?? "",
    prefix: customer.prefix ?? "",
    suffix: customer.suffix ?? "",
    ...entry,
    dob: customer.dob,
    taxvat: customer.taxvat ?? "",
    confirmation: customer.confirmation,
    created_in: customer.created_in,
    default_billing: addressIdText(customer.default_billing),
    default_shipping: addressIdText(customer.default_shipping),
    is_active: customer.is_active,
    ...customValues(customer, attributes),
  };
}

function customValues({ custom }: CustomerDoc, attributes: readonly CustomAttribute[]) {
  const codes = attributes.map(({ code }) => code).filter((code) => Object.hasOwn(custom, code));
  return Object.fromEntries(codes.map((code) => [code, custom[code]]));
}

function addressIdText(id: number | null): string | null {
  return id === null ? null : String(id);
}
