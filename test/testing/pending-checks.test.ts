/** A check without `await` fails its test. */
import { expect, test } from "vitest";
import { requireAwaited, trackCheck } from "../../src/testing/kits/pending-checks.js";
import { toHaveReceived } from "../../src/testing/kits/matchers.js";

const shop = { control: { verifyCalls: () => new Promise<void>((resolve) => setTimeout(resolve, 5)) } };

test("an awaited check is fine", async () => {
  await trackCheck(shop, toHaveReceived(shop, "catalog_product.info"));
  await expect(requireAwaited(shop)).resolves.toBeUndefined();
});

test("one that still runs at the end is named, once it has ended", async () => {
  void trackCheck(shop, toHaveReceived(shop, "catalog_product.info"));
  await expect(requireAwaited(shop)).rejects.toThrow(
    "toHaveReceived was not awaited; write: await expect(shop).toHaveReceived(…)",
  );
  await expect(requireAwaited(shop)).resolves.toBeUndefined();
});

test("a failed check that was awaited is reported by the test itself", async () => {
  const failing = { control: { verifyCalls: () => Promise.reject(new Error("no server")) } };
  await expect(trackCheck(failing, toHaveReceived(failing, "a.b"))).rejects.toThrow("no server");
  await expect(requireAwaited(failing)).resolves.toBeUndefined();
});
