/** `catalog_product_tag`: the tags that customers give to products. beyond 14. */
import { about } from "../../../engine/contract/faults.js";
import type { TagDoc } from "../../data/entities/catalog.js";
import { toId } from "../../../engine/values/coercion.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import { isTagChange, readGivenTags, readTagChanges } from "./tag-data.js";
import { deleteTagUses, saveTagUse, tagByName, findOrCreateTag, tagsOf, usesOf } from "./tags.js";

export const productTag: Namespace<"catalog_product_tag"> = {
  async list({ args, scope, tx, fault }) {
    const product = await tx.get("products", args.productId);
    if (!product) throw fault("product_not_exists");
    const store_id = args.store === undefined ? 0 : scope(args.store).store_id;

    const uses = await usesOf(tx, { product_id: product.id, ...(store_id !== 0 && { store_id }) });
    const tags = await tagsOf(
      tx,
      uses.map(({ tag_id }) => tag_id),
    );
    return Object.fromEntries(tags.map(({ id, name }) => [id, { tag_id: id, name }]));
  },

  async info({ args, scope, tx, fault, isLegacy }) {
    const { store_id } = scope(args.store);
    const { id, status, name, popularity } = await requireTag({ tx, fault }, args.tagId);

    const products: Record<string, number> = {};
    for (const { product_id } of await usesOf(tx, { tag_id: id, store_id }))
      products[product_id] = (products[product_id] ?? 0) + 1;
    const set = popularity[store_id];
    // The XML doors send text, unless the popularity was never set (beyond 18).
    const shown = isLegacy && set !== undefined ? (String(set) as never) : (set ?? 0);
    return { status, name, base_popularity: shown, products };
  },

  async add({ check, scope, tx, fault }) {
    const { data } = check("data");
    const problems: Problem[] = [];
    const given = readGivenTags(data, problems);
    if (problems.length > 0) throw fault("invalid_data", problems);
    const product_id = toId(given.product_id);
    if (!(await tx.get("products", product_id))) throw fault("product_not_exists");
    const customer_id = toId(given.customer_id);
    if (!(await tx.get("customers", customer_id))) throw fault("customer_not_exists");
    const { store_id } = scope(given.store);

    const ids: [string, number][] = [];
    for (const name of given.tag) {
      const { id: tag_id } = await findOrCreateTag(tx, name);
      await saveTagUse(tx, { tag_id, product_id, customer_id, store_id });
      ids.push([name, tag_id]);
    }
    return Object.fromEntries(ids);
  },

  async update({ args, check, scope, tx, fault }) {
    const { data } = check("data");
    if (!isTagChange(data))
      throw fault("invalid_data", [{ field: "data", message: "must have name, status or base_popularity" }]);
    const { store_id } = scope(args.store);
    const tag = await requireTag({ tx, fault }, args.tagId);

    const problems: Problem[] = [];
    const { base_popularity: popularity, ...changes } = readTagChanges(data, problems);
    if (problems.length > 0) throw fault("invalid_data", problems);
    const { name } = changes;
    const other = name === undefined ? undefined : await tagByName(tx, name);
    if (other && other.id !== tag.id) throw fault("save_error", about("data.name", "Tag already exists."));

    const popularities =
      popularity === undefined ? tag.popularity : { ...tag.popularity, [store_id]: popularity };
    await tx.put("product_tags", { ...tag, ...changes, popularity: popularities });
    return true;
  },

  async remove({ args, tx, fault }) {
    const { id } = await requireTag({ tx, fault }, args.tagId);

    await deleteTagUses(tx, { tag_id: id });
    await tx.del("product_tags", id);
    return true;
  },
};

async function requireTag({ tx, fault }: CallRaising<"tag_not_exists">, id: number): Promise<TagDoc> {
  const tag = await tx.get("product_tags", id);
  if (!tag) throw fault("tag_not_exists");
  return tag;
}
