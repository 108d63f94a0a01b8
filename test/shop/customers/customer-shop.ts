/** The customer operations on the minimal shop, and the customers of the sample shop. */
import type { AddressDoc, CustomerDoc } from "../../../src/shop/data/entities/customer.js";
import type { StateRecord } from "../../../src/engine/storage/storage.js";
import { datasetRecords } from "../../../src/shop/states/dataset.js";
import { PlainShop, type PlainShopOptions } from "../../support/plain-shop.js";

const names: readonly string[] = ["customers", "addresses", "customer", "address"];

/** The customers of the sample shop, their addresses and the sequences of both. */
export const sampleCustomers = datasetRecords("sample").filter((record) =>
  names.includes("sequence" in record ? record.sequence : record.collection),
);

interface CustomerShopOptions extends PlainShopOptions {
  /** In addition to the minimal shop. */
  readonly records?: readonly StateRecord[];
}

export class CustomerShop extends PlainShop {
  static async open({ records, ...options }: CustomerShopOptions = {}): Promise<CustomerShop> {
    const shop = new CustomerShop(options);
    await shop.fill(records);
    return shop;
  }

  customer(id: number): Promise<CustomerDoc | undefined> {
    return this.storage.read((tx) => tx.get("customers", id));
  }

  address(id: number): Promise<AddressDoc | undefined> {
    return this.storage.read((tx) => tx.get("addresses", id));
  }
}

/** The minimal data of a customer. */
export const least = {
  email: "mila@shop.test",
  firstname: "Mila",
  lastname: "Novak",
  password: "secret-7",
  website_id: 1,
};

/** The minimal data of an address. */
export const place = {
  firstname: "Mila",
  lastname: "Novak",
  street: "1 Main Street",
  city: "Springfield",
  postcode: "12345",
  country_id: "US",
  telephone: "555-0100",
};
