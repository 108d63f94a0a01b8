/** The typical day with the client that @hey-api/openapi-ts generates. */
import { client } from "../out/hey-api/client.gen.js";
import * as shop from "../out/hey-api/sdk.gen.js";
import { client as other } from "../out/hey-api-rest/client.gen.js";
import * as rest from "../out/hey-api-rest/sdk.gen.js";
import { closed, wholeDay } from "./day.js";
import { admin, there, url } from "./values.js";

const throwOnError = true;
const session = (await shop.login({ baseUrl: url, body: admin, throwOnError })).data;
// A text would also be sent as Basic, which is the last scheme of the contract and would remain.
const auth = ({ scheme }: { scheme?: string }) => (scheme === "bearer" ? session : undefined);
client.setConfig({ baseUrl: url, auth });
other.setConfig({ baseUrl: url, auth });
const headers = { Accept: "application/json" };

await wholeDay({
  createProduct: async (body) => (await shop.catalogProductCreate({ body, throwOnError })).data,
  product: async (body) => (await shop.catalogProductInfo({ body, throwOnError })).data,
  products: async (body) => (await shop.catalogProductList({ body, throwOnError })).data,
  createCategory: async (body) => (await shop.catalogCategoryCreate({ body, throwOnError })).data,
  assign: async (body) => (await shop.catalogCategoryAssignProduct({ body, throwOnError })).data,
  assigned: async (body) => (await shop.catalogCategoryAssignedProducts({ body, throwOnError })).data,
  createImage: async (body) => (await shop.catalogProductAttributeMediaCreate({ body, throwOnError })).data,
  image: async (body) => (await shop.catalogProductAttributeMediaInfo({ body, throwOnError })).data,
  createCustomer: async (body) => (await shop.customerCreate({ body, throwOnError })).data,
  createAddress: async (body) => (await shop.customerAddressCreate({ body, throwOnError })).data,
  invoice: async (body) => (await shop.salesOrderInvoiceCreate({ body, throwOnError })).data,
  ship: async (body) => (await shop.salesOrderShipmentCreate({ body, throwOnError })).data,
  addTrack: async (body) => (await shop.salesOrderShipmentAddTrack({ body, throwOnError })).data,
  refund: async (body) => (await shop.salesOrderCreditmemoCreate({ body, throwOnError })).data,
  order: async (body) => (await shop.salesOrderInfo({ body, throwOnError })).data,
  placeOrder: async (body) => (await rest.placeOrder({ body, throwOnError })).data,
  addFault: async (body) => (await rest.addFault({ body, throwOnError })).data,
  faultOfProduct: async (body) => closed(there((await shop.catalogProductInfo({ body })).error).data.fault),
  customer: async (customerId) =>
    (await rest.getCustomer({ path: { customerId }, headers, throwOnError })).data,
});
