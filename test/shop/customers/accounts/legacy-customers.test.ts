/** Customers at the XML doors (doors 0.1). */
import { expect, test } from "vitest";
import { customerEntry, customerInfo } from "../../../../src/shop/customers/accounts/customer-record.js";
import {
  selectedMembers,
  legacyCustomerEntry,
  legacyCustomerInfo,
} from "../../../../src/shop/customers/accounts/legacy-customers.js";
import type { CustomerDoc } from "../../../../src/shop/data/entities/customer.js";

const set = { prefix: "Dr", gender: 2, default_billing: 5 } as const;
const unset = { middlename: null, suffix: null, dob: null, taxvat: null, confirmation: null } as const;
const ada = {
  ...{ id: 7, website_id: 1, store_id: 1, created_in: "English", group_id: 1, custom: {} },
  ...{ email: "ada@shop.test", firstname: "Ada", lastname: "King", disable_auto_group_change: 0 },
  ...{ is_active: 1, password_hash: "x", default_shipping: null, is_subscribed: false },
  ...{ created_at: "2025-06-01 12:00:00", updated_at: "2025-06-01 12:00:00", last_logged_in: null },
  ...set,
  ...unset,
} as unknown as CustomerDoc;
const more = { store_id: 1, disable_auto_group_change: 0, gender: 2 };

test("info has all stored members", () => {
  expect(legacyCustomerInfo(ada, [])).toEqual({ ...customerInfo(ada, []), ...more });
});

test("a row of a list has all set members", () => {
  const fields = { ...more, created_in: "English", ...set };
  expect(legacyCustomerEntry(ada)).toStrictEqual({ ...customerEntry(ada), ...fields });
});

test("a selection has the ID and the named members", () => {
  const info = legacyCustomerInfo(ada, []);
  expect(selectedMembers(info, ["email", "nonsense"])).toEqual({ customer_id: 7, email: "ada@shop.test" });
  expect(selectedMembers(info, [])).toEqual({ customer_id: 7 });
  expect(selectedMembers(info, undefined)).toBe(info);
});
