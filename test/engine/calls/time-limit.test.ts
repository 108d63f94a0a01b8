/** REQUEST_TIMEOUT_SECONDS: the server answers before a call that takes longer ends (conventions 11.1). */
import { expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ settings: { requestTimeoutSeconds: 1 } });

test("a forced delay counts", async () => {
  const body = { operation: "catalog_category.level", delay_ms: 20_000 };
  await shop.http("POST", "/control/faults", { body });
  const started = performance.now();
  await expect(shop.call("catalog_category.level")).rejects.toMatchObject({ fault: "internal" });
  expect(performance.now() - started).toBeLessThan(10_000);
  await shop.http("DELETE", "/control/faults");
  await expect(shop.call("catalog_category.level")).resolves.toBeInstanceOf(Array);
});
