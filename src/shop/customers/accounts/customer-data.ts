/** Reads and validates customer data (customers 2.3, 2.5, 8.1). */
import type { CustomAttribute, CustomerDoc, Flag } from "../../data/entities/customer.js";
import type { StoreView } from "../../data/entities/shop.js";
import type { Problem } from "../../../engine/values/problem.js";
import {
  cleanText,
  decimalText,
  toFlag,
  toInt,
  toText,
  type DataObject,
} from "../../../engine/values/coercion.js";
import { toDay } from "../../../engine/values/dates.js";
import { isEmail } from "../../../engine/values/email.js";
import { normalPassword, passwordProblem } from "./password.js";
import {
  inputReader,
  isAbsent,
  keep,
  readByRow,
  refuse,
  requiredMessage,
  set,
  unreadable,
  type InputRow,
  type Reading,
} from "../../../engine/contract/inputs.js";
import { inputs, membersOf, requiredMembers } from "../../inputs.js";
import type { ShopDirectory } from "../../stores/directory.js";

/** The members of customer data, in the form that is stored, and those that are stored in another form. */
export type CustomerFields = Omit<
  CustomerDoc,
  | ("id" | "password_hash" | "created_in" | "default_billing" | "default_shipping" | "subscription")
  | ("last_logged_in" | "custom" | "created_at" | "updated_at" | keyof OtherForms)
> &
  OtherForms;

interface OtherForms {
  /** Normalized, not hashed yet. */
  readonly password: string;
  readonly is_subscribed: boolean;
  /** The store view of origin. `store_id` takes precedence over `store`. */
  readonly store_id: StoreView;
  readonly store: StoreView;
  readonly reward_update_notification: Flag;
  readonly reward_warning_notification: Flag;
  /** Always null: "" confirms the account, anything else is ignored. */
  readonly confirmation: null;
}

type CustomerField = keyof CustomerFields;

/** The rules for the data of one operation. */
export interface CustomerForm {
  /** The writable members, in the order of problems. */
  readonly fields: readonly CustomerField[];
  readonly required: readonly CustomerField[];
  /**
   * REST: a value is read as the text that XML would contain. An empty gender is unset, an empty flag is 0, and an empty password
   * is refused; otherwise an empty gender or flag is refused, and an empty password counts as not given unless it is required.
   * All problems are reported together, those with website and group, too.
   */
  readonly isRest: boolean;
}

export interface CustomerDataContext extends CustomerForm {
  readonly shop: ShopDirectory;
  /** The website of a stored customer. */
  readonly websiteId?: number | undefined;
  readonly attributes: readonly CustomAttribute[];
}

export interface CustomerValidation {
  /** The values to store; meaningless if there are problems. */
  readonly given: Partial<CustomerFields>;
  /** Custom attributes by code; null = unset. */
  readonly custom: Readonly<Record<string, string | number | null>>;
  /** Wrong JSON types, which are reported before all others; none for REST. */
  readonly structure: readonly Problem[];
  /** All other problems. */
  readonly content: readonly Problem[];
  /** Both, in the order of the fields. */
  readonly problems: readonly Problem[];
}

/** `customer.create` (customers 2.3). */
export const createForm = formOf("NewCustomer");

/** `customer.update` (customers 2.5). */
export const updateForm = formOf("CustomerChanges");

/** `POST` and `PUT` of REST (customers 8.1). */
export const restCreateForm = formOf("CustomerCreate", true);
export const restUpdateForm = formOf("CustomerUpdate", true);

function formOf(
  name: "NewCustomer" | "CustomerChanges" | "CustomerCreate" | "CustomerUpdate",
  isRest = false,
): CustomerForm {
  return { fields: membersOf(name), required: requiredMembers(name), isRest };
}

/** Reads and validates the data of a customer. Ignores members that are absent, or null at other doors than REST. */
export function validateCustomer(sent: DataObject, context: CustomerDataContext): CustomerValidation {
  const { isRest } = context;
  const data = isRest ? withTexts(sent) : sent;
  const fields = context.fields.map((field): Member => {
    const isRequired = context.required.includes(field);
    const reading = members.readMember(field, data, context, isRequired);
    const isInexact = isRest && typeof data[field] === "number" && reading.kind === "set";
    return { field, reading: isInexact ? refuse("has an invalid value") : reading };
  });
  const attributes = context.attributes.map((attribute): Member => {
    // Only the data of a new customer must be complete.
    const isRequired = attribute.required && context.required.length > 0;
    const read = (value: unknown) => readCustomValue(value, attribute);
    return { field: attribute.code, reading: readMember(data[attribute.code], isRequired, read) };
  });

  const all = [...fields, ...attributes];
  const problems = problemsOf(all, "unreadable", "refused");
  return {
    given: valuesOf(fields),
    custom: valuesOf(attributes) as CustomerValidation["custom"],
    structure: isRest ? [] : problemsOf(all, "unreadable"),
    content: isRest ? problems : problemsOf(all, "refused"),
    problems,
  };
}

/** Converts JSON values to the texts that XML would contain: null is "", true is 1, false is 0. */
function withTexts(data: DataObject): DataObject {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): unknown {
  switch (typeof value) {
    case "boolean":
      return value ? "1" : "0";
    case "number":
      // The text of a larger number would differ from what was sent, so the reader refuses it.
      return isExact(value) ? decimalText(value) : value;
    case "string":
      return cleanText(value)?.trim() ?? value;
    default:
      return value === null ? "" : value;
  }
}

function isExact(number: number): boolean {
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER;
}

interface Member {
  readonly field: string;
  readonly reading: Reading<unknown>;
}

function readMember(
  value: unknown,
  isRequired: boolean,
  read: (value: unknown) => Reading<unknown>,
): Reading<unknown> {
  if (!isAbsent(value)) return read(value);
  return isRequired ? refuse(requiredMessage) : { kind: "keep" };
}

function valuesOf(members: readonly Member[]): Readonly<Record<string, unknown>> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const { field, reading } of members) if (reading.kind === "set") values[field] = reading.value;
  return values;
}

function problemsOf(members: readonly Member[], ...kinds: readonly Reading<unknown>["kind"][]): Problem[] {
  return members.flatMap(({ field, reading }) =>
    kinds.includes(reading.kind) && "message" in reading ? [{ field, message: reading.message }] : [],
  );
}

/** A member that REST has, too, is read by the row of the operation. */
const rows = {
  ...inputs.CustomerCreate,
  ...inputs.CustomerUpdate,
  ...inputs.NewCustomer,
  ...inputs.CustomerChanges,
};

const members = inputReader<typeof rows, CustomerFields, CustomerDataContext>(rows, {
  website_id: idReader(rows.website_id, isCustomerWebsite),
  group_id: idReader(rows.group_id, isCustomerGroup),
  email: readEmail,
  password: readPassword,
  dob: readDay,
  store_id: readStore,
  store: readStore,
  gender: readGender,
  disable_auto_group_change: readFlag,
  is_active: readFlag,
  reward_update_notification: readFlag,
  reward_warning_notification: readFlag,
  confirmation: readConfirmation,
});

/** Whether customers can belong to a website: any but the admin one. */
export function isCustomerWebsite(shop: ShopDirectory, websiteId: number): boolean {
  return websiteId !== 0 && shop.website(websiteId) !== undefined;
}

/** Whether customers can belong to a group: any but "NOT LOGGED IN". */
export function isCustomerGroup({ doc }: ShopDirectory, groupId: number): boolean {
  return groupId !== 0 && doc.customer_groups.some(({ group_id }) => group_id === groupId);
}

/** The operations have a fault for an unknown website or group; REST has a problem like any other. */
function idReader(row: InputRow & { readonly reads: "whole" }, isKnown: typeof isCustomerWebsite) {
  return (value: unknown, { isRest, shop }: CustomerDataContext): Reading<number> => {
    if (isRest && value === "") return refuse(requiredMessage);
    const reading = readByRow(row, value);
    const isUnknown = isRest && reading.kind === "set" && !isKnown(shop, reading.value);
    return isUnknown ? refuse("does not exist") : reading;
  };
}

function readEmail(value: unknown): Reading<string> {
  const reading = readByRow(rows.email, value);
  return reading.kind === "set" && !isEmail(reading.value)
    ? refuse("must have the form name@host.tld")
    : reading;
}

function readPassword(value: unknown, form: CustomerForm): Reading<string> {
  const text = toText(value);
  if (text === undefined) return unreadable("must be text");
  const password = normalPassword(text);
  if (password === undefined) return refuse("must not contain control characters");
  const isNeeded = form.isRest || form.required.includes("password");
  if (password === "") return isNeeded ? refuse(requiredMessage) : keep;
  const problem = passwordProblem(password);
  return problem === undefined ? set(password) : refuse(problem);
}

function readDay(value: unknown): Reading<string | null> {
  const text = readByRow(rows.taxvat, value);
  if (text.kind !== "set" || text.value === null) return text;
  const day = toDay(text.value);
  return day === undefined ? refuse("must be a day that exists, as YYYY-MM-DD") : set(day);
}

function readFlag(value: unknown, { isRest }: CustomerForm): Reading<Flag> {
  if (value === "" && isRest) return set(0);
  const flag = toFlag(value);
  return flag === undefined ? unreadable("must be 0 or 1") : set(flag ? 1 : 0);
}

function readGender(value: unknown, { isRest }: CustomerForm): Reading<1 | 2 | null> {
  if (toText(value) === undefined) return unreadable("must be 1 or 2");
  if (value === "" && isRest) return set(null);
  const gender = toInt(value);
  return gender === 1 || gender === 2 ? set(gender) : refuse("must be 1 (male) or 2 (female)");
}

function readConfirmation(value: unknown): Reading<null> {
  return value === "" ? set(null) : keep;
}

/** The store view of origin. Store 0 means none and is valid for every website. */
function readStore(
  value: unknown,
  { shop, websiteId }: CustomerDataContext,
  data: DataObject,
): Reading<StoreView> {
  const store = shop.view(value);
  if (!store) return refuse("must be the number or the code of a store view");
  const website = toInt(data.website_id) ?? websiteId;
  const isElsewhere = store.store_id !== 0 && website !== undefined && store.website_id !== website;
  return isElsewhere ? refuse("belongs to another website") : set(store);
}

function readCustomValue(
  value: unknown,
  { type, required }: CustomAttribute,
): Reading<string | number | null> {
  const text = toText(typeof value === "boolean" && type === "boolean" ? Number(value) : value);
  if (text === undefined) return unreadable("must be text or a number");
  if (text.trim() === "") return required ? refuse(requiredMessage) : set(null);
  switch (type) {
    case "text":
      return readByRow(rows.taxvat, text);
    case "date":
      return readDay(text);
    case "int": {
      const number = toInt(text);
      return number === undefined ? refuse("must be a whole number") : set(number);
    }
    case "boolean": {
      const flag = toFlag(text);
      return flag === undefined ? refuse("must be 0 or 1") : set(flag ? 1 : 0);
    }
  }
}
