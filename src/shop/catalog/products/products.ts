/** Inserts and deletes products together with their stock, categories, links and files. */
import type { ProductDoc, StockItemDoc } from "../../data/entities/catalog.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { deleteLinks } from "../links/links.js";
import { removeProductFromCarts } from "../../data/stored-carts.js";
import { deleteFilesOf, type FileContext } from "../../media/product-files.js";
import { deleteTagUses } from "../tags/tags.js";
import { assignmentsOfProduct, assignToCategories } from "../records/assignments.js";
import { removeFromCompositions } from "../records/compositions.js";

/** A new product with everything that belongs to it. */
interface NewProductRecords {
  readonly product: ProductDoc;
  readonly stock: StockItemDoc;
  readonly category_ids: readonly number[];
}

export async function insertProduct(
  tx: Tx,
  { product, stock, category_ids }: NewProductRecords,
): Promise<void> {
  await tx.put("products", product);
  await tx.put("stock_items", stock);
  await assignToCategories(tx, product.id, category_ids);
}

/**
 * Deletes a product with its stock, category assignments, links, tags, and the files of its images and downloads.
 * Removes it from carts and from products that contain it.
 */
export async function deleteProduct(work: FileContext, productId: number): Promise<void> {
  const { tx } = work;
  await deleteFilesOf(work, productId);
  await forEachInSlices(await assignmentsOfProduct(tx, productId), ({ id }) =>
    tx.del("category_products", id),
  );
  await removeFromCompositions(tx, productId);
  await deleteLinks(tx, productId);
  await removeProductFromCarts(tx, productId);
  await deleteTagUses(tx, { product_id: productId });
  await tx.del("stock_items", productId);
  await tx.del("products", productId);
}
