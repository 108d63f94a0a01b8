/** `catalog_category_attribute`: the attributes of categories and their options. beyond 2. */
import { toId, type Identifier } from "../../../engine/values/coercion.js";
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { Namespace } from "../../namespace.js";
import { optionsOf, withNumber } from "../attribute-values/option-sources.js";
import { attributeEntry } from "../attributes/attribute-info.js";
import { sourceContext, type AttributeModel } from "../attributes/attribute-model.js";
import { attributeModel } from "../attributes/attributes.js";
import { currentStore } from "../../stores/current-store.js";

export const categoryAttribute: Namespace<"catalog_category_attribute"> = {
  currentStore: currentStore("category"),

  async list({ tx }) {
    const { categoryAttributes } = await attributeModel(tx);
    return [...listedColumns.map(columnEntry), ...categoryAttributes.map(listEntry)];
  },

  async options({ args, scope, tx, fault, shop, isLegacy }) {
    const { store_id } = scope(args.store);
    if (isColumn(args.attributeId)) return [];
    const model = await attributeModel(tx);
    const attribute = findCategoryAttribute(model, args.attributeId);
    if (!attribute) throw fault("not_exists");

    const options = optionsOf(attribute, store_id, sourceContext(model, shop));
    return isLegacy ? options.map(withNumber) : options;
  },
};

/** Columns that `list` contains although they are not attributes. */
const listedColumns = ["created_at", "updated_at", "parent_id", "increment_id"] as const;

const columns: ReadonlySet<Identifier> = new Set([...listedColumns, "entity_id", "attribute_set_id"]);

function isColumn(identifier: Identifier): boolean {
  return columns.has(identifier);
}

function columnEntry(code: string) {
  return { attribute_id: null, code, type: null, required: null, scope: "global" as const };
}

function listEntry(attribute: AttributeDoc) {
  const { type, ...entry } = attributeEntry(attribute);
  return { ...entry, type: type || "text" };
}

/** By ID or code. A code that products have, too, means the category attribute here. */
function findCategoryAttribute(model: AttributeModel, identifier: Identifier): AttributeDoc | undefined {
  const isCode = typeof identifier === "string" && !/^\d+$/.test(identifier);
  return isCode ? model.categoryByCode(identifier) : model.categoryById(toId(identifier));
}
