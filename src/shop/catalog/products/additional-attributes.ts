/** The attributes of `listOfAdditionalAttributes` (catalog 9.10). */
import type { AttributeDoc } from "../../data/entities/catalog.js";

/** The standard members of product data. */
const usual: ReadonlySet<string> = new Set(
  `type_id category_ids website_ids name description short_description sku weight status url_key
  url_path visibility has_options gift_message_available price special_price special_from_date
  special_to_date tax_class_id tier_price meta_title meta_keyword meta_description custom_design
  custom_layout_update options_container image_label small_image_label thumbnail_label created_at
  updated_at`.split(/\s+/),
);

/** The attributes that are neither standard nor images, in the given order. */
export function additionalAttributes(applicable: readonly AttributeDoc[]): AttributeDoc[] {
  return applicable.filter(
    ({ attribute_code, frontend_input }) =>
      !usual.has(attribute_code) && frontend_input !== "gallery" && frontend_input !== "media_image",
  );
}
