/**
 * For every check of `x-checks`: arguments that fail it, on the sample shop with the three records of
 * `addOddRecords`.
 */
import { operations, type CheckRow, type OperationRow } from "../../../generated/tables.js";
import { touchAttributes } from "../../../src/shop/catalog/attributes/attributes.js";
import { newCart } from "../../../src/shop/carts/carts.js";
import type { CartDoc } from "../../../src/shop/data/entities/cart.js";
import { option, value } from "../../shop/catalog/options/sample-options.js";
import type { Storage, Tx } from "../../../src/engine/storage/storage.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** A value that is invalid or refers to no record, by the kind of the parameter. */
const unusable: Readonly<Record<string, unknown>> = {
  id: 999999,
  identifier: 999999,
  increment_id: "999999999",
  store: "nowhere",
  website: "nowhere",
  text: { no: "text" },
  flag: "perhaps",
  int: "many",
  data: "no object",
  upload: "no object",
  filters: "no object",
};

const notAssigned = { categoryId: 2, productId: 2, identifierType: "id" };
const unfinished = { firstname: "" };
const anotherCustomer = "liam.oconnor@example.com";
/** Base64 of bytes that are not an image of any type. */
const noPicture = { content: "bm8gcGljdHVyZQ==", mime: "image/png", name: "none" };

const noLinkType = { "type: type_not_exists": { type: "hologram" } };
const noLink = { ...noLinkType, "data.*: data_invalid": { data: { position: -1 } } };

/**
 * Rows that fail for another reason than an invalid form, with their arguments, by "argument: fault" as in
 * the chapter.
 */
const special: Readonly<Record<string, Readonly<Record<string, Arguments>>>> = {
  "catalog_product_attribute.create": {
    "data: invalid_parameters": { data: { frontend_label: "no list" } },
    "data.attribute_code: invalid_code": { data: { attribute_code: "No Code!" } },
    "data.frontend_input: invalid_frontend_input": { data: { frontend_input: "hologram" } },
    "data.*: unable_to_save": { data: { default_value: "no option" } },
  },
  "catalog_product_attribute.update": { "attribute: can_not_edit": { attribute: 43 } },
  "catalog_product_attribute.remove": { "attribute: can_not_delete": { attribute: 43 } },
  "catalog_product_attribute.addOption": { "attribute: invalid_frontend_input": { attribute: "name" } },
  "catalog_product_attribute.removeOption": {
    "attribute: invalid_frontend_input": { attribute: "status" },
  },
  "catalog_product_attribute_set.remove": {
    "attributeSetId, forceProductsRemove: attribute_set_has_related_products": {
      attributeSetId: 9,
      forceProductsRemove: false,
    },
    "attributeSetId: remove_attribute_set_error": { attributeSetId: 4, forceProductsRemove: true },
  },
  "catalog_product_attribute_set.attributeAdd": {
    "attributeId: attribute_is_already_in_set": { attributeId: 73 },
  },
  "catalog_product_attribute_set.attributeRemove": {
    "attributeId: attribute_is_not_in_set": { attributeId: 94 },
    "attributeId: remove_attribute_error": { attributeId: 76 },
  },
  "catalog_product_attribute_set.groupAdd": {
    "groupName: group_already_exists": { groupName: "General" },
  },
  "catalog_product_attribute_set.groupRemove": {
    "attributeGroupId: group_has_configurable_attributes": { attributeGroupId: 7 },
    "attributeGroupId: group_has_system_attributes": { attributeGroupId: 11 },
  },
  "catalog_product_attribute_media.info": { "file: not_exists": { file: "/n/o/none.png" } },
  "catalog_product_attribute_media.create": {
    "productId: not_media": { productId: 77, identifierType: "id" },
    "data.file: not_created": { data: { file: noPicture } },
    "data: data_invalid": { data: { position: "first" } },
  },
  "catalog_product_attribute_media.update": {
    "data.file: not_updated": { data: { file: noPicture } },
    "data: data_invalid": { data: { position: "first" } },
  },
  "catalog_product_attribute_media.types": { "setId: not_media": { setId: 77 } },
  "catalog_product_attribute_tier_price.update": {
    "tierPrices: data_invalid": { tierPrices: "no list" },
  },
  "cart.order": {
    "agreements: required_agreements_are_not_all": { quoteId: 5, agreements: [] },
    "quoteId: guest_checkout_is_not_enabled": { quoteId: 6 },
    "quoteId: create_order_fault": { quoteId: 7 },
  },
  "cart_customer.set": {
    "customer: customer_mode_is_unknown": { customer: { mode: "" } },
    "customer.customer_id: customer_not_exists": { customer: { mode: "customer", customer_id: 999999 } },
    "customer.*: customer_data_invalid": { customer: { firstname: "" } },
  },
  "cart_customer.addresses": {
    "addresses: customer_address_data_empty": { addresses: [] },
    "addresses: invalid_address_id": { addresses: [{ mode: "billing", address_id: 999999 }] },
    "addresses: address_not_belong_customer": { addresses: [{ mode: "billing", address_id: 1 }] },
    "addresses: customer_address_invalid": { addresses: [{ mode: "billing" }] },
  },
  "cart_shipping.method": {
    "quoteId: shipping_address_is_not_set": { quoteId: 7 },
    "method: shipping_method_is_not_available": { method: "none" },
  },
  "cart_shipping.list": { "quoteId: shipping_address_is_not_set": { quoteId: 7 } },
  "cart_payment.method": {
    "paymentData: payment_method_empty": { paymentData: "no object" },
    "quoteId: billing_address_is_not_set": { quoteId: 8 },
    "quoteId: shipping_address_is_not_set": { quoteId: 7 },
    "paymentData.method: method_not_allowed": { quoteId: 9 },
    "paymentData.method: payment_method_is_not_set": { paymentData: { method: "none" } },
  },
  "cart_coupon.add": {
    "quoteId: quote_is_empty": { quoteId: 9 },
    "couponCode: coupon_code_is_not_valid": { couponCode: "NONE" },
  },
  "cart_coupon.remove": { "quoteId: quote_is_empty": { quoteId: 9 } },
  "cart_product.moveToCustomerQuote": {
    "quoteId: customer_not_set_for_quote": { quoteId: 1 },
    "quoteId: customer_quote_not_exist": { quoteId: 4 },
    "quoteId: quotes_are_similar": { quoteId: 3 },
    "products: invalid_product_data": { products: [] },
    "products: unable_to_move_all_products": { products: [{}] },
  },
  "giftmessage.setForQuote": { "giftMessage: giftmessage_invalid_data": { giftMessage: "no object" } },
  // A view of another website.
  "giftmessage.setForQuoteItem": { "store: quote_not_exists": { store: "second_default" } },
  "giftmessage.setForQuoteProduct": {
    "productsAndMessages: giftmessage_invalid_data": { productsAndMessages: [] },
    "productsAndMessages: product_invalid_data": {
      productsAndMessages: [{ product: {}, message: { message: "Hi" } }],
    },
    "productsAndMessages: quote_item_not_exists": {
      productsAndMessages: [{ product: { sku: "pot-01" }, message: { message: "Hi" } }],
    },
  },
  "cart_product.add": {
    "products: invalid_product_data": { products: [] },
    "products: add_product_fault": { products: [{}] },
  },
  "cart_product.update": {
    "products: invalid_product_data": { products: [] },
    "products: update_product_fault": { products: [{}] },
  },
  "cart_product.remove": {
    "products: invalid_product_data": { products: [] },
    "products: remove_product_fault": { products: [{}] },
  },
  "catalog_product.info": { "attributes: invalid_request_param": { attributes: { no: "list" } } },
  "catalog_product.create": {
    "type, set, sku: data_invalid": { type: "", sku: " " },
    "type: product_type_not_exists": { type: "hologram" },
    "set: product_attribute_set_not_valid": { set: 3 },
    "sku, productData.*: data_invalid": { productData: { price: "free" } },
  },
  "catalog_product.multiUpdate": {
    "productIds: data_invalid": { productIds: { no: "list" } },
    "productIds: product_not_exists": { productIds: [999999] },
    "productData.*: data_invalid": { productData: { price: "free" } },
  },
  "catalog_product.setSpecialPrice": {
    "specialPrice, fromDate, toDate: data_invalid": { specialPrice: "free", toDate: "soon" },
  },
  "catalog_product.listOfAdditionalAttributes": {
    "productType: product_type_not_exists": { productType: "hologram" },
    "attributeSetId: product_attribute_set_not_valid": { attributeSetId: 3 },
  },
  "catalog_category.level": {
    "website, store: store_not_exists": { website: "base", store: "second_default" },
  },
  "catalog_category.info": { "attributes: invalid_request_param": { attributes: { no: "list" } } },
  "catalog_category.update": { "categoryId: data_invalid": { categoryId: 1 } },
  "catalog_category.move": {
    "categoryId, parentId: not_moved": { categoryId: 3, parentId: 3 },
    "afterId: not_moved": { afterId: 999999 },
  },
  "catalog_category.delete": { "categoryId: not_deleted": { categoryId: 2 } },
  "catalog_category.assignProduct": { "categoryId: data_invalid": { categoryId: 1 } },
  "catalog_category.updateProduct": {
    "categoryId, productId: product_not_assigned": notAssigned,
  },
  "catalog_category.removeProduct": {
    "categoryId, productId: product_not_assigned": notAssigned,
  },
  "catalog_product_tag.add": {
    "data.product_id: product_not_exists": { data: { product_id: 999999 } },
    "data.customer_id: customer_not_exists": { data: { customer_id: 999999 } },
    "data.store: store_not_exists": { data: { store: "nowhere" } },
  },
  "catalog_product_tag.update": {
    "data.*: invalid_data": { data: { status: 5 } },
    "data.name: save_error": { data: { name: "glaze" } },
  },
  "catalog_product_link.list": noLinkType,
  "catalog_product_link.assign": noLink,
  "catalog_product_link.update": noLink,
  "catalog_product_link.remove": noLinkType,
  "catalog_product_link.attributes": noLinkType,
  "sales_order.addComment": {
    "status: invalid_request_param": { status: { no: "code" } },
    "status: status_not_exists": { status: "lost" },
  },
  "sales_order.hold": { "orderIncrementId: order_not_holdable": { orderIncrementId: "100000005" } },
  "sales_order.unhold": { "orderIncrementId: order_not_unholdable": { orderIncrementId: "100000001" } },
  "sales_order.cancel": { "orderIncrementId: order_not_cancelable": { orderIncrementId: "100000003" } },
  "sales_order_shipment.create": {
    "orderIncrementId: order_not_shippable": { orderIncrementId: "100000003" },
    "itemsQty: data_invalid": { itemsQty: "all" },
  },
  "sales_order_shipment.removeTrack": {
    "trackId: invalid_request_param": { trackId: { no: "id" } },
    "trackId: track_not_exists": { trackId: 999999 },
  },
  "sales_order_shipment.addTrack": { "trackNumber: data_invalid": { trackNumber: " " } },
  "sales_order_invoice.create": {
    "orderIncrementId: order_not_invoiceable": { orderIncrementId: "100000003" },
    "itemsQty: data_invalid": { itemsQty: "all" },
  },
  "sales_order_invoice.capture": {
    "invoiceIncrementId: invoice_not_capturable": { invoiceIncrementId: "100000001" },
  },
  "sales_order_invoice.void": {
    "invoiceIncrementId: invoice_not_voidable": { invoiceIncrementId: "100000001" },
  },
  "sales_order_invoice.cancel": {
    "invoiceIncrementId: invoice_not_cancelable": { invoiceIncrementId: "100000001" },
  },
  "sales_order_creditmemo.create": {
    "orderIncrementId: order_not_refundable": { orderIncrementId: "100000001" },
    "creditmemoData: data_invalid": { creditmemoData: "all" },
  },
  "sales_order_creditmemo.cancel": {
    "creditmemoIncrementId: creditmemo_not_cancelable": { creditmemoIncrementId: "100000001" },
  },
  "customer.create": {
    "customerData.*: data_invalid": { customerData: { is_active: "perhaps" } },
    "customerData.*: customer_data_invalid": { customerData: unfinished },
    "customerData.website_id: website_not_exists": { customerData: { website_id: 99 } },
    "customerData.group_id: group_not_exists": { customerData: { group_id: 99 } },
    "store: customer_data_invalid": { store: "second_default" },
    "customerData.email: customer_exists": { customerData: { email: anotherCustomer } },
  },
  "customer.update": {
    "customerData: data_invalid": { customerData: { is_active: "perhaps" } },
    "customerData.*: customer_data_invalid": { customerData: unfinished },
    "customerData.website_id: website_not_exists": { customerData: { website_id: 99 } },
    "customerData.group_id: group_not_exists": { customerData: { group_id: 99 } },
    "store: customer_data_invalid": { store: "second_default" },
    "customerData.email: customer_exists": { customerData: { email: anotherCustomer } },
  },
  "catalog_product_custom_option.add": {
    "data: invalid_data": { data: { additional_fields: [] } },
    "data.type: invalid_type": { data: { type: "hologram" } },
    "data.*: invalid_data": { data: { sort_order: -1 } },
  },
  "catalog_product_custom_option.update": {
    "data.type: invalid_type": { data: { type: "hologram" } },
    "data: invalid_data": { data: { sort_order: -1 } },
    "data: save_option_error": { data: { type: "radio", additional_fields: [{ title: "One" }] } },
  },
  "catalog_product_custom_option_value.list": { "optionId: invalid_option_type": { optionId: 2 } },
  "catalog_product_custom_option_value.add": {
    "optionId: invalid_option_type": { optionId: 2 },
    "data: add_option_value_error": { data: "no list" },
  },
  "catalog_product_custom_option_value.update": {
    "data: option_value_title_required": { data: { title: "" } },
    "data.*: update_option_value_error": { data: { price: "free" } },
  },
  "catalog_product_custom_option_value.remove": {
    "valueId: cant_delete_last_value": { valueId: 77 },
  },
  "catalog_product_downloadable_link.list": {
    "productId: product_not_downloadable": { productId: "mug-01" },
  },
  "catalog_product_downloadable_link.add": {
    "resourceType: validation_error": { resourceType: "both" },
    "resource: validation_error": { resource: { title: "" } },
    "productId: product_not_downloadable": { productId: 1 },
  },
  "catalog_product_downloadable_link.remove": {
    "resourceType: validation_error": { resourceType: "both" },
  },
  "cataloginventory_stock_item.update": { "data.*: not_updated": { data: { qty: -1 } } },
  "cataloginventory_stock_item.multiUpdate": {
    "productIds, productData: invalid_data": { productData: "no list" },
    "productIds: not_exists": { productIds: [999999, 2] },
    "productData.*: not_updated": { productData: [{ qty: -1 }, { qty: 1 }] },
  },
};

/** A row in the form of the chapter. */
export function rowText({ arguments: names, fault }: CheckRow): string {
  return `${names.join(", ")}: ${fault}`;
}

/** Arguments that fail a check; undefined if the table has none. */
export function failing(operation: keyof typeof operations, row: CheckRow): Arguments | undefined {
  const told = special[operation]?.[rowText(row)];
  if (told) return told;
  const [name = ""] = row.arguments;
  const { params }: OperationRow = operations[operation];
  const kind = params.find((param) => param.name === name)?.kind;
  if (row.arguments.length > 1 || kind === undefined || kind === "raw") return undefined;
  return { [name]: unusable[kind] };
}

/** Rows of the table that no chapter contains. */
export function strayRows(): string[] {
  return Object.entries(special).flatMap(([operation, rows]) => {
    const known = (operations as Record<string, OperationRow>)[operation]?.checks.map(rowText) ?? [];
    return Object.keys(rows).filter((row) => !known.includes(row));
  });
}

/**
 * A set of product attributes without images, 77, a product of it, 77, and its option, 77, with one value,
 * 77.
 */
export async function addOddRecords(storage: Storage): Promise<void> {
  await storage.write(async (tx) => {
    const product = await tx.get("products", 1);
    if (!product) throw new Error("the sample shop has no product 1");
    await tx.put("attribute_sets", { id: 77, entity_type: "product", name: "Bare", groups: [] });
    await touchAttributes(tx, product.updated_at);
    const options = [option({ option_id: 77, type: "radio", values: [value({ value_id: 77 })] })];
    await tx.put("products", { ...product, id: 77, sku: "bare", set: 77, options });
    await tx.put("product_tags", { id: 77, name: "glaze", status: 0, popularity: {} });
    await addOddCarts(tx);
  });
}

/** In addition to cart 1, which can be ordered: incomplete carts, each with the ID that the table uses. */
export async function addOddCarts(tx: Tx): Promise<void> {
  const ready = await tx.get("carts", 1);
  const [line] = ready?.lines ?? [];
  if (!ready || !line) throw new Error("the state has no cart 1 with a line");
  const empty = newCart(0, 1, ready.created_at);
  const lineOf = (product_id: number, is_virtual: 0 | 1) => ({
    ...line,
    product_id,
    is_virtual,
    request: { product_id },
  });
  const carts: readonly CartDoc[] = [
    { ...empty, id: 2, customer_id: 1, lines: [line] },
    { ...empty, id: 3, customer_id: 1, lines: [line], is_active: 1 },
    { ...empty, id: 4, customer_id: 2, lines: [line] },
    { ...ready, id: 5, store_id: 3 },
    { ...ready, id: 6, lines: [lineOf(45, 1)] },
    { ...empty, id: 7, lines: [line] },
    { ...empty, id: 8, lines: [lineOf(42, 1)] },
    { ...ready, id: 9, lines: [] },
  ];
  for (const cart of carts) await tx.put("carts", cart);
  const agreement = { name: "Terms", content: "", content_height: null, checkbox_text: "", position: 0 };
  const inForce = { is_html: 0, is_active: 1, store_ids: [3] } as const;
  await tx.put("settings", { id: "agreements", agreements: [{ agreement_id: 1, ...agreement, ...inForce }] });
}
