/** The typical day with the fetch client that orval generates. */
import * as rest from "../out/orval-fetch/rest.js";
import * as shop from "../out/orval-fetch/rpc.js";
import { closed, wholeDay } from "./day.js";
import { admin, same, url } from "./values.js";

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
const headers = { Accept: "application/json" };

await wholeDay({
  createProduct: async (body) => of(await shop.catalogProductCreate(body), 200),
  product: async (body) => of(await shop.catalogProductInfo(body), 200),
  products: async (body) => of(await shop.catalogProductList(body), 200),
  createCategory: async (body) => of(await shop.catalogCategoryCreate(body), 200),
  assign: async (body) => of(await shop.catalogCategoryAssignProduct(body), 200),
  assigned: async (body) => of(await shop.catalogCategoryAssignedProducts(body), 200),
  createImage: async (body) => of(await shop.catalogProductAttributeMediaCreate(body), 200),
  image: async (body) => of(await shop.catalogProductAttributeMediaInfo(body), 200),
  createCustomer: async (body) => of(await shop.customerCreate(body), 200),
  createAddress: async (body) => of(await shop.customerAddressCreate(body), 200),
  invoice: async (body) => of(await shop.salesOrderInvoiceCreate(body), 200),
  ship: async (body) => of(await shop.salesOrderShipmentCreate(body), 200),
  addTrack: async (body) => of(await shop.salesOrderShipmentAddTrack(body), 200),
  refund: async (body) => of(await shop.salesOrderCreditmemoCreate(body), 200),
  order: async (body) => of(await shop.salesOrderInfo(body), 200),
  placeOrder: async (body) => of(await rest.placeOrder(body), 201),
  addFault: async (body) => of(await rest.addFault(body), 201),
  faultOfProduct: async (body) => closed(of(await shop.catalogProductInfo(body), 404).data.fault),
  customer: async (customerId) => of(await rest.getCustomer(customerId, undefined, { headers }), 200),
});
