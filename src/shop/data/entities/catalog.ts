/** The documents of the catalog. Fields are named as in the API documents. */
import type { DownloadLink, DownloadSample, ProductOption } from "./options.js";

export type EntityType = "product" | "category";
export type AttributeScope = "global" | "website" | "store";
export type Backend = "varchar" | "text" | "int" | "decimal" | "datetime" | "static";
export type ProductType = "simple" | "grouped" | "configurable" | "virtual" | "bundle" | "downloadable";

/** Built-in option lists. Options of other attributes are stored with the attribute (catalog 2.6). */
export type FixedSource =
  | "yes_no"
  | "status"
  | "visibility"
  | "tax_class"
  | "msrp_enabled"
  | "msrp_display"
  | "price_view"
  | "options_container"
  | "page_layout"
  | "custom_design"
  | "country"
  | "display_mode"
  | "sort_by";

export interface AttributeOption {
  readonly option_id: number;
  readonly sort_order: number;
  /** By store ID; "0" is the default label and always present. */
  readonly labels: Readonly<Record<string, string>>;
}

export interface AttributeDoc {
  readonly id: number;
  readonly entity_type: EntityType;
  /** Unique within the entity type; never changes. */
  readonly attribute_code: string;
  /** "" for attributes without an input. */
  readonly frontend_input: string;
  readonly backend: Backend;
  readonly scope: AttributeScope;
  readonly default_value: string | null;
  readonly is_unique: boolean;
  readonly is_required: boolean;
  readonly is_configurable: boolean;
  readonly is_searchable: boolean;
  readonly is_visible_in_advanced_search: boolean;
  readonly is_comparable: boolean;
  readonly is_used_for_promo_rules: boolean;
  readonly is_visible_on_front: boolean;
  readonly used_in_product_listing: boolean;
  /** Product types that have the attribute; [] = all. */
  readonly apply_to: readonly ProductType[];
  /** Store 0 first, then the views that have a label of their own. */
  readonly frontend_label: readonly { readonly store_id: number; readonly label: string }[];
  /** Keys by input type (catalog 4.5). */
  readonly additional_fields: Readonly<Record<string, number | string | null>>;
  /** False for installed attributes, for which most changes are refused. */
  readonly is_user_defined: boolean;
  /** Only the service writes it; values from callers are ignored. */
  readonly is_read_only: boolean;
  readonly source: FixedSource | null;
  readonly options: readonly AttributeOption[];
}

export interface AttributeGroup {
  readonly group_id: number;
  readonly name: string;
  readonly sort_order: number;
  readonly is_default: boolean;
  readonly members: readonly { readonly attribute_id: number; readonly sort_order: number }[];
}

export interface AttributeSetDoc {
  readonly id: number;
  readonly entity_type: EntityType | "other";
  readonly name: string;
  readonly groups: readonly AttributeGroup[];
}

/** The version that the stored data were migrated to (states/migrations/migrations.ts). */
export interface DataVersionDoc {
  readonly id: "data_version";
  readonly version: number;
}

/**
 * Replaced with every change to attributes or sets, to invalidate data derived from them
 * (catalog/attributes/attributes.ts).
 */
export interface AttributeRevisionDoc {
  readonly id: "attribute_revision";
  readonly changed_at: string;
}

/**
 * A change to the values of many products that results from a change to an attribute or a set. It is effective at once;
 * the products are rewritten in the background (storage/rewriting-storage.ts).
 */
export type ValueEdit = ValueEditChange & {
  /** From the sequence `value_edit`: later edits have higher numbers. */
  readonly number: number;
};

export type ValueEditChange = { readonly attribute_code: string } & (
  | { readonly kind: "remove" }
  | { readonly kind: "remove_in_set"; readonly set: number }
  | { readonly kind: "remove_option"; readonly option_id: number }
  | {
      readonly kind: "rescope";
      readonly scope: AttributeScope;
      /** Store views by website ID, the first one first. */
      readonly views: Readonly<Record<string, readonly number[]>>;
    }
);

/** The edits that are not applied to all products yet. */
export interface ValueEditsDoc {
  readonly id: "value_edits";
  readonly edits: readonly ValueEdit[];
}

/** int and decimal as numbers, everything else as text; null is a stored null. */
export type AttributeValue = string | number | null;

/**
 * Attribute values by scope key and attribute code. Keys: "0" default, "w1" website 1, "s3" store view 3.
 * See catalog/attribute-values/scoped-values.ts for what is read and written where.
 */
export type ScopedValues = Readonly<Record<string, Readonly<Record<string, AttributeValue>>>>;

export interface TierPrice {
  /** "all" or the ID of a customer group as text. */
  readonly customer_group_id: string;
  /** "all" or the code of a website. */
  readonly website: string;
  readonly qty: number;
  readonly price: number;
}

/** Label, position and exclude of an image in one store; absent members fall back to store 0. */
export interface ImageTexts {
  readonly label?: string;
  readonly position?: number;
  readonly exclude?: boolean;
}

export interface ProductImage {
  readonly value_id: number;
  /** Key of the image, for example `/m/u/mug.jpg`; unique over all products. */
  readonly file: string;
  /** By store ID; "0" is always present. */
  readonly stores: Readonly<Record<string, ImageTexts>>;
}

export interface ProductDoc {
  readonly id: number;
  readonly type: ProductType;
  /** Attribute set ID. */
  readonly set: number;
  readonly sku: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Ascending. */
  readonly website_ids: readonly number[];
  /** Includes the image roles `image`, `small_image` and `thumbnail`. */
  readonly values: ScopedValues;
  /** The number of the last value edit that was applied to `values`; absent = 0. */
  readonly edits_applied?: number;
  readonly tier_prices: readonly TierPrice[];
  readonly images: readonly ProductImage[];
  /** Custom options, ascending by ID; absent = none. */
  readonly options?: readonly ProductOption[];
  /** Of downloadable products, ascending by ID; absent = none. */
  readonly download_links?: readonly DownloadLink[];
  readonly download_samples?: readonly DownloadSample[];
}

/** The assignment of a product to a category. A separate row, because a category can contain any number of products. */
export interface CategoryProductDoc {
  /** `${category_id}:${product_id}` */
  readonly id: string;
  readonly category_id: number;
  readonly product_id: number;
  readonly position: number;
}

export type LinkType = "related" | "up_sell" | "cross_sell" | "grouped";

/** A link from a product to another one (beyond 3). */
export interface ProductLinkDoc {
  /** `${type}:${product_id}:${linked_product_id}` */
  readonly id: string;
  readonly type: LinkType;
  readonly product_id: number;
  readonly linked_product_id: number;
  /** null = never set. */
  readonly position: number | null;
  /** For links of type grouped; null = never set. */
  readonly qty: number | null;
}

/** A tag that customers give to products (beyond 14). */
export interface TagDoc {
  readonly id: number;
  /** Unique, ignoring case. */
  readonly name: string;
  /** 1 approved, 0 pending, -1 disabled. */
  readonly status: -1 | 0 | 1;
  /** By store ID, for stores where it was set. */
  readonly popularity: Readonly<Record<string, number>>;
}

/** The use of a tag by a customer for a product in a store view. */
export interface TagUseDoc {
  /** `${tag_id}:${product_id}:${customer_id}:${store_id}` */
  readonly id: string;
  readonly tag_id: number;
  readonly product_id: number;
  /** 0 = unknown. */
  readonly customer_id: number;
  readonly store_id: number;
}

/** The stock of a product (catalog 11). Flags are 0 or 1, quantities have up to 4 decimals. */
export interface StockItemDoc {
  /** The product's ID. */
  readonly id: number;
  readonly qty: number;
  readonly is_in_stock: number;
  readonly manage_stock: number;
  readonly use_config_manage_stock: number;
  readonly min_qty: number;
  readonly use_config_min_qty: number;
  readonly min_sale_qty: number;
  readonly use_config_min_sale_qty: number;
  readonly max_sale_qty: number;
  readonly use_config_max_sale_qty: number;
  readonly is_qty_decimal: number;
  readonly is_decimal_divided: number;
  readonly backorders: number;
  readonly use_config_backorders: number;
  readonly notify_stock_qty: number | null;
  readonly use_config_notify_stock_qty: number;
  readonly enable_qty_increments: number;
  readonly use_config_enable_qty_inc: number;
  readonly qty_increments: number;
  readonly use_config_qty_increments: number;
  readonly low_stock_date: string | null;
  readonly stock_status_changed_auto: number;
}

export interface CategoryDoc {
  readonly id: number;
  /** 0 for the tree root 1. */
  readonly parent_id: number;
  /** IDs from the tree root to the category itself, joined by "/". */
  readonly path: string;
  readonly position: number;
  readonly level: number;
  /** Number of all descendants. */
  readonly children_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly values: ScopedValues;
}

/** The record of a file. The key is the path in lower case, so that no two paths differ only in case. */
export interface FileDoc {
  readonly id: string;
  readonly file: string;
  readonly product_id: number;
  /** The name of the stored file: `file` itself, or another name after the file was replaced. */
  readonly stored_as: string;
  /** In bytes. */
  readonly size: number;
  /** SHA-256 of the bytes, base64url. */
  readonly etag: string;
}

export interface ImageFileDoc extends FileDoc {
  /** Detected from the bytes: image/jpeg, image/png, image/gif or image/webp. */
  readonly type: string;
}
