/** Who orders a cart: what `cart_customer.set` is given, and what becomes of it (beyond 8.1, 12.3). */
import type { CartBuyer, CartDoc } from "../data/entities/cart.js";
import type { CustomerDoc } from "../data/entities/customer.js";
import { normalPassword, passwordProblem } from "../customers/accounts/password.js";
import { readText } from "../customers/field-values/text.js";
import { registeredBuyer } from "../sales/placement/buyers.js";
import type { Buyer } from "../sales/placement/placed-order.js";
import { toInt, toText, type DataObject } from "../../engine/values/coercion.js";
import { toDay } from "../../engine/values/dates.js";
import { isEmail } from "../../engine/values/email.js";

/** General; what guests count as before they order, and who has an account in any case. */
const generalGroup = 1;
/** Of those who are not logged in. */
const guestGroup = 0;

/** A guest, or somebody who gets an account by the order; the password is still to be hashed. */
export interface NewBuyer {
  readonly buyer: CartBuyer;
  readonly password: string | undefined;
}

/** What data say of somebody without an account, or texts of what is wrong with them, in order. */
export function readBuyer(data: DataObject, mode: string): NewBuyer | { readonly texts: readonly string[] } {
  const texts: string[] = [];
  const required = (field: string, name: string): string => {
    const text = textOf(data[field]);
    if (text === undefined) texts.push(`The ${name} is not usable.`);
    if (text === "") texts.push(`The ${name} cannot be empty.`);
    return text ?? "";
  };
  const firstname = required("firstname", "first name");
  const lastname = required("lastname", "last name");
  const email = textOf(data.email) ?? "";
  if (!isEmail(email)) texts.push(`Invalid email address "${email}".`);
  const password = mode === "register" ? readPassword(data, texts) : undefined;
  if (texts.length > 0) return { texts };
  const gender = toInt(data.gender);
  const buyer: CartBuyer = {
    mode: mode === "register" ? "register" : "guest",
    group_id: generalGroup,
    ...{ email, firstname, lastname },
    prefix: textOf(data.prefix) || null,
    middlename: textOf(data.middlename) || null,
    suffix: textOf(data.suffix) || null,
    dob: toDay(textOf(data.dob) ?? "") ?? null,
    taxvat: textOf(data.taxvat) || null,
    gender: gender === 1 || gender === 2 ? gender : null,
    password_hash: null,
    has_ordered: 0,
  };
  return { buyer, password };
}

/** "" for what was not given; undefined for what is no text of a line. */
function textOf(value: unknown): string | undefined {
  const reading = readText(value ?? "");
  return reading.kind === "set" ? reading.value : undefined;
}

function readPassword(
  { password, password_confirmation, confirmation }: DataObject,
  texts: string[],
): string {
  const given = normalPassword(toText(password) ?? "") ?? "";
  const repeated = normalPassword(toText(password_confirmation ?? confirmation) ?? "") ?? "";
  if (given === "") texts.push("The password cannot be empty.");
  else if (given.length < 7) texts.push("The minimum password length is 7");
  else if (passwordProblem(given) !== undefined) texts.push(`The password ${passwordProblem(given)}.`);
  if (given !== repeated) texts.push("Please make sure your passwords match.");
  return given;
}

/** A customer as the buyer of a cart. */
export function buyerOfCustomer(customer: CustomerDoc): CartBuyer {
  const { group_id, email, prefix, firstname, middlename, lastname, suffix, dob, taxvat, gender } = customer;
  return {
    mode: "customer",
    ...{ group_id, email, prefix, firstname, middlename, lastname, suffix, dob, taxvat, gender },
    password_hash: null,
    has_ordered: 0,
  };
}

/**
 * Who places the order of a cart.
 * @param customer of the cart, as the account is today
 * @param accountId of the account that the order makes
 */
export function orderBuyer(
  { buyer }: CartDoc,
  customer: CustomerDoc | undefined,
  accountId: number | undefined,
): Buyer {
  if (customer) return registeredBuyer(customer);
  const isGuest = buyer?.mode === "guest";
  return {
    customer_id: accountId ?? null,
    customer_is_guest: isGuest ? 1 : 0,
    customer_group_id: isGuest ? guestGroup : generalGroup,
    customer_email: buyer?.email ?? "",
    customer_firstname: buyer?.firstname ?? "",
    customer_lastname: buyer?.lastname ?? "",
    customer_middlename: buyer?.middlename ?? null,
    customer_prefix: buyer?.prefix ?? null,
    customer_suffix: buyer?.suffix ?? null,
    customer_taxvat: buyer?.taxvat ?? null,
    customer_dob: buyer?.dob ?? null,
  };
}

/** A guest who has ordered counts as not logged in. */
export function buyerAfterOrder(buyer: CartBuyer | null): CartBuyer | null {
  if (buyer?.mode !== "guest") return buyer;
  return { ...buyer, group_id: guestGroup, has_ordered: 1 };
}
