/** catalog.md 5. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttributeSetDoc } from "../../../src/entities/catalog.js";
import {
  copiedGroups,
  defaultGroup,
  isSameName,
  readName,
  withGroup,
  withGroupName,
  withMember,
  withoutGroup,
} from "../../../src/catalog/attribute-sets/attribute-sets.js";
import { isMember, withoutMember } from "../../../src/catalog/attributes/set-members.js";

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

test("names are the same in any case", () => {
  expect(isSameName("Größe", "GRÖßE")).toBe(true);
  expect(isSameName("Mug", "Mugs")).toBe(false);
});

describe("places", () => {
  const set = withGroup(withGroup(empty, 20, "A"), 21, "B");

  test("new groups come last, the first one is the default", () => {
    expect(set.groups).toMatchObject([
      { group_id: 20, sort_order: 1, is_default: true },
      { group_id: 21, sort_order: 2, is_default: false },
    ]);
  });

  test("new members come last unless they name their place; others are not moved", () => {
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

  test("without a mark the group with the lowest order is the default", () => {
    const groups = set.groups.map((group) => ({
      ...group,
      is_default: false,
      sort_order: -group.sort_order,
    }));
    expect(defaultGroup({ ...set, groups })?.group_id).toBe(21);
  });

  test("a copy has groups of its own", () => {
    const filled = withMember(set, 20, 1, 0);
    expect(copiedGroups(filled, [30, 31]).map(({ group_id }) => group_id)).toEqual([30, 31]);
    expect(copiedGroups(filled, [30, 31])[0]).toEqual({ ...filled.groups[0], group_id: 30 });
  });
});

type Step = (set: AttributeSetDoc) => AttributeSetDoc;

test("after any changes an attribute is in the set once at most, and one group is the default", () => {
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
