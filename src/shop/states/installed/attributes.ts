/**
 * The installed attributes as documents (catalog 2.3, 2.4). Their IDs are fixed, but the code never refers to an
 * attribute by ID.
 */
import type {
  AttributeDoc,
  AttributeScope,
  Backend,
  EntityType,
  FixedSource,
  ProductType,
} from "../../data/entities/catalog.js";
import { initialFields } from "../../catalog/attribute-values/attribute-fields.js";
import { categoryTable, laterRows, productTable, type AttributeTables } from "../../data/attribute-tables.js";

/** An installed attribute and its place in the installed set; undefined = not in the set. */
export interface InstalledAttribute {
  readonly doc: AttributeDoc;
  readonly place: { readonly group: string; readonly sort_order: number } | undefined;
}

const typeLetters: Readonly<Record<string, ProductType>> = {
  s: "simple",
  c: "configurable",
  g: "grouped",
  v: "virtual",
  b: "bundle",
  d: "downloadable",
};

/** The tables of a data version. */
export function attributeTables(version: number): AttributeTables[] {
  const first = { product: productTable, category: categoryTable };
  return [first, ...laterRows.filter((rows) => rows.version <= version)];
}

/** The attributes of the tables (by default all), in their order. */
export function installedAttributes(
  entityType: EntityType,
  tables: readonly AttributeTables[] = attributeTables(Infinity),
): InstalledAttribute[] {
  return tables
    .flatMap((table) => table[entityType]?.split("\n") ?? [])
    .filter((row) => row.trim() !== "")
    .map((row) => installedAttribute(entityType, row));
}

function installedAttribute(entity_type: EntityType, row: string): InstalledAttribute {
  const [id, code, shown, backend, scope, flags, types, place, ...label] = cells(row);
  const [, input = "", source, preset] = /^([^:=]*)(?::(\w+))?(?:=(\w+))?$/.exec(shown) ?? [];
  const has = (flag: string) => flags.includes(flag);
  const doc: AttributeDoc = {
    id: Number(id),
    entity_type,
    attribute_code: code,
    frontend_input: input,
    backend: backend as Backend,
    scope: scope as AttributeScope,
    default_value: preset ?? null,
    is_unique: has("U"),
    is_required: has("R"),
    is_configurable: has("K"),
    is_searchable: has("S"),
    is_visible_in_advanced_search: has("A"),
    is_comparable: has("C"),
    is_used_for_promo_rules: false,
    is_visible_on_front: false,
    used_in_product_listing: has("L"),
    apply_to: [...types].map((letter) => typeLetters[letter] as ProductType),
    frontend_label: [{ store_id: 0, label: label.join(" ") }],
    additional_fields: additionalFields(input, has),
    is_user_defined: has("D"),
    is_read_only: has("!"),
    source: (source as FixedSource | undefined) ?? null,
    options: [],
  };
  return { doc, place: placeOf(place) };
}

type Cells = [string, string, string, string, string, string, string, string, ...string[]];

function cells(row: string): Cells {
  return row
    .trim()
    .split(/\s+/)
    .map((cell) => cell.replace(/^-/, "")) as Cells;
}

function placeOf(cell: string): InstalledAttribute["place"] {
  const [, group, order] = /^([A-Z])(\d+)$/.exec(cell) ?? [];
  return group === undefined ? undefined : { group, sort_order: Number(order) };
}

/** The additional fields that have a flag in the tables. */
const fieldLetters: Readonly<Record<string, string>> = {
  is_html_allowed_on_front: "H",
  is_wysiwyg_enabled: "W",
  is_filterable: "F",
  used_for_sort_by: "O",
};

function additionalFields(input: string, has: (flag: string) => boolean): AttributeDoc["additional_fields"] {
  const fields = Object.entries(initialFields(input)).map(([name, initial]) => {
    const letter = fieldLetters[name];
    return [name, letter !== undefined && has(letter) ? 1 : initial] as const;
  });
  return Object.fromEntries(fields);
}
