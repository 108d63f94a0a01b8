/** Categories and the products in them: what the category operations look up and save together. */
import { setImmediate } from "node:timers/promises";
import type { CategoryDoc, CategoryProductDoc } from "../../entities/catalog.js";
import type { CallRaising } from "../../rpc/namespace.js";
import { ancestorIds, treeRootId } from "./category-tree.js";
import type { Query } from "../../filters/query.js";
import type { ReadTx, Tx } from "../../storage/storage.js";
import { notFound } from "../products/products.js";

/** Documents that are handled before other calls get their turn: well below 50 ms. */
const documentsPerTurn = 500;

/** Every change to the tree reads its root first: so changes in several processes wait for each other. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.get("categories", treeRootId);
}

/** The category of this ID. Throws `not_exists`. */
export async function requireCategory(
  { tx, fault }: CallRaising<"not_exists">,
  id: number,
): Promise<CategoryDoc> {
  const category = await tx.get("categories", id);
  if (!category) throw fault("not_exists", notFound("Category", id));
  return category;
}

/** Direct subcategories, in order of ID. */
export function childrenOf(tx: ReadTx, parentId: number): Promise<CategoryDoc[]> {
  return childrenOfAll(tx, [parentId]);
}

/** Everything below a category, level by level; costs as much as that part of the tree is large. */
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
  for (let start = 0; start < parentIds.length; start += documentsPerTurn) {
    if (start > 0) await setImmediate();
    const value = parentIds.slice(start, start + documentsPerTurn);
    found.push(
      await tx.find("categories", { where: [{ path: "parent_id", type: "number", op: "in", value }] }),
    );
  }
  return found.flat();
}

/** From the tree root to the parent. */
export async function ancestorsOf(tx: ReadTx, category: Pick<CategoryDoc, "path">): Promise<CategoryDoc[]> {
  return categoriesOf(tx, ancestorIds(category));
}

/** The categories of these IDs, each once, in the order given; those that do not exist are left out. */
export async function categoriesOf(tx: ReadTx, ids: Iterable<number>): Promise<CategoryDoc[]> {
  const found: CategoryDoc[] = [];
  for (const id of new Set(ids)) {
    const category = await tx.get("categories", id);
    if (category) found.push(category);
  }
  return found;
}

export async function saveCategories(tx: Tx, categories: readonly CategoryDoc[]): Promise<void> {
  await inTurns(categories, (category) => tx.put("categories", category));
}

/** Deletes categories and what is in them. The products stay. */
export async function deleteCategories(tx: Tx, categories: readonly CategoryDoc[]): Promise<void> {
  // Categories first: an assignment that another process is making holds its category until it is stored.
  await inTurns(categories, ({ id }) => tx.del("categories", id));
  let cleared = 0;
  for (const { id } of categories) {
    cleared += 1 + (await clearCategory(tx, id));
    if (cleared < documentsPerTurn) continue;
    await setImmediate();
    cleared = 0;
  }
}

/** Answers how many assignments there were since the last pause. */
async function clearCategory(tx: Tx, categoryId: number): Promise<number> {
  for (let after: string | undefined; ;) {
    const page = await tx.find("category_products", {
      ...inCategory(categoryId),
      after,
      limit: documentsPerTurn,
    });
    await inTurns(page, ({ id }) => tx.del("category_products", id));
    if (page.length < documentsPerTurn) return page.length;
    after = page.at(-1)?.id;
    await setImmediate();
  }
}

/** The products of a category, in order of their assignment's key. */
export function assignmentsOf(tx: ReadTx, categoryId: number): Promise<CategoryProductDoc[]> {
  return tx.find("category_products", inCategory(categoryId));
}

function inCategory(categoryId: number): Query {
  return { where: [{ path: "category_id", type: "number", op: "eq", value: categoryId }] };
}

/** The place of a product in a category; undefined when it is not assigned. */
export async function assignmentOf(
  tx: ReadTx,
  categoryId: number,
  productId: number,
): Promise<CategoryProductDoc | undefined> {
  return tx.get("category_products", assignmentKey(categoryId, productId));
}

/** Assigns a product or gives it another place. */
export async function saveAssignment(tx: Tx, assignment: Omit<CategoryProductDoc, "id">): Promise<void> {
  const { category_id, product_id } = assignment;
  await tx.put("category_products", { id: assignmentKey(category_id, product_id), ...assignment });
}

function assignmentKey(categoryId: number, productId: number): string {
  return `${categoryId}:${productId}`;
}

/** Does the work for every item, letting other calls run in between. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % documentsPerTurn === 0) await setImmediate();
    await work(item);
  }
}
