/** Categories in results (catalog 10.2–10.5). */
import type { Schemas } from "../../../../generated/operations.js";
import type { AttributeDoc, AttributeValue, CategoryDoc } from "../../data/entities/catalog.js";
import type { Scope } from "../../stores/directory.js";
import { isYesNo, presentValue } from "../attribute-values/attribute-values.js";
import { byPosition } from "./category-tree.js";
import { effectiveValue } from "../attribute-values/scoped-values.js";

type CategoryEntry = Schemas["CategoryEntry"];
type CategoryNode = Schemas["CategoryNode"];
type CategoryInfo = Schemas["CategoryInfo"];

/** A category with its ancestors and descendants. */
interface Lineage {
  readonly category: CategoryDoc;
  /** From the tree root to the parent. */
  readonly ancestors: readonly CategoryDoc[];
  /** In any order. */
  readonly descendants: readonly CategoryDoc[];
}

/** One entry of `level`, with the values of the scope. */
export function categoryEntry(category: CategoryDoc, scope: Scope): CategoryEntry {
  return {
    category_id: category.id,
    parent_id: category.parent_id,
    name: String(valueAt(category, "name", scope) ?? ""),
    is_active: isActive(category, scope),
    position: category.position,
    level: category.level,
  };
}

/** A node of `tree` without children. */
export function categoryNode(category: CategoryDoc, scope: Scope): CategoryNode {
  return { ...categoryEntry(category, scope), children: [] };
}

/**
 * Links the descendants, which are sorted by position, into a tree. No recursion: the tree can be deeper than the
 * stack.
 */
export function linkedTree(root: CategoryNode, below: readonly CategoryNode[]): CategoryNode {
  const nodes = new Map([root, ...below].map((node) => [node.category_id, node]));
  for (const node of below) nodes.get(node.parent_id)?.children.push(node);
  return root;
}

/** The base fields and the attributes named by code or ID; all attributes without a list. Ignores unknown names. */
export function categoryInfo(
  lineage: Lineage,
  attributes: readonly AttributeDoc[],
  named: readonly unknown[] | undefined,
  scope: Scope,
): CategoryInfo {
  const info: Record<string, unknown> = {};
  for (const field of baseFields) info[field] = fields[field]?.(lineage, scope);

  const wanted = named && new Set(named.map(String));
  const isWanted = (name: string | number) => !wanted || wanted.has(String(name));
  for (const attribute of attributes) {
    const code = attribute.attribute_code;
    if (isWanted(code) || isWanted(attribute.id)) info[code] = memberOf(lineage, attribute, scope);
  }
  for (const field of ["created_at", "updated_at"]) {
    if (isWanted(field)) info[field] = fields[field]?.(lineage, scope);
  }
  return info as CategoryInfo;
}

const baseFields = ["category_id", "is_active", "position", "level", "parent_id", "children", "all_children"];

type Field = (lineage: Lineage, scope: Scope) => unknown;

/** Members that are not simply stored values: columns, computed fields, and values in another form. */
const fields: Readonly<Record<string, Field>> = {
  category_id: ({ category }) => category.id,
  parent_id: ({ category }) => category.parent_id,
  is_active: ({ category }, scope) => isActive(category, scope),
  position: ({ category }) => category.position,
  level: ({ category }) => category.level,
  path: ({ category }) => category.path,
  children_count: ({ category }) => category.children_count,
  children: directChildren,
  all_children: allChildren,
  url_path: urlPath,
  path_in_store: () => null,
  display_mode: ({ category }, scope) => valueAt(category, "display_mode", scope) ?? "PRODUCTS",
  available_sort_by: ({ category }, scope) => codes(valueAt(category, "available_sort_by", scope)),
  created_at: ({ category }) => category.created_at,
  updated_at: ({ category }) => category.updated_at,
};

function memberOf(lineage: Lineage, attribute: AttributeDoc, scope: Scope): unknown {
  const field = fields[attribute.attribute_code];
  if (field) return field(lineage, scope);
  const value = effectiveValue(lineage.category.values, attribute.attribute_code, attribute.scope, scope);
  if (value !== null && isYesNo(attribute)) return Number(value) === 1;
  return presentValue(attribute, value);
}

function directChildren({ category, descendants }: Lineage, scope: Scope): string {
  return idList(descendants.filter((child) => child.parent_id === category.id && isActive(child, scope)));
}

/** A flat list by position. Includes active categories below inactive ones. */
function allChildren({ category, descendants }: Lineage, scope: Scope): string {
  const active = idList(descendants.filter((descendant) => isActive(descendant, scope)));
  return active === "" ? String(category.id) : `${category.id},${active}`;
}

function idList(categories: readonly CategoryDoc[]): string {
  return categories
    .toSorted(byPosition)
    .map(({ id }) => id)
    .join(",");
}

/** The keys below the root category of the store. Null for a category without a URL key. */
function urlPath({ category, ancestors }: Lineage, scope: Scope): string | null {
  if (category.level < 2 || valueAt(category, "url_key", scope) === null) return null;
  const keys = [...ancestors, category]
    .filter(({ level }) => level >= 2)
    .flatMap((one) => valueAt(one, "url_key", scope) ?? []);
  return `${keys.join("/")}.html`;
}

function codes(value: AttributeValue): string[] {
  return value === null || value === "" ? [] : String(value).split(",");
}

function isActive(category: CategoryDoc, scope: Scope): boolean {
  return Number(valueAt(category, "is_active", scope)) === 1;
}

/** All attributes that the service itself uses have the scope "store" (catalog 2.4). */
function valueAt({ values }: CategoryDoc, code: string, scope: Scope): AttributeValue {
  return effectiveValue(values, code, "store", scope);
}
