/**
 * A kit for vitest: every test gets its own shop, and a failed test shows its calls.
 *
 *     import { expect, test } from "store-management-api/vitest";
 *
 *     test("a product is renamed", async ({ shop, client }) => {
 *       await client.catalogProduct.update({ productId: 1, productData: { name: "Cup" } });
 *       await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 });
 *     });
 */
import { afterAll, expect as plainExpect, test as plainTest } from "vitest";
import type { CallName, Count, Match } from "../embedded/typed-calls.js";
import { journalText } from "./journal-text.js";
import * as matchers from "./matchers.js";
import { requireAwaited, trackCheck } from "./pending-checks.js";
import { sharedServer, stopServer, withSandbox, type ShopFixtures } from "./shop.js";

export type { ShopFixtures } from "./shop.js";

// Started here so that the start does not count towards the timeout of the first test.
await sharedServer();

export const test = plainTest.extend<ShopFixtures>({
  shop: async ({ onTestFailed }, use) => {
    await withSandbox(async (shop) => {
      let calls = "";
      onTestFailed(({ task }) => {
        const [error] = task.result?.errors ?? [];
        if (error && calls !== "") error.message += `\n\nThe calls of this test:\n${calls}`;
      });
      try {
        await use(shop);
        await requireAwaited(shop);
      } finally {
        calls = await journalText(shop).catch(() => "");
      }
    });
  },
  client: async ({ shop }, use) => use(shop.client({ strict: true })),
  control: async ({ shop }, use) => use(shop.control),
});

export const expect = plainExpect;
expect.extend({
  toHaveReceived: (shop: unknown, operation: string, match?: object, count?: object) =>
    trackCheck(shop, matchers.toHaveReceived(shop, operation, match, count)),
});
afterAll(stopServer);

/** The matchers that this package adds to `expect`. */
interface ShopMatchers<Result = unknown> {
  /** Expects a call, by default at least once. */
  toHaveReceived<Name extends CallName>(operation: Name, match?: Match<Name>, count?: Count): Promise<Result>;
}

declare module "vitest" {
  // oxlint-disable-next-line typescript/no-explicit-any, typescript/no-empty-object-type
  interface Matchers<T = any> extends ShopMatchers<T> {}
}
