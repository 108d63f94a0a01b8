/**
 * What every shop starts with: the installed data of catalog.md 2, without products, customers, orders and
 * API users.
 */
import type { StateRecord } from "../storage/storage.js";
import { installedAttributes } from "./installed/attributes.js";
import { installedAt, installedCategories } from "./installed/categories.js";
import { installedSets } from "./installed/sets.js";
import { installedShop } from "./installed/shop.js";

/** The last number given of each sequence that does not start at 1 (catalog.md 2.2). */
const sequences = {
  attribute: 133,
  attribute_set: 8,
  attribute_group: 17,
  // 1 and 2 are options of a customer attribute.
  option: 2,
  category: 2,
};

export function minimalRecords(): StateRecord[] {
  const product = installedAttributes("product");
  const category = installedAttributes("category");
  return [
    { collection: "settings", doc: installedShop },
    { collection: "settings", doc: { id: "attribute_revision", changed_at: installedAt } },
    ...[...category, ...product].map(({ doc }): StateRecord => ({ collection: "attributes", doc })),
    ...installedSets(product, category).map((doc): StateRecord => ({ collection: "attribute_sets", doc })),
    ...installedCategories.map((doc): StateRecord => ({ collection: "categories", doc })),
    ...Object.entries(sequences).map(([sequence, value]): StateRecord => ({ sequence, value })),
  ];
}
