/** Installed rows that came after a shop was first filled. */
import { withMember } from "../../catalog/attribute-sets/attribute-sets.js";
import { touchAttributes } from "../../catalog/attributes/attributes.js";
import type { AttributeGroup, AttributeSetDoc } from "../entities/catalog.js";
import type { Tx } from "../../../engine/storage/storage.js";
import type { InstalledAttribute } from "../installed/attributes.js";
import { groupName } from "../installed/sets.js";

/**
 * Adds the attributes that the shop has none of, each with the shop's next free number and a member of every set of its
 * entity. What the shop has stays: an attribute of the same code, all values, the names of its groups.
 * @param now the time of the change, UTC, `YYYY-MM-DD HH:MM:SS`
 */
export async function addInstalledAttributes(
  tx: Tx,
  attributes: readonly InstalledAttribute[],
  now: string,
): Promise<void> {
  for (const { doc, place } of attributes) {
    const known = await tx.by("attributes", "code", [doc.entity_type, doc.attribute_code]);
    if (known) continue;
    const id = await nextAttributeId(tx);
    await tx.put("attributes", { ...doc, id });
    if (place) await addToSets(tx, { ...doc, id }, groupName(doc.entity_type, place.group));
  }
  await touchAttributes(tx, now);
}

/** Numbers of earlier tables may be ahead of the sequence. */
async function nextAttributeId(tx: Tx): Promise<number> {
  for (;;) {
    const id = await tx.next("attribute");
    if (!(await tx.get("attributes", id))) return id;
  }
}

async function addToSets(
  tx: Tx,
  { id, entity_type }: InstalledAttribute["doc"],
  name: string | undefined,
): Promise<void> {
  for (const set of await tx.find("attribute_sets")) {
    const group = set.entity_type === entity_type ? homeIn(set, name) : undefined;
    // Place 0 is behind all others.
    if (group) await tx.put("attribute_sets", withMember(set, group.group_id, id, 0));
  }
}

/** The group of that name, or the default one where it was renamed or removed. */
function homeIn({ groups }: AttributeSetDoc, name: string | undefined): AttributeGroup | undefined {
  return groups.find((group) => group.name === name) ?? groups.find(({ is_default }) => is_default);
}
