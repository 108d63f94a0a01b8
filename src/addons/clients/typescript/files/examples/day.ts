/**
 * A typical day in the shop, with only the typed clients. The created objects stay in the shop.
 *
 * npx tsx examples/day.ts http://127.0.0.1:8080
 *
 * The address is the first argument or STORE_API_URL; user and key are those of the sample shop.
 */
import { createClient, isFault } from "../client.js";
import { createControl } from "../control.js";

/** A minimal PNG. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export async function day(url: string, say: (line: string) => void = console.log): Promise<void> {
  const shop = createClient({ url, username: "admin", apiKey: "admin123" });
  const control = createControl({ url });
  const stamp = Date.now().toString(36);

  say(`session ${(await shop.login()).slice(0, 8)}…`);

  const sku = `day-${stamp}`;
  const productId = await shop.catalogProduct.create({
    type: "simple",
    set: 4,
    sku,
    productData: {
      name: "Breakfast Mug",
      price: 14.9,
      weight: 0.4,
      status: 1,
      visibility: 4,
      description: "Holds 300 ml.",
      short_description: "A mug.",
      website_ids: [1],
      stock_data: { qty: 50, is_in_stock: 1, manage_stock: 1, use_config_manage_stock: 0 },
    },
  });
  const product = await shop.catalogProduct.info({ productId, attributes: ["name", "price", "stock_data"] });
  say(
    `product ${product.product_id}: ${product.name}, ${product.price}, ${product.stock_data?.qty} in stock`,
  );

  const mugs = await shop.catalogProduct.list({ filters: { sku: { like: "%mug%" }, status: 1 } });
  say(`${mugs.length} products have "mug" in their SKU, the first is ${mugs[0]?.name}`);

  const categoryId = await shop.catalogCategory.create({
    parentId: 2,
    categoryData: {
      name: `Breakfast ${stamp}`,
      is_active: true,
      include_in_menu: true,
      available_sort_by: ["name"],
    },
  });
  await shop.catalogCategory.assignProduct({ categoryId, productId, position: 1 });
  const assigned = await shop.catalogCategory.assignedProducts({ categoryId });
  say(`category ${categoryId} holds ${assigned.map((one) => one.sku).join(", ")}`);

  const file = await shop.catalogProductAttributeMedia.create({
    productId,
    data: {
      file: { content: pixel, mime: "image/png", name: "mug" },
      label: "A mug",
      types: ["image", "thumbnail"],
    },
  });
  const image = await shop.catalogProductAttributeMedia.info({ productId, file });
  say(`image ${image.file} at ${image.url}`);

  const customerId = await shop.customer.create({
    customerData: {
      email: `ada-${stamp}@example.com`,
      firstname: "Ada",
      lastname: "King",
      password: "analytical1",
      website_id: 1,
      group_id: 1,
    },
  });
  const addressId = await shop.customerAddress.create({
    customerId,
    addressData: {
      firstname: "Ada",
      lastname: "King",
      street: ["1 Main Street", "Floor 2"],
      city: "Berlin",
      postcode: "10115",
      country_id: "DE",
      region: "Berlin",
      telephone: "030 123456",
      is_default_billing: true,
      is_default_shipping: true,
    },
  });
  say(`customer ${customerId} with address ${addressId}`);

  const order = await control.placeOrder({ customer_id: customerId, items: [{ sku, qty: 2 }] });
  const orderIncrementId = order.increment_id;
  const invoice = await shop.salesOrderInvoice.create({ orderIncrementId, comment: "Thank you." });
  const shipment = await shop.salesOrderShipment.create({
    orderIncrementId,
    itemsQty: order.items.map(({ item_id }) => ({ order_item_id: item_id, qty: 2 })),
  });
  await shop.salesOrderShipment.addTrack({
    shipmentIncrementId: shipment,
    carrier: "custom",
    title: "By bicycle",
    trackNumber: "B-1",
  });
  const creditmemo = await shop.salesOrderCreditmemo.create({
    orderIncrementId,
    creditmemoData: { items: [{ order_item_id: order.items[0]?.item_id ?? 0, qty: 1 }], shipping_amount: 0 },
  });
  const { state, total_refunded } = await shop.salesOrder.info({ orderIncrementId });
  say(`order ${orderIncrementId}: invoice ${invoice}, shipment ${shipment}, credit memo ${creditmemo}`);
  say(`it is ${state}, ${total_refunded} refunded`);

  await control.addFault({ operation: "catalog_product.info", fault: "product_not_exists" });
  try {
    await shop.catalogProduct.info({ productId });
  } catch (error) {
    if (!isFault(error, "catalog_product.info")) throw error;
    switch (error.fault) {
      case "product_not_exists":
        say("the forced fault came: there is no such product");
        break;
      case "store_not_exists":
        say("no such store view");
        break;
      default:
        throw error;
    }
  }

  const [first, second] = await shop.batch((b) => [
    b.catalogProduct.info({ productId, attributes: ["name"] }),
    b.salesOrder.hold({ orderIncrementId }),
  ]);
  if (first.ok) say(`in one request: ${first.value.name}`);
  if (!second.ok) say(`and ${second.error.fault}`);

  const response = await fetch(`${url}/api/rest/customers/${customerId}`, {
    headers: { Accept: "application/json", Authorization: `Bearer ${shop.session}` },
  });
  const customer = (await response.json()) as { email: string };
  say(`by REST: ${customer.email}`);

  await shop.endSession();
}

const [, program = "", address] = process.argv;
// No top-level await, which CommonJS does not support.
if (/\bday\.[cm]?[jt]s$/.test(program)) {
  void day(address ?? process.env.STORE_API_URL ?? "http://127.0.0.1:8080");
}
