// What Playwright does: setup, tests that find the address in the environment, teardown.
import assert from "node:assert/strict";
import { createClient } from "store-management-api/client";
import globalSetup from "./global-setup.mjs";

const teardown = await globalSetup();
const shop = createClient({ url: process.env.STORE_API_URL, username: "admin", apiKey: "admin123" });
assert.equal((await shop.catalogProduct.info({ productId: 1 })).sku, "mug-01");
await teardown();
console.log("done");
