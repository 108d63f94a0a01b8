/** Imports the category tree with the values of all views. */
import type { AttributeDoc, AttributeValue, CategoryDoc } from "../../../shop/data/entities/catalog.js";
import type { StoreView } from "../../../shop/data/entities/shop.js";
import { installedAt } from "../../../shop/states/installed/categories.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { CatalogModel } from "./attributes.js";
import { askAbout, askIfAllowed, type ImportContext } from "./reading.js";
import { idIn, numberIn, rowsIn, textIn, timeIn, words } from "./source.js";
import { scopedValues, type ValueReader } from "./values.js";

/** A category in the tree. */
export interface ForeignCategory {
  readonly id: number;
  readonly parent_id: number;
  readonly path: string;
  readonly level: number;
  readonly position: number;
  readonly descendants: number;
  readonly row: DataObject;
}

/** All nodes, parents before their children; empty if the role does not allow reading them. */
export async function readTree(context: ImportContext): Promise<readonly ForeignCategory[]> {
  const answer = await askIfAllowed(context, "categories", "catalog_category.tree");
  const [root] = rowsIn(answer === undefined ? [] : [answer]);
  return root ? nodesOf(root) : [];
}

function nodesOf(root: DataObject): ForeignCategory[] {
  const nodes: ForeignCategory[] = [];
  const counts = new Map<number, number>();
  const waiting: { row: DataObject; parent?: ForeignCategory }[] = [{ row: root }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, parent } = next;
    const id = idIn(row.category_id);
    if (!id) continue;
    const node = {
      ...{ id, parent_id: parent?.id ?? 0, path: parent ? `${parent.path}/${id}` : `${id}` },
      level: parent ? parent.level + 1 : 0,
      position: numberIn(row.position) ?? 0,
      descendants: 0,
      row,
    };
    nodes.push(node);
    for (const above of node.path.split("/").slice(0, -1))
      counts.set(Number(above), (counts.get(Number(above)) ?? 0) + 1);
    for (const child of rowsIn(row.children).reverse()) waiting.push({ row: child, parent: node });
  }
  return nodes.map((node) => ({ ...node, descendants: counts.get(node.id) ?? 0 }));
}

/** Columns and computed attributes. */
const computed: ReadonlySet<string> = new Set(
  words("path position level children_count children all_children path_in_store url_path"),
);

/** The attributes whose values come with categories. */
export function categoryAttributes({ model }: CatalogModel): readonly AttributeDoc[] {
  return model.categoryAttributes.filter(({ attribute_code }) => !computed.has(attribute_code));
}

export async function readCategory(
  context: ImportContext,
  node: ForeignCategory,
  views: readonly StoreView[],
  attributes: readonly AttributeDoc[],
  values: ValueReader,
): Promise<CategoryDoc> {
  const { id, parent_id, path, level, position, descendants, row } = node;
  const name = `category ${id}`;
  // Typed responses omit unset members.
  const unset = Object.fromEntries(attributes.map(({ attribute_code }) => [attribute_code, null]));
  const infoAt = async (view: string | number) => {
    const about = view === 0 ? name : `${name}, view ${view}`;
    const [info] = rowsIn([await askAbout(context, about, "catalog_category.info", [id, view])]);
    return info && { ...unset, ...info };
  };
  const [general, ...answers] = await Promise.all([
    infoAt(0),
    ...views.map(async (view) => ({ view, info: await infoAt(view.code) })),
  ]);
  const info = general ?? row;
  const readValue = (attribute: AttributeDoc, value: unknown): AttributeValue | undefined =>
    values.read(attribute, value, name);
  reportUnknown(context, info, attributes);
  return {
    id,
    parent_id,
    path,
    position,
    level,
    children_count: descendants,
    created_at: timeIn(info.created_at) ?? installedAt,
    updated_at: timeIn(info.updated_at) ?? timeIn(info.created_at) ?? installedAt,
    values: scopedValues(
      attributes,
      { ...info, name: textIn(info.name) ?? textIn(row.name) ?? "" },
      answers,
      readValue,
    ),
  };
}

const columns: ReadonlySet<string> = new Set(
  words("category_id parent_id created_at updated_at increment_id custom_design_apply"),
);

/** Reports user-defined attributes of categories. */
function reportUnknown(
  { report }: ImportContext,
  info: DataObject,
  attributes: readonly AttributeDoc[],
): void {
  const known = new Set(attributes.map(({ attribute_code }) => attribute_code));
  for (const [code, value] of Object.entries(info)) {
    const isKnown = known.has(code) || computed.has(code) || columns.has(code);
    if (!isKnown && value !== null && value !== "")
      report.findOnce("attributes of categories that this service does not have", code);
  }
}
