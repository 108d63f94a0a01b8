/** Products as several operations look them up and save them: a document, its stock item, its places in categories. */
import type { CategoryProductDoc, ProductDoc, StockItemDoc } from "../../entities/catalog.js";
import { cleanText, toId, toText } from "../../values/coercion.js";
import type { Identifier } from "../../rpc/kinds.js";
import type { CallRaising } from "../../rpc/namespace.js";
import type { ReadTx, Tx } from "../../storage/storage.js";
import { releasePictures, type ImageWork } from "../images/images.js";

export type IdentifierType = "sku" | "id" | undefined;

/** New places in a category get this position (catalog.md 9.4). */
const positionOfNewAssignment = 1;

/**
 * The product that an identifier names (catalog.md 3.1): by its number, or by its SKU without regard to case. A SKU of
 * digits is found only with the type "sku", and a number never falls back to a SKU.
 */
export function findProduct(
  tx: ReadTx,
  identifier: unknown,
  identifierType: IdentifierType,
): Promise<ProductDoc | undefined> {
  if (identifierType !== "sku") return tx.get("products", toProductId(identifier));
  const sku = cleanText(toText(identifier)?.trim() ?? "");
  return sku ? tx.by("products", "sku", [sku]) : Promise.resolve(undefined);
}

/** Nothing but digits, stricter than other IDs: anything else may be a SKU. */
function toProductId(identifier: unknown): number {
  return typeof identifier === "string" && !/^\d+$/.test(identifier) ? 0 : toId(identifier);
}

/** The product that an identifier names. Throws `product_not_exists`. */
export async function requireProduct(
  { tx, fault }: CallRaising<"product_not_exists">,
  identifier: Identifier,
  identifierType: IdentifierType,
): Promise<ProductDoc> {
  const product = await findProduct(tx, identifier, identifierType);
  if (!product) throw fault("product_not_exists", `Product ${shown(identifier)} was not found.`);
  return product;
}

/** A caller's value in a message, cut to a bearable length. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** What to say of an ID that has no record; nothing of 0, which may stand for any value that can be no ID. */
export function notFound(record: string, id: number): string | undefined {
  return id === 0 ? undefined : `${record} ${id} was not found.`;
}

/** The categories that a product is directly assigned to, ascending. */
export async function categoryIdsOf(tx: ReadTx, productId: number): Promise<number[]> {
  const places = await placesOf(tx, productId);
  const ids = places.map(({ category_id }) => category_id);
  // Nearly always they are in order already, and sorting even two numbers costs more than finding them.
  return ids.every((id, at) => at === 0 || (ids[at - 1] as number) < id) ? ids : ids.sort((a, b) => a - b);
}

function placesOf(tx: ReadTx, productId: number): Promise<CategoryProductDoc[]> {
  return tx.find("category_products", {
    where: [{ path: "product_id", type: "number", op: "eq", value: productId }],
  });
}

/** A new product with everything that belongs to it. */
export interface ProductParts {
  readonly product: ProductDoc;
  readonly stock: StockItemDoc;
  readonly category_ids: readonly number[];
}

export async function insertProduct(tx: Tx, { product, stock, category_ids }: ProductParts): Promise<void> {
  await tx.put("products", product);
  await tx.put("stock_items", stock);
  for (const category_id of category_ids)
    await tx.put("category_products", newPlace(category_id, product.id));
}

/** Makes these the categories of a product; places that stay keep their position. */
export async function replaceCategories(
  tx: Tx,
  productId: number,
  categoryIds: readonly number[],
): Promise<void> {
  const places = await placesOf(tx, productId);
  const current = new Set(places.map(({ category_id }) => category_id));
  const wanted = new Set(categoryIds);

  for (const { id, category_id } of places) {
    if (!wanted.has(category_id)) await tx.del("category_products", id);
  }
  for (const category_id of wanted) {
    if (!current.has(category_id)) await tx.put("category_products", newPlace(category_id, productId));
  }
}

function newPlace(category_id: number, product_id: number): CategoryProductDoc {
  const id = `${category_id}:${product_id}`;
  return { id, category_id, product_id, position: positionOfNewAssignment };
}

/** Deletes a product with its stock, its places in categories, and its images with their files. */
export async function deleteProduct(work: ImageWork, productId: number): Promise<void> {
  const { tx } = work;
  await releasePictures(work, productId);
  for (const { id } of await placesOf(tx, productId)) await tx.del("category_products", id);
  await tx.del("stock_items", productId);
  await tx.del("products", productId);
}
