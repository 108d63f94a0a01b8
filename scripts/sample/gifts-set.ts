/** The attribute set "Gifts" of the sample shop: a copy of Default with an attribute of each input without options. */
import type {
  AttributeDoc,
  AttributeGroup,
  AttributeSetDoc,
  Backend,
} from "../../src/shop/data/entities/catalog.js";
import { initialFields } from "../../src/shop/catalog/attribute-values/attribute-fields.js";
import type { DatasetSequences } from "../../src/shop/states/sequences.js";
import { copyOfDefault, ownAttribute } from "./ceramics-set.js";

/** The values of a product of the set, by attribute code. */
export interface GiftFields {
  readonly ribbon: string;
  readonly gift_note: string;
  readonly is_returnable: boolean;
  readonly available_until?: string;
  readonly wrapping_fee?: number;
}

type Code = keyof GiftFields;

const rows: readonly [code: Code, input: string, backend: Backend, label: string, german: string][] = [
  ["ribbon", "text", "varchar", "Ribbon", "Schleife"],
  ["gift_note", "textarea", "text", "Note on the Card", "Text der Karte"],
  ["is_returnable", "boolean", "int", "Returnable", "Umtauschbar"],
  ["available_until", "date", "datetime", "Available Until", "Erhältlich bis"],
  ["wrapping_fee", "price", "decimal", "Wrapping Fee", "Verpackungspreis"],
];

/** The set and its attributes, numbered after everything installed. */
export interface GiftsSet {
  readonly set: AttributeSetDoc;
  readonly attributes: readonly AttributeDoc[];
}

export function giftsSet(standard: AttributeSetDoc, sequences: DatasetSequences): GiftsSet {
  const attributes = rows.map(([attribute_code, frontend_input, backend, ...labels]) =>
    ownAttribute({
      id: sequences.next("attribute"),
      attribute_code,
      frontend_input,
      backend,
      labels,
      options: [],
      additional_fields: initialFields(frontend_input),
    }),
  );
  const copy = copyOfDefault(standard, "Gifts", [], sequences);
  const group_id = sequences.next("attribute_group");
  return { set: { ...copy, groups: [...copy.groups, ownGroup(group_id, attributes)] }, attributes };
}

/** A group without installed or configurable attributes, so that it can be removed. */
function ownGroup(group_id: number, attributes: readonly AttributeDoc[]): AttributeGroup {
  const members = attributes.map(({ id }, index) => ({ attribute_id: id, sort_order: index + 1 }));
  return { group_id, name: "As a Gift", sort_order: 8, is_default: false, members };
}
