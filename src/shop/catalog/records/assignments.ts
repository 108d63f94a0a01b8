/** Products in categories: one row per assignment, with the position of the product in the category. */
import type { CategoryProductDoc } from "../../data/entities/catalog.js";
import type { Query } from "../../../engine/filters/query.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { forEachInSlices } from "../../../engine/time-slices.js";

/** The position of a product that is assigned by `category_ids` (catalog 9.4). */
const initialPosition = 1;

/** Undefined if the product is not assigned to the category. */
export function assignmentOf(
  tx: ReadTx,
  categoryId: number,
  productId: number,
): Promise<CategoryProductDoc | undefined> {
  return tx.get("category_products", assignmentKey(categoryId, productId));
}

/** Assigns a product, or changes its position. */
export async function saveAssignment(tx: Tx, assignment: Omit<CategoryProductDoc, "id">): Promise<void> {
  const { category_id, product_id } = assignment;
  await tx.put("category_products", { id: assignmentKey(category_id, product_id), ...assignment });
}

function assignmentKey(categoryId: number, productId: number): string {
  return `${categoryId}:${productId}`;
}

export function inCategory(categoryId: number): Query {
  return { where: [{ path: "category_id", type: "number", op: "eq", value: categoryId }] };
}

/** By key. */
export function assignmentsInCategory(tx: ReadTx, categoryId: number): Promise<CategoryProductDoc[]> {
  return tx.find("category_products", inCategory(categoryId));
}

/** By key, which is not the order of category IDs: `10:1` is before `9:1`. */
export function assignmentsOfProduct(tx: ReadTx, productId: number): Promise<CategoryProductDoc[]> {
  return tx.find("category_products", {
    where: [{ path: "product_id", type: "number", op: "eq", value: productId }],
  });
}

/** The IDs of the categories that a product is directly assigned to, ascending. */
export async function categoryIdsOf(tx: ReadTx, productId: number): Promise<number[]> {
  return categoryIdsIn(await assignmentsOfProduct(tx, productId));
}

function categoryIdsIn(assignments: readonly CategoryProductDoc[]): number[] {
  return assignments.map(({ category_id }) => category_id).sort((a, b) => a - b);
}

/** Assigns a product to further categories. */
export async function assignToCategories(
  tx: Tx,
  productId: number,
  categoryIds: Iterable<number>,
): Promise<void> {
  await forEachInSlices(categoryIds, (category_id) =>
    saveAssignment(tx, { category_id, product_id: productId, position: initialPosition }),
  );
}

/** Replaces the categories of a product; assignments that stay keep their position. */
export async function replaceCategories(
  tx: Tx,
  productId: number,
  categoryIds: readonly number[],
): Promise<void> {
  const assignments = await assignmentsOfProduct(tx, productId);
  const current = new Set(assignments.map(({ category_id }) => category_id));
  const wanted = new Set(categoryIds);

  const obsolete = assignments.filter(({ category_id }) => !wanted.has(category_id));
  await forEachInSlices(obsolete, ({ id }) => tx.del("category_products", id));
  await assignToCategories(
    tx,
    productId,
    [...wanted].filter((id) => !current.has(id)),
  );
}
