/** What forks cost: many sandboxes of a shop with many products, in memory and in time. */
import { startShop } from "../support/shop.js";
import { newTally, type Tally } from "../storage/torture/tally.js";

const allowed = { memory_mb: 300, fork_p99_ms: 5 };

export async function measureForks(forks: number, products: number): Promise<Tally> {
  const tally = newTally(`${forks} forks of ${products} products`);
  const shop = await startShop();
  try {
    await fill(shop, products);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const heapBefore = process.memoryUsage().heapUsed;
    const times: number[] = [];
    for (let at = 0; at < forks; at += 1) {
      const since = performance.now();
      const { status } = await shop.http("POST", "/control/sandboxes", { body: { name: `fork-${at}` } });
      times.push(performance.now() - since);
      if (status !== 201) tally.violations.push(`fork ${at} answered ${status}`);
    }
    globalThis.gc?.();
    const heap_mb = (process.memoryUsage().heapUsed - heapBefore) / 1e6;
    const rss_mb = (process.memoryUsage().rss - before) / 1e6;
    const p99 = times.sort((a, b) => a - b)[Math.floor(forks * 0.99)] ?? 0;
    console.error(
      `heap +${heap_mb.toFixed(0)} MB, rss +${rss_mb.toFixed(0)} MB, fork p99 ${p99.toFixed(1)} ms`,
    );
    if (heap_mb > allowed.memory_mb) tally.violations.push(`the forks take ${heap_mb.toFixed(0)} MB`);
    tally.rounds = forks;
  } finally {
    await shop.close();
  }
  return tally;
}

async function fill(shop: Awaited<ReturnType<typeof startShop>>, products: number): Promise<void> {
  const session = await shop.session();
  for (let at = 0; at < products; at += 100) {
    const batch = Array.from({ length: 100 }, (_, index) => ({
      ...{ jsonrpc: "2.0", id: index, method: "catalog_product.create" },
      params: {
        ...{ type: "simple", set: 4, sku: `sku-${at + index}` },
        productData: { name: `Product ${at + index}`, price: 10, description: "A thing of the shop" },
      },
    }));
    await shop.send(batch, { Authorization: `Bearer ${session}` });
  }
}
