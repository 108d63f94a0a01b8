/** The sample customers match the examples of the contract. */
import { describe, expect, test } from "vitest";
import { customerRecords } from "../../../scripts/sample/customers.js";
import { CustomerShop } from "./customer-shop.js";

const open = () => CustomerShop.open({ records: customerRecords() });

describe("sample customers", () => {
  test("are on both websites and in all groups, with addresses in several countries", async () => {
    const { storage } = await open();
    const [customers, addresses] = await storage.read(async (tx) => [
      await tx.find("customers"),
      await tx.find("addresses"),
    ]);
    expect(customers).toHaveLength(8);
    expect(new Set(customers.map(({ website_id }) => website_id))).toEqual(new Set([1, 2]));
    expect(new Set(customers.map(({ group_id }) => group_id))).toEqual(new Set([1, 2, 3]));
    expect(new Set(addresses.map(({ country_id }) => country_id)).size).toBeGreaterThan(5);
    for (const { id, default_billing, default_shipping } of customers) {
      const own = addresses.filter(({ customer_id }) => customer_id === id).map((address) => address.id);
      for (const chosen of [default_billing, default_shipping])
        if (chosen !== null) expect(own).toContain(chosen);
    }
  });

  test("the first is the one of the examples", async () => {
    const shop = await open();
    expect(await shop.call("customer.info", 1)).toEqual({
      customer_id: 1,
      email: "anna.becker@example.com",
      firstname: "Anna",
      lastname: "Becker",
      middlename: "",
      prefix: "Ms",
      suffix: "",
      created_at: "2024-01-02 08:00:00",
      updated_at: "2024-01-02 08:00:00",
      website_id: 1,
      group_id: 1,
      dob: "1985-05-15",
      taxvat: "",
      confirmation: null,
      created_in: "Default Store View",
      default_billing: "1",
      default_shipping: "1",
      is_active: 1,
    });
    expect(await shop.call("customer_address.info", 1)).toMatchObject({
      street: "100 Market Street\nApartment 4",
      region: "California",
      region_id: 12,
    });
    expect(await shop.call("customer_address.list", 1)).toEqual([
      {
        customer_address_id: 1,
        created_at: "2024-01-02 08:00:00",
        updated_at: "2024-01-02 08:00:00",
        is_default_billing: true,
        is_default_shipping: true,
      },
      {
        customer_address_id: 2,
        created_at: "2024-01-03 12:00:00",
        updated_at: "2024-01-03 12:00:00",
        is_default_billing: false,
        is_default_shipping: false,
      },
    ]);
  });
});
