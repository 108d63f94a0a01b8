/** The attribute sets "Ceramics" and "Gifts" of the sample shop: copies of Default with an attribute of each input. */
import { initialFields } from "../../src/shop/catalog/attribute-values/attribute-fields.js";
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeSetDoc,
  Backend,
} from "../../src/shop/data/entities/catalog.js";
import type { StateRecord } from "../../src/engine/storage/storage.js";
import { DatasetSequences } from "../../src/shop/states/sequences.js";

/** In the default and the German store view. */
type Labels = readonly [label: string, german: string];

interface Row {
  readonly set: "Ceramics" | "Gifts";
  readonly code: string;
  readonly input: string;
  readonly backend: Backend;
  readonly labels: Labels;
  /** In the order shown. */
  readonly options?: readonly Labels[];
  readonly fields?: AttributeDoc["additional_fields"];
}

const materials: readonly Labels[] = [
  ["Stoneware", "Steinzeug"],
  ["Porcelain", "Porzellan"],
  ["Earthenware", "Irdenware"],
  ["Terracotta", "Terrakotta"],
];

const cares: readonly Labels[] = [
  ["Dishwasher safe", "Spülmaschinenfest"],
  ["Microwave safe", "Mikrowellengeeignet"],
  ["Oven safe", "Ofenfest"],
  ["Frost proof", "Frostfest"],
  ["Wash by hand", "Handwäsche"],
];

const tones: readonly Labels[] = [
  ["Sand", "Sand"],
  ["Moss", "Moos"],
];

/** By ID. The last one configures products. */
// prettier-ignore
const rows: readonly Row[] = [
  { set: "Ceramics", code: "material", input: "select", backend: "int", labels: ["Material", "Material"], options: materials, fields: { is_filterable: 1, is_filterable_in_search: 1 } },
  { set: "Ceramics", code: "care", input: "multiselect", backend: "text", labels: ["Care", "Pflege"], options: cares, fields: { is_filterable: 1, position: 1 } },
  { set: "Gifts", code: "ribbon", input: "text", backend: "varchar", labels: ["Ribbon", "Schleife"] },
  { set: "Gifts", code: "gift_note", input: "textarea", backend: "text", labels: ["Note on the Card", "Text der Karte"] },
  { set: "Gifts", code: "is_returnable", input: "boolean", backend: "int", labels: ["Returnable", "Umtauschbar"] },
  { set: "Gifts", code: "available_until", input: "date", backend: "datetime", labels: ["Available Until", "Erhältlich bis"] },
  { set: "Gifts", code: "wrapping_fee", input: "price", backend: "decimal", labels: ["Wrapping Fee", "Verpackungspreis"] },
  { set: "Ceramics", code: "tone", input: "select", backend: "int", labels: ["Tone", "Farbton"], options: tones, fields: { is_filterable: 1, position: 2 } },
];

const germanStoreId = 3;

/** The sets of products and the attributes with options, for the names in the tables. */
export class OwnSets {
  readonly records: readonly StateRecord[];
  private readonly attributes: readonly AttributeDoc[];
  private readonly sets: readonly AttributeSetDoc[];

  /** @param installed the records of the minimal dataset; the sets and attributes have the next IDs */
  constructor(installed: readonly StateRecord[]) {
    const sequences = new DatasetSequences(installed);
    const documents = installed.filter((record) => "doc" in record);
    const standard = documents
      .flatMap((record) => (record.collection === "attribute_sets" ? [record.doc] : []))
      .find(({ name, entity_type }) => name === "Default" && entity_type === "product");
    if (!standard) throw new Error("The installed data has no product set");
    this.attributes = rows.map((row) => attributeOf(row, sequences));
    const own = (set: Row["set"]) => this.attributes.filter((_, at) => rows[at]?.set === set);
    const sets = [
      copyOf(standard, "Ceramics", own("Ceramics"), sequences),
      withGroup(copyOf(standard, "Gifts", [], sequences), own("Gifts"), sequences),
    ];
    this.sets = [standard, ...sets];
    this.records = [
      ...documents,
      ...this.attributes.map((doc): StateRecord => ({ collection: "attributes", doc })),
      ...sets.map((doc): StateRecord => ({ collection: "attribute_sets", doc })),
      ...sequences.records(),
    ];
  }

  setId(name: Row["set"] | "Default"): number {
    return found(
      this.sets.find((set) => set.name === name),
      name,
    ).id;
  }

  optionId(code: string, label: string): number {
    const { options } = found(
      this.attributes.find((one) => one.attribute_code === code),
      code,
    );
    return found(
      options.find(({ labels }) => labels["0"] === label),
      label,
    ).option_id;
  }
}

function found<Found>(value: Found | undefined, name: string): Found {
  if (value === undefined) throw new Error(`The sample shop has no ${name}`);
  return value;
}

function attributeOf(
  { code, input, backend, labels: [label, german], ...row }: Row,
  sequences: DatasetSequences,
): AttributeDoc {
  return {
    id: sequences.next("attribute"),
    attribute_code: code,
    frontend_input: input,
    backend,
    options: (row.options ?? []).map(([name, germanName], index) => ({
      option_id: sequences.next("option"),
      sort_order: index + 1,
      labels: { "0": name, [germanStoreId]: germanName },
    })),
    additional_fields: { ...initialFields(input), ...row.fields },
    entity_type: "product",
    scope: "global",
    default_value: null,
    is_unique: false,
    is_required: false,
    is_configurable: input === "select",
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

/** A copy of a set with further attributes at the end of General. */
function copyOf(
  { groups, entity_type }: AttributeSetDoc,
  name: string,
  own: readonly AttributeDoc[],
  sequences: DatasetSequences,
): AttributeSetDoc {
  const id = sequences.next("attribute_set");
  const copies = groups.map((group) => ({
    ...group,
    group_id: sequences.next("attribute_group"),
    members: [...group.members, ...(group.is_default ? membersAfter(group.members, own) : [])],
  }));
  return { id, entity_type, name, groups: copies };
}

/** Without installed or configurable attributes, the group can be removed. */
function withGroup(
  set: AttributeSetDoc,
  own: readonly AttributeDoc[],
  sequences: DatasetSequences,
): AttributeSetDoc {
  const group_id = sequences.next("attribute_group");
  const members = membersAfter([], own);
  const group = { group_id, name: "As a Gift", sort_order: 8, is_default: false, members };
  return { ...set, groups: [...set.groups, group] };
}

function membersAfter(members: AttributeGroup["members"], own: readonly AttributeDoc[]) {
  const last = Math.max(0, ...members.map(({ sort_order }) => sort_order));
  return own.map(({ id }, index) => ({ attribute_id: id, sort_order: last + 1 + index }));
}
