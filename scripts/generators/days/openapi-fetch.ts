/** The typical day with openapi-fetch, using the types that openapi-typescript generates. */
import createClient from "openapi-fetch";
import type { paths as RestPaths } from "../out/openapi-typescript/rest.js";
import type { paths } from "../out/openapi-typescript/rpc.js";
import { admin, categoryName, email, pixel, same, sku, there, url } from "./values.js";

const login = await createClient<paths>({ baseUrl: url }).POST("/api/rpc/login", { body: admin });
const headers = { Authorization: `Bearer ${there(login.data)}`, Accept: "application/json" };
const shop = createClient<paths>({ baseUrl: url, headers });
const rest = createClient<RestPaths>({ baseUrl: url, headers });

const productId = there(
  (
    await shop.POST("/api/rpc/catalog_product.create", {
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
    })
  ).data,
);
const product = there(
  (
    await shop.POST("/api/rpc/catalog_product.info", {
      body: { productId, attributes: ["name", "stock_data"] },
    })
  ).data,
);
same(product.name, "Breakfast Mug");
same(product.stock_data?.qty, 50);

const mugs = there(
  (
    await shop.POST("/api/rpc/catalog_product.list", {
      body: { filters: { sku: { like: "%mug%" }, status: 1 } },
    })
  ).data,
);
same(there(mugs[0]).sku, "mug-01");

const categoryId = there(
  (
    await shop.POST("/api/rpc/catalog_category.create", {
      body: {
        parentId: 2,
        categoryData: {
          name: categoryName,
          is_active: true,
          include_in_menu: true,
          available_sort_by: ["name"],
        },
      },
    })
  ).data,
);
there(
  (
    await shop.POST("/api/rpc/catalog_category.assignProduct", {
      body: { categoryId, productId, position: 1 },
    })
  ).data,
);
const assigned = there(
  (await shop.POST("/api/rpc/catalog_category.assignedProducts", { body: { categoryId } })).data,
);
same(
  assigned.map((one) => one.sku),
  [sku],
);

const file = there(
  (
    await shop.POST("/api/rpc/catalog_product_attribute_media.create", {
      body: {
        productId,
        data: { file: { content: pixel, mime: "image/png", name: "mug" }, label: "A mug", types: ["image"] },
      },
    })
  ).data,
);
const image = there(
  (await shop.POST("/api/rpc/catalog_product_attribute_media.info", { body: { productId, file } })).data,
);
same(image.label, "A mug");

const customerId = there(
  (
    await shop.POST("/api/rpc/customer.create", {
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
    })
  ).data,
);
there(
  (
    await shop.POST("/api/rpc/customer_address.create", {
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
    })
  ).data,
);

const order = there(
  (await rest.POST("/control/orders", { body: { customer_id: customerId, items: [{ sku, qty: 2 }] } })).data,
);
const orderIncrementId = order.increment_id;
const orderItemId = there(order.items[0]).item_id;
there(
  (
    await shop.POST("/api/rpc/sales_order_invoice.create", {
      body: { orderIncrementId, comment: "Thank you." },
    })
  ).data,
);
const shipmentIncrementId = there(
  (
    await shop.POST("/api/rpc/sales_order_shipment.create", {
      body: {
        orderIncrementId,
        itemsQty: [{ order_item_id: orderItemId, qty: 2 }],
      },
    })
  ).data,
);
there(
  (
    await shop.POST("/api/rpc/sales_order_shipment.addTrack", {
      body: {
        shipmentIncrementId,
        carrier: "custom",
        title: "By bicycle",
        trackNumber: "B-1",
      },
    })
  ).data,
);
there(
  (
    await shop.POST("/api/rpc/sales_order_creditmemo.create", {
      body: {
        orderIncrementId,
        creditmemoData: { items: [{ order_item_id: orderItemId, qty: 1 }], shipping_amount: 0 },
      },
    })
  ).data,
);
same(
  there((await shop.POST("/api/rpc/sales_order.info", { body: { orderIncrementId } })).data).state,
  "complete",
);

there(
  (
    await rest.POST("/control/faults", {
      body: { operation: "catalog_product.info", fault: "product_not_exists" },
    })
  ).data,
);
const { error } = await shop.POST("/api/rpc/catalog_product.info", { body: { productId } });
const refusal = there(error);
switch (refusal.data.fault) {
  case "product_not_exists":
    break;
  // @ts-expect-error no answer of this operation has such a fault
  case "no_such_fault":
  default:
    throw new Error(refusal.message);
}

const path = { customerId: String(customerId) };
const customer = there((await rest.GET("/api/rest/customers/{customerId}", { params: { path } })).data);
same(customer.email, email);
console.log("a whole day");
