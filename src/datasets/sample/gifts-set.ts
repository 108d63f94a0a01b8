/** The sample shop's second own set: a copy of Default with an attribute of every input that has no options. */
import type { AttributeDoc, AttributeGroup, AttributeSetDoc, Backend } from "../../entities/catalog.js";
import { initialFields } from "../../catalog/attribute-values/attribute-fields.js";
import type { StateRecord } from "../../storage/storage.js";
import { copyOfDefault, ownAttribute } from "./ceramics-set.js";

/** What a product of the set says about itself, by attribute code. */
export interface GiftFields {
  readonly ribbon: string;
  readonly gift_note: string;
  readonly is_returnable: boolean;
  readonly available_until?: string;
  readonly wrapping_fee?: number;
}

type Code = keyof GiftFields;

const rows: readonly [
  id: number,
  code: Code,
  input: string,
  backend: Backend,
  label: string,
  german: string,
][] = [
  [136, "ribbon", "text", "varchar", "Ribbon", "Schleife"],
  [137, "gift_note", "textarea", "text", "Note on the Card", "Text der Karte"],
  [138, "is_returnable", "boolean", "int", "Returnable", "Umtauschbar"],
  [139, "available_until", "date", "datetime", "Available Until", "Erhältlich bis"],
  [140, "wrapping_fee", "price", "decimal", "Wrapping Fee", "Verpackungspreis"],
];

export const giftsSetId = 10;

const attributes: readonly AttributeDoc[] = rows.map(
  ([id, attribute_code, frontend_input, backend, ...labels]) =>
    ownAttribute({
      ...{ id, attribute_code, frontend_input, backend, labels },
      ...{ options: [], additional_fields: initialFields(frontend_input) },
    }),
);

/** Without installed or configurable attributes, so it is one that may be removed. */
const ownGroup: AttributeGroup = {
  group_id: 32,
  name: "As a Gift",
  sort_order: 8,
  is_default: false,
  members: attributes.map(({ id }, index) => ({ attribute_id: id, sort_order: index + 1 })),
};

/** Groups 25 to 31 and the one of its own; the last of the sample's own attributes, sets and options. */
export function giftsRecords(standard: AttributeSetDoc): StateRecord[] {
  const copy = copyOfDefault(standard, { id: giftsSetId, name: "Gifts", firstGroupId: 25 }, []);
  const doc = { ...copy, groups: [...copy.groups, ownGroup] };
  return [
    ...attributes.map((doc): StateRecord => ({ collection: "attributes", doc })),
    { collection: "attribute_sets", doc },
    { sequence: "attribute", value: 140 },
    { sequence: "attribute_set", value: giftsSetId },
    { sequence: "attribute_group", value: ownGroup.group_id },
  ];
}
