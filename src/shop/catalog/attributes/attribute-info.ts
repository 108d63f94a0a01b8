/** Attributes in results (catalog 4.1, 4.10). */
import type { AttributeDoc } from "../../data/entities/catalog.js";
import type { OptionEntry } from "../attribute-values/option-sources.js";

/** Image attributes have operations of their own; `type_id` is a column, not an attribute. */
export function isListed({ attribute_code, frontend_input }: AttributeDoc): boolean {
  return attribute_code !== "type_id" && frontend_input !== "gallery" && frontend_input !== "media_image";
}

/** One entry of `items`. */
export function attributeEntry({ id, attribute_code, frontend_input, is_required, scope }: AttributeDoc) {
  return { attribute_id: id, code: attribute_code, type: frontend_input, required: is_required, scope };
}

/** The result of `info`. @param options with the labels of the store view */
export function attributeInfo(attribute: AttributeDoc, options: readonly OptionEntry[]) {
  return {
    attribute_id: attribute.id,
    attribute_code: attribute.attribute_code,
    frontend_input: attribute.frontend_input,
    default_value: attribute.default_value,
    is_unique: attribute.is_unique,
    is_required: attribute.is_required,
    is_configurable: attribute.is_configurable,
    is_searchable: attribute.is_searchable,
    is_visible_in_advanced_search: attribute.is_visible_in_advanced_search,
    is_comparable: attribute.is_comparable,
    is_used_for_promo_rules: attribute.is_used_for_promo_rules,
    is_visible_on_front: attribute.is_visible_on_front,
    used_in_product_listing: attribute.used_in_product_listing,
    apply_to: [...attribute.apply_to],
    frontend_label: [...attribute.frontend_label],
    scope: attribute.scope,
    additional_fields: attribute.additional_fields,
    options: options.filter(({ value }) => value !== ""),
  };
}
