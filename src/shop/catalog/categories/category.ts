/** `catalog_category`: the category tree and the products assigned to it. API document, part 1; catalog 10. */
import { currentStore } from "../../stores/current-store.js";
import type { Schemas } from "../../../../generated/operations.js";
import type { CategoryDoc, ProductDoc } from "../../data/entities/catalog.js";
import { about, badParameter } from "../../../engine/contract/faults.js";
import type { Fault } from "../../../engine/contract/faults.js";
import { unknownNamesFault } from "../../../engine/contract/members.js";
import type { Namespace } from "../../namespace.js";
import { validateCategoryChange, validateNewCategory, type CategoryDataContext } from "./category-data.js";
import { categoryEntry, categoryInfo, categoryNode, linkedTree } from "./category-info.js";
import { byPosition, childPlace, isWithin, moveNode, treeRootId, withDescendants } from "./category-tree.js";
import { effectiveValue } from "../attribute-values/scoped-values.js";
import { toId, toInt } from "../../../engine/values/coercion.js";
import type { Scope, ShopDirectory } from "../../stores/directory.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import { sourceContext } from "../attributes/attribute-model.js";
import { attributeModel } from "../attributes/attributes.js";
import type { AttributeModel } from "../attributes/attribute-model.js";
import {
  ancestorsOf,
  categoriesOf,
  childrenOf,
  deleteCategories,
  descendantsOf,
  lockTree,
  requireCategory,
  saveCategories,
} from "./categories.js";
import { assignmentOf, assignmentsInCategory, saveAssignment } from "../records/assignments.js";
import { requireProduct } from "../records/product-lookups.js";
import { forEachInSlices, mapInSlices } from "../../../engine/time-slices.js";
import { updateTime } from "../../../engine/values/dates.js";
import { growthBounds } from "../../data/growth.js";

export const category: Namespace<"catalog_category"> = {
  currentStore: currentStore("category"),

  async tree({ args, scope, tx, fault }) {
    const at = scope(args.store);
    const root = await requireCategory({ tx, fault }, args.parentId, "parentId");

    const below = (await descendantsOf(tx, root)).toSorted(byPosition);
    const nodes = await mapInSlices(below, (one) => categoryNode(one, at));
    return linkedTree(categoryNode(root, at), nodes);
  },

  // An absent argument, 0 and "admin" mean the same here; the current store is not used (catalog 10.3).
  async level({ args, scope, tx, fault, shop }) {
    const website = shop.website(args.website ?? 0);
    if (!website) throw fault("website_not_exists");
    const at = scope(args.store ?? 0);
    if (website.website_id !== 0 && at.store_id !== 0 && at.website_id !== website.website_id) {
      throw fault("store_not_exists", `The store view does not belong to the website ${website.code}.`);
    }
    if (args.categoryId !== undefined) await requireCategory({ tx, fault }, args.categoryId);

    const parentId = args.categoryId ?? rootCategoryId(shop, at) ?? treeRootId;
    const isOfWebsite = args.categoryId === undefined && at.store_id === 0 && website.website_id !== 0;
    const categories = isOfWebsite
      ? await categoriesOf(tx, rootCategoryIds(shop, website.website_id))
      : await childrenOf(tx, parentId);

    return mapInSlices(categories.toSorted(byPosition), (one) => categoryEntry(one, at));
  },

  async info({ args, scope, tx, fault, isStrict, ignore }) {
    const named = namedAttributes(args.attributes);
    const at = scope(args.store);
    const found = await requireCategory({ tx, fault }, args.categoryId);
    if (named && (isStrict || ignore)) {
      const unknown = unknownAttributes(args.attributes, await attributeModel(tx));
      if (unknown && isStrict) throw unknown;
      if (unknown) ignore?.(unknown.message);
    }

    const ancestors = await ancestorsOf(tx, found);
    const descendants = await descendantsOf(tx, found);
    const { categoryAttributes } = await attributeModel(tx);
    return categoryInfo({ category: found, ancestors, descendants }, categoryAttributes, named, at);
  },

  async create({ args, check, scope, tx, fault, shop, now }) {
    const at = scope(args.store);
    const top = await lockTree(tx);
    const parent = await requireCategory({ tx, fault }, args.parentId, "parentId");

    const { categoryData } = check("categoryData");
    const context = await dataContext(tx, shop, at);
    const { values, position, problems } = validateNewCategory(categoryData, context);
    if (problems.length > 0) throw fault("data_invalid", problems);
    if (parent.level >= growthBounds.treeLevels) throw fault("data_invalid", about("parentId", treeTooDeep));
    if ((top?.children_count ?? 0) >= growthBounds.categories)
      throw fault("data_invalid", `There may be at most ${growthBounds.categories} categories.`);

    const id = await tx.next("category");
    const place = childPlace(parent, await childrenOf(tx, parent.id), id, position);
    await tx.put("categories", { id, ...place, children_count: 0, created_at: now, updated_at: now, values });
    await saveCategories(tx, withDescendants([...(await ancestorsOf(tx, parent)), parent], 1));
    return id;
  },

  async update({ args, check, scope, tx, fault, shop, now }) {
    const at = scope(args.store);
    await lockTree(tx);
    const found = await requireCategory({ tx, fault }, args.categoryId);
    if (found.id === treeRootId)
      throw fault("data_invalid", about("categoryId", "The root of the tree cannot be changed."));

    const { categoryData } = check("categoryData");
    const context = await dataContext(tx, shop, at);
    const { values, position, problems } = validateCategoryChange(categoryData, found.values, context);
    if (problems.length > 0) throw fault("data_invalid", problems);

    await tx.put("categories", {
      ...found,
      values,
      position: position ?? found.position,
      updated_at: updateTime(found, now),
    });
    return true;
  },

  async move({ args, tx, fault, shop, now }) {
    await lockTree(tx);
    const found = await requireCategory({ tx, fault }, args.categoryId);
    const parent = await requireCategory({ tx, fault }, args.parentId, "parentId");
    const refusal = moveRefusal(found, parent, shop);
    if (refusal !== undefined) throw fault("not_moved", about("categoryId", refusal));

    const siblings = await childrenOf(tx, parent.id);
    const after = siblingBefore(args.afterId, found, siblings);
    if (after === undefined)
      throw fault("not_moved", about("afterId", "afterId: must be another child of the new parent"));

    const descendants = parent.id === found.parent_id ? [] : await descendantsOf(tx, found);
    if (deepest([found, ...descendants]) + parent.level + 1 - found.level > growthBounds.treeLevels)
      throw fault("not_moved", about("parentId", treeTooDeep));

    const further =
      parent.id === found.parent_id ? [] : [...descendants, ...(await furtherNodes(tx, found, parent))];
    const nodes = [parent, ...siblings, ...further, { ...found, updated_at: updateTime(found, now) }];
    await saveCategories(tx, moveNode(nodes, found.id, { parent_id: parent.id, after }));
    return true;
  },

  async delete({ args, tx, fault, shop }) {
    await lockTree(tx);
    const found = await requireCategory({ tx, fault }, args.categoryId);
    if (found.id === treeRootId) throw fault("not_deleted", "The root of the tree cannot be deleted.");
    const roots = await categoriesOf(tx, shop.rootCategoryIds);
    if (roots.some((root) => isWithin(root, found))) {
      throw fault("not_deleted", "The category is, or contains, the root category of a store.");
    }

    const ancestors = await ancestorsOf(tx, found);
    await deleteCategories(tx, [found, ...(await descendantsOf(tx, found))]);
    await saveCategories(tx, withDescendants(ancestors, -(1 + found.children_count)));
    return true;
  },

  async assignedProducts({ args, scope, tx, fault }) {
    const { id } = await requireCategory({ tx, fault }, args.categoryId);
    const at = scope(args.store);

    const entries: Schemas["AssignedProduct"][] = [];
    await forEachInSlices(await assignmentsInCategory(tx, id), async ({ product_id, position }) => {
      const product = await tx.get("products", product_id);
      if (!product || !isSold(product, at)) return;
      entries.push({ product_id, type: product.type, set: product.set, sku: product.sku, position });
    });
    return entries.sort((a, b) => a.position - b.position || a.product_id - b.product_id);
  },

  async assignProduct(call) {
    const { args, check, tx, fault } = call;
    const { id: category_id } = await requireCategory(call, args.categoryId);
    const { id: product_id } = await requireProduct(call, args.productId, args.identifierType);
    const { position: given } = check("position");
    if (category_id === treeRootId)
      throw fault(
        "data_invalid",
        about("categoryId", "Products cannot be assigned to the root of the tree."),
      );

    const assigned = await assignmentOf(tx, category_id, product_id);
    await saveAssignment(tx, { category_id, product_id, position: given ?? assigned?.position ?? 0 });
    return true;
  },

  async updateProduct(call) {
    const { args, check, tx, fault } = call;
    const { id: category_id } = await requireCategory(call, args.categoryId);
    const { id: product_id } = await requireProduct(call, args.productId, args.identifierType);
    if (!(await assignmentOf(tx, category_id, product_id)))
      throw fault("product_not_assigned", about("productId"));
    const { position } = check("position");

    await saveAssignment(tx, { category_id, product_id, position });
    return true;
  },

  async removeProduct(call) {
    const { args, tx, fault } = call;
    const { id: category_id } = await requireCategory(call, args.categoryId);
    const { id: product_id } = await requireProduct(call, args.productId, args.identifierType);
    const assigned = await assignmentOf(tx, category_id, product_id);
    if (!assigned) throw fault("product_not_assigned", about("productId"));

    await tx.del("category_products", assigned.id);
    return true;
  },
};

/** More names of attributes than a category has. */
const maxNamed = 10_000;

/** The attributes that the caller of `info` wants; undefined means all. A single name counts as a list of one. */
function namedAttributes(attributes: unknown): readonly (string | number)[] | undefined {
  if (attributes === undefined) return undefined;
  if (isName(attributes)) return [attributes];
  if (!Array.isArray(attributes)) throw badParameter("attributes", "must be a list of attribute codes");
  if (attributes.length > maxNamed) throw badParameter("attributes", `must have at most ${maxNamed} codes`);
  return attributes.filter(isName);
}

/** Members of the result that are fields of the category. */
const resultMembers: readonly string[] = ["category_id", "parent_id", "position", "level", "is_active"];

function unknownAttributes(given: unknown, model: AttributeModel): Fault | undefined {
  const isKnown = (name: string) =>
    resultMembers.includes(name) || !!model.categoryByCode(name) || !!model.categoryById(toId(name));
  const codes = () => [
    ...model.categoryAttributes.map(({ attribute_code }) => attribute_code),
    ...resultMembers,
  ];
  return unknownNamesFault("attributes", Array.isArray(given) ? given : [given], isKnown, codes);
}

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

async function dataContext(tx: ReadTx, shop: ShopDirectory, scope: Scope): Promise<CategoryDataContext> {
  const model = await attributeModel(tx);
  return { attributes: model.categoryAttributes, sources: sourceContext(model, shop), scope };
}

/** The root category of the store's group; undefined for store 0. */
function rootCategoryId(shop: ShopDirectory, { store_id }: Scope): number | undefined {
  if (store_id === 0) return undefined;
  return shop.group(shop.view(store_id)?.group_id ?? 0)?.root_category_id;
}

function rootCategoryIds(shop: ShopDirectory, websiteId: number): number[] {
  return shop.doc.groups
    .filter(({ website_id }) => website_id === websiteId)
    .map((group) => group.root_category_id);
}

/** Why a category cannot be moved to this parent; undefined if it can (catalog 10.8). */
function moveRefusal(moving: CategoryDoc, parent: CategoryDoc, shop: ShopDirectory): string | undefined {
  if (moving.id === treeRootId) return "The root of the tree cannot be moved.";
  if (isWithin(parent, moving)) return "The category cannot be placed below its own subtree.";
  const isStoreRoot = shop.rootCategoryIds.includes(moving.id);
  return isStoreRoot && parent.id !== treeRootId
    ? "The root category of a store must stay below category 1."
    : undefined;
}

/** The sibling before the new place, 0 = first, null = last; undefined if `afterId` is not a sibling. */
function siblingBefore(
  afterId: unknown,
  moving: CategoryDoc,
  siblings: readonly CategoryDoc[],
): number | null | undefined {
  if (afterId === undefined) return null;
  const after = toInt(afterId);
  const isSibling = siblings.some(({ id }) => id === after && id !== moving.id);
  return after === 0 || isSibling ? after : undefined;
}

const treeTooDeep = `The tree may have at most ${growthBounds.treeLevels} levels below its root.`;

function deepest(categories: readonly CategoryDoc[]): number {
  return categories.reduce((highest, { level }) => Math.max(highest, level), 0);
}

/** The further nodes that a move to another parent can change: old siblings, and ancestors of both places. */
async function furtherNodes(tx: ReadTx, moving: CategoryDoc, parent: CategoryDoc): Promise<CategoryDoc[]> {
  return [
    ...(await childrenOf(tx, moving.parent_id)),
    ...(await ancestorsOf(tx, moving)),
    ...(await ancestorsOf(tx, parent)),
  ];
}

/**
 * Whether a product is shown in a scope: in store 0 all are, in a view the enabled ones of its website
 * (catalog 10.10).
 */
function isSold({ website_ids, values }: ProductDoc, scope: Scope): boolean {
  if (scope.store_id === 0) return true;
  return website_ids.includes(scope.website_id) && effectiveValue(values, "status", "website", scope) === 1;
}
