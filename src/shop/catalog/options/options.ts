/** Finds custom options and their values, and saves their product. */
import type { ProductDoc } from "../../data/entities/catalog.js";
import type { OptionValue, ProductOption } from "../../data/entities/options.js";
import type { Call, CallRaising } from "../../namespace.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { updateTime } from "../../../engine/values/dates.js";
import type { PricePlace } from "./scoped-members.js";

export interface FoundOption {
  readonly product: ProductDoc;
  readonly option: ProductOption;
}

interface FoundValue extends FoundOption {
  readonly value: OptionValue;
}

/** The option with this ID, and its product. Throws `option_not_exists`. */
export async function requireOption(
  { tx, fault }: CallRaising<"option_not_exists">,
  id: number,
): Promise<FoundOption> {
  const product = await productWith(tx, "options.option_id", id);
  const option = product?.options?.find(({ option_id }) => option_id === id);
  if (!product || !option) throw fault("option_not_exists");
  return { product, option };
}

/** The value with this ID, its option and its product. Throws `value_not_exists`. */
export async function requireValue(
  { tx, fault }: CallRaising<"value_not_exists">,
  id: number,
): Promise<FoundValue> {
  const product = await productWith(tx, "options.values.value_id", id);
  for (const option of product?.options ?? []) {
    const value = option.values.find(({ value_id }) => value_id === id);
    if (product && value) return { product, option, value };
  }
  throw fault("value_not_exists");
}

/** The product that contains this ID at a path, such as `options.option_id`. */
export async function productWith(tx: ReadTx, path: string, id: number): Promise<ProductDoc | undefined> {
  if (id === 0) return undefined;
  const [product] = await tx.find("products", { where: [{ path, type: "number", op: "eq", value: id }] });
  return product;
}

export async function saveProduct(tx: Tx, product: ProductDoc, now: string): Promise<void> {
  await tx.put("products", { ...product, updated_at: updateTime(product, now) });
}

/** The scope in which an operation reads and writes titles and prices. Throws `store_not_exists`. */
export function pricePlace({
  args,
  scope,
  settings,
}: Pick<Call<"catalog_product_custom_option.info">, "scope" | "settings"> & {
  readonly args: { readonly store?: unknown };
}): PricePlace {
  return { scope: scope(args.store), priceScope: settings.priceScope };
}
