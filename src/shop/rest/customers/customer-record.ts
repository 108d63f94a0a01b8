/** Customers in responses of the customers resource (customers 7.1). */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestField } from "./rest-fields.js";
import type { RecordOf } from "../forms/rest-operations.js";

/** @param fields the fields of the response, in order */
export function customerRecord(customer: CustomerDoc, fields: readonly RestField[]): RecordOf<"getCustomer"> {
  const record: Record<string, string | null> = {};
  for (const { name, text, onlyWhenSet } of fields) {
    const value = text(customer);
    if (value !== null || !onlyWhenSet) record[name] = value;
  }
  return record;
}
