/** Lookups of attributes and sets that several operations share. */
import type { AttributeDoc, AttributeSetDoc } from "../../data/entities/catalog.js";
import type { AttributeContext } from "./attribute-data.js";
import { choicesOf } from "../attribute-values/option-sources.js";
import { toId, type Identifier } from "../../../engine/values/coercion.js";
import type { CallRaising } from "../../namespace.js";
import type { ShopDirectory } from "../../stores/directory.js";
import type { ReadTx, Tx } from "../../../engine/storage/storage.js";
import { AttributeModel, sourceContext } from "./attribute-model.js";

/** Models by revision document. A model is collected together with its document (values/memo.ts). */
const models = new WeakMap<object, Promise<AttributeModel>>();

/** The attributes and sets in this transaction. They are read again only after `touchAttributes`. */
export async function attributeModel(tx: ReadTx): Promise<AttributeModel> {
  const revision = await tx.get("settings", "attribute_revision");
  if (!revision) throw new Error("The storage has no attributes: load a dataset first");

  const known = models.get(revision);
  if (known) return known;
  const reading = readModel(tx);
  models.set(revision, reading);
  reading.catch(() => models.delete(revision));
  return reading;
}

async function readModel(tx: ReadTx): Promise<AttributeModel> {
  return new AttributeModel(await tx.find("attributes"), await tx.find("attribute_sets"));
}

/**
 * Starts a new revision of attributes and sets. Call it directly after the last `put` or `del` of one: a model that
 * is read between the change and this call would be cached under the previous revision.
 */
export async function touchAttributes(tx: Tx, now: string): Promise<void> {
  await tx.put("settings", { id: "attribute_revision", changed_at: now });
}

/**
 * The product or category attribute with an ID, or the product attribute with a code. A code that both have always
 * means the product attribute (catalog 4).
 */
function findAttribute(model: AttributeModel, identifier: Identifier): AttributeDoc | undefined {
  const isCode = typeof identifier === "string" && !/^\d+$/.test(identifier);
  return isCode ? model.productByCode(identifier) : model.byId(toId(identifier));
}

/** A product or category attribute. Throws `not_exists`. */
export async function requireAnyAttribute(
  { tx, fault }: CallRaising<"not_exists">,
  identifier: Identifier,
): Promise<AttributeDoc> {
  const attribute = findAttribute(await attributeModel(tx), identifier);
  if (!attribute) throw fault("not_exists");
  return attribute;
}

/** A product attribute. Throws `not_exists`. */
export async function requireAttribute(
  { tx, fault }: CallRaising<"not_exists">,
  identifier: Identifier,
): Promise<AttributeDoc> {
  const attribute = await requireAnyAttribute({ tx, fault }, identifier);
  if (attribute.entity_type !== "product") {
    throw fault("not_exists", "The attribute belongs to categories.");
  }
  return attribute;
}

/** The context for checking the data of an attribute. */
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
