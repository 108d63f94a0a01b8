/** The typical day with the client that @hey-api/openapi-ts generates. */
import { client } from "../out/hey-api/client.gen.js";
import * as shop from "../out/hey-api/sdk.gen.js";
import { client as other } from "../out/hey-api-rest/client.gen.js";
import * as rest from "../out/hey-api-rest/sdk.gen.js";
import { admin, categoryName, email, pixel, same, sku, there, url } from "./values.js";

const throwOnError = true;
const session = (await shop.login({ baseUrl: url, body: admin, throwOnError })).data;
// A text would also be sent as Basic, which is the last scheme of the contract and would remain.
const auth = ({ scheme }: { scheme?: string }) => (scheme === "bearer" ? session : undefined);
client.setConfig({ baseUrl: url, auth });
other.setConfig({ baseUrl: url, auth });

const productId = (
  await shop.catalogProductCreate({
    body: {
      type: "simple",
      set: 4,
      sku,
      productData: {
        name: "Breakfast Mug",
        price: 14.9,
        weight: 0.4,
        status: 1,
        visibility: 4,
        website_ids: [1],
        stock_data: { qty: 50, is_in_stock: 1, manage_stock: 1, use_config_manage_stock: 0 },
      },
    },
    throwOnError,
  })
).data;
const product = (
  await shop.catalogProductInfo({ body: { productId, attributes: ["name", "stock_data"] }, throwOnError })
).data;
same(product.name, "Breakfast Mug");
same(product.stock_data?.qty, 50);

const mugs = (
  await shop.catalogProductList({ body: { filters: { sku: { like: "%mug%" }, status: 1 } }, throwOnError })
).data;
same(there(mugs[0]).sku, "mug-01");

const categoryId = (
  await shop.catalogCategoryCreate({
    body: {
      parentId: 2,
      categoryData: {
        name: categoryName,
        is_active: true,
        include_in_menu: true,
        available_sort_by: ["name"],
      },
    },
    throwOnError,
  })
).data;
(await shop.catalogCategoryAssignProduct({ body: { categoryId, productId, position: 1 }, throwOnError }))
  .data;
const assigned = (await shop.catalogCategoryAssignedProducts({ body: { categoryId }, throwOnError })).data;
same(
  assigned.map((one) => one.sku),
  [sku],
);

const file = (
  await shop.catalogProductAttributeMediaCreate({
    body: {
      productId,
      data: { file: { content: pixel, mime: "image/png", name: "mug" }, label: "A mug", types: ["image"] },
    },
    throwOnError,
  })
).data;
const image = (await shop.catalogProductAttributeMediaInfo({ body: { productId, file }, throwOnError })).data;
same(image.label, "A mug");

const customerId = (
  await shop.customerCreate({
    body: {
      customerData: {
        email,
        firstname: "Ada",
        lastname: "King",
        password: "analytical1",
        website_id: 1,
        group_id: 1,
      },
    },
    throwOnError,
  })
).data;
(
  await shop.customerAddressCreate({
    body: {
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
    },
    throwOnError,
  })
).data;

const order = (
  await rest.placeOrder({ body: { customer_id: customerId, items: [{ sku, qty: 2 }] }, throwOnError })
).data;
const orderIncrementId = order.increment_id;
const orderItemId = there(order.items[0]).item_id;
(await shop.salesOrderInvoiceCreate({ body: { orderIncrementId, comment: "Thank you." }, throwOnError }))
  .data;
const shipmentIncrementId = (
  await shop.salesOrderShipmentCreate({
    body: {
      orderIncrementId,
      itemsQty: [{ order_item_id: orderItemId, qty: 2 }],
    },
    throwOnError,
  })
).data;
(
  await shop.salesOrderShipmentAddTrack({
    body: {
      shipmentIncrementId,
      carrier: "custom",
      title: "By bicycle",
      trackNumber: "B-1",
    },
    throwOnError,
  })
).data;
(
  await shop.salesOrderCreditmemoCreate({
    body: {
      orderIncrementId,
      creditmemoData: { items: [{ order_item_id: orderItemId, qty: 1 }], shipping_amount: 0 },
    },
    throwOnError,
  })
).data;
same((await shop.salesOrderInfo({ body: { orderIncrementId }, throwOnError })).data.state, "complete");

await rest.addFault({
  body: { operation: "catalog_product.info", fault: "product_not_exists" },
  throwOnError,
});
const { error } = await shop.catalogProductInfo({ body: { productId } });
const refusal = there(error);
switch (refusal.data.fault) {
  case "product_not_exists":
    break;
  // @ts-expect-error no answer of this operation has such a fault
  case "no_such_fault":
  default:
    throw new Error(refusal.message);
}

const headers = { Accept: "application/json" };
const customer = (await rest.getCustomer({ path: { customerId: String(customerId) }, headers, throwOnError }))
  .data;
same(customer.email, email);
console.log("a whole day");
