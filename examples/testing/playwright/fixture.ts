import { expect as plainExpect, test as base } from "@playwright/test";
import { shopFixtures, shopMatchers, type ShopFixtures } from "store-management-api/playwright";

// `shop`, `client` and `control` of a sandbox, for each test.
export const test = base.extend<ShopFixtures>(shopFixtures);
export const expect = plainExpect.extend(shopMatchers);
