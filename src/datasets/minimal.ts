/**
 * What every shop starts with: the installed data of catalog.md 2, without products, customers, orders and
 * API users.
 */
import type { StateRecord } from "../storage/storage.js";
import { installedAttributes } from "./installed/attributes.js";
import { installedAt, installedCategories } from "./installed/categories.js";
import { installedSets } from "./installed/sets.js";
import { installedShop } from "./installed/shop.js";
import { distinct } from "./distinct.js";
import { dataVersion } from "./migrations/migrations.js";
import { Sequences } from "./sequences.js";

export function minimalRecords(): StateRecord[] {
  const product = installedAttributes("product");
  const category = installedAttributes("category");
  const records: readonly StateRecord[] = [
    { collection: "settings", doc: installedShop },
    { collection: "settings", doc: { id: "data_version", version: dataVersion } },
    { collection: "settings", doc: { id: "attribute_revision", changed_at: installedAt } },
    ...[...category, ...product].map(({ doc }): StateRecord => ({ collection: "attributes", doc })),
    ...installedSets(product, category).map((doc): StateRecord => ({ collection: "attribute_sets", doc })),
    ...installedCategories.map((doc): StateRecord => ({ collection: "categories", doc })),
  ];
  return [
    ...distinct(records, (problem) => new Error(`The installed data: ${problem}`)),
    ...new Sequences(records).records(),
  ];
}
