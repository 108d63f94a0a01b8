/** Imports the tags of products. No operation returns which customer gave a tag. */
import { tagUseKey } from "../../../shop/catalog/tags/tag-data.js";
import type { TagDoc } from "../../../shop/data/entities/catalog.js";
import { isObject } from "../../../engine/values/coercion.js";
import type { Directory } from "./directory.js";
import { askAbout, isAvailable, putRow, type ImportContext } from "./reading.js";
import { idIn, numberIn, rowsIn, SourceFailure, SourceRefusal, textIn } from "./source.js";

const [list, info] = ["catalog_product_tag.list", "catalog_product_tag.info"] as const;

/** Stands for the unknown customer who gave a tag. */
const unknownCustomer = 0;

export class TagReader {
  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
  ) {}

  /** The IDs of the tags of a product. */
  async tagsOf(productId: number): Promise<number[]> {
    const product = `product ${productId}`;
    const all = await this.listed(productId);
    const answers = all
      ? [all]
      : await Promise.all(
          this.directory.views.map(({ code }) => askAbout(this.context, product, list, [productId, code])),
        );
    return answers.flatMap((answer) => rowsIn(answer).flatMap(({ tag_id }) => idIn(tag_id) || []));
  }

  /** Undefined if the tags must be asked for by view: without one, Magento 1 fails for tags that several customers use. */
  private async listed(productId: number): Promise<unknown> {
    if (!isAvailable(this.context, list)) return [];
    try {
      return await this.context.source.ask(list, [productId]);
    } catch (error) {
      if (error instanceof SourceRefusal || error instanceof SourceFailure) return undefined;
      throw error;
    }
  }

  /** Reads a tag in all views and writes it with its uses. @param isImported whether a product was imported */
  async put(id: number, isImported: (productId: number) => boolean): Promise<boolean> {
    const name = `tag ${id}`;
    const views = [{ store_id: 0, code: "0" }, ...this.directory.views];
    const answers = await Promise.all(
      views.map(async ({ store_id, code }) => {
        const [row] = rowsIn([await askAbout(this.context, name, info, [id, store_id === 0 ? 0 : code])]);
        return row ? [{ store_id, row }] : [];
      }),
    );
    const read = answers.flat();
    const [first] = read;
    if (!first) return false;
    const popularities = read.flatMap(({ store_id, row }): [number, number][] => {
      const popularity = numberIn(row.base_popularity) ?? 0;
      return popularity === 0 ? [] : [[store_id, popularity]];
    });
    const tag: TagDoc = {
      id,
      name: textIn(first.row.name) ?? "",
      status: statusIn(first.row.status),
      popularity: Object.fromEntries(popularities),
    };
    if (!putRow(this.context, "product_tags", tag, name)) return false;
    for (const { store_id, row } of read) this.putUses(id, store_id, row.products, isImported);
    return true;
  }

  private putUses(
    tag_id: number,
    store_id: number,
    products: unknown,
    isImported: (productId: number) => boolean,
  ): void {
    const { report } = this.context;
    for (const [product_id, uses] of usesIn(products)) {
      if (!isImported(product_id)) continue;
      const use = { tag_id, product_id, customer_id: unknownCustomer, store_id };
      const name = `tag ${tag_id}, product ${product_id}`;
      if (!putRow(this.context, "product_tag_uses", { id: tagUseKey(use), ...use }, name)) continue;
      report.find(
        "uses of tags: no operation returns which customers gave them, so they were kept once per view",
        name,
        uses,
      );
    }
  }
}

/** Number of customers by product ID. SOAP v2 returns a list of keys and values. */
function usesIn(products: unknown): [productId: number, uses: number][] {
  const pairs: [unknown, unknown][] = Array.isArray(products)
    ? rowsIn(products).map(({ key, value }) => [key, value])
    : isObject(products)
      ? Object.entries(products)
      : [];
  return pairs.flatMap(([key, value]): [number, number][] => {
    const id = idIn(key);
    return id ? [[id, numberIn(value) ?? 1]] : [];
  });
}

function statusIn(value: unknown): TagDoc["status"] {
  const number = numberIn(value);
  return number === 1 || number === -1 ? number : 0;
}
