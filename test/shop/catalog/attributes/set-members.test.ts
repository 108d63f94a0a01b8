/** catalog 5: the members of attribute sets. */
import { expect, test } from "vitest";
import { isMember, memberCount, withoutMember } from "../../../../src/shop/catalog/attributes/set-members.js";
import type { AttributeSetDoc } from "../../../../src/shop/data/entities/catalog.js";

const group = (group_id: number, ...ids: readonly number[]) => ({
  ...{ group_id, name: `${group_id}`, sort_order: group_id, is_default: false },
  members: ids.map((attribute_id) => ({ attribute_id, sort_order: 0 })),
});

const set: AttributeSetDoc = {
  ...{ id: 9, entity_type: "product", name: "Test" },
  groups: [group(20, 1, 2), group(21), group(22, 3)],
};

test("the members of all groups count", () => {
  expect(memberCount(set)).toBe(3);
  expect(memberCount({ ...set, groups: [] })).toBe(0);
});

test("a removed member is in no group; the groups without it stay the same objects", () => {
  const changed = withoutMember(set, 3);
  expect([isMember(set, 3), isMember(changed, 3), isMember(changed, 2)]).toEqual([true, false, true]);
  expect(changed.groups[0]).toBe(set.groups[0]);
  expect(changed.groups[2]?.members).toEqual([]);
});
