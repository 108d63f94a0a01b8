/**
 * The minimal dataset: the installed data of catalog 2, without products, customers, orders and API users.
 */
import type { StateRecord } from "../../engine/storage/storage.js";
import { attributeTables, installedAttributes } from "./installed/attributes.js";
import { installedAt, installedCategories } from "./installed/categories.js";
import { installedSets } from "./installed/sets.js";
import { installedShop } from "./installed/shop.js";
import { dataVersion } from "./migrations/migrations.js";
import { DatasetSequences } from "./sequences.js";

/** @param version data version; tests use the first one for the shop of the first release */
export function minimalRecords(version = dataVersion): StateRecord[] {
  const tables = attributeTables(version);
  const product = installedAttributes("product", tables);
  const category = installedAttributes("category", tables);
  const records: readonly StateRecord[] = [
    { collection: "settings", doc: installedShop },
    { collection: "settings", doc: { id: "data_version", version } },
    { collection: "settings", doc: { id: "attribute_revision", changed_at: installedAt } },
    ...[...category, ...product].map(({ doc }): StateRecord => ({ collection: "attributes", doc })),
    ...installedSets(product, category).map((doc): StateRecord => ({ collection: "attribute_sets", doc })),
    ...installedCategories.map((doc): StateRecord => ({ collection: "categories", doc })),
  ];
  return [...records, ...new DatasetSequences(records).records()];
}
