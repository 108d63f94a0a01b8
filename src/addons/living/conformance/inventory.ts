/** What a shop has of the kinds that golden exchanges create, so that a run can find what it left behind. */
import { isObject } from "../../../engine/values/coercion.js";
import type { CallAnswer } from "../doors/outcome.js";
import type { Send } from "./send.js";

export interface ListedObject {
  readonly kind: "set" | "attribute" | "category" | "product" | "customer";
  readonly id: number;
  /** Name, code, SKU or e-mail address. */
  readonly name: string;
}

/** By kind and ID. A list that the user may not call is omitted. */
export async function inventoryOf(send: Send): Promise<ReadonlyMap<string, ListedObject>> {
  const found = new Map<string, ListedObject>();
  const list = async (kind: ListedObject["kind"], path: string, args: unknown, id: string, name: string) => {
    const rows = nodesOf(await send(path, args));
    for (const row of rows)
      found.set(`${kind} ${String(row[id])}`, { kind, id: Number(row[id]), name: textOf(row[name]) });
    return rows;
  };
  const sets = await list("set", "catalog_product_attribute_set.list", [], "set_id", "name");
  for (const { set_id } of sets)
    await list("attribute", "catalog_product_attribute.list", [set_id], "attribute_id", "code");
  await list("category", "catalog_category.tree", [], "category_id", "name");
  await list("product", "catalog_product.list", [], "product_id", "sku");
  // Without a filter, Magento fails.
  await list("customer", "customer.list", [{ customer_id: { gt: 0 } }], "customer_id", "email");
  return found;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The rows of a list, or the nodes of a tree. */
function nodesOf(answer: CallAnswer): Record<string, unknown>[] {
  if (answer.outcome !== "result") return [];
  const waiting: unknown[] = [answer.value].flat();
  const rows: Record<string, unknown>[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next)) continue;
    rows.push(next);
    if (Array.isArray(next.children)) for (const child of next.children as unknown[]) waiting.push(child);
  }
  return rows;
}
