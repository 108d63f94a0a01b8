/** Values of unique attributes: no two products can have the same one in any scope (catalog 9.4). */
import type { AttributeDoc, AttributeValue } from "../../data/entities/catalog.js";
import { defaultValueKey } from "../attribute-values/scoped-values.js";
import type { ShopDirectory } from "../../stores/directory.js";
import { fold } from "../../../engine/values/text.js";
import type { Condition } from "../../../engine/filters/query.js";
import type { ReadTx } from "../../../engine/storage/storage.js";

/**
 * The ID of another product with this value, if any. Texts are compared without case and surrounding spaces. Scans all
 * products, so it is called only for attributes that are marked as unique.
 */
export async function ownerOfUniqueValue(
  tx: ReadTx,
  shop: ShopDirectory,
  { attribute_code }: AttributeDoc,
  value: string | number,
  ownId: number | undefined,
): Promise<number | undefined> {
  const keys = scopeKeys(shop);
  const condition = (key: string): Condition => {
    const path = `values.${key}.${attribute_code}`;
    if (typeof value === "number") return { path, type: "number", op: "eq", value };
    return { path, type: "text", op: "like", value: `%${escapePattern(value.trim())}%` };
  };
  const candidates = await tx.find("products", { any: [keys.map(condition)] });

  const wanted = comparable(value);
  const owner = candidates.find(
    ({ id, values }) =>
      id !== ownId && keys.some((key) => comparable(values[key]?.[attribute_code]) === wanted),
  );
  return owner?.id;
}

/** All keys under which a value can be stored. */
function scopeKeys({ doc, sellingWebsites }: ShopDirectory): readonly string[] {
  const views = doc.views.filter(({ store_id }) => store_id !== 0);
  return [
    defaultValueKey,
    ...sellingWebsites.map(({ website_id }) => `w${website_id}`),
    ...views.map(({ store_id }) => `s${store_id}`),
  ];
}

function comparable(value: AttributeValue | undefined): string | number | null | undefined {
  return typeof value === "string" ? fold(value.trim()) : value;
}

function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
