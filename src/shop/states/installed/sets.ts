/** The installed attribute sets and their groups (catalog 2.1, 2.2). */
import type { AttributeGroup, AttributeSetDoc, EntityType } from "../../data/entities/catalog.js";
import type { InstalledAttribute } from "./attributes.js";

/** A group, which the attribute tables refer to by its letter. */
interface GroupRow {
  readonly letter: string;
  readonly group_id: number;
  readonly name: string;
  readonly sort_order: number;
  readonly is_default?: true;
}

const productGroups: readonly GroupRow[] = [
  { letter: "G", group_id: 7, name: "General", sort_order: 1, is_default: true },
  { letter: "P", group_id: 8, name: "Prices", sort_order: 2 },
  { letter: "M", group_id: 9, name: "Meta Information", sort_order: 3 },
  { letter: "I", group_id: 10, name: "Images", sort_order: 4 },
  { letter: "R", group_id: 11, name: "Recurring Profile", sort_order: 5 },
  { letter: "D", group_id: 12, name: "Design", sort_order: 6 },
  { letter: "F", group_id: 17, name: "Gift Options", sort_order: 7 },
];

const categoryGroups: readonly GroupRow[] = [
  { letter: "I", group_id: 4, name: "General Information", sort_order: 2 },
  { letter: "-", group_id: 3, name: "General", sort_order: 10, is_default: true },
  { letter: "D", group_id: 5, name: "Display Settings", sort_order: 20 },
  { letter: "C", group_id: 6, name: "Custom Design", sort_order: 30 },
];

/** Sets of customers, addresses, orders and their documents, which only reserve their IDs (catalog 2.1). */
const reserved = [
  { id: 1, group_id: 1 },
  { id: 2, group_id: 2 },
  { id: 5, group_id: 13 },
  { id: 6, group_id: 14 },
  { id: 7, group_id: 15 },
  { id: 8, group_id: 16 },
];

/** The name of the group with a letter in the tables. */
export function groupName(entityType: EntityType, letter: string): string | undefined {
  const rows = entityType === "product" ? productGroups : categoryGroups;
  return rows.find((row) => row.letter === letter)?.name;
}

export function installedSets(
  product: readonly InstalledAttribute[],
  category: readonly InstalledAttribute[],
): AttributeSetDoc[] {
  const name = "Default";
  return [
    { id: 3, entity_type: "category", name, groups: groupsWith(categoryGroups, category) },
    { id: 4, entity_type: "product", name, groups: groupsWith(productGroups, product) },
    ...reserved.map(({ id, group_id }): AttributeSetDoc => {
      const general = { letter: "-", group_id, name: "General", sort_order: 1, is_default: true } as const;
      return { id, entity_type: "other", name, groups: groupsWith([general], []) };
    }),
  ];
}

function groupsWith(rows: readonly GroupRow[], attributes: readonly InstalledAttribute[]): AttributeGroup[] {
  return rows.map(({ letter, group_id, name, sort_order, is_default = false }) => {
    const members = attributes
      .filter(({ place }) => place?.group === letter)
      .map(({ doc, place }) => ({ attribute_id: doc.id, sort_order: place?.sort_order ?? 0 }));
    return { group_id, name, sort_order, is_default, members };
  });
}
