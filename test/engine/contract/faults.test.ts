/** Errors on the wire (conventions 5), with forced faults and delays (docs/testing.md). */
import { shopContract } from "../../../src/shop/contract.js";
import { afterEach, describe, expect, test } from "vitest";
import { globalFaults, namespaces } from "../../../generated/tables.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import type { ReadTx } from "../../../src/engine/storage/storage.js";
import { startShop } from "../../support/shop.js";
import { declaredFaults } from "../../support/contract.js";
import { collections } from "../../../src/shop/data/collections.js";

/** Fails on request, like a broken disk. */
class BreakableStorage extends MemoryStorage {
  isBroken = false;

  override read<R>(work: (tx: ReadTx) => Promise<R>): Promise<R> {
    const fail = () => Promise.reject(new Error("SELECT password FROM disk at /var/secret"));
    return super.read((tx) =>
      work(this.isBroken ? (Object.create(tx, { find: { value: fail } }) as ReadTx) : tx),
    );
  }
}

const storage = new BreakableStorage({ collections });
const shop = await startShop({ storage });
afterEach(async () => {
  storage.isBroken = false;
  await shop.http("DELETE", "/control/faults");
});

const force = (operation: string, fault: string, more: object = {}) =>
  shop.http("POST", "/control/faults", { body: { operation, fault, ...more } });

describe("the registry of conventions 5.4: existing numbers stay, faults may be added", () => {
  const registry: Record<string, string> = {
    catalog_product_attribute:
      "store_not_exists 100 · not_exists 101 · invalid_parameters 102 · invalid_code 103 · invalid_frontend_input 104 · unable_to_save 105 · can_not_delete 106 · can_not_edit 107 · unable_to_add_option 108 · unable_to_remove_option 109",
    catalog_product_attribute_set:
      "invalid_skeleton_set_id 100 · invalid_data 101 · create_attribute_set_error 102 · remove_attribute_set_error 103 · invalid_attribute_set_id 104 · attribute_set_has_related_products 105 · invalid_attribute_id 106 · add_attribute_error 107 · invalid_attribute_group_id 108 · attribute_is_already_in_set 109 · remove_attribute_error 110 · attribute_is_not_in_set 111 · group_already_exists 112 · group_add_error 113 · group_rename_error 114 · group_remove_error 115 · group_has_system_attributes 116 · group_has_configurable_attributes 117",
    catalog_product_type: "",
    catalog_product_attribute_media:
      "store_not_exists 100 · product_not_exists 101 · data_invalid 102 · not_exists 103 · not_created 104 · not_updated 105 · not_removed 106 · not_media 107",
    catalog_product_attribute_tier_price: "product_not_exists 100 · data_invalid 101 · not_updated 102",
    catalog_product:
      "store_not_exists 100 · product_not_exists 101 · data_invalid 102 · not_deleted 103 · product_type_not_exists 104 · product_attribute_set_not_exists 105 · product_attribute_set_not_valid 106 · filters_invalid 109",
    catalog_category:
      "store_not_exists 100 · website_not_exists 101 · not_exists 102 · data_invalid 103 · not_moved 104 · not_deleted 105 · product_not_assigned 106 · product_not_exists 107",
    sales_order:
      "order_not_exists 100 · filters_invalid 101 · data_invalid 102 · order_not_holdable 103 · order_not_unholdable 103 · order_not_cancelable 103 · status_not_exists 104 · store_not_exists 105",
    sales_order_shipment:
      "shipment_not_exists 100 · filters_invalid 101 · data_invalid 102 · order_not_shippable 102 · order_not_exists 103 · track_not_exists 104 · track_not_deleted 105",
    sales_order_invoice:
      "invoice_not_exists 100 · filters_invalid 101 · data_invalid 102 · order_not_invoiceable 102 · order_not_exists 103 · invoice_not_capturable 104 · invoice_not_voidable 104 · invoice_not_cancelable 104",
    sales_order_creditmemo:
      "creditmemo_not_exists 100 · filters_invalid 101 · data_invalid 102 · order_not_exists 103 · creditmemo_not_cancelable 104 · cannot_refund_to_storecredit 105 · order_not_refundable 106",
    customer:
      "data_invalid 100 · filters_invalid 101 · customer_not_exists 102 · not_deleted 103 · customer_data_invalid 104 · customer_exists 105 · website_not_exists 106 · group_not_exists 107 · store_not_exists 108",
    customer_address: "data_invalid 100 · customer_not_exists 101 · address_not_exists 102 · not_deleted 103",
  };

  test.each(Object.entries(registry))("%s", async (namespace, table) => {
    const result = (await shop.rpc("resourceFaults", [await shop.session(), namespace])).result as {
      fault: string;
      code: number;
    }[];
    const listed = result.map(({ fault, code }) => `${fault} ${code}`);
    expect(listed).toEqual(expect.arrayContaining(table === "" ? [] : table.split(" · ")));
  });

  test("a name is looked up in the namespace, then among the global ones, then it is unknown", () => {
    expect(shopContract.fault("catalog_category", "not_exists")).toMatchObject({ code: 102 });
    expect(shopContract.fault("catalog_product_type", "internal")).toMatchObject({ code: 1 });
    expect(shopContract.fault("catalog_product_type", "not_exists")).toMatchObject({
      code: 0,
      fault: "unknown",
    });
  });
});

describe("every declared fault has its number, message, name and namespace", () => {
  const pairs = [...declaredFaults]
    .filter(([operation]) => operation.includes("."))
    .flatMap(([operation, faults]) => faults.map((fault) => ({ operation, fault })));

  test.each(pairs)("$operation $fault", async ({ operation, fault }) => {
    await force(operation, fault);
    const { error } = await shop.rpc(operation, [await shop.session()]);
    const namespace = operation.split(".")[0] as string;
    const own = namespaces[namespace]?.faults[fault];
    expect(error).toMatchObject({
      code: (own ?? globalFaults[fault])?.code,
      message: expect.stringMatching(/\S/) as string,
      data: { fault },
    });
    expect(error?.data.resource).toBe(own ? namespace : undefined);
  });
});

describe("an unexpected failure", () => {
  const internal = {
    code: 1,
    data: { fault: "internal", reference: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
  };

  test("is fault 1 with a reference and no other information", async () => {
    const session = await shop.session();
    storage.isBroken = true;
    const { error } = await shop.rpc("call", [session, "catalog_category.level"]);
    expect(error).toMatchObject(internal);
    expect(JSON.stringify(error)).not.toMatch(/SELECT|secret|at \//);
  });

  test("is an entry of multiCall", async () => {
    const session = await shop.session();
    storage.isBroken = true;
    const calls = [["catalog_category.level"], ["catalog_category.currentStore"]];
    const { result } = await shop.rpc("multiCall", [session, calls]);
    expect(result).toMatchObject([{ isFault: true, faultCode: 1, data: internal.data }, 0]);
  });
});

describe("forced faults", () => {
  const call = async (headers = {}) =>
    shop.rpc("call", [await shop.session(), "catalog_category.level"], headers);

  test("the next call returns it, the one after does not", async () => {
    expect(
      (await force("catalog_category.level", "website_not_exists", { message: "Just so." })).status,
    ).toBe(201);
    expect((await call()).error).toMatchObject({
      code: 101,
      message: "Just so.",
      data: { fault: "website_not_exists" },
    });
    expect((await call()).error).toBeUndefined();
  });

  test("several times, for any operation", async () => {
    await force("*", "internal", { times: 2 });
    expect((await call()).error?.code).toBe(1);
    expect((await call()).error?.code).toBe(1);
    expect((await call()).error).toBeUndefined();
  });

  test("each element of a batch and of multiCall counts", async () => {
    await force("*", "internal", { times: 2 });
    const session = await shop.session();
    const calls = Array.from({ length: 3 }, () => ["catalog_category.currentStore"]);
    expect((await shop.rpc("multiCall", [session, calls])).result).toMatchObject([
      { isFault: true },
      { isFault: true },
      0,
    ]);
  });

  test("without effect", async () => {
    await force("catalog_category.update", "data_invalid");
    const change = [2, { name: "Changed" }];
    await expect(shop.call("catalog_category.update", change)).rejects.toMatchObject({
      fault: "data_invalid",
    });
    expect(await shop.call("catalog_category.info", [2, null, ["name"]])).toMatchObject({
      name: "Default Category",
    });
  });

  test("a fault that the operation does not declare is refused", async () => {
    expect((await force("catalog_category.level", "not_moved")).status).toBe(422);
    expect((await force("nope.x", "internal")).status).toBe(422);
  });

  test("Prefer: fault=… for one call", async () => {
    expect((await call({ Prefer: "fault=not_exists" })).error).toMatchObject({
      data: { fault: "not_exists" },
    });
    expect((await call({ Prefer: "fault=internal" })).error?.code).toBe(1);
    expect((await call({ Prefer: "fault=not_moved" })).error).toMatchObject({
      data: { fault: "invalid_request_param", parameter: "Prefer" },
    });
    expect((await call({ Prefer: "return=minimal" })).error).toBeUndefined();
  });
});
