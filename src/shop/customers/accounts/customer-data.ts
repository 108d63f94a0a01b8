/** Reads and validates customer data (customers 2.3, 2.5, 8.1). */
import type { CustomAttribute, Flag } from "../../data/entities/customer.js";
import type { StoreView } from "../../data/entities/shop.js";
import type { Problem } from "../../../engine/values/problem.js";
import { toFlag, toInt, toText, type DataObject } from "../../../engine/values/coercion.js";
import { toDay } from "../../../engine/values/dates.js";
import { isEmail } from "../../../engine/values/email.js";
import { normalPassword, passwordProblem } from "./password.js";
import {
  isAbsent,
  readOptionalText,
  readRequiredText,
  readFieldText,
  refuse,
  requiredMessage,
  set,
  unreadable,
  type FieldReading,
} from "../field-values/text.js";

/** The members of customer data, in the form that is stored. */
export interface CustomerFields {
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Normalized, not hashed yet. */
  readonly password: string;
  /** Like group_id, not looked up yet: unknown IDs have faults of their own. */
  readonly website_id: number;
  readonly group_id: number;
  readonly middlename: string | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  readonly dob: string | null;
  readonly taxvat: string | null;
  readonly is_subscribed: boolean;
  /** The store view of origin. `store_id` takes precedence over `store`. */
  readonly store_id: StoreView;
  readonly store: StoreView;
  readonly gender: 1 | 2 | null;
  readonly disable_auto_group_change: Flag;
  readonly is_active: Flag;
  readonly reward_update_notification: Flag;
  readonly reward_warning_notification: Flag;
  /** Always null: "" confirms the account, anything else is ignored. */
  readonly confirmation: null;
}

export type CustomerField = keyof CustomerFields;

/** The rules for the data of one operation. */
export interface CustomerForm {
  /** The writable members, in the order of problems. */
  readonly fields: readonly CustomerField[];
  readonly required: readonly CustomerField[];
  /**
   * True for REST: an empty gender is unset, an empty flag is 0, and an empty password is refused. False: an empty
   * gender or flag is refused, and an empty password counts as not given unless it is required.
   */
  readonly emptyIsGiven: boolean;
}

export interface CustomerDataContext extends CustomerForm {
  readonly view: (store: unknown) => StoreView | undefined;
  /** The website of a stored customer. */
  readonly websiteId?: number | undefined;
  readonly attributes: readonly CustomAttribute[];
}

export interface CustomerValidation {
  /** The values to store; meaningless if there are problems. */
  readonly given: Partial<CustomerFields>;
  /** Custom attributes by code; null = unset. */
  readonly custom: Readonly<Record<string, string | number | null>>;
  /** Wrong JSON types. */
  readonly structure: readonly Problem[];
  /** Wrong content. */
  readonly content: readonly Problem[];
  /** Both, in the order of the fields. */
  readonly problems: readonly Problem[];
}

const rpcFields = [
  ...[
    "email",
    "firstname",
    "lastname",
    "password",
    "website_id",
    "group_id",
    "middlename",
    "prefix",
    "suffix",
  ],
  ...[
    "dob",
    "taxvat",
    "is_subscribed",
    "store_id",
    "store",
    "gender",
    "disable_auto_group_change",
    "is_active",
  ],
] as readonly CustomerField[];

/** `customer.create` (customers 2.3). */
export const createForm: CustomerForm = {
  fields: rpcFields,
  required: ["email", "firstname", "lastname", "password", "website_id"],
  emptyIsGiven: false,
};

/** `customer.update` (customers 2.5). */
export const updateForm: CustomerForm = {
  fields: [...rpcFields, "confirmation"],
  required: [],
  emptyIsGiven: false,
};

/** Reads and validates the data of a customer. Ignores members that are absent or null. */
export function validateCustomer(data: DataObject, context: CustomerDataContext): CustomerValidation {
  const members = context.fields.map((field): Member => {
    const isRequired = context.required.includes(field);
    return {
      field,
      reading: readMember(data[field], isRequired, (value) => readers[field](value, data, context)),
    };
  });
  const attributes = context.attributes.map((attribute): Member => {
    // Only the data of a new customer must be complete.
    const isRequired = attribute.required && context.required.length > 0;
    const read = (value: unknown) => readCustomValue(value, attribute);
    return { field: attribute.code, reading: readMember(data[attribute.code], isRequired, read) };
  });

  const all = [...members, ...attributes];
  return {
    given: valuesOf(members),
    custom: valuesOf(attributes) as CustomerValidation["custom"],
    structure: problemsOf(all, "unreadable"),
    content: problemsOf(all, "refused"),
    problems: problemsOf(all, "unreadable", "refused"),
  };
}

interface Member {
  readonly field: string;
  readonly reading: FieldReading<unknown>;
}

function readMember(
  value: unknown,
  isRequired: boolean,
  read: (value: unknown) => FieldReading<unknown>,
): FieldReading<unknown> {
  if (!isAbsent(value)) return read(value);
  return isRequired ? refuse(requiredMessage) : { kind: "keep" };
}

function valuesOf(members: readonly Member[]): Readonly<Record<string, unknown>> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const { field, reading } of members) if (reading.kind === "set") values[field] = reading.value;
  return values;
}

function problemsOf(
  members: readonly Member[],
  ...kinds: readonly FieldReading<unknown>["kind"][]
): Problem[] {
  return members.flatMap(({ field, reading }) =>
    kinds.includes(reading.kind) && "message" in reading ? [{ field, message: reading.message }] : [],
  );
}

type Reader<Value> = (value: unknown, data: DataObject, context: CustomerDataContext) => FieldReading<Value>;

const readers: { readonly [F in CustomerField]: Reader<CustomerFields[F]> } = {
  email: readEmail,
  firstname: readRequiredText,
  lastname: readRequiredText,
  password: readPassword,
  website_id: readWhole,
  group_id: readWhole,
  middlename: readOptionalText,
  prefix: readOptionalText,
  suffix: readOptionalText,
  dob: readDay,
  taxvat: readOptionalText,
  is_subscribed: readBoolean,
  store_id: readStore,
  store: readStore,
  gender: readGender,
  disable_auto_group_change: readFlag,
  is_active: readFlag,
  reward_update_notification: readFlag,
  reward_warning_notification: readFlag,
  confirmation: readConfirmation,
};

function readEmail(value: unknown): FieldReading<string> {
  const reading = readRequiredText(value);
  return reading.kind === "set" && !isEmail(reading.value)
    ? refuse("must have the form name@host.tld")
    : reading;
}

function readPassword(value: unknown, _: DataObject, form: CustomerForm): FieldReading<string> {
  const text = toText(value);
  if (text === undefined) return unreadable("must be text");
  const password = normalPassword(text);
  if (password === undefined) return refuse("must not hold control characters");
  const isNeeded = form.emptyIsGiven || form.required.includes("password");
  if (password === "") return isNeeded ? refuse(requiredMessage) : { kind: "keep" };
  const problem = passwordProblem(password);
  return problem === undefined ? set(password) : refuse(problem);
}

function readWhole(value: unknown): FieldReading<number> {
  const number = toInt(value);
  return number === undefined ? unreadable("must be a whole number") : set(number);
}

function readDay(value: unknown): FieldReading<string | null> {
  const text = readFieldText(value);
  if (text.kind !== "set") return text;
  if (text.value === "") return set(null);
  const day = toDay(text.value);
  return day === undefined ? refuse("must be a day that exists, as YYYY-MM-DD") : set(day);
}

function readBoolean(value: unknown): FieldReading<boolean> {
  const flag = toFlag(value);
  return flag === undefined ? unreadable("must be true or false") : set(flag);
}

function readFlag(value: unknown, _: DataObject, { emptyIsGiven }: CustomerForm): FieldReading<Flag> {
  if (value === "" && emptyIsGiven) return set(0);
  const flag = toFlag(value);
  return flag === undefined ? unreadable("must be 0 or 1") : set(flag ? 1 : 0);
}

function readGender(
  value: unknown,
  _: DataObject,
  { emptyIsGiven }: CustomerForm,
): FieldReading<1 | 2 | null> {
  if (toText(value) === undefined) return unreadable("must be 1 or 2");
  if (value === "" && emptyIsGiven) return set(null);
  const gender = toInt(value);
  return gender === 1 || gender === 2 ? set(gender) : refuse("must be 1 (male) or 2 (female)");
}

function readConfirmation(value: unknown): FieldReading<null> {
  return value === "" ? set(null) : { kind: "keep" };
}

/** The store view of origin. Store 0 means none and is valid for every website. */
function readStore(
  value: unknown,
  data: DataObject,
  { view, websiteId }: CustomerDataContext,
): FieldReading<StoreView> {
  const store = view(value);
  if (!store) return refuse("must be the number or the code of a store view");
  const website = toInt(data.website_id) ?? websiteId;
  const isElsewhere = store.store_id !== 0 && website !== undefined && store.website_id !== website;
  return isElsewhere ? refuse("belongs to another website") : set(store);
}

function readCustomValue(
  value: unknown,
  { type, required }: CustomAttribute,
): FieldReading<string | number | null> {
  const text = toText(typeof value === "boolean" && type === "boolean" ? Number(value) : value);
  if (text === undefined) return unreadable("must be text or a number");
  if (text.trim() === "") return required ? refuse(requiredMessage) : set(null);
  switch (type) {
    case "text":
      return readOptionalText(text);
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
