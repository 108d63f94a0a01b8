/** `customer`: accounts of the shop's customers. API document, part 2; customers 2. */
import { withoutEffect } from "../../../engine/contract/members.js";
import type { Call, CallRaising, Namespace } from "../../namespace.js";
import { contractFields, flagValues } from "../../contract.js";
import {
  createForm,
  isCustomerGroup,
  isCustomerWebsite,
  restCreateForm,
  restUpdateForm,
  updateForm,
  validateCustomer,
  type CustomerDataContext,
  type CustomerFields,
  type CustomerForm,
} from "./customer-data.js";
import { customerEntry, customerInfo, type NewCustomer } from "./customer-record.js";
import { selectedMembers, legacyCustomerEntry, legacyCustomerInfo } from "./legacy-customers.js";
import type { FilterFields } from "../../../engine/filters/filter-field.js";
import { parseFilters } from "../../../engine/filters/filters.js";
import type { Scope } from "../../stores/directory.js";
import type { Condition } from "../../../engine/filters/query.js";
import {
  changeAccount,
  createAccount,
  customerGroupNames,
  customerWebsiteNames,
  deleteAccount,
} from "./accounts.js";
import { requireCustomer } from "../addresses/addresses.js";
import { listRows, refuseUnknownValues } from "../../../engine/calls/listing.js";

export const customer: Namespace<"customer"> = {
  async list(call) {
    const { args, check, fault, isLegacy } = call;
    const at = call.scope(args.store);
    const { filters = {} } = check("filters");
    const fields = filterFields(call);
    const parsed = parseFilters(filters, fields);
    if ("problem" in parsed) throw fault("filters_invalid", parsed.problem);
    await refuseUnknownValues(call, "customers", filters, fields);

    const { where = [], any } = parsed.query;
    const query = { where: [...where, ...ofWebsite(call, at)], any };
    const entryOf = isLegacy ? legacyCustomerEntry : customerEntry;
    return listRows(call, { collection: "customers", query, rowsOf: (found) => found.map(entryOf) });
  },

  async info(call) {
    const { args, isLegacy, customerAttributes } = call;
    const found = await requireCustomer(call, args.customerId);
    // At the XML doors, the second argument selects attributes.
    const selected = isLegacy && Array.isArray(args.store) ? (args.store as readonly unknown[]) : undefined;
    if (!selected) call.scope(args.store);

    if (!isLegacy) return customerInfo(found, customerAttributes);
    return selectedMembers(legacyCustomerInfo(found, customerAttributes), selected);
  },

  async create(call) {
    const { args, check, fault, isRest } = call;
    const { customerData: data } = check("customerData");
    const { store_id } = call.scope(args.store);
    const form = isRest ? restCreateForm : createForm;
    const { given, custom, structure, content } = validateCustomer(data, dataContext(call, form));
    if (structure.length > 0) throw fault("data_invalid", structure);
    if (content.length > 0) throw fault("customer_data_invalid", content);
    requireWebsiteAndGroup(call, given);
    requireSameWebsite(call, store_id, given.website_id);

    const origin = given.store_id ?? given.store ?? call.shop.view(store_id);
    const id = await createAccount(call, { given: given as NewCustomer, custom, origin });
    if (id === undefined) throw emailTaken(call);

    return id;
  },

  async update(call) {
    const { args, check, tx, fault, isRest } = call;
    const { customerData: data } = check("customerData");
    const known = await tx.get("customers", args.customerId);
    const form = isRest ? restUpdateForm : updateForm;
    const validation = validateCustomer(data, dataContext(call, form, known?.website_id));
    const { given, custom, structure, content } = validation;
    if (structure.length > 0) throw fault("data_invalid", structure);
    const found = await requireCustomer(call, args.customerId);
    const { store_id } = call.scope(args.store);
    if (content.length > 0) throw fault("customer_data_invalid", content);
    const { confirmation } = data;
    const isIdle = !["", undefined, null, found.confirmation].includes(confirmation as string);
    const idle = withoutEffect(call, "customerData.", () =>
      isIdle ? [{ field: "confirmation", message: 'can only be "", which confirms the account' }] : [],
    );
    if (idle.length > 0) throw fault("data_invalid", idle);
    requireWebsiteAndGroup(call, given);
    requireSameWebsite(call, store_id, given.website_id ?? found.website_id);

    const named = store_id === 0 ? undefined : call.shop.view(store_id);
    const origin = given.store_id ?? given.store ?? named;
    const isChanged = await changeAccount(call, found, { given, custom, origin });
    if (!isChanged) throw emailTaken(call);

    return true;
  },

  async delete(call) {
    const { args, tx } = call;
    const found = await requireCustomer(call, args.customerId);

    await deleteAccount(tx, found);
    return true;
  },
};

type Listing = Pick<Call<"customer.list">, "settings" | "customerAttributes">;
type Writing = Call<"customer.create"> | Call<"customer.update">;

const declaredFields = contractFields("customer.list", {
  is_active: flagValues,
  disable_auto_group_change: flagValues,
});

/** The declared filter fields, and the custom attributes. */
function filterFields({ customerAttributes: custom }: Listing): FilterFields {
  const types = { text: "text", int: "number", date: "date", boolean: "number" } as const;
  return {
    get: (key) => {
      const attribute = custom.find(({ code }) => code === key);
      if (!attribute) return declaredFields.get(key);
      const { type } = attribute;
      const isFlag = type === "boolean";
      return { path: `custom.${key}`, type: types[type], ...(isFlag && { values: flagValues }) };
    },
    names: () => [...(declaredFields.names?.() ?? []), ...custom.map(({ code }) => code)],
  };
}

/** Limits the list to the website of the store view, unless accounts are shared. Store 0 means all. */
function ofWebsite({ settings }: Listing, { store_id, website_id }: Scope): Condition[] {
  if (store_id === 0 || settings.customerShareScope === "global") return [];
  return [{ path: "website_id", type: "number", op: "eq", value: website_id }];
}

function dataContext(
  { shop, customerAttributes: attributes }: Writing,
  form: CustomerForm,
  websiteId?: number,
): CustomerDataContext {
  return { ...form, shop, websiteId, attributes };
}

/** REST blames the address like any other field. */
function emailTaken({
  isRest,
  fault,
}: Pick<Writing, "isRest"> & Pick<CallRaising<"customer_exists" | "customer_data_invalid">, "fault">) {
  if (!isRest) return fault("customer_exists");
  return fault("customer_data_invalid", [{ field: "email", message: "is already in use" }]);
}

/** The given website and group must exist and accept customers. */
function requireWebsiteAndGroup(
  {
    shop,
    fault,
  }: Pick<Writing, "shop"> & Pick<CallRaising<"website_not_exists" | "group_not_exists">, "fault">,
  { website_id, group_id }: Partial<CustomerFields>,
): void {
  if (website_id !== undefined && !isCustomerWebsite(shop, website_id)) {
    throw fault(
      "website_not_exists",
      `Customers cannot belong to website ${website_id}; there are: ${customerWebsiteNames(shop)}.`,
    );
  }
  if (group_id !== undefined && !isCustomerGroup(shop, group_id)) {
    throw fault(
      "group_not_exists",
      `Customers cannot belong to group ${group_id}; there are: ${customerGroupNames(shop)}.`,
    );
  }
}

/** The store view of origin must belong to the customer's website. */
function requireSameWebsite(
  { shop, fault }: Pick<Writing, "shop"> & Pick<CallRaising<"customer_data_invalid">, "fault">,
  storeId: number,
  websiteId: number | undefined,
): void {
  if (storeId === 0 || shop.view(storeId)?.website_id === websiteId) return;
  throw fault("customer_data_invalid", [{ field: "store", message: "belongs to another website" }]);
}
