/** The members of entries of `cart_product` that have no effect on their lines, for strict handling (conventions 4). */
import type { CartDoc } from "../../data/entities/cart.js";
import type { ProductDoc, ProductType } from "../../data/entities/catalog.js";
import { findProduct } from "../../catalog/records/product-lookups.js";
import {
  idleMembers,
  isEmpty,
  isSame,
  withoutEffect,
  type Handling,
} from "../../../engine/contract/members.js";
import { isObject, toId } from "../../../engine/values/coercion.js";
import { forEachInSlices } from "../../../engine/time-slices.js";
import { append } from "../../../engine/values/lists.js";
import type { Problem } from "../../../engine/values/problem.js";
import type { CartContext } from "../pricing.js";
import { isIdentifierAbsent, readProductEntry, type CartProductEntry } from "./entries.js";
import { findLine, productOf } from "./lines.js";

const choiceNames = [
  "options",
  "super_attribute",
  "super_group",
  "bundle_option",
  "bundle_option_qty",
  "links",
];

/** The choices by type; every product can have options. The members of a grouped product may have links. */
const choicesByType: Readonly<Partial<Record<ProductType, readonly string[]>>> = {
  configurable: ["super_attribute"],
  grouped: ["super_group", "links"],
  bundle: ["bundle_option", "bundle_option_qty"],
  downloadable: ["links"],
};

/**
 * The members without effect that the caller wants to be refused. Entries without a product have none: the operation refuses
 * them itself.
 * @param cart the cart with the lines, if the operation takes whole lines, so that only their own quantity fits
 * @param placeOf path of an entry
 */
export async function refusedEntryMembers(
  context: CartContext & Handling,
  entries: unknown,
  placeOf: (index: number) => string,
  cart?: CartDoc,
): Promise<readonly Problem[]> {
  if (!context.isStrict && !context.ignore) return [];
  const problems: Problem[] = [];
  const sentEntries = (Array.isArray(entries) ? (entries as unknown[]) : []).entries();
  await forEachInSlices([...sentEntries], async ([index, sent]) => {
    if (!isObject(sent)) return;
    const entry = readProductEntry(sent);
    const product = await productOf(context, entry);
    if (!product) return;
    const place = placeOf(index);
    const { type } = product;
    const others = choiceNames.filter((name) => name !== "options" && !choicesByType[type]?.includes(name));
    append(problems, [
      ...(await idleSku(context, entry, product, place)),
      ...idleMembers(
        sent,
        others.filter((name) => !isEmpty(sent[name])),
        `does not apply to products of type ${type}`,
        place,
      ),
      ...unknownChoices(entry, product, place),
      ...(cart ? await idleQty(context, cart, entry, place) : []),
    ]);
  });
  return withoutEffect(context, "", () => problems);
}

/** A SKU together with the ID of another product. */
async function idleSku(
  { tx }: CartContext,
  { product_id, sku }: CartProductEntry,
  product: ProductDoc,
  place: string,
): Promise<Problem[]> {
  if (isIdentifierAbsent(product_id) || isIdentifierAbsent(sku)) return [];
  const named = await findProduct(tx, sku, "sku");
  return named?.id === product.id ? [] : idleMembers({ sku }, ["sku"], "is not the SKU of product_id", place);
}

/** Options and links that the product does not have. */
function unknownChoices({ request }: CartProductEntry, product: ProductDoc, place: string): Problem[] {
  const { type, options = [], download_links = [] } = product;
  // Those of grouped products belong to their members.
  if (type === "grouped") return [];
  const unknown = Object.keys(request.options ?? {}).filter(
    (id) => !options.some(({ option_id }) => option_id === toId(id)),
  );
  const links = (request.links ?? []).filter((id) => !download_links.some(({ link_id }) => link_id === id));
  return [
    ...unknown.map((id) => ({ field: `${place}options.${id}`, message: "is not an option of the product" })),
    ...(type === "downloadable"
      ? links.map((id) => ({ field: `${place}links`, message: `${id} is not a link of the product` }))
      : []),
  ];
}

async function idleQty(
  context: CartContext,
  cart: CartDoc,
  entry: CartProductEntry,
  place: string,
): Promise<Problem[]> {
  if (isEmpty(entry.qty)) return [];
  const found = await findLine(context, cart, entry);
  if (!("line" in found) || isSame(entry.qty, found.line.qty)) return [];
  return idleMembers(
    { qty: entry.qty },
    ["qty"],
    `differs from the quantity of the line, ${found.line.qty}`,
    place,
  );
}
