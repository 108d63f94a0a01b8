/** catalog 3.1: finding a product by identifier; doors 0.1: identifiers of clients of Magento 1. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  findNamedProduct,
  productsWith,
  requireProduct,
  requireSpecialPriceProduct,
} from "../../../../src/shop/catalog/records/product-lookups.js";
import type { ProductDoc } from "../../../../src/shop/data/entities/catalog.js";
import { MemoryStorage } from "../../../../src/engine/storage/memory.js";
import type { Identifier } from "../../../../src/engine/values/coercion.js";
import { collections } from "../../../../src/shop/data/collections.js";

const storage = new MemoryStorage({ collections });
beforeAll(() =>
  storage.write(async (tx) => {
    const skus = { 5: "Mug", 6: "5", 7: "7x", 8: "x8", 9: "8.0" };
    for (const [id, sku] of Object.entries(skus)) {
      await tx.put("products", { id: Number(id), sku, type: "simple", set: 4 } as ProductDoc);
    }
  }),
);

const named = (identifier: unknown, type: "sku" | "id" | undefined, isLegacy: boolean) =>
  storage.read(async (tx) => (await findNamedProduct({ tx, isLegacy }, identifier, type))?.id);

describe.each([
  { identifier: 5, plain: 5, legacy: 5, id: 5, sku: 6 },
  { identifier: "5", plain: 5, legacy: 5, id: 5, sku: 6 },
  { identifier: "mUG", plain: undefined, legacy: 5, id: undefined, sku: 5 },
  { identifier: " Mug ", plain: undefined, legacy: 5, id: undefined, sku: 5 },
  { identifier: " 5", plain: undefined, legacy: 6, id: undefined, sku: 6 },
  { identifier: "7x", plain: undefined, legacy: 7, id: undefined, sku: 7 },
  { identifier: "x8", plain: undefined, legacy: 8, id: undefined, sku: 8 },
  { identifier: "5 ", plain: undefined, legacy: 6, id: undefined, sku: 6 },
  { identifier: "5.0", plain: undefined, legacy: 5, id: undefined, sku: undefined },
  { identifier: "+5", plain: undefined, legacy: 5, id: undefined, sku: undefined },
  { identifier: "5+", plain: undefined, legacy: undefined, id: undefined, sku: undefined },
  { identifier: 99, plain: undefined, legacy: undefined, id: undefined, sku: undefined },
  { identifier: " ", plain: undefined, legacy: undefined, id: undefined, sku: undefined },
  { identifier: null, plain: undefined, legacy: undefined, id: undefined, sku: undefined },
  { identifier: ["5"], plain: undefined, legacy: undefined, id: undefined, sku: undefined },
])("$identifier names", ({ identifier, plain, legacy, id, sku }) => {
  test(`${plain} without a type`, async () => expect(await named(identifier, undefined, false)).toBe(plain));
  test(`${legacy} to clients of Magento 1`, async () => {
    expect(await named(identifier, undefined, true)).toBe(legacy);
  });
  test.each([true, false])(`${id} by ID, ${sku} by SKU (legacy: %s)`, async (isLegacy) => {
    expect(await named(identifier, "id", isLegacy)).toBe(id);
    expect(await named(identifier, "sku", isLegacy)).toBe(sku);
  });
});

test("products are found in the order of their IDs, without deleted ones", async () => {
  const found = await storage.read((tx) => productsWith(tx, [8, 99, 5]));
  expect(found.map(({ id }) => id)).toEqual([8, 5]);
});

describe("a required product", () => {
  const required = (identifier: Identifier, isLegacy: boolean) => {
    const fault = (...raised: unknown[]) => new Error(raised.join(": "));
    return storage.read(async (tx) => {
      const call = { tx, isLegacy, fault } as unknown as Parameters<typeof requireProduct>[0];
      return (await requireProduct(call, identifier, undefined)).id;
    });
  };

  test("is found by ID, and by SKU for clients of Magento 1", async () => {
    expect(await required("5", false)).toBe(5);
    expect(await required("Mug", true)).toBe(5);
  });

  // The contract adds what was sent (blamed-arguments.ts).
  test("that does not exist is a fault without a text of its own, unless a SKU was sent as an ID", async () => {
    await expect(required("999", false)).rejects.toThrow(/^product_not_exists$/);
    await expect(required("Mug", false)).rejects.toThrow("it is the SKU of product 5");
  });
});

describe("the product of an operation on special prices", () => {
  const named = (sent: string, productId: number, isLegacy: boolean) => {
    const fault = (...raised: unknown[]) => new Error(raised.join(": "));
    return storage.read(async (tx) => {
      const call = { tx, isLegacy, fault, args: { productId }, asSent: () => sent };
      const one = call as unknown as Parameters<typeof requireSpecialPriceProduct>[0];
      return (await requireSpecialPriceProduct(one, isLegacy ? undefined : "id")).id;
    });
  };

  test("is the one with the ID that the contract reads", async () => {
    expect(await named("8.0", 8, false)).toBe(8);
  });

  test("does not exist where the identifier is not an ID", async () => {
    await expect(named("Mug", 0, false)).rejects.toThrow("it is the SKU of product 5");
  });

  test("can be named by its SKU by clients of Magento 1, even by one that reads like an ID", async () => {
    expect(await named("Mug", 0, true)).toBe(5);
    expect(await named("8.0", 8, true)).toBe(9);
  });
});
