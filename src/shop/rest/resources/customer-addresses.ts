/**
 * `/api/rest/customers/{id}/addresses` and `/api/rest/customers/addresses/{id}`: the addresses of customers, by the operations of
 * addresses (beyond 22.8).
 */
import { toText, type DataObject } from "../../../engine/values/coercion.js";
import { fold, textOrJson } from "../../../engine/values/text.js";
import type { AddressDoc } from "../../data/entities/customer.js";
import { countries } from "../../directory/countries.js";
import type { RestCall, RestHandlers } from "../forms/call.js";
import { closing, fieldProblem, nothingWritable, refuseUnwritten } from "../forms/problems.js";
import { noCustomer, refused } from "../forms/refusal.js";
import type { RecordOf, RestBodyOf } from "../forms/rest-operations.js";
import { pageOfRows, selectMembers, textMembers, type RestRecord } from "./collections.js";
import type { ResourceParts } from "./operations.js";

type AddressOperation =
  | "listCustomerAddresses"
  | "createCustomerAddress"
  | "getCustomerAddress"
  | "updateCustomerAddress"
  | "deleteCustomerAddress";

type OfCustomer = "listCustomerAddresses" | "createCustomerAddress";
type ByAddress = Exclude<AddressOperation, OfCustomer>;
type AddressRecord = RecordOf<"getCustomerAddress">;

/** The members that requests write. */
const written = [
  ...(["prefix", "firstname", "middlename", "lastname", "suffix", "company", "street", "city"] as const),
  ...(["region", "postcode", "country_id", "telephone", "fax"] as const),
  ...(["is_default_billing", "is_default_shipping"] as const),
] satisfies readonly (keyof RestBodyOf<"updateCustomerAddress">)[];

/** Members that the server sets. A record that was read and is sent back has former values of them. */
const owned = ["entity_id", "created_at", "updated_at"] as const;

/** The members of a record, in order. */
const members = [...owned, ...written] satisfies readonly (keyof AddressRecord)[];

const flags = ["is_default_billing", "is_default_shipping"] as const;

const numbers: readonly string[] = ["entity_id", ...flags];
const texts = members.filter((name) => !numbers.includes(name) && !name.endsWith("_at"));

export function customerAddressHandlers({
  storage,
  operations,
  basePath,
}: ResourceParts): RestHandlers<AddressOperation> {
  return {
    listCustomerAddresses: {
      admin: "customer_address.list",
      customer: "own",
      find: findCustomer,
      async run(call) {
        const { customerId } = call.path;
        const rows = await operations.run(call, "customer_address.list", { customerId });
        const page = pageOfRows(call, rows.map(addressRow), { names: members, texts, basePath });
        return { ...page, result: page.result.map(addressRecord) };
      },
    },
    createCustomerAddress: {
      admin: "customer_address.create",
      customer: "own",
      body: "one",
      find: findCustomer,
      async run(call) {
        const members = { customerId: call.path.customerId, addressData: addressData(call, undefined) };
        const id = await operations.run(call, "customer_address.create", members);
        return { headers: { Location: `${basePath}/api/rest/customers/addresses/${id}` } };
      },
    },
    getCustomerAddress: {
      admin: "customer_address.info",
      customer: "own",
      find: findAddress,
      async run(call) {
        const { addressId } = call.path;
        const info = await operations.run(call, "customer_address.info", { addressId });
        return { result: addressRecord(selectMembers(addressRow(info), call.search)) };
      },
    },
    updateCustomerAddress: {
      admin: "customer_address.update",
      customer: "own",
      body: "one",
      find: findAddress,
      async run(call) {
        const { addressId } = call.path;
        const { country_id } = await findAddress(call);
        const members = { addressId, addressData: addressData(call, country_id) };
        await operations.run(call, "customer_address.update", members);
        return {};
      },
    },
    deleteCustomerAddress: {
      admin: "customer_address.delete",
      customer: "own",
      find: findAddress,
      async run(call) {
        const { addressId } = call.path;
        await operations.run(call, "customer_address.delete", { addressId });
        return {};
      },
    },
  };

  async function findCustomer({ path }: RestCall<OfCustomer>): Promise<void> {
    const found = await storage.read((tx) => tx.get("customers", path.customerId));
    if (!found) throw noCustomer(path.customerId);
  }

  /** The address of the path; 404 also for customers who do not own it. */
  async function findAddress({ caller, path: { addressId } }: RestCall<ByAddress>): Promise<AddressDoc> {
    const address = await storage.read((tx) => tx.get("addresses", addressId));
    const isOwn = caller.role === "admin" || address?.customer_id === caller.customer.id;
    if (address && isOwn) return address;
    throw refused<ByAddress>(404, { field: "addressId", message: `There is no address ${addressId}.` });
  }
}

/**
 * The data of the operation. Null is the empty text, which clears or is refused, and a region has its number.
 * @param country that of the stored address
 */
function addressData(
  call: RestCall<"createCustomerAddress" | "updateCustomerAddress">,
  country: string | undefined,
): DataObject {
  const { fields } = call;
  const given = written.filter((name) => Object.hasOwn(fields, name));
  if (given.length === 0) throw refused<"updateCustomerAddress">(400, nothingWritable(fields));
  refuseUnwritten(call, { known: knownMembers, owned }, fields);
  const data = Object.fromEntries(given.map((name) => [name, fields[name] ?? ""]));
  return { ...data, ...regionNumber(data, country) };
}

const knownMembers = Object.fromEntries(written.map((name) => [name, null]));

/** The number of a region that is given by its name or code. Throws `RestError` 400 if the country has regions but not this one. */
function regionNumber({ region, country_id }: DataObject, stored: string | undefined): DataObject {
  const country = (country_id === undefined ? stored : toText(country_id)?.trim().toUpperCase()) ?? "";
  const name = fold(toText(region)?.trim() ?? "");
  if (name === "" || !countries.hasRegions(country)) return {};
  const known = countries.regionsOf(country).find((one) => [one.name, one.code].map(fold).includes(name));
  if (known) return { region_id: known.region_id };
  const problem = fieldProblem("region", "is not a region of the country", region);
  throw refused<"updateCustomerAddress">(400, [problem, closing]);
}

/** An address as flat text, for pages and `attrs`. */
function addressRow(address: { readonly customer_address_id: number }): RestRecord {
  const values = address as RestRecord & typeof address;
  const isDefault = flags.map((name) => [name, values[name] === true ? 1 : 0] as const);
  const row: RestRecord = {
    ...values,
    ...Object.fromEntries(isDefault),
    entity_id: values.customer_address_id,
  };
  return textMembers(row, members);
}

/** The record of a row: without members that have no value. */
function addressRecord(row: RestRecord): AddressRecord {
  const set = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(set.map(([name, value]) => [name, formOf(name, textOrJson(value))]));
}

function formOf(name: string, text: string): unknown {
  if (name === "street") return text.split("\n");
  return (flags as readonly string[]).includes(name) ? Number(text) : text;
}
