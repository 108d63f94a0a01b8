/** Attributes and sets as several operations look them up. */
import type { AttributeDoc, AttributeSetDoc } from "../../entities/catalog.js";
import type { AttributeContext } from "./attribute-data.js";
import { choicesOf, type SourceContext } from "../attribute-values/option-sources.js";
import { toId } from "../../values/coercion.js";
import type { Identifier } from "../../rpc/kinds.js";
import type { CallRaising } from "../../rpc/namespace.js";
import type { ShopDirectory } from "../../shop/directory.js";
import type { ReadTx } from "../../storage/storage.js";
import { attributeModel, type AttributeModel } from "./attribute-model.js";
import { shown } from "../products/products.js";

/**
 * The attribute that an ID names, of products or categories, or that a code names among those of products: a
 * code that both have always means the product's (catalog.md 4).
 */
export function findAttribute(model: AttributeModel, identifier: Identifier): AttributeDoc | undefined {
  const isCode = typeof identifier === "string" && !/^\d+$/.test(identifier);
  return isCode ? model.productByCode(identifier) : model.byId(toId(identifier));
}

/** An attribute of any entity. Throws `not_exists`. */
export async function requireAnyAttribute(
  { tx, fault }: CallRaising<"not_exists">,
  identifier: Identifier,
): Promise<AttributeDoc> {
  const attribute = findAttribute(await attributeModel(tx), identifier);
  if (!attribute) throw fault("not_exists", `Attribute ${shown(identifier)} was not found.`);
  return attribute;
}

/** An attribute of products. Throws `not_exists`. */
export async function requireAttribute(
  { tx, fault }: CallRaising<"not_exists">,
  identifier: Identifier,
): Promise<AttributeDoc> {
  const attribute = await requireAnyAttribute({ tx, fault }, identifier);
  if (attribute.entity_type !== "product") {
    throw fault("not_exists", `Attribute ${shown(identifier)} belongs to categories.`);
  }
  return attribute;
}

/** What the options of attributes depend on beside the attribute. */
export function sourceContext(model: AttributeModel, shop: ShopDirectory): SourceContext {
  return { taxClasses: shop.doc.tax_classes, sortByCodes: model.sortByCodes };
}

/** What the data of an attribute is checked against. */
export function attributeContext(
  model: AttributeModel,
  shop: ShopDirectory,
  attribute: AttributeDoc,
): AttributeContext {
  return {
    isStore: (id) => shop.view(id) !== undefined,
    choices: choicesOf(attribute, sourceContext(model, shop)),
  };
}

/** The product sets, by ID. */
export function productSets(tx: ReadTx): Promise<AttributeSetDoc[]> {
  return tx.find("attribute_sets", { where: [{ path: "entity_type", op: "eq", value: "product" }] });
}
