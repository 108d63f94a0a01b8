/** The custom attributes of customers, from a setting or a dataset (customers 7.4). */
import type { CustomAttribute } from "../../data/entities/customer.js";
import { contractFields } from "../../contract.js";
import { isObject, toFlag } from "../../../engine/values/coercion.js";

/** Thrown for invalid custom attributes. The message is a sentence. */
export class CustomAttributeError extends Error {
  override name = "CustomAttributeError";
}

const types: readonly unknown[] = ["text", "int", "date", "boolean"] satisfies CustomAttribute["type"][];

/** Bounds the size of every customer. */
const maxAttributes = 100;

/**
 * All custom attributes: those of the setting, then those of the dataset that the setting does not name.
 * @param fromDataset the member `customer_attributes` of the shop document. Throws CustomAttributeError.
 */
export function customAttributes(
  fromSetting: readonly CustomAttribute[],
  fromDataset: unknown,
): readonly CustomAttribute[] {
  if (fromDataset !== undefined && !Array.isArray(fromDataset)) {
    throw new CustomAttributeError("customer_attributes must be a list.");
  }
  const own = ((fromDataset ?? []) as unknown[]).map(readDeclaration);
  requireUsable(fromSetting);
  requireUsable(own);
  const codes = new Set(fromSetting.map(({ code }) => code));
  const all = [...fromSetting, ...own.filter(({ code }) => !codes.has(code))];
  if (all.length <= maxAttributes) return all;
  throw new CustomAttributeError(`A shop has at most ${maxAttributes} customer attributes.`);
}

function readDeclaration(given: unknown, index: number): CustomAttribute {
  const place = `customer_attributes[${index}]`;
  if (!isObject(given)) throw new CustomAttributeError(`${place} must be an object.`);
  const { code, type, visible_on_front = true, required = false } = given;
  const [isVisible, isRequired] = [toFlag(visible_on_front), toFlag(required)];
  if (typeof code !== "string") throw new CustomAttributeError(`${place}.code must be text.`);
  if (!types.includes(type)) throw new CustomAttributeError(`${place}.type must be ${types.join(", ")}.`);
  if (isVisible === undefined || isRequired === undefined) {
    throw new CustomAttributeError(`${place}: visible_on_front and required must be true or false.`);
  }
  return {
    code,
    type: type as CustomAttribute["type"],
    visible_on_front: isVisible,
    required: isRequired,
  };
}

function requireUsable(attributes: readonly CustomAttribute[]): void {
  const known = new Set<string>();
  for (const { code } of attributes) {
    if (!/^[a-z][a-z0-9_]{0,29}$/.test(code)) {
      throw new CustomAttributeError(
        `The customer attribute ${JSON.stringify(code)} must have a code of small letters, digits and _, at most 30.`,
      );
    }
    if (isTaken(code)) {
      throw new CustomAttributeError(
        `The customer attribute ${code} has the name of a field of all customers.`,
      );
    }
    if (known.has(code)) throw new CustomAttributeError(`The customer attribute ${code} is named twice.`);
    known.add(code);
  }
}

const filterFields = contractFields("customer.list");

/** Further members of customers in results, data and documents, which codes must not repeat. */
const others: ReadonlySet<string> = new Set([
  ...["customer_id", "store", "store_id", "is_subscribed", "is_active", "password", "password_hash"],
  ...["data_item", "messages", "token", "expires_in", "default_billing", "default_shipping"],
  ...["entity_id", "disable_auto_group_change", "last_logged_in"],
  ...["reward_update_notification", "reward_warning_notification"],
]);

function isTaken(code: string): boolean {
  return others.has(code) || filterFields.get(code) !== undefined;
}
