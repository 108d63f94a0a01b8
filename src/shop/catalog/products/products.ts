/** Deletes products together with their stock, categories, links and files. */
import { forEachInSlices } from "../../../engine/time-slices.js";
import { deleteLinks } from "../links/links.js";
import { removeProductFromCarts } from "../../data/stored-carts.js";
import { deleteFilesOf, type FileContext } from "../../media/product-files.js";
import { deleteTagUses } from "../tags/tags.js";
import { assignmentsOfProduct } from "../records/assignments.js";
import { removeFromCompositions } from "../records/compositions.js";

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
