/** A catalog of any size as a dataset file: installed data and the given number of simple products. */
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { datasetRecords } from "../../src/shop/data/dataset.js";
import type { ProductDoc } from "../../src/shop/data/entities/catalog.js";

/** Writes the records in the form that DATASET accepts (`{collections: {...}, sequences: {...}}`). */
export async function writeCatalog(file: string, products: number): Promise<void> {
  const collections = new Map<string, unknown[]>();
  const sequences: Record<string, number> = {};
  for (const record of datasetRecords("minimal")) {
    if ("sequence" in record) sequences[record.sequence] = record.value;
    else collections.set(record.collection, [...(collections.get(record.collection) ?? []), record.doc]);
  }
  sequences.product = products;

  const out = createWriteStream(file);
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, "drain");
  };
  await write('{"collections":{');
  for (const [name, docs] of collections) await write(`${JSON.stringify(name)}:${JSON.stringify(docs)},`);
  await write('"products":[');
  for (let id = 1; id <= products; id += 1)
    await write(`${id === 1 ? "" : ","}${JSON.stringify(product(id))}`);
  await write(`]},"sequences":${JSON.stringify(sequences)}}`);
  out.end();
  await finished(out);
}

function product(id: number): ProductDoc {
  return {
    id,
    type: "simple",
    set: 4,
    sku: `bench-${id}`,
    created_at: "2024-01-01 00:00:00",
    updated_at: "2024-01-01 00:00:00",
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
