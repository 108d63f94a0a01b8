import { describe, expect, test } from "vitest";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { basic, startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";
import { collections } from "../../../src/shop/data/collections.js";

/** A storage whose disk has failed. */
class ReadOnlyStorage extends MemoryStorage {
  failed = false;
  override health() {
    return this.failed ? { writable: false, reason: "no space left" } : super.health();
  }
}

async function started(options: Parameters<typeof startShop>[0] = {}): Promise<Shop> {
  const shop = await startShop(options);
  return shop;
}

describe("health", () => {
  test("ready and alive", async () => {
    const shop = await started();
    for (const path of ["/health/ready", "/health/live"]) {
      const answer = await shop.http("GET", path);
      expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' });
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("not ready, but alive, if the storage refuses writes", async () => {
    const storage = new ReadOnlyStorage({ collections });
    const shop = await started({ storage });
    storage.failed = true;
    expect(await shop.http("GET", "/health/ready")).toMatchObject({
      status: 503,
      text: '{"status":"unavailable","reason":"storage"}',
    });
    expect((await shop.http("GET", "/health/live")).status).toBe(200);
    expect((await shop.http("GET", "/metrics")).text).toContain("store_storage_writable 0");
  });
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "metrics count calls by operation and fault, and measure their duration",
  async () => {
    const shop = await started();
    const call = (operation: string, headers = {}) =>
      shop.http("POST", `/api/rpc/${operation}`, { body: {}, headers: { ...basic(), ...headers } });
    await call("catalog_category.level");
    await call("catalog_category.level");
    await call("catalog_category.level", { Prefer: "fault=store_not_exists" });

    const { text, headers } = await shop.http("GET", "/metrics");
    expect(headers.get("Content-Type")).toMatch(/^text\/plain/);
    expect(text).toContain('store_calls_total{operation="catalog_category.level",door="plain",fault=""} 2');
    expect(text).toContain(
      'store_calls_total{operation="catalog_category.level",door="plain",fault="store_not_exists"} 1',
    );
    expect(text).toContain(
      'store_call_duration_seconds_bucket{operation="catalog_category.level",le="+Inf"} 3',
    );
    expect(text).toContain('store_call_duration_seconds_count{operation="catalog_category.level"} 3');
    expect(text).toContain("process_resident_memory_bytes");
  },
);
