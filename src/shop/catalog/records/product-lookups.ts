/** How every room of the catalog finds the product that a caller names. */
import { operations } from "../../../../generated/tables.js";
import type { ProductDoc } from "../../data/entities/catalog.js";
import { readerOf } from "../../../engine/contract/arguments.js";
import { type Identifier, cleanText, toDecimal, toId, toText } from "../../../engine/values/coercion.js";
import type { Call, CallRaising } from "../../namespace.js";
import type { ReadTx } from "../../../engine/storage/storage.js";
import { shopContract } from "../../contract.js";
import { quote } from "../../../engine/values/messages.js";
import type { Awaitable } from "../../../engine/values/awaitable.js";

export type IdentifierType = "sku" | "id" | undefined;

/**
 * The product that an identifier names (catalog 3.1): by its number, or by its SKU without regard to case. A SKU of
 * digits is found only with the type "sku", and a number never falls back to a SKU.
 */
export function findProduct(
  tx: ReadTx,
  identifier: unknown,
  identifierType: IdentifierType,
): Awaitable<ProductDoc | undefined> {
  if (identifierType !== "sku") return tx.get("products", toProductId(identifier));
  const sku = cleanText(toText(identifier)?.trim() ?? "");
  return sku ? tx.by("products", "sku", [sku]) : undefined;
}

/** Nothing but digits, stricter than other IDs: anything else may be a SKU. */
function toProductId(identifier: unknown): number {
  return typeof identifier === "string" && !/^\d+$/.test(identifier) ? 0 : toId(identifier);
}

/** The products with these IDs that there are, in the order of the IDs. */
export async function productsWith(tx: ReadTx, ids: readonly number[]): Promise<ProductDoc[]> {
  const products: ProductDoc[] = [];
  for (const id of ids) {
    const product = await tx.get("products", id);
    if (product) products.push(product);
  }
  return products;
}

/** Whose identifiers are looked up: clients of Magento 1 may send a SKU where an ID is meant. */
export interface Looking {
  readonly tx: ReadTx;
  readonly isLegacy: boolean;
}

/** The product that a caller names. */
export function findNamedProduct(
  { tx, isLegacy }: Looking,
  identifier: unknown,
  identifierType: IdentifierType,
): Awaitable<ProductDoc | undefined> {
  if (isLegacy && identifierType === undefined) return findByIdOrSku(tx, identifier);
  return findProduct(tx, identifier, identifierType);
}

/** Digits without leading zeros: an ID and nothing else. */
const idForm = /^([+-]?[1-9]\d*|0)$/;

/** The product that clients of Magento 1 mean: text that has not the form of an ID is a SKU before it is one (doors 0). */
export async function findByIdOrSku(tx: ReadTx, identifier: unknown): Promise<ProductDoc | undefined> {
  if (typeof identifier !== "string") return findProduct(tx, identifier, "id");
  const named = idForm.test(identifier) ? undefined : await findProduct(tx, identifier, "sku");
  return named ?? tx.get("products", toId(toDecimal(identifier.replace(/^\+/, ""))));
}

/** The product that an identifier names. Throws `product_not_exists`. */
export async function requireProduct(
  { tx, fault, isLegacy }: CallRaising<"product_not_exists"> & Looking,
  identifier: Identifier,
  identifierType: IdentifierType,
): Promise<ProductDoc> {
  const product = await findNamedProduct({ tx, isLegacy }, identifier, identifierType);
  if (!product) throw fault("product_not_exists", `Product ${quote(identifier)} was not found.`);
  return product;
}

/** Operations that the API documents give no `identifierType`. */
type NumberedCall = Call<"catalog_product.getSpecialPrice"> | Call<"catalog_product.setSpecialPrice">;

const readIdentifierType = readerOf(shopContract, operations["catalog_product.info"], "identifierType");

/** How the product of such an operation is named: by its number; the functions of SOAP v2 have a part that says more. */
export function typeBeside({ isLegacy, aside }: NumberedCall): IdentifierType {
  return isLegacy ? (readIdentifierType(aside.identifierType) as IdentifierType) : "id";
}

/** The product of such an operation. Throws `product_not_exists`. */
export function requireNumbered(call: NumberedCall, identifierType: IdentifierType): Promise<ProductDoc> {
  const { productId } = call.args;
  // What is no number may be a SKU at the legacy doors, and is named in the fault as it was sent.
  const isAsSent = call.isLegacy || productId === 0;
  const identifier = isAsSent ? (call.asSent("productId") as Identifier) : productId;
  return requireProduct(call, identifier, identifierType);
}
