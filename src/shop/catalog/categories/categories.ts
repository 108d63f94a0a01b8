/** Lookups and updates of categories that several operations share. */
import type { CategoryDoc } from "../../data/entities/catalog.js";
import type { CallRaising } from "../../namespace.js";
import { ancestorIds, treeRootId } from "./category-tree.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { about } from "../../../engine/contract/faults.js";
import { forEachInSlices, nextSlice } from "../../../engine/time-slices.js";
import { inCategory } from "../records/assignments.js";

/** Documents between two yields: a few milliseconds of work. */
const documentsPerYield = 500;

/** Every change to the tree reads the root first, so that changes in several processes conflict and run in turn. */
export async function lockTree(tx: Tx): Promise<CategoryDoc | undefined> {
  return tx.get("categories", treeRootId);
}

/** The category with this ID. Throws `not_exists`, which names the argument. */
export async function requireCategory(
  { tx, fault }: CallRaising<"not_exists">,
  id: number,
  argument = "categoryId",
): Promise<CategoryDoc> {
  const category = await tx.get("categories", id);
  if (!category) throw fault("not_exists", about(argument));
  return category;
}

/** Direct subcategories, by ID. */
export function childrenOf(tx: ReadTx, parentId: number): Promise<CategoryDoc[]> {
  return childrenOfAll(tx, [parentId]);
}

/** All descendants of a category, level by level. */
export async function descendantsOf(tx: ReadTx, category: CategoryDoc): Promise<CategoryDoc[]> {
  if (category.id === treeRootId) return tx.find("categories", { after: treeRootId });
  const levels: CategoryDoc[][] = [];
  for (let parents = [category]; parents.length > 0;) {
    const inner = parents.filter(({ children_count }) => children_count > 0);
    parents = await childrenOfAll(
      tx,
      inner.map(({ id }) => id),
    );
    levels.push(parents);
  }
  return levels.flat();
}

async function childrenOfAll(tx: ReadTx, parentIds: readonly number[]): Promise<CategoryDoc[]> {
  const found: CategoryDoc[][] = [];
  for (let start = 0; start < parentIds.length; start += documentsPerYield) {
    if (start > 0) await nextSlice();
    const value = parentIds.slice(start, start + documentsPerYield);
    found.push(
      await tx.find("categories", { where: [{ path: "parent_id", type: "number", op: "in", value }] }),
    );
  }
  return found.flat();
}

/** The ancestors, from the tree root to the parent. */
export async function ancestorsOf(tx: ReadTx, category: Pick<CategoryDoc, "path">): Promise<CategoryDoc[]> {
  return categoriesOf(tx, ancestorIds(category));
}

/** The categories with these IDs, in the given order, without duplicates and unknown IDs. */
export async function categoriesOf(tx: ReadTx, ids: Iterable<number>): Promise<CategoryDoc[]> {
  const found: CategoryDoc[] = [];
  for (const id of new Set(ids)) {
    const category = await tx.get("categories", id);
    if (category) found.push(category);
  }
  return found;
}

export async function saveCategories(tx: Tx, categories: readonly CategoryDoc[]): Promise<void> {
  await forEachInSlices(categories, (category) => tx.put("categories", category));
}

/** Deletes categories and the assignments of products to them. The products stay. */
export async function deleteCategories(tx: Tx, categories: readonly CategoryDoc[]): Promise<void> {
  // Categories first: an assignment that another process is storing locks its category until then.
  await forEachInSlices(categories, ({ id }) => tx.del("categories", id));
  let cleared = 0;
  for (const { id } of categories) {
    cleared += 1 + (await clearCategory(tx, id));
    if (cleared < documentsPerYield) continue;
    await nextSlice();
    cleared = 0;
  }
}

/** Returns the number of assignments that were deleted since the last yield. */
async function clearCategory(tx: Tx, categoryId: number): Promise<number> {
  for (let after: string | undefined; ;) {
    const page = await tx.find("category_products", {
      ...inCategory(categoryId),
      after,
      limit: documentsPerYield,
    });
    await forEachInSlices(page, ({ id }) => tx.del("category_products", id));
    if (page.length < documentsPerYield) return page.length;
    after = page.at(-1)?.id;
    await nextSlice();
  }
}
