/**
 * The references between rows of a shop. A state with a dangling reference is refused. Historical references,
 * such as the products and customers of orders, are not listed, because their targets can be deleted.
 */
import type { CollectionName, Key } from "../../engine/storage/documents.js";
import { countries } from "../directory/countries.js";

/** A set of reference targets: the values at a path of all rows of a collection, or of those with an entity type. */
export interface ReferenceTarget {
  readonly from: CollectionName;
  readonly path: string;
  readonly entityType?: string;
  /** The member with the ID of the row that a target belongs to. */
  readonly owner?: string;
}

/**
 * Steps of a path are members; `[]` means each element of a list, `*` each member of an object, `{}` each name of an
 * object, and `{w}` the rest of each name that begins with w.
 */
export interface Reference {
  readonly from: CollectionName;
  readonly path: string;
  readonly to: TargetName;
  /** Values besides null that mean no reference. */
  readonly none?: readonly Key[];
  /** Whether the target must belong to the row. */
  readonly isOwn?: true;
  /** The conversion of the value before the lookup, if any. */
  readonly as?: "number" | "lower case" | "access node";
}

const rowsOf = (from: CollectionName): ReferenceTarget => ({ from, path: "id" });
const inShop = (path: string): ReferenceTarget => ({ from: "settings", path });

export const referenceTargets = {
  attributes: rowsOf("attributes"),
  "attribute sets of products": { ...rowsOf("attribute_sets"), entityType: "product" },
  categories: rowsOf("categories"),
  products: rowsOf("products"),
  "product tags": rowsOf("product_tags"),
  images: rowsOf("images"),
  "files of downloadable products": rowsOf("download_files"),
  customers: rowsOf("customers"),
  addresses: { ...rowsOf("addresses"), owner: "customer_id" },
  orders: rowsOf("orders"),
  websites: inShop("websites[].website_id"),
  "the codes of websites": inShop("websites[].code"),
  "store groups": inShop("groups[].group_id"),
  "store views": inShop("views[].store_id"),
  "tax classes": inShop("tax_classes[].class_id"),
  "customer groups": inShop("customer_groups[].group_id"),
} as const satisfies Readonly<Record<string, ReferenceTarget>>;

export type TargetName = keyof typeof referenceTargets | "countries" | "access nodes";

/** The targets that are not part of the state. @param aclNodes access nodes of the server's contract */
export function fixedTargets(
  aclNodes: readonly string[],
): Readonly<Partial<Record<TargetName, readonly Key[]>>> {
  return { countries: countries.all.map(({ code }) => code), "access nodes": aclNodes };
}

/** The references of a part with titles per store view and prices per website. */
function titledAndPriced(path: string): Reference[] {
  return [
    { from: "products", path: `${path}.titles.{s}`, to: "store views", as: "number" },
    { from: "products", path: `${path}.prices.{w}`, to: "websites", as: "number" },
  ];
}

function sourceOf(path: string): Reference {
  return { from: "products", path: `${path}.file`, to: "files of downloadable products", as: "lower case" };
}

const ofOrder = { path: "order_id", to: "orders" } as const;
const inSettings = { from: "settings" } as const;

export const rowReferences: readonly Reference[] = [
  { ...inSettings, path: "websites[].default_group_id", to: "store groups", none: [0] },
  { ...inSettings, path: "groups[].website_id", to: "websites" },
  { ...inSettings, path: "groups[].root_category_id", to: "categories", none: [0] },
  { ...inSettings, path: "groups[].default_store_id", to: "store views", none: [0] },
  { ...inSettings, path: "views[].website_id", to: "websites" },
  { ...inSettings, path: "views[].group_id", to: "store groups" },
  { ...inSettings, path: "tax_rates[].country_id", to: "countries" },
  { ...inSettings, path: "tax_rates[].product_tax_class", to: "tax classes", none: [0, 1] },
  { ...inSettings, path: "tax_rates[].customer_tax_class", to: "tax classes", none: [0, 1] },
  { ...inSettings, path: "rules[].store_id", to: "store views", none: [0] },

  { from: "attributes", path: "frontend_label[].store_id", to: "store views" },
  { from: "attributes", path: "options[].labels.{}", to: "store views", as: "number" },
  { from: "attribute_sets", path: "groups[].members[].attribute_id", to: "attributes" },

  { from: "categories", path: "parent_id", to: "categories", none: [0] },
  { from: "categories", path: "values.{s}", to: "store views", as: "number" },
  { from: "category_products", path: "category_id", to: "categories" },
  { from: "category_products", path: "product_id", to: "products" },

  { from: "products", path: "set", to: "attribute sets of products" },
  { from: "products", path: "website_ids[]", to: "websites" },
  { from: "products", path: "values.{w}", to: "websites", as: "number" },
  { from: "products", path: "values.{s}", to: "store views", as: "number" },
  { from: "products", path: "values.*.tax_class_id", to: "tax classes", none: [0, 1] },
  {
    from: "products",
    path: "tier_prices[].customer_group_id",
    to: "customer groups",
    none: ["all"],
    as: "number",
  },
  { from: "products", path: "tier_prices[].website", to: "the codes of websites", none: ["all"] },
  { from: "products", path: "images[].file", to: "images", as: "lower case" },
  { from: "products", path: "images[].stores.{}", to: "store views", as: "number" },
  { from: "product_links", path: "product_id", to: "products" },
  { from: "product_links", path: "linked_product_id", to: "products" },
  { from: "product_tags", path: "popularity.{}", to: "store views", as: "number" },
  { from: "product_tag_uses", path: "tag_id", to: "product tags" },
  { from: "product_tag_uses", path: "product_id", to: "products" },
  { from: "product_tag_uses", path: "customer_id", to: "customers", none: [0] },
  { from: "product_tag_uses", path: "store_id", to: "store views" },
  { from: "images", path: "product_id", to: "products" },
  ...["options[]", "options[].values[]"].flatMap((path) => titledAndPriced(path)),
  ...titledAndPriced("download_links[]"),
  { from: "products", path: "download_samples[].titles.{s}", to: "store views", as: "number" },
  ...["download_links[].source", "download_links[].sample", "download_samples[].source"].map(sourceOf),
  { from: "download_files", path: "product_id", to: "products" },
  { from: "stock_items", path: "id", to: "products" },
  { from: "compositions", path: "id", to: "products" },
  { from: "compositions", path: "children[]", to: "products" },
  { from: "compositions", path: "attributes[].attribute_id", to: "attributes" },
  { from: "compositions", path: "options[].selections[].product_id", to: "products" },

  { from: "api_users", path: "roles[]", to: "access nodes", as: "access node" },

  { from: "customers", path: "website_id", to: "websites" },
  { from: "customers", path: "store_id", to: "store views", none: [0] },
  { from: "customers", path: "group_id", to: "customer groups" },
  { from: "customers", path: "default_billing", to: "addresses", isOwn: true },
  { from: "customers", path: "default_shipping", to: "addresses", isOwn: true },
  { from: "addresses", path: "customer_id", to: "customers" },
  { from: "addresses", path: "country_id", to: "countries" },

  { from: "carts", path: "store_id", to: "store views", none: [0] },
  { from: "carts", path: "customer_id", to: "customers" },
  { from: "carts", path: "lines[].product_id", to: "products" },
  { from: "carts", path: "lines[].children[].product_id", to: "products" },

  { from: "shipments", ...ofOrder },
  { from: "invoices", ...ofOrder },
  { from: "creditmemos", ...ofOrder },
];

/** The IDs of parts of rows, and their sequences, which continue after the highest ID. */
export const partIds: readonly {
  readonly from: CollectionName;
  readonly path: string;
  readonly sequence: string;
  /** Not refused if IDs are repeated or the sequence is behind: releases up to 1.0 did not continue it, and exported such states. */
  readonly isLenient?: true;
}[] = [
  { from: "attributes", path: "options[].option_id", sequence: "option", isLenient: true },
  { from: "attribute_sets", path: "groups[].group_id", sequence: "attribute_group", isLenient: true },
  { from: "carts", path: "lines[].item_id", sequence: "cart_item", isLenient: true },
  { from: "carts", path: "lines[].children[].item_id", sequence: "cart_item", isLenient: true },
  { from: "orders", path: "items[].item_id", sequence: "order_item", isLenient: true },
  { from: "orders", path: "billing_address.address_id", sequence: "order_address", isLenient: true },
  { from: "orders", path: "shipping_address.address_id", sequence: "order_address", isLenient: true },
  { from: "orders", path: "payment.payment_id", sequence: "order_payment", isLenient: true },
  { from: "invoices", path: "items[].item_id", sequence: "invoice_item", isLenient: true },
  { from: "invoices", path: "comments[].comment_id", sequence: "invoice_comment", isLenient: true },
  { from: "creditmemos", path: "items[].item_id", sequence: "creditmemo_item", isLenient: true },
  { from: "creditmemos", path: "comments[].comment_id", sequence: "creditmemo_comment", isLenient: true },
  { from: "shipments", path: "items[].item_id", sequence: "shipment_item", isLenient: true },
  { from: "shipments", path: "comments[].comment_id", sequence: "shipment_comment", isLenient: true },
  { from: "shipments", path: "tracks[].track_id", sequence: "shipment_track", isLenient: true },
  { from: "products", path: "options[].option_id", sequence: "product_option" },
  { from: "products", path: "options[].values[].value_id", sequence: "product_option_value" },
  { from: "products", path: "download_links[].link_id", sequence: "download_link" },
  { from: "products", path: "download_samples[].sample_id", sequence: "download_sample" },
  { from: "compositions", path: "options[].option_id", sequence: "bundle_option" },
  { from: "compositions", path: "options[].selections[].selection_id", sequence: "bundle_selection" },
];

/** Documents with an increment ID: `100000012` is number 12 of store view 1, of the sequence `order_number_of_store_1`. */
export const numberedDocuments: Readonly<Partial<Record<CollectionName, string>>> = {
  orders: "order",
  invoices: "invoice",
  shipments: "shipment",
  creditmemos: "creditmemo",
};

/** The required documents of the collection `settings` in a complete state. */
export const settingsNeeded = ["shop", "attribute_revision"];
