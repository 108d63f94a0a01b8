/** Finds the product that a caller names. */
import { operations } from "../../../../generated/tables.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { nearestName } from "../../../engine/config/spelling.js";
import { readerOf } from "../../../engine/contract/arguments.js";
import { type Identifier, cleanText, toDecimal, toId, toText } from "../../../engine/values/coercion.js";
import type { Call, CallRaising } from "../../namespace.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import { shopContract } from "../../contract.js";

export type IdentifierType = "sku" | "id" | undefined;

/**
 * The product with an identifier (catalog 3.1): by ID, or by SKU ignoring case. A SKU of digits is found only with the
 * type "sku"; an unknown ID is not tried as a SKU.
 */
export async function findProduct(
  tx: ReadTx,
  identifier: unknown,
  identifierType: IdentifierType,
): Promise<ProductDoc | undefined> {
  if (identifierType !== "sku") return tx.get("products", toProductId(identifier));
  const sku = cleanText(toText(identifier)?.trim() ?? "");
  return sku ? tx.by("products", "sku", [sku]) : undefined;
}

/** Accepts only digits, unlike other IDs, because any other text can be a SKU. */
function toProductId(identifier: unknown): number {
  return typeof identifier === "string" && !/^\d+$/.test(identifier) ? 0 : toId(identifier);
}

/** The existing products with these IDs, in the order of the IDs. */
export async function productsWith(tx: ReadTx, ids: readonly number[]): Promise<ProductDoc[]> {
  const products: ProductDoc[] = [];
  for (const id of ids) {
    const product = await tx.get("products", id);
    if (product) products.push(product);
  }
  return products;
}

/** The parts of a call for a lookup. At the XML doors, clients can send a SKU instead of an ID. */
interface ProductLookup {
  readonly tx: ReadTx;
  readonly isLegacy: boolean;
}

/** The product with the identifier that a caller sent. */
export function findNamedProduct(
  { tx, isLegacy }: ProductLookup,
  identifier: unknown,
  identifierType: IdentifierType,
): Promise<ProductDoc | undefined> {
  if (isLegacy && identifierType === undefined) return findByIdOrSku(tx, identifier);
  return findProduct(tx, identifier, identifierType);
}

/** An integer without leading zeros is always an ID. */
const idForm = /^([+-]?[1-9]\d*|0)$/;

/** The product for clients of Magento 1: a text that is not an integer is tried as a SKU before an ID (doors 0). */
export async function findByIdOrSku(tx: ReadTx, identifier: unknown): Promise<ProductDoc | undefined> {
  if (typeof identifier !== "string") return findProduct(tx, identifier, "id");
  const named = idForm.test(identifier) ? undefined : await findProduct(tx, identifier, "sku");
  return named ?? tx.get("products", toId(toDecimal(identifier.replace(/^\+/, ""))));
}

/** The product with an identifier. Throws `product_not_exists`. */
export async function requireProduct(
  { tx, fault, isLegacy }: CallRaising<"product_not_exists"> & ProductLookup,
  identifier: Identifier,
  identifierType: IdentifierType,
): Promise<ProductDoc> {
  const product = await findNamedProduct({ tx, isLegacy }, identifier, identifierType);
  if (product) return product;
  const meant = await meantProduct(tx, identifier);
  throw meant === ""
    ? fault("product_not_exists")
    : fault("product_not_exists", `There is no such product${meant}.`);
}

/** The end of a message about an unknown product: whose SKU it is, or which SKU may be meant; "" otherwise. */
export async function meantProduct(tx: ReadTx, identifier: unknown): Promise<string> {
  const sku = typeof identifier === "string" ? cleanText(identifier.trim()) : undefined;
  if (!sku || /^\d+$/.test(sku)) return "";
  const named = await tx.by("products", "sku", [sku]);
  if (named) return `; it is the SKU of product ${named.id}`;
  const meant = nearestName(sku, await someSkus(tx));
  return meant === undefined ? "" : `; ${meant} may be meant`;
}

/** The SKUs that a misspelt one is compared with: enough for a shop of tests, and quick in a large one. */
export async function someSkus(tx: ReadTx): Promise<string[]> {
  const products = await tx.find("products", { limit: 500 });
  return products.map(({ sku }) => sku);
}

/** Operations without `identifierType` in the API documents. */
type SpecialPriceCall = Call<"catalog_product.getSpecialPrice"> | Call<"catalog_product.setSpecialPrice">;

const readIdentifierType = readerOf(shopContract, operations["catalog_product.info"], "identifierType");

/** The identifier type for such an operation: "id", except that functions of SOAP v2 have a part `identifierType`. */
export function specialPriceIdentifierType({ isLegacy, extraArguments }: SpecialPriceCall): IdentifierType {
  return isLegacy ? (readIdentifierType(extraArguments.identifierType) as IdentifierType) : "id";
}

/** The product of such an operation. Throws `product_not_exists`. */
export function requireSpecialPriceProduct(
  call: SpecialPriceCall,
  identifierType: IdentifierType,
): Promise<ProductDoc> {
  const { productId } = call.args;
  // At the XML doors, text can be a SKU. The fault contains the identifier as sent.
  const isAsSent = call.isLegacy || productId === 0;
  const identifier = isAsSent ? (call.asSent("productId") as Identifier) : productId;
  return requireProduct(call, identifier, identifierType);
}
