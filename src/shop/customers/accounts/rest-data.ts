/** What the body of a REST request says about a customer, and what is wrong with it (customers 7.3, 8.1). */
import type { Problem } from "../../../engine/values/problem.js";
import { cleanText, decimalText, type DataObject } from "../../../engine/values/coercion.js";
import { judgeCustomer, type CustomerJudgement } from "./customer-data.js";
import type { RestWriting } from "./rest-fields.js";
import { requiredMessage } from "../field-values/text.js";

/** The writable members of a body in their normal form: all others are dropped, whatever their value. */
export function writableData(body: DataObject, writing: RestWriting): DataObject {
  const data = Object.create(null) as Record<string, unknown>;
  for (const name of namesOf(writing)) {
    if (Object.hasOwn(body, name)) data[name] = normal(body[name]);
  }
  return data;
}

function namesOf({ fields, attributes }: RestWriting): string[] {
  return [...fields, ...attributes.map(({ code }) => code)];
}

/** JSON has values that XML has not: null is empty, true is 1, false is 0, a number is its decimal text. */
function normal(value: unknown): unknown {
  switch (typeof value) {
    case "boolean":
      return value ? "1" : "0";
    case "number":
      // Of a larger one the text is not what was sent, so it is left to be refused.
      return Math.abs(value) > Number.MAX_SAFE_INTEGER ? value : decimalText(value);
    case "string":
      return cleanText(value)?.trim() ?? value;
    default:
      return value === null ? "" : value;
  }
}

/** Fields that hold objects or lists, which fit none: judged before the customer is looked up (customers 4.1). */
export function shapeProblems(data: DataObject): Problem[] {
  return Object.keys(data)
    .filter((field) => typeof data[field] === "object")
    .map((field) => ({ field, message: "must be text or a number" }));
}

/** What exists in the shop. */
export interface RestSurroundings {
  readonly hasWebsite: (websiteId: number) => boolean;
  readonly hasGroup: (groupId: number) => boolean;
}

/** @param misfits fields that the contract refuses */
export function judgeRestData(
  data: DataObject,
  writing: RestWriting,
  { hasWebsite, hasGroup }: RestSurroundings,
  misfits: ReadonlySet<string>,
): Pick<CustomerJudgement, "given" | "custom" | "problems"> {
  const context = { ...writing, emptyIsGiven: true, view: () => undefined };
  const { given, custom, problems } = judgeCustomer(data, context);

  const messages = new Map(problems.map(({ field, message }) => [field, message]));
  const { website_id, group_id } = given;
  if (website_id !== undefined && !hasWebsite(website_id)) messages.set("website_id", "does not exist");
  if (group_id !== undefined && !hasGroup(group_id)) messages.set("group_id", "does not exist");
  for (const id of ["website_id", "group_id"]) if (data[id] === "") messages.set(id, requiredMessage);
  for (const field of misfits) if (!messages.has(field)) messages.set(field, "has an invalid value");

  const inOrder = namesOf(writing).flatMap((field): Problem[] => {
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

/** A problem as a sentence: "The first name is required." */
export function sentenceOf({ field, message }: Problem): string {
  const label = Object.hasOwn(labels, field) ? labels[field] : field;
  return `${label} ${message === "is not an e-mail address" ? "is invalid" : message}.`;
}

export const emailTaken: Problem = { field: "email", message: "is already in use" };
