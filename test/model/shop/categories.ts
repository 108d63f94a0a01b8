/** The category tree of the model and its assignments (catalog 10). */
import { findProduct, valueAt } from "./products.js";
import {
  effective,
  nextNumber,
  placeOf,
  Refusal,
  refuseIf,
  slug,
  viewOf,
  type Category,
  type Shop,
  type View,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

/** The root of the whole tree of both websites. */
const storeRoot = 2;

export function categoryValue({ values }: Category, code: string, view: View): unknown {
  return effective(values[code], "store", view);
}

function findCategory(shop: Shop, id: unknown): Category {
  const found = shop.categories[Number(id)];
  if (!found) throw new Refusal("not_exists");
  return found;
}

/** By position, then by ID. */
export function childrenOf(shop: Shop, parent: number): Category[] {
  return Object.values(shop.categories)
    .filter((one) => one.parent === parent)
    .sort((a, b) => a.position - b.position || a.id - b.id);
}

/** From the root to the category itself. */
export function pathOf(shop: Shop, id: number): number[] {
  const parent = shop.categories[id]?.parent ?? 0;
  return parent === 0 ? [id] : [...pathOf(shop, parent), id];
}

export function descendantsOf(shop: Shop, id: number): Category[] {
  return Object.values(shop.categories).filter((one) => one.id !== id && pathOf(shop, one.id).includes(id));
}

function lastPosition(siblings: readonly Category[]): number {
  return Math.max(0, ...siblings.map(({ position }) => position));
}

function written(values: Category["values"], data: Data, view: View, isNew: boolean): Category["values"] {
  const after = structuredClone(values);
  const put = (code: string, value: unknown) => {
    const scoped = (after[code] ??= {});
    scoped[placeOf("store", view)] = value;
    if (isNew && code !== "description") scoped.default = value;
  };
  for (const code of ["name", "description", "is_active", "url_key"]) {
    const given = data[code];
    if (given === undefined || given === null || (code === "url_key" && given === "")) continue;
    if (code === "is_active") {
      refuseIf(typeof given !== "boolean", "data_invalid");
      put(code, given);
      continue;
    }
    if (code === "name") refuseIf(given === "" || (given === false && view.id === 0), "data_invalid");
    if (given === false || given === "") {
      delete after[code]?.[placeOf("store", view)];
      continue;
    }
    refuseIf(typeof given !== "string" || given.length > 255, "data_invalid");
    put(code, code === "url_key" ? slug(given as string) : given);
  }
  const wantsKey = isNew ? !data.url_key : data.url_key === "";
  if (wantsKey) put("url_key", slug(String(effective(after.name, "store", view))));
  return after;
}

export function createCategory(shop: Shop, { parentId, categoryData, store }: Data): number {
  const view = viewOf(store);
  const parent = findCategory(shop, parentId);
  const data = categoryData as Data;
  refuseIf(typeof data.name !== "string" || data.name.trim() === "", "data_invalid");
  const values = written({ is_active: { default: true } }, data, view, true);
  const position = (data.position as number | undefined) ?? lastPosition(childrenOf(shop, parent.id)) + 1;
  const id = nextNumber(shop, "category");
  shop.categories[id] = { id, parent: parent.id, position, values };
  return id;
}

export function updateCategory(shop: Shop, { categoryId, categoryData, store }: Data): true {
  const view = viewOf(store);
  const category = findCategory(shop, categoryId);
  const data = categoryData as Data;
  refuseIf(category.id === 1, "data_invalid");
  category.values = written(category.values, data, view, false);
  if (typeof data.position === "number") category.position = data.position;
  return true;
}

export function moveCategory(shop: Shop, { categoryId, parentId, afterId }: Data): true {
  const category = findCategory(shop, categoryId);
  const parent = findCategory(shop, parentId);
  refuseIf(category.id === 1 || pathOf(shop, parent.id).includes(category.id), "not_moved");
  refuseIf(category.id === storeRoot && parent.id !== 1, "not_moved");
  const isLast = afterId === undefined || afterId === null;
  const before = childrenOf(shop, parent.id);
  const others = before.filter(({ id }) => id !== category.id);
  refuseIf(!isLast && afterId !== 0 && !others.some(({ id }) => id === afterId), "not_moved");
  const wanted = isLast ? others.length : others.findIndex(({ id }) => id === afterId) + 1;
  if (category.parent === parent.id && before[wanted]?.id === category.id) return true;

  for (const old of childrenOf(shop, category.parent))
    if (old.position > category.position) old.position -= 1;
  const anchor = isLast
    ? lastPosition(others)
    : afterId === 0
      ? 0
      : (shop.categories[Number(afterId)]?.position ?? 0);
  for (const other of others) if (afterId === 0 || other.position > anchor) other.position += 1;
  Object.assign(category, { parent: parent.id, position: anchor + 1 });
  return true;
}

export function deleteCategory(shop: Shop, { categoryId }: Data): true {
  const { id } = findCategory(shop, categoryId);
  const gone = [id, ...descendantsOf(shop, id).map((one) => one.id)];
  refuseIf(gone.includes(1) || gone.includes(storeRoot), "not_deleted");
  for (const one of gone) delete shop.categories[one];
  shop.assignments = shop.assignments.filter(({ category }) => !gone.includes(category));
  return true;
}

function findAssignment(shop: Shop, { categoryId, productId, identifierType }: Data) {
  const category = findCategory(shop, categoryId).id;
  const product = findProduct(shop, productId, identifierType).id;
  const found = shop.assignments.find((one) => one.category === category && one.product === product);
  return { category, product, found };
}

export function assignProduct(shop: Shop, params: Data): true {
  const { category, product, found } = findAssignment(shop, params);
  const position = params.position as number | undefined;
  refuseIf(category === 1, "data_invalid");
  if (!found) shop.assignments.push({ category, product, position: position ?? 0 });
  else found.position = position ?? found.position;
  return true;
}

export function updateAssignment(shop: Shop, params: Data): true {
  const { found } = findAssignment(shop, params);
  if (!found) throw new Refusal("product_not_assigned");
  found.position = (params.position as number | undefined) ?? 0;
  return true;
}

export function removeAssignment(shop: Shop, params: Data): true {
  const { found } = findAssignment(shop, params);
  if (!found) throw new Refusal("product_not_assigned");
  shop.assignments = shop.assignments.filter((one) => one !== found);
  return true;
}

/** At a view: the enabled products of its website. */
export function assignedTo(shop: Shop, category: number, view: View) {
  return shop.assignments
    .filter((one) => one.category === category)
    .map(({ product, position }) => ({ product: findProduct(shop, product), position }))
    .filter(({ product }) => view.id === 0 || product.websites.includes(view.website))
    .filter(({ product }) => view.id === 0 || valueAt(product, "status", view) === 1)
    .sort((a, b) => a.position - b.position || a.product.id - b.product.id)
    .map(({ product, position }) => ({ product_id: product.id, sku: product.sku, position }));
}
