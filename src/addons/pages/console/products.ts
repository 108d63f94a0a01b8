/** Products with price and stock, which catalog_product.list does not return: by REST, in pages. */
import { useEffect, useState } from "preact/hooks";
import { useChanges } from "./live.js";
import { readOperation, readRest } from "./shop.js";

export interface ShownProduct {
  readonly sku: string;
  readonly name: string | null;
  readonly type_id: string;
  readonly price: string | null;
}

/** The largest page of REST. */
const pageSize = 100;

/** Products by ID. Without the resources of REST (`NAMESPACES=documents`), there are none. */
async function pageOf(attribute: string, operator: string, value: string, limit: number) {
  const query = new URLSearchParams({
    ...{ limit: String(limit), attrs: "sku,name,type_id,price" },
    ...{ "filter[1][attribute]": attribute, [`filter[1][${operator}]`]: value },
  });
  const page = await readRest<Readonly<Record<string, ShownProduct>> | []>(`products?${query.toString()}`);
  return Object.entries(page ?? {}).map(([id, product]) => ({ ...product, id: Number(id) }));
}

/** Products whose SKU or name has the text, those with the SKU first, with their stock. */
export async function findProducts(text: string, limit: number) {
  const like = text === "" ? "%" : `%${text.replace(/[%_\\]/g, "\\$&")}%`;
  const bySku = await pageOf("sku", "like", like, limit);
  const byName = text === "" ? [] : await pageOf("name", "like", like, limit);
  const found = [...new Map([...bySku, ...byName].map((one) => [one.id, one])).values()].slice(0, limit);
  const stock = await stockOf(found.map(({ id }) => id));
  return found.map((product) => ({ ...product, qty: stock.get(product.id) }));
}

async function stockOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await readOperation("cataloginventory_stock_item.list", { productIds: [...ids] });
  return new Map(rows.map(({ product_id, qty }) => [product_id, qty]));
}

interface Priced {
  readonly price: number | undefined;
  readonly qty: number | undefined;
}

let waiting = new Map<number, ((priced: Priced) => void)[]>();

/** Price and stock of a row. All rows that are rendered at once are loaded together, page by page. */
export function usePriced(id: number): Priced | undefined {
  const [priced, setPriced] = useState<Priced>();
  const changes = useChanges();
  useEffect(() => {
    if (waiting.size === 0) queueMicrotask(() => void loadWaiting());
    waiting.set(id, [...(waiting.get(id) ?? []), setPriced]);
  }, [id, changes]);
  return priced;
}

async function loadWaiting(): Promise<void> {
  const rows = [...waiting];
  waiting = new Map();
  for (let start = 0; start < rows.length; start += pageSize) {
    const page = rows.slice(start, start + pageSize);
    const ids = page.map(([id]) => id);
    const [products, stock] = await Promise.all([
      pageOf("entity_id", "in", ids.join(), pageSize),
      stockOf(ids),
    ]);
    const prices = new Map(products.map(({ id, price }) => [id, price]));
    for (const [id, tell] of page) {
      const price = prices.get(id);
      for (const one of tell) one({ price: price == null ? undefined : Number(price), qty: stock.get(id) });
    }
  }
}
