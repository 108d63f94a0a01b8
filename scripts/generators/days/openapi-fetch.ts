/** The typical day with openapi-fetch, using the types that openapi-typescript generates. */
import createClient from "openapi-fetch";
import type { paths as RestPaths } from "../out/openapi-typescript/rest.js";
import type { paths } from "../out/openapi-typescript/rpc.js";
import { closed, wholeDay } from "./day.js";
import { admin, there, url } from "./values.js";

const login = await createClient<paths>({ baseUrl: url }).POST("/api/rpc/login", { body: admin });
const headers = { Authorization: `Bearer ${there(login.data)}`, Accept: "application/json" };
const shop = createClient<paths>({ baseUrl: url, headers });
const rest = createClient<RestPaths>({ baseUrl: url, headers });

await wholeDay({
  createProduct: async (body) => there((await shop.POST("/api/rpc/catalog_product.create", { body })).data),
  product: async (body) => there((await shop.POST("/api/rpc/catalog_product.info", { body })).data),
  products: async (body) => there((await shop.POST("/api/rpc/catalog_product.list", { body })).data),
  createCategory: async (body) => there((await shop.POST("/api/rpc/catalog_category.create", { body })).data),
  assign: async (body) => there((await shop.POST("/api/rpc/catalog_category.assignProduct", { body })).data),
  assigned: async (body) =>
    there((await shop.POST("/api/rpc/catalog_category.assignedProducts", { body })).data),
  createImage: async (body) =>
    there((await shop.POST("/api/rpc/catalog_product_attribute_media.create", { body })).data),
  image: async (body) =>
    there((await shop.POST("/api/rpc/catalog_product_attribute_media.info", { body })).data),
  createCustomer: async (body) => there((await shop.POST("/api/rpc/customer.create", { body })).data),
  createAddress: async (body) => there((await shop.POST("/api/rpc/customer_address.create", { body })).data),
  invoice: async (body) => there((await shop.POST("/api/rpc/sales_order_invoice.create", { body })).data),
  ship: async (body) => there((await shop.POST("/api/rpc/sales_order_shipment.create", { body })).data),
  addTrack: async (body) => there((await shop.POST("/api/rpc/sales_order_shipment.addTrack", { body })).data),
  refund: async (body) => there((await shop.POST("/api/rpc/sales_order_creditmemo.create", { body })).data),
  order: async (body) => there((await shop.POST("/api/rpc/sales_order.info", { body })).data),
  placeOrder: async (body) => there((await rest.POST("/control/orders", { body })).data),
  addFault: async (body) => there((await rest.POST("/control/faults", { body })).data),
  faultOfProduct: async (body) =>
    closed(there((await shop.POST("/api/rpc/catalog_product.info", { body })).error).data.fault),
  customer: async (customerId) =>
    there((await rest.GET("/api/rest/customers/{customerId}", { params: { path: { customerId } } })).data),
});
