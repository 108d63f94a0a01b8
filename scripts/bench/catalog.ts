/**
 * A catalog of any size as a dataset file: installed data and the given number of simple products, each with its stock and
 * its place in a category.
 */
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { StateRecord } from "../../src/engine/storage/storage.js";
import { datasetRecords } from "../../src/shop/states/dataset.js";
import { newStock } from "../../src/shop/catalog/products/stock.js";
import type { CategoryProductDoc, ProductDoc } from "../../src/shop/data/entities/catalog.js";

/** Writes the records as JSON Lines, a form that DATASET accepts at any size. */
export async function writeCatalog(file: string, products: number): Promise<void> {
  const out = createWriteStream(file);
  const write = async (record: StateRecord) => {
    if (!out.write(`${JSON.stringify(record)}\n`)) await once(out, "drain");
  };
  for (const record of datasetRecords("minimal")) await write(record);
  for (let id = 1; id <= products; id += 1) {
    await write({ collection: "products", doc: product(id) });
    await write({ collection: "stock_items", doc: newStock(id, "simple", { qty: 100 }, created) });
    await write({ collection: "category_products", doc: place(id) });
  }
  await write({ sequence: "product", value: products });
  out.end();
  await finished(out);
}

const created = "2024-01-01 00:00:00";

/** The root category of the installed data. */
const category = 2;

function place(product: number): CategoryProductDoc {
  return { id: `${category}:${product}`, category_id: category, product_id: product, position: 1 };
}

function product(id: number): ProductDoc {
  return {
    id,
    type: "simple",
    set: 4,
    sku: `bench-${id}`,
    created_at: created,
    updated_at: created,
    website_ids: [1],
    values: {
      "0": {
        name: `Bench product ${id}`,
        description: "A product that exists to be read many times.",
        short_description: "Read many times.",
        weight: 1.5,
        status: 1,
        visibility: 4,
        price: 19.99,
        tax_class_id: 2,
        url_key: `bench-product-${id}`,
      },
    },
    tier_prices: [],
    images: [],
  };
}
