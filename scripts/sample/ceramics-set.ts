/**
 * The attribute set "Ceramics" of the sample shop: a copy of Default with attributes that have options.
 */
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeOption,
  AttributeSetDoc,
} from "../../src/shop/data/entities/catalog.js";
import { initialFields } from "../../src/shop/catalog/attribute-values/attribute-fields.js";
import type { DatasetSequences } from "../../src/shop/states/sequences.js";

/** Default label, German label; in the order shown. */
const materials = [
  ["Stoneware", "Steinzeug"],
  ["Porcelain", "Porzellan"],
  ["Earthenware", "Irdenware"],
  ["Terracotta", "Terrakotta"],
] as const;

const cares = [
  ["Dishwasher safe", "Spülmaschinenfest"],
  ["Microwave safe", "Mikrowellengeeignet"],
  ["Oven safe", "Ofenfest"],
  ["Frost proof", "Frostfest"],
  ["Wash by hand", "Handwäsche"],
] as const;

const tones = [
  ["Sand", "Sand"],
  ["Moss", "Moos"],
] as const;

export type MaterialName = (typeof materials)[number][0];
export type CareName = (typeof cares)[number][0];
export type ToneName = (typeof tones)[number][0];

const germanStoreId = 3;

function materialAttribute(sequences: DatasetSequences): AttributeDoc {
  return ownAttribute({
    id: sequences.next("attribute"),
    attribute_code: "material",
    frontend_input: "select",
    backend: "int",
    labels: ["Material", "Material"],
    options: newOptions(materials, sequences),
    additional_fields: { ...initialFields("select"), is_filterable: 1, is_filterable_in_search: 1 },
  });
}

function careAttribute(sequences: DatasetSequences): AttributeDoc {
  return ownAttribute({
    id: sequences.next("attribute"),
    attribute_code: "care",
    frontend_input: "multiselect",
    backend: "text",
    labels: ["Care", "Pflege"],
    options: newOptions(cares, sequences),
    additional_fields: { ...initialFields("multiselect"), is_filterable: 1, position: 1 },
  });
}

/** The configuring attribute. */
function toneAttribute(sequences: DatasetSequences): AttributeDoc {
  return ownAttribute({
    id: sequences.next("attribute"),
    attribute_code: "tone",
    frontend_input: "select",
    backend: "int",
    labels: ["Tone", "Farbton"],
    options: newOptions(tones, sequences),
    additional_fields: { ...initialFields("select"), is_filterable: 1, position: 2 },
  });
}

type OwnAttribute = Pick<
  AttributeDoc,
  "id" | "attribute_code" | "frontend_input" | "backend" | "options" | "additional_fields"
> & { readonly labels: readonly [string, string] };

/** A user-defined attribute of the sample shop. */
export function ownAttribute({ labels: [label, german], ...own }: OwnAttribute): AttributeDoc {
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

function newOptions(
  rows: readonly (readonly [label: string, german: string])[],
  sequences: DatasetSequences,
): AttributeOption[] {
  return rows.map(([label, german], index) => ({
    option_id: sequences.next("option"),
    sort_order: index + 1,
    labels: { "0": label, [germanStoreId]: german },
  }));
}

/** A copy of the default set with further attributes at the end of General. */
export function copyOfDefault(
  standard: AttributeSetDoc,
  name: string,
  own: readonly AttributeDoc[],
  sequences: DatasetSequences,
): AttributeSetDoc {
  const id = sequences.next("attribute_set");
  const groups = standard.groups.map((group) => {
    const added = group.is_default ? membersAfter(group.members, own) : [];
    return {
      ...group,
      group_id: sequences.next("attribute_group"),
      members: [...group.members, ...added],
    };
  });
  return { id, entity_type: "product", name, groups };
}

function membersAfter(members: AttributeGroup["members"], own: readonly AttributeDoc[]) {
  const last = Math.max(0, ...members.map(({ sort_order }) => sort_order));
  return own.map(({ id }, index) => ({ attribute_id: id, sort_order: last + 1 + index }));
}

/** The set and its attributes, numbered after everything installed. */
export interface CeramicsSet {
  readonly set: AttributeSetDoc;
  readonly attributes: readonly AttributeDoc[];
  readonly materialId: (name: MaterialName) => number;
  readonly careId: (name: CareName) => number;
  readonly toneId: (name: ToneName) => number;
}

/** Creates the set with two attributes. `finish` adds the third one, whose ID follows those of the set Gifts. */
export function ceramicsSet(
  standard: AttributeSetDoc,
  sequences: DatasetSequences,
): { readonly finish: () => CeramicsSet } {
  const material = materialAttribute(sequences);
  const care = careAttribute(sequences);
  const set = copyOfDefault(standard, "Ceramics", [material, care], sequences);
  const finish = () => {
    const tone = toneAttribute(sequences);
    return {
      set: withLast(set, tone),
      attributes: [material, care, tone],
      materialId: (name: MaterialName) => optionId(material, name),
      careId: (name: CareName) => optionId(care, name),
      toneId: (name: ToneName) => optionId(tone, name),
    };
  };
  return { finish };
}

/** The set with one more attribute at the end of General. */
function withLast(set: AttributeSetDoc, attribute: AttributeDoc): AttributeSetDoc {
  const groups = set.groups.map((group) =>
    group.is_default
      ? { ...group, members: [...group.members, ...membersAfter(group.members, [attribute])] }
      : group,
  );
  return { ...set, groups };
}

function optionId({ attribute_code, options }: AttributeDoc, name: string): number {
  const option = options.find(({ labels }) => labels["0"] === name);
  if (!option) throw new Error(`The attribute ${attribute_code} of the sample shop has no option ${name}`);
  return option.option_id;
}
