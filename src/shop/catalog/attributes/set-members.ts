/** The members of attribute sets (catalog 5). */
import type { AttributeSetDoc } from "../../data/entities/catalog.js";

export function isMember(set: AttributeSetDoc, attributeId: number): boolean {
  return set.groups.some(({ members }) => members.some(({ attribute_id }) => attribute_id === attributeId));
}

export function memberCount({ groups }: AttributeSetDoc): number {
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

export function withoutMember(set: AttributeSetDoc, attributeId: number): AttributeSetDoc {
  const groups = set.groups.map((group) => {
    const members = group.members.filter(({ attribute_id }) => attribute_id !== attributeId);
    return members.length === group.members.length ? group : { ...group, members };
  });
  return { ...set, groups };
}
