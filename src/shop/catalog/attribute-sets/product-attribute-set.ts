/** `catalog_product_attribute_set`: the attribute sets of products and their groups. catalog 5. */
import { about } from "../../../engine/contract/faults.js";
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeSetDoc,
  ValueEditChange,
} from "../../data/entities/catalog.js";
import type { CallRaising, Namespace } from "../../namespace.js";
import {
  copiedGroups,
  defaultGroup,
  defaultSetId,
  findGroup,
  isSameName,
  readName,
  withGroup,
  withGroupName,
  withMember,
  withoutGroup,
} from "./attribute-sets.js";
import { isMember, memberCount, withoutMember } from "../attributes/set-members.js";
import { toId, toInt, type Identifier } from "../../../engine/values/coercion.js";
import { growthBounds } from "../../data/growth.js";
import { stripTags } from "../../../engine/values/strip-tags.js";
import type { Tx } from "../../../engine/storage/storage.js";
import { attributeModel, touchAttributes, productSets } from "../attributes/attributes.js";
import type { FileContext } from "../../media/product-files.js";
import { deleteProduct } from "../products/products.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { editValues } from "../attribute-values/value-edits.js";

export const productAttributeSet: Namespace<"catalog_product_attribute_set"> = {
  async items({ tx }) {
    return (await productSets(tx)).map(({ id, name }) => ({ set_id: id, name }));
  },

  async create({ args, check, tx, fault, now }) {
    const sets = await productSets(tx);
    const skeleton = sets.find(({ id }) => id === args.skeletonSetId);
    if (!skeleton) throw fault("invalid_skeleton_set_id");
    const { attributeSetName } = check("attributeSetName");
    const name = readName(attributeSetName);
    if (name === undefined) throw fault("invalid_data", [{ field: "attributeSetName", message: badName }]);
    if (sets.some((set) => isSameName(set.name, name))) {
      throw fault("invalid_data", [{ field: "attributeSetName", message: "is the name of another set" }]);
    }

    const groupIds: number[] = [];
    for (const _ of skeleton.groups) groupIds.push(await tx.next("attribute_group"));
    const id = await tx.next("attribute_set");
    const groups = copiedGroups(skeleton, groupIds);
    await save(tx, { id, entity_type: "product", name, groups }, now);
    return id;
  },

  async remove({ args, tx, fault, now, media, effects }) {
    const set = await requireSet({ tx, fault }, args.attributeSetId);
    const withProducts = args.forceProductsRemove;
    if (!withProducts && (await hasProducts(tx, set.id))) {
      const message = "Products use the attribute set; pass true to remove them with it.";
      throw fault("attribute_set_has_related_products", about("forceProductsRemove", message));
    }
    if (set.id === defaultSetId) {
      throw fault("remove_attribute_set_error", "The default attribute set cannot be removed.");
    }

    await deleteProductsOf({ tx, media, effects }, set.id);
    await tx.del("attribute_sets", set.id);
    await touchAttributes(tx, now);
    return true;
  },

  async attributeAdd({ args, check, tx, fault, now }) {
    const attribute = await requireAttributeById({ tx, fault }, args.attributeId);
    const set = await requireSet({ tx, fault }, args.attributeSetId);
    const group = groupForMember(set, args.attributeGroupId);
    if (!group) throw fault("invalid_attribute_group_id", `The attribute set ${set.id} has no such group.`);
    if (isMember(set, attribute.id)) throw fault("attribute_is_already_in_set");
    const { sortOrder } = check("sortOrder");
    const { attributesOfSet } = growthBounds;
    if (memberCount(set) >= attributesOfSet)
      throw fault("add_attribute_error", `A set has at most ${attributesOfSet} attributes.`);

    await save(tx, withMember(set, group.group_id, attribute.id, sortOrder), now);
    return true;
  },

  async attributeRemove({ args, tx, fault, now }) {
    const attribute = await requireAttributeById({ tx, fault }, args.attributeId);
    const set = await requireSet({ tx, fault }, args.attributeSetId);
    if (!isMember(set, attribute.id)) throw fault("attribute_is_not_in_set");
    if (!attribute.is_user_defined) {
      throw fault("remove_attribute_error", "System attributes cannot be removed from their sets.");
    }

    await save(tx, withoutMember(set, attribute.id), now);
    await editValues(tx, lostValues(set, [attribute]));
    return true;
  },

  async groupAdd({ args, check, tx, fault, now }) {
    const set = (await attributeModel(tx)).set(args.attributeSetId);
    if (!set)
      throw fault("group_add_error", about("attributeSetId", "There is no such product attribute set."));
    const { groupName } = check("groupName");
    const name = readName(stripTags(groupName));
    if (name === undefined) throw fault("group_add_error", [badGroupName]);
    if (set.groups.some((group) => isSameName(group.name, name)))
      throw fault("group_already_exists", about("groupName"));

    const groupId = await tx.next("attribute_group");
    await save(tx, withGroup(set, groupId, name), now);
    return groupId;
  },

  async groupRename({ args, check, tx, fault, now }) {
    const { set, group } = await requireGroup({ tx, fault }, args.groupId);
    const { groupName } = check("groupName");
    const name = readName(stripTags(groupName));
    if (name === undefined) throw fault("group_rename_error", [badGroupName]);
    const others = set.groups.filter(({ group_id }) => group_id !== group.group_id);
    if (others.some((other) => isSameName(other.name, name))) {
      throw fault("group_rename_error", [{ field: "groupName", message: "is the name of another group" }]);
    }

    await save(tx, withGroupName(set, group.group_id, name), now);
    return true;
  },

  async groupRemove({ args, tx, fault, now }) {
    const { set, group } = await requireGroup({ tx, fault }, args.attributeGroupId);
    const model = await attributeModel(tx);
    const members = group.members.flatMap(({ attribute_id }) => model.productById(attribute_id) ?? []);
    if (members.some(({ is_configurable }) => is_configurable))
      throw fault("group_has_configurable_attributes");
    if (members.some(({ is_user_defined }) => !is_user_defined)) throw fault("group_has_system_attributes");

    await save(tx, withoutGroup(set, group.group_id), now);
    await editValues(tx, lostValues(set, members));
    return true;
  },
};

const badName = "must be text of 1 to 255 characters";
const badGroupName = { field: "groupName", message: badName };

/** The sets of categories and other entities count as unknown. */
async function requireSet(
  { tx, fault }: CallRaising<"invalid_attribute_set_id">,
  setId: number,
): Promise<AttributeSetDoc> {
  const set = (await attributeModel(tx)).set(setId);
  if (!set) throw fault("invalid_attribute_set_id");
  return set;
}

async function requireAttributeById(
  { tx, fault }: CallRaising<"invalid_attribute_id">,
  attributeId: number,
): Promise<AttributeDoc> {
  const attribute = (await attributeModel(tx)).productById(attributeId);
  if (!attribute) throw fault("invalid_attribute_id");
  return attribute;
}

interface GroupInSet {
  readonly set: AttributeSetDoc;
  readonly group: AttributeGroup;
}

async function requireGroup(
  { tx, fault }: CallRaising<"invalid_attribute_group_id">,
  groupId: number,
): Promise<GroupInSet> {
  for (const set of await productSets(tx)) {
    const group = findGroup(set, groupId);
    if (group) return { set, group };
  }
  throw fault("invalid_attribute_group_id");
}

/** 0 selects the default group; a group of another set counts as unknown. */
function groupForMember(set: AttributeSetDoc, given: Identifier): AttributeGroup | undefined {
  return toInt(given) === 0 ? defaultGroup(set) : findGroup(set, toId(given));
}

async function save(tx: Tx, set: AttributeSetDoc, now: string): Promise<void> {
  await tx.put("attribute_sets", set);
  await touchAttributes(tx, now);
}

/** The edits that remove the values of attributes from the products of a set that loses them (catalog 5.6). */
function lostValues({ id }: AttributeSetDoc, attributes: readonly AttributeDoc[]): ValueEditChange[] {
  return attributes.map(({ attribute_code }) => ({ kind: "remove_in_set", attribute_code, set: id }));
}

function productsOf(setId: number) {
  return { where: [{ path: "set", type: "number", op: "eq", value: setId }] } as const;
}

async function hasProducts(tx: Tx, setId: number): Promise<boolean> {
  return (await tx.find("products", { ...productsOf(setId), limit: 1 })).length > 0;
}

async function deleteProductsOf(work: FileContext, setId: number): Promise<void> {
  await forEachInSlices(await work.tx.find("products", productsOf(setId)), ({ id }) =>
    deleteProduct(work, id),
  );
}
