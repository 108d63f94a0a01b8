/** Imports the links between products, which include the members of grouped products. */
import { linkKey, linkTypes } from "../../../shop/catalog/links/link-data.js";
import type { LinkType, ProductLinkDoc } from "../../../shop/data/entities/catalog.js";
import { askAbout, putRow, type ImportContext } from "./reading.js";
import { idIn, numberIn, rowsIn } from "./source.js";

const operation = "catalog_product_link.list";

/** The links of a product. */
export async function readLinks(context: ImportContext, product_id: number): Promise<ProductLinkDoc[]> {
  const read = async (type: LinkType) => {
    const answer = await askAbout(context, `product ${product_id}`, operation, [type, String(product_id)]);
    return rowsIn(answer).flatMap((row): ProductLinkDoc[] => {
      const linked_product_id = idIn(row.product_id);
      if (!linked_product_id || linked_product_id === product_id) return [];
      const link = { type, product_id, linked_product_id };
      const qty = type === "grouped" ? (numberIn(row.qty) ?? null) : null;
      return [{ id: linkKey(link), ...link, position: idIn(row.position) ?? null, qty }];
    });
  };
  return (await Promise.all(linkTypes.map(read))).flat();
}

/** @param isImported whether a product was imported */
export function putLink(
  context: ImportContext,
  link: ProductLinkDoc,
  isImported: (id: number) => boolean,
): void {
  const { type, product_id, linked_product_id } = link;
  const name = `product ${product_id}, ${type} product ${linked_product_id}`;
  if (isImported(linked_product_id)) putRow(context, "product_links", link, name);
  else context.report.find("links to products that were not imported: left out", name);
}
