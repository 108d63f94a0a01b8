/** What forks cost: many sandboxes of a shop with many products, in memory and in time. */
import { startShop } from "../support/shop.js";
import { newTally, type Tally } from "../storage/torture/tally.js";

const allowed_mb = 300;

export async function measureForks(forks: number, products: number): Promise<Tally> {
  const tally = newTally(`${forks} forks of ${products} products`);
  const shop = await startShop();
  try {
    await fill(shop, products);
    globalThis.gc?.();
    const before = process.memoryUsage();
    const cpuBefore = process.cpuUsage();
    const times: number[] = [];
    for (let at = 0; at < forks; at += 1) {
      const since = performance.now();
      const { status } = await shop.http("POST", "/control/sandboxes", { body: { name: `fork-${at}` } });
      times.push(performance.now() - since);
      if (status !== 201) tally.violations.push(`fork ${at} answered ${status}`);
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    // A test works in each of them.
    for (let at = 0; at < forks; at += 1) await work(shop, `fork-${at}`);
    globalThis.gc?.();
    const after = process.memoryUsage();
    const heap_mb = (after.heapUsed - before.heapUsed) / 1e6;
    const rss_mb = (after.rss - before.rss) / 1e6;
    times.sort((a, b) => a - b);
    const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => times[Math.floor(forks * part)]);
    console.error(
      `heap +${heap_mb.toFixed(0)} MB, rss +${rss_mb.toFixed(0)} MB, ` +
        `a fork p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
        `processor ${((user + system) / 1000 / forks).toFixed(2)} ms, caller included`,
    );
    if (heap_mb > allowed_mb) tally.violations.push(`the forks take ${heap_mb.toFixed(0)} MB`);
    tally.rounds = forks;
  } finally {
    await shop.close();
  }
  return tally;
}

async function work(shop: Awaited<ReturnType<typeof startShop>>, name: string): Promise<void> {
  const headers = { "X-Sandbox": name };
  const { json } = await shop.http("POST", "/control/sessions", { body: { username: "admin" }, headers });
  const { session } = json as { session: string };
  const params = { productId: 7, productData: { price: 9 } };
  await shop.send(
    { jsonrpc: "2.0", id: 1, method: "catalog_product.update", params },
    { ...headers, Authorization: `Bearer ${session}` },
  );
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
