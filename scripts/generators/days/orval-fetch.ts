/** The typical day with the fetch client that orval generates. */
import * as rest from "../out/orval-fetch/rest.js";
import * as shop from "../out/orval-fetch/rpc.js";
import { admin, categoryName, email, pixel, same, sku, there, url } from "./values.js";

// The generated code uses addresses without a server, so a wrapper of fetch adds the server.
const { fetch } = globalThis;
let session = "";
globalThis.fetch = (address, request) => {
  const headers = new Headers(request?.headers);
  if (session !== "") headers.set("Authorization", `Bearer ${session}`);
  return fetch(new URL(String(address), url), { ...request, headers });
};

/** The data of an answer with this status. */
function of<Answer extends { status: number; data: unknown }, Status extends Answer["status"]>(
  answer: Answer,
  status: Status,
): Extract<Answer, { status: Status }>["data"] {
  same(answer.status, status);
  return (answer as Extract<Answer, { status: Status }>).data;
}

session = of(await shop.login(admin), 200);

const productId = of(
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
  }),
  200,
);
const product = of(await shop.catalogProductInfo({ productId, attributes: ["name", "stock_data"] }), 200);
same(product.name, "Breakfast Mug");
same(product.stock_data?.qty, 50);

const mugs = of(await shop.catalogProductList({ filters: { sku: { like: "%mug%" }, status: 1 } }), 200);
same(there(mugs[0]).sku, "mug-01");

const categoryId = of(
  await shop.catalogCategoryCreate({
    parentId: 2,
    categoryData: { name: categoryName, is_active: true, include_in_menu: true, available_sort_by: ["name"] },
  }),
  200,
);
of(await shop.catalogCategoryAssignProduct({ categoryId, productId, position: 1 }), 200);
const assigned = of(await shop.catalogCategoryAssignedProducts({ categoryId }), 200);
same(
  assigned.map((one) => one.sku),
  [sku],
);

const file = of(
  await shop.catalogProductAttributeMediaCreate({
    productId,
    data: { file: { content: pixel, mime: "image/png", name: "mug" }, label: "A mug", types: ["image"] },
  }),
  200,
);
const image = of(await shop.catalogProductAttributeMediaInfo({ productId, file }), 200);
same(image.label, "A mug");

const customerId = of(
  await shop.customerCreate({
    customerData: {
      email,
      firstname: "Ada",
      lastname: "King",
      password: "analytical1",
      website_id: 1,
      group_id: 1,
    },
  }),
  200,
);
of(
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
  }),
  200,
);

const order = of(await rest.placeOrder({ customer_id: customerId, items: [{ sku, qty: 2 }] }), 201);
const orderIncrementId = order.increment_id;
const orderItemId = there(order.items[0]).item_id;
of(await shop.salesOrderInvoiceCreate({ orderIncrementId, comment: "Thank you." }), 200);
const shipmentIncrementId = of(
  await shop.salesOrderShipmentCreate({
    orderIncrementId,
    itemsQty: [{ order_item_id: orderItemId, qty: 2 }],
  }),
  200,
);
of(
  await shop.salesOrderShipmentAddTrack({
    shipmentIncrementId,
    carrier: "custom",
    title: "By bicycle",
    trackNumber: "B-1",
  }),
  200,
);
of(
  await shop.salesOrderCreditmemoCreate({
    orderIncrementId,
    creditmemoData: { items: [{ order_item_id: orderItemId, qty: 1 }], shipping_amount: 0 },
  }),
  200,
);
same(of(await shop.salesOrderInfo({ orderIncrementId }), 200).state, "complete");

of(await rest.addFault({ operation: "catalog_product.info", fault: "product_not_exists" }), 201);
const refusal = of(await shop.catalogProductInfo({ productId }), 404);
switch (refusal.data.fault) {
  case "product_not_exists":
    break;
  // @ts-expect-error no answer of this operation has such a fault
  case "no_such_fault":
  default:
    throw new Error(refusal.message);
}

const headers = { Accept: "application/json" };
const customer = of(await rest.getCustomer(String(customerId), undefined, { headers }), 200);
same(customer.email, email);
console.log("a whole day");
