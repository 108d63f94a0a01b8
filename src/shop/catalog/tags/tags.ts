/** Tags, and their uses: one row per tag, product, customer and store view. */
import type { TagDoc, TagUseDoc } from "../../data/entities/catalog.js";
import type { Condition } from "../../../engine/filters/query.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { tagUseKey, type TagUse } from "./tag-data.js";

/** The tag with this name, ignoring case. */
export function tagByName(tx: ReadTx, name: string): Promise<TagDoc | undefined> {
  return tx.by("product_tags", "name", [name]);
}

/** The tag with this name. Creates it, with the status pending, if there is none. */
export async function findOrCreateTag(tx: Tx, name: string): Promise<TagDoc> {
  const known = await tagByName(tx, name);
  if (known) return known;
  const tag: TagDoc = { id: await tx.next("tag"), name, status: 0, popularity: {} };
  await tx.put("product_tags", tag);
  return tag;
}

export async function saveTagUse(tx: Tx, use: TagUse): Promise<void> {
  await tx.put("product_tag_uses", { id: tagUseKey(use), ...use });
}

/** The uses of a tag, a product or a customer. */
export function usesOf(tx: ReadTx, of: Partial<TagUse>): Promise<TagUseDoc[]> {
  const where = Object.entries(of).map(([path, value]): Condition => ({
    path,
    type: "number",
    op: "eq",
    value,
  }));
  return tx.find("product_tag_uses", { where });
}

/** The tags with these IDs, by ID. */
export function tagsOf(tx: ReadTx, ids: Iterable<number>): Promise<TagDoc[]> {
  return tx.find("product_tags", {
    where: [{ path: "id", type: "number", op: "in", value: [...new Set(ids)] }],
  });
}

/** Deletes the uses of a deleted tag or product. */
export async function deleteTagUses(
  tx: Tx,
  of: Pick<TagUse, "tag_id"> | Pick<TagUse, "product_id">,
): Promise<void> {
  await forEachInSlices(await usesOf(tx, of), ({ id }) => tx.del("product_tag_uses", id));
}
