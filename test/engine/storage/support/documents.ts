import type { DocOf, StateRecord, Storage } from "../../../../src/engine/storage/storage.js";

type Product = DocOf<"products">;

/** Documents of the tests hold what the case needs; the storage does not depend on the full shapes. */
export function product(id: number, fields: { [name: string]: unknown } = {}): Product {
  return { id, sku: `sku-${id}`, set: 4, type: "simple", website_ids: [1], ...fields } as unknown as Product;
}

export function order(id: number, fields: { [name: string]: unknown } = {}): DocOf<"orders"> {
  return { id, increment_id: String(100_000_000 + id), ...fields } as unknown as DocOf<"orders">;
}

export function customer(id: number, fields: { [name: string]: unknown } = {}): DocOf<"customers"> {
  return { id, website_id: 1, email: `c${id}@example.com`, ...fields } as unknown as DocOf<"customers">;
}

/** Of a collection that processes with one database cache. */
export function category(position: number): DocOf<"categories"> {
  return { id: 1, parent_id: 0, path: "1", position } as unknown as DocOf<"categories">;
}

export function put(storage: Storage, ...docs: Product[]): Promise<void> {
  return storage.write(async (tx) => {
    for (const doc of docs) await tx.put("products", doc);
  });
}

export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of source) found.push(one);
  return found;
}

/** The whole state, to compare two storages. */
export async function stateOf(storage: Storage): Promise<StateRecord[]> {
  return all((await storage.version()).records());
}

export function next(storage: Storage, sequence: string): Promise<number> {
  return storage.write((tx) => tx.next(sequence));
}

export async function ids(storage: Storage): Promise<number[]> {
  return (await storage.read((tx) => tx.find("products"))).map((doc) => Number(doc.id));
}
