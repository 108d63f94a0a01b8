/** The fields of the REST customers resource: readable ones in order, and writable ones (customers 7). */
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { CustomAttribute, CustomerDoc } from "../../data/entities/customer.js";
import type { FilterField } from "../../../engine/filters/filter-field.js";
import { membersOf, type MemberOf } from "../../inputs.js";
import type { RecordOf } from "../forms/rest-operations.js";

/** `admin`: an API user; `customer`: a customer, who can access only their own record. */
export type RestRole = "admin" | "customer";
export type RestKind = "collection" | "single";

export interface RestField extends FilterField {
  readonly name: string;
  readonly path: string;
  /** The value as text; null = unset. */
  readonly text: (customer: CustomerDoc) => string | null;
  /** Omitted from the response if the customer has no value. */
  readonly onlyWhenSet?: true;
}

/** The members of a customer in openapi.yaml. */
type DocumentedName = keyof RecordOf<"getCustomer">;

function field<Name extends string>(
  name: Name,
  type: FilterField["type"],
  text: (customer: CustomerDoc) => string | number | null,
  path: string = name,
): RestField & { readonly name: Name } {
  return {
    name,
    path,
    type,
    text: (customer) => {
      const value = text(customer);
      return value === null ? null : String(value);
    },
  };
}

// A table with one field per line.
// prettier-ignore
const table: readonly (RestField & { readonly name: DocumentedName })[] = [
  field("entity_id", "number", ({ id }) => id, "id"),
  field("website_id", "number", ({ website_id }) => website_id),
  field("email", "text", ({ email }) => email),
  field("group_id", "number", ({ group_id }) => group_id),
  field("created_at", "datetime", ({ created_at }) => created_at),
  field("disable_auto_group_change", "boolean", (customer) => customer.disable_auto_group_change),
  field("created_in", "text", ({ created_in }) => created_in),
  field("firstname", "text", ({ firstname }) => firstname),
  field("lastname", "text", ({ lastname }) => lastname),
  field("prefix", "text", ({ prefix }) => prefix),
  field("suffix", "text", ({ suffix }) => suffix),
  field("taxvat", "text", ({ taxvat }) => taxvat),
  field("dob", "date", ({ dob }) => dob && `${dob} 00:00:00`),
  field("reward_update_notification", "boolean", (customer) => customer.reward_update_notification),
  field("reward_warning_notification", "boolean", (customer) => customer.reward_warning_notification),
  field("gender", "number", ({ gender }) => gender),
  field("last_logged_in", "datetime", ({ last_logged_in }) => last_logged_in),
  field("middlename", "text", ({ middlename }) => middlename),
  field("updated_at", "datetime", ({ updated_at }) => updated_at),
  field("confirmation", "text", ({ confirmation }) => confirmation),
];

/** @param fields the fields of the response, in order */
export function customerRecord(customer: CustomerDoc, fields: readonly RestField[]): RecordOf<"getCustomer"> {
  const record: Record<string, string | null> = {};
  for (const { name, text, onlyWhenSet } of fields) {
    const value = text(customer);
    if (value !== null || !onlyWhenSet) record[name] = value;
  }
  return record;
}

/** The fields that all customers have. */
export const customerFieldNames: readonly string[] = table.map(({ name }) => name);

/** For API users only. */
const adminFields = ["confirmation"];

const collectionNames: readonly DocumentedName[] = [
  ...(["entity_id", "website_id", "email", "group_id", "created_at", "disable_auto_group_change"] as const),
  ...(["firstname", "lastname", "created_in"] as const),
];
const singleNames: readonly DocumentedName[] = [
  ...(["entity_id", "website_id", "email", "group_id", "created_at", "disable_auto_group_change"] as const),
  ...(["created_in", "firstname", "lastname"] as const),
];
const jsonExtras: readonly DocumentedName[] = [
  ...(["prefix", "suffix", "taxvat", "dob"] as const),
  ...(["reward_update_notification", "reward_warning_notification", "gender"] as const),
];

/** The fields of a response without `attrs` (customers 7.1). */
const defaultNames: Readonly<Record<RestKind, Readonly<Record<RestFormat, readonly string[]>>>> = {
  collection: { xml: collectionNames, json: [...collectionNames, ...jsonExtras] },
  single: { xml: [...singleNames, "last_logged_in"], json: singleNames },
};

/** The fields that a caller can read, select, sort and filter by. */
export class ReadableFields {
  private readonly byName: ReadonlyMap<string, RestField>;
  private readonly usual: Readonly<Record<RestKind, Readonly<Record<RestFormat, readonly RestField[]>>>>;

  constructor(role: RestRole, attributes: readonly CustomAttribute[]) {
    const own = attributes.filter((attribute) => attribute.visible_on_front || role === "admin");
    const fixed = table.filter(({ name }) => role === "admin" || !adminFields.includes(name));
    this.byName = new Map([...fixed, ...own.map(customField)].map((one) => [one.name, one]));
    // Attributes that the storefront does not show are returned only if `attrs` names them.
    const shown = attributes.filter((attribute) => attribute.visible_on_front).map(customField);
    const usual = (kind: RestKind) => ({
      json: [...this.defaults(kind, "json"), ...shown],
      xml: [...this.defaults(kind, "xml"), ...shown],
    });
    this.usual = { single: usual("single"), collection: usual("collection") };
  }

  get(name: string): RestField | undefined {
    return this.byName.get(name);
  }

  names(): readonly string[] {
    return [...this.byName.keys()];
  }

  /** All that a caller can read of a customer. */
  record(customer: CustomerDoc): Readonly<Record<string, string | null>> {
    return Object.fromEntries([...this.byName].map(([name, { text }]) => [name, text(customer)]));
  }

  private defaults(kind: RestKind, format: RestFormat): RestField[] {
    return defaultNames[kind][format].map((name) => this.byName.get(name) as RestField);
  }

  /**
   * The fields of a response, in order; without `names`, always the same list.
   * @param names the names in `attrs`; undefined = the default fields
   */
  select(kind: RestKind, format: RestFormat, names: ReadonlySet<string> | undefined): readonly RestField[] {
    if (!names) return this.usual[kind][format];
    return [...new Set([...this.defaults(kind, format), ...this.byName.values()])].filter(({ name }) =>
      names.has(name),
    );
  }
}

function customField({ code, type }: CustomAttribute): RestField {
  const types = { text: "text", int: "number", date: "date", boolean: "boolean" } as const;
  const value = ({ custom }: CustomerDoc) => (Object.hasOwn(custom, code) ? (custom[code] ?? null) : null);
  return { ...field(code, types[type], value, `custom.${code}`), onlyWhenSet: true };
}

/** Fields that the server sets. A record that was read and is sent back holds former values of them. */
export const serverFields = [
  "entity_id",
  "created_at",
  "updated_at",
  "last_logged_in",
] satisfies readonly DocumentedName[];

/** Fields that customers cannot write themselves: they affect prices, sign-in or notifications. */
const adminWritable: readonly string[] = [
  ...(["group_id", "password", "disable_auto_group_change"] as const),
  ...(["reward_update_notification", "reward_warning_notification"] as const),
] satisfies readonly MemberOf<"CustomerUpdate">[];

/** The names that a request can write, in the order of problems. */
export function writableOnCreate(attributes: readonly CustomAttribute[]): readonly string[] {
  return [...membersOf("CustomerCreate"), ...attributes.map(({ code }) => code)];
}

/** REST cannot change the website of an account. */
export function writableOnUpdate(role: RestRole, attributes: readonly CustomAttribute[]): readonly string[] {
  const isOpen = (name: string) => role === "admin" || !adminWritable.includes(name);
  const own = role === "admin" ? attributes : attributes.filter((one) => one.visible_on_front);
  return [...membersOf("CustomerUpdate").filter(isOpen), ...own.map(({ code }) => code)];
}

const labels: Readonly<Record<string, string>> = {
  website_id: "The website",
  group_id: "The group",
  prefix: "The prefix",
  firstname: "The first name",
  middlename: "The middle name",
  lastname: "The last name",
  suffix: "The suffix",
  email: "The e-mail address",
  password: "The password",
  dob: "The date of birth",
  taxvat: "The tax number",
  gender: "The gender",
};

/** The name of a field in a sentence: "The first name" is required. */
export function labelOf(field: string): string {
  return (Object.hasOwn(labels, field) ? labels[field] : undefined) ?? field;
}
