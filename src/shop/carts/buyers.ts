/**
 * The buyer of a cart: reads the data of `cart_customer.set` and prepares the buyer of the order (beyond 8.1,
 * 12.3).
 */
import type { CartBuyer, CartDoc } from "../data/entities/cart.js";
import type { CustomerDoc } from "../data/entities/customer.js";
import { normalPassword, passwordProblem } from "../customers/accounts/password.js";
import { readByRow, readElsewhere, refuse, set, type Reading } from "../../engine/contract/inputs.js";
import { aliasesOf, inputs, readerOf, withoutAliases } from "../inputs.js";
import { registeredBuyer } from "../sales/placement/buyers.js";
import type { Buyer } from "../sales/placement/new-order.js";
import { idleMembers, isSame } from "../../engine/contract/members.js";
import type { Problem } from "../../engine/values/problem.js";
import { toInt, toText, type DataObject } from "../../engine/values/coercion.js";
import { toDay } from "../../engine/values/dates.js";
import { isEmail } from "../../engine/values/email.js";
import { cutText } from "../../engine/values/messages.js";

/** The group "General": new accounts, and guests until they order. */
const generalGroup = 1;
/** The group "NOT LOGGED IN". */
const guestGroup = 0;

/** A guest, or a buyer who registers with the order. The password is plain text: the caller hashes it. */
interface NewBuyer {
  readonly buyer: CartBuyer;
  readonly password: string | undefined;
}

const rows = inputs.CartCustomer;

const buyerMembers = readerOf<"CartCustomer", CartBuyer>(["CartCustomer"], {
  dob: readDay,
  gender: readGender,
  // Read by the mode.
  customer_id: readElsewhere,
  entity_id: readElsewhere,
  password: readElsewhere,
  password_confirmation: readElsewhere,
  confirmation: readElsewhere,
});

/**
 * Reads a buyer without an account; the problems are sentences, in the order of the checks. Optional members that cannot be
 * read count as not given.
 */
export function readBuyer(
  data: DataObject,
  mode: string,
): NewBuyer | { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const { given, problems: unread } = buyerMembers.read(data, undefined);
  const required = (field: "firstname" | "lastname", name: string): string => {
    const text = given[field] ?? "";
    if (unread.some((problem) => problem.field === field))
      problems.push({ field, message: `The ${name} is not usable.` });
    else if (text === "") problems.push({ field, message: `The ${name} cannot be empty.` });
    return text;
  };
  const firstname = required("firstname", "first name");
  const lastname = required("lastname", "last name");
  const { email = "" } = given;
  if (!isEmail(email))
    problems.push({ field: "email", message: `Invalid email address "${cutText(email)}".` });
  const password = mode === "register" ? readPassword(data, problems) : undefined;
  if (problems.length > 0) return { problems };
  const buyer: CartBuyer = {
    ...{ mode: "guest", group_id: generalGroup, email, firstname, lastname },
    ...{ prefix: null, middlename: null, suffix: null, dob: null, taxvat: null, gender: null },
    ...given,
    mode: mode === "register" ? "register" : "guest",
    password_hash: null,
    has_ordered: 0,
  };
  return { buyer, password };
}

function readDay(value: unknown): Reading<string> {
  const text = readByRow(rows.taxvat, value);
  const day = text.kind === "set" ? toDay(text.value ?? "") : undefined;
  return day === undefined ? refuse("must be a date as YYYY-MM-DD") : set(day);
}

function readGender(value: unknown): Reading<1 | 2> {
  const gender = toInt(value);
  return gender === 1 || gender === 2 ? set(gender) : refuse("must be 1 or 2");
}

const passwords = ["password", "password_confirmation", "confirmation"];
const texts = ["middlename", "prefix", "suffix", "taxvat"] as const;
const ids = ["customer_id", "entity_id"];
const others = ["mode", ...passwords, ...ids];
const names = buyerMembers.names.filter((name) => !others.includes(name));

/** The given members that the buyer does not take over, for strict handling (beyond 8.1). */
export function idleBuyerMembers(data: DataObject, buyer: CartBuyer): Problem[] {
  const { mode } = buyer;
  const isTaken = (name: string) => isSame(data[name], (buyer as unknown as DataObject)[name]);
  if (mode === "customer")
    return [
      ...idleMembers(
        data,
        [...names.filter((name) => !isTaken(name)), ...passwords],
        "differs from the customer's account",
      ),
      ...repeated(data, "customer_id"),
    ];
  return [
    ...idleMembers(data, ids, `does not apply to the mode ${mode}`),
    ...idleMembers(
      data,
      ["dob"].filter((name) => !isTaken(name)),
      "must be a date as YYYY-MM-DD",
    ),
    ...idleMembers(
      data,
      ["gender"].filter((name) => !isTaken(name)),
      "must be 1 or 2",
    ),
    ...idleMembers(
      data,
      texts.filter((name) => readByRow(rows[name], data[name] ?? "").kind !== "set"),
      "must be text of one line",
    ),
    ...(mode === "guest"
      ? idleMembers(data, passwords, "does not apply to the mode guest")
      : repeated(data, "password_confirmation")),
  ];
}

/** The other name of a member, with another value than the member, which wins. */
function repeated(data: DataObject, name: string): Problem[] {
  const aliases = aliasesOf("CartCustomer").filter(([, member]) => member === name);
  const idle = aliases.map(([alias]) => alias).filter((alias) => !isSame(data[name], data[alias]));
  return (data[name] ?? null) === null ? [] : idleMembers(data, idle, `has no effect together with ${name}`);
}

function readPassword(data: DataObject, problems: Problem[]): string {
  const { password, password_confirmation } = withoutAliases("CartCustomer", data);
  const add = (field: string, message: string) => problems.push({ field, message });
  const given = normalPassword(toText(password) ?? "") ?? "";
  const repeated = normalPassword(toText(password_confirmation) ?? "") ?? "";
  if (given === "") add("password", "The password cannot be empty.");
  else if (given.length < 7) add("password", "The minimum password length is 7");
  else if (passwordProblem(given) !== undefined) add("password", `The password ${passwordProblem(given)}.`);
  if (given !== repeated) add("password_confirmation", "Please make sure your passwords match.");
  return given;
}

/** The buyer data that a cart copies from a customer. */
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
 * The buyer of the order of a cart.
 * @param customer the current data of the cart's customer
 * @param accountId ID of the account that the order creates
 */
export function buyerOfOrder(
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

/** After the order, a guest moves to the group "NOT LOGGED IN". */
export function buyerAfterOrder(buyer: CartBuyer | null): CartBuyer | null {
  if (buyer?.mode !== "guest") return buyer;
  return { ...buyer, group_id: guestGroup, has_ordered: 1 };
}
