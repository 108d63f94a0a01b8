/** Adds installed rows to the data of existing shops. */
import { withMember } from "../../catalog/attribute-sets/attribute-sets.js";
import { touchAttributes } from "../../catalog/attributes/attributes.js";
import type { AttributeGroup, AttributeSetDoc } from "../../data/entities/catalog.js";
import type { Tx } from "../../../engine/storage/storage.js";
import type { InstalledAttribute } from "../installed/attributes.js";
import { groupName } from "../installed/sets.js";

/**
 * Adds the attributes whose codes the shop does not have, with new IDs, to every set of their entity type. Existing
 * attributes, values and group names stay.
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

/** IDs from earlier tables can be ahead of the sequence. */
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
    const group = set.entity_type === entity_type ? targetGroup(set, name) : undefined;
    // Position 0 adds the attribute after all others.
    if (group) await tx.put("attribute_sets", withMember(set, group.group_id, id, 0));
  }
}

/** The group with the name, or the default group if it was renamed or removed. */
function targetGroup({ groups }: AttributeSetDoc, name: string | undefined): AttributeGroup | undefined {
  return groups.find((group) => group.name === name) ?? groups.find(({ is_default }) => is_default);
}
