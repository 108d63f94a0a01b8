/** Attribute sets, their groups and the attributes in them (catalog 5). */
import type { AttributeGroup, AttributeSetDoc } from "../../data/entities/catalog.js";
import { cleanText } from "../../../engine/values/coercion.js";
import { nextPosition } from "../attribute-values/positions.js";
import { positiveSmallint } from "../../../engine/values/whole-numbers.js";
import { isLonger } from "../../../engine/values/text.js";

/** The set that products have by default; it cannot be removed. */
export const defaultSetId = 4;

const maxName = 255;

/** The trimmed name of a set or group; undefined if it is empty, too long or not text. */
export function readName(text: string): string | undefined {
  const name = cleanText(text)?.trim();
  return name && !isLonger(name, maxName) ? name : undefined;
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Copies of the groups of a set and their members, with new group IDs. */
export function copiedGroups(set: AttributeSetDoc, groupIds: readonly number[]): readonly AttributeGroup[] {
  return set.groups.map((group, index) => ({ ...group, group_id: groupIds[index] as number }));
}

export function findGroup(set: AttributeSetDoc, groupId: number): AttributeGroup | undefined {
  return set.groups.find(({ group_id }) => group_id === groupId);
}

/** The group for attributes that are added without a group: the one marked as default, else the first. */
export function defaultGroup({ groups }: AttributeSetDoc): AttributeGroup | undefined {
  return groups.find(({ is_default }) => is_default) ?? firstOf(groups);
}

function firstOf(groups: readonly AttributeGroup[]): AttributeGroup | undefined {
  return [...groups].sort((a, b) => a.sort_order - b.sort_order || a.group_id - b.group_id)[0];
}

/** @param sortOrder 0 = after all others of the group */
export function withMember(
  set: AttributeSetDoc,
  groupId: number,
  attribute_id: number,
  sortOrder: number,
): AttributeSetDoc {
  return changeGroup(set, groupId, ({ members }) => {
    return { members: [...members, { attribute_id, sort_order: sortOrder || nextOrder(members) }] };
  });
}

/** Adds a group after all others. */
export function withGroup(set: AttributeSetDoc, group_id: number, name: string): AttributeSetDoc {
  const is_default = set.groups.length === 0;
  const group = { group_id, name, sort_order: nextOrder(set.groups), is_default, members: [] };
  return { ...set, groups: [...set.groups, group] };
}

export function withGroupName(set: AttributeSetDoc, groupId: number, name: string): AttributeSetDoc {
  return changeGroup(set, groupId, () => ({ name }));
}

/** Removes a group. If it is the default group, the first remaining group becomes the default. */
export function withoutGroup(set: AttributeSetDoc, groupId: number): AttributeSetDoc {
  const left = { ...set, groups: set.groups.filter(({ group_id }) => group_id !== groupId) };
  const next = defaultGroup(left);
  return next && !next.is_default ? changeGroup(left, next.group_id, () => ({ is_default: true })) : left;
}

function changeGroup(
  set: AttributeSetDoc,
  groupId: number,
  change: (group: AttributeGroup) => Partial<AttributeGroup>,
): AttributeSetDoc {
  const groups = set.groups.map((group) =>
    group.group_id === groupId ? { ...group, ...change(group) } : group,
  );
  return { ...set, groups };
}

function nextOrder(ordered: readonly { readonly sort_order: number }[]): number {
  const last = ordered.reduce((highest, { sort_order }) => Math.max(highest, sort_order), 0);
  return nextPosition(last, positiveSmallint);
}
