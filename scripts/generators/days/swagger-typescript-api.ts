/** The typical day with the client that swagger-typescript-api generates. */
import { Api as Rest } from "../out/swagger-typescript-api/rest.js";
import { Api, type CatalogProductInfoError } from "../out/swagger-typescript-api/rpc.js";
import { admin, categoryName, email, pixel, same, sku, there, url } from "./values.js";

const { api: guest } = new Api({ baseUrl: url });
const session = (await guest.login(admin)).data;
const headers = { Authorization: `Bearer ${session}`, Accept: "application/json" };
const { api: shop } = new Api({ baseUrl: url, baseApiParams: { headers } });
const { api: rest, control } = new Rest({ baseUrl: url, baseApiParams: { headers } });

const productId = (
  await shop.catalogProductCreate({
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
  })
).data;
const product = (await shop.catalogProductInfo({ productId, attributes: ["name", "stock_data"] })).data;
same(product.name, "Breakfast Mug");
same(product.stock_data?.qty, 50);

const mugs = (await shop.catalogProductList({ filters: { sku: { like: "%mug%" }, status: 1 } })).data;
same(there(mugs[0]).sku, "mug-01");

const categoryId = (
  await shop.catalogCategoryCreate({
    parentId: 2,
    categoryData: { name: categoryName, is_active: true, include_in_menu: true, available_sort_by: ["name"] },
  })
).data;
(await shop.catalogCategoryAssignProduct({ categoryId, productId, position: 1 })).data;
const assigned = (await shop.catalogCategoryAssignedProducts({ categoryId })).data;
same(
  assigned.map((one) => one.sku),
  [sku],
);

const file = (
  await shop.catalogProductAttributeMediaCreate({
    productId,
    data: { file: { content: pixel, mime: "image/png", name: "mug" }, label: "A mug", types: ["image"] },
  })
).data;
const image = (await shop.catalogProductAttributeMediaInfo({ productId, file })).data;
same(image.label, "A mug");

const customerId = (
  await shop.customerCreate({
    customerData: {
      email,
      firstname: "Ada",
      lastname: "King",
      password: "analytical1",
      website_id: 1,
      group_id: 1,
    },
  })
).data;
(
  await shop.customerAddressCreate({
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
  })
).data;

const order = (await control.placeOrder({ customer_id: customerId, items: [{ sku, qty: 2 }] })).data;
const orderIncrementId = order.increment_id;
const orderItemId = there(order.items[0]).item_id;
(await shop.salesOrderInvoiceCreate({ orderIncrementId, comment: "Thank you." })).data;
const shipmentIncrementId = (
  await shop.salesOrderShipmentCreate({
    orderIncrementId,
    itemsQty: [{ order_item_id: orderItemId, qty: 2 }],
  })
).data;
(
  await shop.salesOrderShipmentAddTrack({
    shipmentIncrementId,
    carrier: "custom",
    title: "By bicycle",
    trackNumber: "B-1",
  })
).data;
(
  await shop.salesOrderCreditmemoCreate({
    orderIncrementId,
    creditmemoData: { items: [{ order_item_id: orderItemId, qty: 1 }], shipping_amount: 0 },
  })
).data;
same((await shop.salesOrderInfo({ orderIncrementId })).data.state, "complete");

await control.addFault({ operation: "catalog_product.info", fault: "product_not_exists" });
const refused = await shop.catalogProductInfo({ productId }).then(
  () => undefined,
  // The promises of the client reject with a response, whose type is only declared in `then`.
  (response: { error: CatalogProductInfoError }) => response.error,
);
const refusal = there(refused);
switch (refusal.data.fault) {
  case "product_not_exists":
    break;
  // @ts-expect-error no answer of this operation has such a fault
  case "no_such_fault":
  default:
    throw new Error(refusal.message);
}

const customer = (await rest.getCustomer(String(customerId))).data;
same(customer.email, email);
console.log("a whole day");
