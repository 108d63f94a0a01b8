/** Reads and validates the body of a REST request for a customer (customers 7.3, 8.1). */
import type { Problem } from "../../../engine/values/problem.js";
import { cleanText, decimalText, type DataObject } from "../../../engine/values/coercion.js";
import { validateCustomer, type CustomerValidation } from "../../customers/accounts/customer-data.js";
import type { WritableFields } from "./rest-fields.js";
import { requiredMessage } from "../../../engine/contract/inputs.js";

/** The writable members of a body, normalized. All other members are dropped. */
export function writableData(body: DataObject, writable: WritableFields): DataObject {
  const data = Object.create(null) as Record<string, unknown>;
  for (const name of namesOf(writable)) {
    if (Object.hasOwn(body, name)) data[name] = normal(body[name]);
  }
  return data;
}

/** The names of the fields, in the order of problems. */
export function namesOf({ fields, attributes }: WritableFields): string[] {
  return [...fields, ...attributes.map(({ code }) => code)];
}

/** Converts JSON values to the texts that XML would contain: null is "", true is 1, false is 0. */
function normal(value: unknown): unknown {
  switch (typeof value) {
    case "boolean":
      return value ? "1" : "0";
    case "number":
      // The text of a larger number would differ from what was sent, so validation refuses it later.
      return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : decimalText(value);
    case "string":
      return cleanText(value)?.trim() ?? value;
    default:
      return value === null ? "" : value;
  }
}

/** The problems of fields with objects or lists. They are checked before the customer is looked up (customers 4.1). */
export function shapeProblems(data: DataObject): Problem[] {
  return Object.keys(data)
    .filter((field) => typeof data[field] === "object")
    .map((field) => ({ field, message: "must be text or a number" }));
}

/** Lookups in the shop. */
export interface RestLookups {
  readonly hasWebsite: (websiteId: number) => boolean;
  readonly hasGroup: (groupId: number) => boolean;
}

/** @param invalidFields fields that the contract refuses */
export function validateRestData(
  data: DataObject,
  writable: WritableFields,
  { hasWebsite, hasGroup }: RestLookups,
  invalidFields: ReadonlySet<string>,
): Pick<CustomerValidation, "given" | "custom" | "problems"> {
  const context = { ...writable, emptyIsGiven: true, view: () => undefined };
  const { given, custom, problems } = validateCustomer(data, context);

  const messages = new Map(problems.map(({ field, message }) => [field, message]));
  const { website_id, group_id } = given;
  if (website_id !== undefined && !hasWebsite(website_id)) messages.set("website_id", "does not exist");
  if (group_id !== undefined && !hasGroup(group_id)) messages.set("group_id", "does not exist");
  for (const id of ["website_id", "group_id"]) if (data[id] === "") messages.set(id, requiredMessage);
  for (const field of invalidFields) if (!messages.has(field)) messages.set(field, "has an invalid value");

  const inOrder = namesOf(writable).flatMap((field): Problem[] => {
    const message = messages.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
  return { given, custom, problems: inOrder };
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

export const emailTaken: Problem = { field: "email", message: "is already in use" };
