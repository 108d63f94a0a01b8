/** How every room of the catalog finds the product that a caller names. */
import type { ProductDoc } from "../../entities/catalog.js";
import type { Identifier } from "../../rpc/kinds.js";
import type { CallRaising } from "../../rpc/namespace.js";
import type { ReadTx } from "../../storage/storage.js";
import { cleanText, toId, toText } from "../../values/coercion.js";
import { quote } from "../../values/messages.js";

export type IdentifierType = "sku" | "id" | undefined;

/**
 * The product that an identifier names (catalog.md 3.1): by its number, or by its SKU without regard to case. A SKU of
 * digits is found only with the type "sku", and a number never falls back to a SKU.
 */
export function findProduct(
  tx: ReadTx,
  identifier: unknown,
  identifierType: IdentifierType,
): Promise<ProductDoc | undefined> {
  if (identifierType !== "sku") return tx.get("products", toProductId(identifier));
  const sku = cleanText(toText(identifier)?.trim() ?? "");
  return sku ? tx.by("products", "sku", [sku]) : Promise.resolve(undefined);
}

/** Nothing but digits, stricter than other IDs: anything else may be a SKU. */
function toProductId(identifier: unknown): number {
  return typeof identifier === "string" && !/^\d+$/.test(identifier) ? 0 : toId(identifier);
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
): Promise<ProductDoc | undefined> {
  const finding = findProduct(tx, identifier, identifierType);
  if (!isLegacy || identifierType !== undefined) return finding;
  return finding.then((product) => product ?? findProduct(tx, identifier, "sku"));
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
