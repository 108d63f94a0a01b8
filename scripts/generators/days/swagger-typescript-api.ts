/** The typical day with the client that swagger-typescript-api generates. */
import { Api as Rest } from "../out/swagger-typescript-api/rest.js";
import { Api, type CatalogProductInfoError } from "../out/swagger-typescript-api/rpc.js";
import { closed, wholeDay } from "./day.js";
import { admin, there, url } from "./values.js";

const { api: guest } = new Api({ baseUrl: url });
const session = (await guest.login(admin)).data;
const headers = { Authorization: `Bearer ${session}`, Accept: "application/json" };
const { api: shop } = new Api({ baseUrl: url, baseApiParams: { headers } });
const { api: rest, control } = new Rest({ baseUrl: url, baseApiParams: { headers } });

await wholeDay({
  createProduct: async (body) => (await shop.catalogProductCreate(body)).data,
  product: async (body) => (await shop.catalogProductInfo(body)).data,
  products: async (body) => (await shop.catalogProductList(body)).data,
  createCategory: async (body) => (await shop.catalogCategoryCreate(body)).data,
  assign: async (body) => (await shop.catalogCategoryAssignProduct(body)).data,
  assigned: async (body) => (await shop.catalogCategoryAssignedProducts(body)).data,
  createImage: async (body) => (await shop.catalogProductAttributeMediaCreate(body)).data,
  image: async (body) => (await shop.catalogProductAttributeMediaInfo(body)).data,
  createCustomer: async (body) => (await shop.customerCreate(body)).data,
  createAddress: async (body) => (await shop.customerAddressCreate(body)).data,
  invoice: async (body) => (await shop.salesOrderInvoiceCreate(body)).data,
  ship: async (body) => (await shop.salesOrderShipmentCreate(body)).data,
  addTrack: async (body) => (await shop.salesOrderShipmentAddTrack(body)).data,
  refund: async (body) => (await shop.salesOrderCreditmemoCreate(body)).data,
  order: async (body) => (await shop.salesOrderInfo(body)).data,
  placeOrder: async (body) => (await control.placeOrder(body)).data,
  addFault: async (body) => (await control.addFault(body)).data,
  faultOfProduct: async (body) => {
    const refused = await shop.catalogProductInfo(body).then(
      () => undefined,
      // The promises of the client reject with a response, whose type is only declared in `then`.
      (response: { error: CatalogProductInfoError }) => response.error,
    );
    return closed(there(refused).data.fault);
  },
  customer: async (customerId) => (await rest.getCustomer(customerId)).data,
});
