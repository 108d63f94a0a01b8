/**
 * The sample shop's own attribute set: a copy of Default with two attributes that show what options look
 * like.
 */
import type { AttributeDoc, AttributeOption, AttributeSetDoc } from "../../entities/catalog.js";
import { initialFields } from "../../catalog/attribute-values/attribute-fields.js";
import type { StateRecord } from "../../storage/storage.js";

/** ID, default label, German label; in the order shown. */
const materials = [
  [3, "Stoneware", "Steinzeug"],
  [4, "Porcelain", "Porzellan"],
  [5, "Earthenware", "Irdenware"],
  [6, "Terracotta", "Terrakotta"],
] as const;

const cares = [
  [7, "Dishwasher safe", "Spülmaschinenfest"],
  [8, "Microwave safe", "Mikrowellengeeignet"],
  [9, "Oven safe", "Ofenfest"],
  [10, "Frost proof", "Frostfest"],
  [11, "Wash by hand", "Handwäsche"],
] as const;

export type MaterialName = (typeof materials)[number][1];
export type CareName = (typeof cares)[number][1];

export const ceramicsSetId = 9;
const germanStoreId = 3;

export function materialId(name: MaterialName): number {
  return idOf(materials, name);
}

export function careId(name: CareName): number {
  return idOf(cares, name);
}

function idOf(rows: readonly (readonly [number, string, string])[], name: string): number {
  return rows.find(([, label]) => label === name)?.[0] ?? 0;
}

const material: AttributeDoc = ownAttribute({
  id: 134,
  attribute_code: "material",
  frontend_input: "select",
  backend: "int",
  labels: ["Material", "Material"],
  options: optionsOf(materials),
  additional_fields: { ...initialFields("select"), is_filterable: 1, is_filterable_in_search: 1 },
});

const care: AttributeDoc = ownAttribute({
  id: 135,
  attribute_code: "care",
  frontend_input: "multiselect",
  backend: "text",
  labels: ["Care", "Pflege"],
  options: optionsOf(cares),
  additional_fields: { ...initialFields("multiselect"), is_filterable: 1, position: 1 },
});

type Own = Pick<
  AttributeDoc,
  "id" | "attribute_code" | "frontend_input" | "backend" | "options" | "additional_fields"
> & { readonly labels: readonly [string, string] };

/** A user-defined attribute of the sample. */
export function ownAttribute({ labels: [label, german], ...own }: Own): AttributeDoc {
  return {
    ...own,
    entity_type: "product",
    scope: "global",
    default_value: null,
    is_unique: false,
    is_required: false,
    is_configurable: own.frontend_input === "select",
    is_searchable: true,
    is_visible_in_advanced_search: true,
    is_comparable: true,
    is_used_for_promo_rules: false,
    is_visible_on_front: true,
    used_in_product_listing: false,
    apply_to: [],
    frontend_label: [
      { store_id: 0, label },
      { store_id: germanStoreId, label: german },
    ],
    is_user_defined: true,
    is_read_only: false,
    source: null,
  };
}

function optionsOf(rows: readonly (readonly [number, string, string])[]): AttributeOption[] {
  return rows.map(([option_id, label, german], index) => {
    return { option_id, sort_order: index + 1, labels: { "0": label, [germanStoreId]: german } };
  });
}

/** A copy of the default set with attributes of its own last in General; group IDs count from the first one. */
export function copyOfDefault(
  standard: AttributeSetDoc,
  copy: { readonly id: number; readonly name: string; readonly firstGroupId: number },
  own: readonly AttributeDoc[],
): AttributeSetDoc {
  const added = own.map(({ id }, index) => ({ attribute_id: id, sort_order: 30 + index }));
  const groups = standard.groups.map((group, index) => {
    const members = group.is_default ? [...group.members, ...added] : group.members;
    return { ...group, group_id: copy.firstGroupId + index, members };
  });
  return { id: copy.id, entity_type: "product", name: copy.name, groups };
}

/** What comes on top of the installed attributes and sets. */
export function ceramicsRecords(standard: AttributeSetDoc): StateRecord[] {
  return [
    { collection: "attributes", doc: material },
    { collection: "attributes", doc: care },
    {
      collection: "attribute_sets",
      doc: copyOfDefault(standard, { id: ceramicsSetId, name: "Ceramics", firstGroupId: 18 }, [
        material,
        care,
      ]),
    },
    { sequence: "option", value: 11 },
  ];
}
