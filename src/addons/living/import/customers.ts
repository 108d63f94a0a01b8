/** Imports customers with their addresses; people are anonymized by default (people.ts). */
import { createHash } from "node:crypto";
import { countries } from "../../../shop/directory/countries.js";
import type { AddressDoc, CustomerDoc } from "../../../shop/data/entities/customer.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { Directory } from "./directory.js";
import { askAbout, putRow, type ImportContext } from "./reading.js";
import { flagIn, idIn, rowsIn, textIn, words } from "./source.js";

interface ReadCustomer {
  readonly customer: CustomerDoc;
  readonly addresses: readonly AddressDoc[];
}

/**
 * Members of Magento 1 that have no place here and are omitted without a report. All others that the rows do not have are custom
 * attributes of the imported shop. Results of VAT number checks are not imported.
 */
const leftOut = {
  customers: words(`
    customer_id entity_id entity_type_id attribute_set_id increment_id parent_id
    rp_token rp_token_created_at rp_customer_id password_created_at failures_num
  `),
  addresses: words(`
    customer_address_id entity_id entity_type_id attribute_set_id increment_id parent_id
    is_active is_default_billing is_default_shipping
  `),
};

export class CustomerReader {
  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
  ) {}

  /** Undefined if the customer cannot be read. @param row entry of the list, if the customer was found there */
  async read(id: number, row?: DataObject): Promise<ReadCustomer | undefined> {
    const name = `customer ${id}`;
    // Lists of Magento 1 contain all members of a customer; JSON-RPC lists of this service only the main ones.
    const isShort = row?.created_in === undefined;
    const info = isShort ? rowsIn([await askAbout(this.context, name, "customer.info", [id])])[0] : undefined;
    if (!row && !info) return undefined;
    const given = { ...row, ...info };
    const rows = rowsIn(await askAbout(this.context, name, "customer_address.list", [id]));
    const addresses: AddressDoc[] = [];
    for (const listed of rows) {
      const address = await this.address(id, listed);
      if (address) addresses.push(address);
    }
    this.reportUnknown("customers", given);
    return { customer: this.customer(id, given, rows, addresses), addresses };
  }

  put({ customer, addresses }: ReadCustomer): boolean {
    const { people } = this.context;
    const known = addresses.map((address) => people.row(address));
    if (!putRow(this.context, "customers", people.row(customer), `customer ${customer.id}`)) return false;
    for (const address of known) putRow(this.context, "addresses", address, `address ${address.id}`);
    return true;
  }

  private customer(
    id: number,
    given: DataObject,
    listed: readonly DataObject[],
    addresses: readonly AddressDoc[],
  ): CustomerDoc {
    const { shapes, report } = this.context;
    const group_id = idIn(given.group_id) ?? 1;
    this.directory.needCustomerGroup(group_id);
    const website_id = this.websiteOf(given);
    const created_in = textIn(given.created_in) ?? "Admin";
    const store_id = idIn(given.store_id) ?? this.viewNamed(created_in, website_id);
    const isOwn = (address: number | undefined) => addresses.some((one) => one.id === address);
    const defaultOf = (kind: "billing" | "shipping") => {
      const flagged = listed.find((row) => flagIn(row[`is_default_${kind}`]));
      const address = idIn(given[`default_${kind}`]) ?? idIn(flagged?.customer_address_id);
      return isOwn(address) ? address : null;
    };
    if (store_id !== 0 && !this.directory.isView(store_id))
      report.find("customers of a deleted store view: kept without one", `customer ${id}`);
    const doc = shapes.row("customers", {
      ...withoutEmpty(given),
      id,
      website_id,
      group_id,
      created_in,
      email: textIn(given.email) ?? "",
      store_id: this.directory.isView(store_id) ? store_id : 0,
      is_active: given.is_active ?? 1,
      confirmation: mustConfirm(given.confirmation) ? deterministicKey(id).toString("hex") : null,
      password_hash: noPassword(id),
      default_billing: defaultOf("billing"),
      default_shipping: defaultOf("shipping"),
      ...{ custom: {}, subscription: null, last_logged_in: null },
    });
    return doc;
  }

  private async address(customerId: number, listed: DataObject): Promise<AddressDoc | undefined> {
    const id = idIn(listed.customer_address_id) ?? 0;
    const name = `address ${id}`;
    const isShort = listed.firstname === undefined && listed.lastname === undefined;
    const [info] = isShort ? rowsIn([await askAbout(this.context, name, "customer_address.info", [id])]) : [];
    this.reportUnknown("addresses", { ...listed, ...info });
    const given = { ...withoutEmpty({ ...listed, ...info }), id, customer_id: customerId };
    const doc = this.context.shapes.row("addresses", given);
    const { country_id, region_id } = doc;
    if (!countries.hasCountry(country_id)) {
      this.context.report.find("addresses of an unknown country: left out", `${name}: ${country_id}`);
      return undefined;
    }
    const isRegion =
      region_id !== null && (!countries.hasRegions(country_id) || countries.region(country_id, region_id));
    return { ...doc, region_id: isRegion ? region_id : null };
  }

  private websiteOf({ website_id, store_id }: DataObject): number {
    const ids = this.directory.websiteIds;
    const given = idIn(website_id);
    if (given !== undefined && ids.includes(given)) return given;
    const view = this.directory.views.find((one) => one.store_id === idIn(store_id));
    return view?.website_id ?? ids[0] ?? 1;
  }

  private viewNamed(name: string, websiteId: number): number {
    const named = this.directory.views.filter((view) => view.name === name);
    return (named.find(({ website_id }) => website_id === websiteId) ?? named[0])?.store_id ?? 0;
  }

  private reportUnknown(what: keyof typeof leftOut, given: DataObject): void {
    const expected = [...this.context.shapes.members(what), ...leftOut[what]];
    for (const [code, value] of Object.entries(given))
      if (!expected.includes(code) && value !== null && value !== "")
        this.context.report.find(`attributes of ${what} that this service does not have`, code);
  }
}

/** Removes members with empty texts, which mean unset. */
function withoutEmpty(given: DataObject): DataObject {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

/** Whether a customer must still confirm; the value is a key or a flag. */
function mustConfirm(value: unknown): boolean {
  return (
    value !== null && value !== undefined && value !== "" && value !== false && value !== "0" && value !== 0
  );
}

/** A deterministic hash for which no password is known. */
function noPassword(id: number): string {
  const hash = createHash("sha256").update(`password of ${id}`).digest("base64");
  return ["scrypt", 2 ** 15, 8, 1, deterministicKey(id).toString("base64"), hash].join("$");
}

function deterministicKey(id: number): Buffer {
  return createHash("sha256").update(`key of ${id}`).digest().subarray(0, 16);
}
