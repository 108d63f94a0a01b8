/**
 * Uses of the client that must compile with all flags, and mistakes that must not, one per line that says so. Compiled
 * by client.test.ts against the packed package.
 */
import {
  createClient,
  type CategoryInfo,
  type NewCustomer,
  type ParamsOf,
  type ProductInfo,
} from "@store-management-api/client";
import { createControl } from "@store-management-api/client/control";

declare module "@store-management-api/client" {
  interface CustomProductAttributes {
    fabric?: string;
    sizes?: readonly number[];
  }
}

const shop = createClient({ url: "http://127.0.0.1:8080", username: "admin", apiKey: "admin123" });
const control = createControl({ url: "http://127.0.0.1:8080" });

/** As programs describe their own data. */
interface Cup {
  name: string;
  price: number;
  fabric?: string;
}
interface Buyer {
  email: string;
  firstname: string;
  lastname: string;
  password: string;
  website_id: number;
}

export async function uses(cup: Cup, buyer: Buyer, ids: readonly number[], price?: number): Promise<void> {
  // Values of interfaces, and of what is not there.
  await shop.catalogProduct.update({ productId: 1, productData: cup });
  await shop.catalogProduct.update({ productId: 1, productData: { price }, store: undefined });
  const customer: NewCustomer = buyer;
  await shop.customer.create({ customerData: customer });
  // Lists that nobody changes.
  await shop.catalogProduct.update({ productId: 1, productData: { website_ids: ids, category_ids: ids } });
  await shop.catalogProduct.list({ filters: { product_id: { in: ids }, sku: ["mug-01"] as const } });
  await control.placeOrder({ customer_id: 1, items: [{ sku: "mug-01", qty: 2 }] as const });
  // Own attributes, in data, filters and answers.
  await shop.catalogProduct.update({ productId: 1, productData: { fabric: "wool", sizes: ids } });
  await shop.catalogProduct.list({ filters: { fabric: { like: "w%" }, price: { gt: 5 } } });
  const product: ProductInfo = await shop.catalogProduct.info({ productId: 1 });
  const fabric: string | null | undefined = product.fabric;
  // Dates, as a text or as a moment.
  await shop.catalogProduct.update({ productId: 1, productData: { special_from_date: new Date() } });
  await shop.salesOrder.list({ filters: { created_at: { from: new Date(), to: "2026-12-31" } } });
  // Values by ID.
  await shop.cartProduct.add({ quoteId: 1, products: [{ product_id: 1, qty: 1, options: { 3: "red" } }] });
  console.log(fabric);
}

const mug = { type: "simple", set: 4, sku: "a" } as const;

export async function mistakes(category: CategoryInfo): Promise<void> {
  const product = await shop.catalogProduct.info({ productId: 1 });
  await shop.catalogProduct.update({ productId: 1, productData: { pricee: 5 } }); // wrong
  await shop.catalogProduct.create({ ...mug, productData: { name: "A", pricee: 5 } }); // wrong
  await shop.catalogProduct.update({ productId: 1, productData: { fabrics: "wool" } }); // wrong
  await shop.catalogCategory.update({ categoryId: 3, categoryData: { nam: "A" } }); // wrong
  await shop.customer.update({ customerId: 1, customerData: { firstnam: "A" } }); // wrong
  await shop.cartCustomer.addresses({ quoteId: 1, addresses: [{ mode: "billing", citty: "A" }] }); // wrong
  await shop.catalogProduct.list({ filters: { skuu: "mug-01" } }); // wrong
  await shop.customer.list({ filters: { emial: "a@example.com" } }); // wrong
  await shop.batch((b) => [b.catalogProduct.update({ productId: 1, productData: { pricee: 5 } })]); // wrong
  await shop.safe.catalogProduct.update({ productId: 1, productData: { pricee: 5 } }); // wrong
  const params: ParamsOf<"catalog_product.update"> = { productId: 1, productData: { pricee: 5 } }; // wrong
  console.log(product.pricee, params); // wrong
  console.log(category.nam); // wrong
  await control.placeOrder({ customer_id: 1, items: [{ sku: "mug-01", qty: 2, prize: 1 }] }); // wrong
}
