/** Customers and errors as XML and JSON text (customers 5.3 to 5.5). Built by hand: this is the hot path. */
import type { CustomerDoc } from "../../data/entities/customer.js";
import type { RestFormat } from "../../../engine/doors/rest/answer.js";
import type { RestField } from "../accounts/rest-fields.js";
import { xmlText } from "../../../engine/xml/text.js";
import { xmlDocument } from "../../../engine/http/xml.js";

type Fields = readonly RestField[];

export function customerDocument(customer: CustomerDoc, fields: Fields, format: RestFormat): string {
  return format === "json"
    ? customerJson(customer, fields)
    : xmlDocument(customerXml(customer, fields, "\n  ", "\n"));
}

export function collectionDocument(
  customers: readonly CustomerDoc[],
  fields: Fields,
  format: RestFormat,
): string {
  if (format === "json") {
    // An object would sort its numeric keys; the text keeps the order of the result.
    const members = customers.map((customer) => `"${customer.id}":${customerJson(customer, fields)}`);
    return `{${members.join(",")}}`;
  }
  const items = customers.map(
    (customer) => `\n  <data_item>${customerXml(customer, fields, "\n    ", "\n  ")}</data_item>`,
  );
  return xmlDocument(items.length > 0 ? `${items.join("")}\n` : "");
}

function customerJson(customer: CustomerDoc, fields: Fields): string {
  let text = "";
  for (const field of fields) {
    const value = field.text(customer);
    if (value === null && field.onlyWhenSet) continue;
    text += `${text === "" ? "" : ","}"${field.name}":${value === null ? "null" : JSON.stringify(value)}`;
  }
  return `{${text}}`;
}

/** @param before each element @param after the last one */
function customerXml(customer: CustomerDoc, fields: Fields, before: string, after: string): string {
  let text = "";
  for (const field of fields) {
    const value = field.text(customer);
    if (value === null && field.onlyWhenSet) continue;
    text += `${before}<${field.name}>${value === null ? "" : xmlText(value)}</${field.name}>`;
  }
  return text === "" ? "" : text + after;
}

/** A new session. @param expires_in seconds without use after which it ends */
export function sessionDocument(token: string, expires_in: number, format: RestFormat): string {
  if (format === "json") return JSON.stringify({ token, expires_in });
  return xmlDocument(`\n  <token>${token}</token>\n  <expires_in>${expires_in}</expires_in>\n`);
}
