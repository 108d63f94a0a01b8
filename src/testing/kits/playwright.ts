/**
 * A kit for Playwright: every test gets its own shop, and a failed test gets its calls as an attachment.
 *
 *     import { test as base, expect } from "@playwright/test";
 *     import { shopFixtures } from "store-management-api/playwright";
 *
 *     const test = base.extend(shopFixtures);
 *     test("the shop page", async ({ page, shop }) => {
 *       await page.goto(`${shop.url}/docs`);
 *     });
 */
import type { StoreClient } from "../../../generated/clients/typescript/client.js";
import type { Control } from "../embedded/control.js";
import type { StoreServer } from "../embedded/store-server.js";
import { journalText } from "./journal-text.js";
import * as matchers from "./matchers.js";
import { sharedServer, stopServer, withSandbox } from "./shop.js";

export type { ShopFixtures } from "./shop.js";

/** The members of Playwright's TestInfo that are used here. */
interface TestInfo {
  readonly status?: string | undefined;
  readonly expectedStatus: string;
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

type Use<Value> = (value: Value) => Promise<void>;

/** For `test.extend`. */
export const shopFixtures = {
  // Playwright parses this pattern for the names of other fixtures and accepts nothing else.
  // oxlint-disable-next-line no-empty-pattern
  shop: async ({}: object, use: Use<StoreServer>, info: TestInfo): Promise<void> => {
    await withSandbox(async (shop) => {
      await use(shop);
      if (info.status === info.expectedStatus) return;
      const body = await journalText(shop).catch(() => "");
      if (body !== "") await info.attach("calls of the shop", { body, contentType: "text/plain" });
    });
  },
  client: async ({ shop }: { shop: StoreServer }, use: Use<StoreClient>): Promise<void> =>
    use(shop.client({ strict: true })),
  control: async ({ shop }: { shop: StoreServer }, use: Use<Control>): Promise<void> => use(shop.control),
  /** Starts one server per worker, unless STORE_API_URL names one. */
  shopServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}: object, use: Use<undefined>): Promise<void> => {
      await sharedServer();
      await use(undefined);
      await stopServer();
    },
    { scope: "worker", auto: true },
  ] as [
    (fixtures: object, use: Use<undefined>) => Promise<void>,
    { readonly scope: "worker"; readonly auto: true },
  ],
};

/** For `expect.extend`: `await expect(shop).toHaveReceived("catalog_product.update", { productId: 1 })`. */
export const shopMatchers = matchers;
