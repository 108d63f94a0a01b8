/** catalog 5. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeSetDoc } from "../../../../src/shop/data/entities/catalog.js";
import {
  copiedGroups,
  defaultGroup,
  isSameName,
  readName,
  withGroup,
  withGroupName,
  withMember,
  withoutGroup,
} from "../../../../src/shop/catalog/attribute-sets/attribute-sets.js";
import { isMember, withoutMember } from "../../../../src/shop/catalog/attributes/set-members.js";

const empty: AttributeSetDoc = { id: 9, entity_type: "product", name: "Mugs", groups: [] };

const members = ({ groups }: AttributeSetDoc) =>
  groups.flatMap((group) => group.members.map(({ attribute_id }) => attribute_id));

test.each([
  [" Mugs ", "Mugs"],
  ["", undefined],
  [" \t", undefined],
  ["a".repeat(255), "a".repeat(255)],
  ["a".repeat(256), undefined],
  ["☕".repeat(255), "☕".repeat(255)],
  ["a\u0007", undefined],
])("the name %j → %j", (text, want) => expect(readName(text)).toBe(want));

test("names are compared without case", () => {
  expect(isSameName("Größe", "GRÖßE")).toBe(true);
  expect(isSameName("Mug", "Mugs")).toBe(false);
});

describe("places", () => {
  const set = withGroup(withGroup(empty, 20, "A"), 21, "B");

  test("new groups are last, and the first group is the default", () => {
    expect(set.groups).toMatchObject([
      { group_id: 20, sort_order: 1, is_default: true },
      { group_id: 21, sort_order: 2, is_default: false },
    ]);
  });

  test("new members are last unless they have a place; others are not moved", () => {
    const filled = withMember(withMember(withMember(set, 20, 1, 0), 20, 2, 1), 20, 3, 0);
    expect(filled.groups[0]?.members).toEqual([
      { attribute_id: 1, sort_order: 1 },
      { attribute_id: 2, sort_order: 1 },
      { attribute_id: 3, sort_order: 2 },
    ]);
  });

  test("members may share the last place", () => {
    const last = Number.MAX_SAFE_INTEGER;
    const filled = withMember(withMember(set, 20, 1, last), 20, 2, 0);
    expect(filled.groups[0]?.members).toEqual([
      { attribute_id: 1, sort_order: last },
      { attribute_id: 2, sort_order: last },
    ]);
  });

  test.each([
    { title: "the marked one, in any position", orders: [1, 2], marked: 21, want: 21 },
    { title: "the lowest order", orders: [1, 2], marked: undefined, want: 20 },
    { title: "the lowest order, not the first in the list", orders: [2, 1], marked: undefined, want: 21 },
    { title: "the lowest ID of the same order", ids: [21, 20], orders: [1, 1], marked: undefined, want: 20 },
  ])("the default group is $title", ({ ids = [20, 21], orders, marked, want }) => {
    const groups = set.groups.map((group, index) => ({
      ...group,
      group_id: ids[index] as number,
      sort_order: orders[index] as number,
      is_default: ids[index] === marked,
    }));
    expect(defaultGroup({ ...set, groups })?.group_id).toBe(want);
  });

  test("a set without groups has no default", () => expect(defaultGroup(empty)).toBeUndefined());

  test("a name is given to one group, and nothing else changes", () => {
    const [first, second] = set.groups;
    expect(withGroupName(set, 21, "Care").groups).toEqual([first, { ...second, name: "Care" }]);
  });

  test.each([
    { removed: 20, left: [{ group_id: 21, is_default: true }] },
    { removed: 21, left: [{ group_id: 20, is_default: true }] },
  ])("group $removed goes alone, and the other one is the default", ({ removed, left }) => {
    expect(withoutGroup(set, removed).groups).toMatchObject(left);
    expect(withoutGroup(set, removed).groups).toHaveLength(1);
  });

  test("a copy has its own groups", () => {
    const filled = withMember(set, 20, 1, 0);
    expect(copiedGroups(filled, [30, 31]).map(({ group_id }) => group_id)).toEqual([30, 31]);
    expect(copiedGroups(filled, [30, 31])[0]).toEqual({ ...filled.groups[0], group_id: 30 });
  });
});

type Step = (set: AttributeSetDoc) => AttributeSetDoc;

test("after any changes, a set has an attribute at most once, and one default group", () => {
  const group = fc.integer({ min: 1, max: 6 });
  const attribute = fc.integer({ min: 1, max: 8 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    group.map((id): Step => (set) => {
      return set.groups.some(({ group_id }) => group_id === id) ? set : withGroup(set, id, `Group ${id}`);
    }),
    group.map(
      (id): Step =>
        (set) =>
          withoutGroup(set, id),
    ),
    fc.tuple(group, fc.string()).map(
      ([id, name]): Step =>
        (set) =>
          withGroupName(set, id, name),
    ),
    fc.tuple(attribute, group, fc.nat(3)).map(([id, place, order]): Step => (set) => {
      return isMember(set, id) ? set : withMember(set, place, id, order);
    }),
    attribute.map(
      (id): Step =>
        (set) =>
          withoutMember(set, id),
    ),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const set = steps.reduce((current, change) => change(current), empty);
      const all = members(set);
      expect(new Set(all).size).toBe(all.length);
      expect(set.groups.filter(({ is_default }) => is_default)).toHaveLength(Math.min(1, set.groups.length));
    }),
  );
});
