/** Links between products: one row for each, found by either product. */
import type { LinkType, ProductDoc, ProductLinkDoc } from "../../data/entities/catalog.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { linkKey, type LinkIdentity } from "./link-data.js";

/** Undefined if there is no such link. */
export function findLink(tx: ReadTx, place: LinkIdentity): Promise<ProductLinkDoc | undefined> {
  return tx.get("product_links", linkKey(place));
}

export async function saveLink(tx: Tx, link: Omit<ProductLinkDoc, "id">): Promise<void> {
  await tx.put("product_links", { id: linkKey(link), ...link });
}

export interface LinkedProduct {
  readonly link: ProductLinkDoc;
  readonly product: ProductDoc;
}

/** The products that a product links to with links of a type, by ID. */
export async function linkedProducts(
  tx: ReadTx,
  productId: number,
  type: LinkType,
): Promise<LinkedProduct[]> {
  const links = await tx.find("product_links", {
    where: [
      { path: "product_id", type: "number", op: "eq", value: productId },
      { path: "type", type: "text", op: "eq", value: type },
    ],
  });
  const ids = links.map(({ linked_product_id }) => linked_product_id);
  const products = await tx.find("products", {
    where: [{ path: "id", type: "number", op: "in", value: ids }],
  });
  const linkTo = new Map(links.map((link) => [link.linked_product_id, link]));
  return products.flatMap((product) => {
    const link = linkTo.get(product.id);
    return link ? [{ link, product }] : [];
  });
}

/** Deletes the links from and to a deleted product. */
export async function deleteLinks(tx: Tx, productId: number): Promise<void> {
  for (const path of ["product_id", "linked_product_id"]) {
    const links = await tx.find("product_links", {
      where: [{ path, type: "number", op: "eq", value: productId }],
    });
    await forEachInSlices(links, ({ id }) => tx.del("product_links", id));
  }
}
