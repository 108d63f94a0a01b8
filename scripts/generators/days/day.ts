/**
 * The typical day of a shop, which the client of each generator carries out. A client maps the steps to its functions; the
 * compiler checks that their types take these bodies and return these members.
 */
import { categoryName, email, pixel, same, sku, there } from "./values.js";

const newProduct = {
  type: "simple" as const,
  set: 4,
  sku,
  productData: {
    name: "Breakfast Mug",
    price: 14.9,
    weight: 0.4,
    status: 1 as const,
    visibility: 4 as const,
    website_ids: [1],
    stock_data: {
      qty: 50,
      is_in_stock: 1 as const,
      manage_stock: 1 as const,
      use_config_manage_stock: 0 as const,
    },
  },
};

const mugs = { filters: { sku: { like: "%mug%" }, status: 1 as const } };

const newCategory = {
  parentId: 2,
  categoryData: {
    name: categoryName,
    is_active: true,
    include_in_menu: true,
    available_sort_by: ["name"],
  },
};

const newCustomer = {
  customerData: {
    email,
    firstname: "Ada",
    lastname: "King",
    password: "analytical1",
    website_id: 1,
    group_id: 1,
  },
};

const addressData = {
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
};

const imageData = {
  file: { content: pixel, mime: "image/png" as const, name: "mug" },
  label: "A mug",
  types: ["image" as const],
};

const forced = { operation: "catalog_product.info" as const, fault: "product_not_exists" as const };

interface OrderItem {
  readonly order_item_id: number;
  readonly qty: number;
}

export interface Client {
  createProduct(body: typeof newProduct): Promise<number>;
  product(body: { productId: number; attributes: string[] }): Promise<{
    readonly name?: string | null;
    readonly stock_data?: { readonly qty?: number | null } | null;
  }>;
  products(body: typeof mugs): Promise<readonly { readonly sku: string }[]>;
  createCategory(body: typeof newCategory): Promise<number>;
  assign(body: { categoryId: number; productId: number; position: number }): Promise<unknown>;
  assigned(body: { categoryId: number }): Promise<readonly { readonly sku: string }[]>;
  createImage(body: { productId: number; data: typeof imageData }): Promise<string>;
  image(body: { productId: number; file: string }): Promise<{ readonly label?: string | null }>;
  createCustomer(body: typeof newCustomer): Promise<number>;
  createAddress(body: { customerId: number; addressData: typeof addressData }): Promise<unknown>;
  placeOrder(body: { customer_id: number; items: { sku: string; qty: number }[] }): Promise<{
    readonly increment_id: string;
    readonly items: readonly { readonly item_id: number }[];
  }>;
  invoice(body: { orderIncrementId: string; comment: string }): Promise<unknown>;
  ship(body: { orderIncrementId: string; itemsQty: OrderItem[] }): Promise<string>;
  addTrack(body: {
    shipmentIncrementId: string;
    carrier: "custom";
    title: string;
    trackNumber: string;
  }): Promise<unknown>;
  refund(body: {
    orderIncrementId: string;
    creditmemoData: { items: OrderItem[]; shipping_amount: number };
  }): Promise<unknown>;
  order(body: { orderIncrementId: string }): Promise<{ readonly state?: string | null }>;
  addFault(body: typeof forced): Promise<unknown>;
  /** The fault of a refused `catalog_product.info`, by `closed`. */
  faultOfProduct(body: { productId: number }): Promise<string>;
  /** The resource of REST. */
  customer(customerId: string): Promise<{ readonly email?: string | null }>;
}

/** A fault whose type names each fault of the operation: a fault that no answer has does not compile. */
export function closed<Fault extends string>(
  fault: Fault & ("no_such_fault" extends Fault ? never : unknown),
): string {
  return fault;
}

export async function wholeDay(client: Client): Promise<void> {
  const productId = await client.createProduct(newProduct);
  const product = await client.product({ productId, attributes: ["name", "stock_data"] });
  same(product.name, "Breakfast Mug");
  same(product.stock_data?.qty, 50);
  same(there((await client.products(mugs))[0]).sku, "mug-01");

  const categoryId = await client.createCategory(newCategory);
  await client.assign({ categoryId, productId, position: 1 });
  const assigned = await client.assigned({ categoryId });
  same(
    assigned.map((one) => one.sku),
    [sku],
  );
  const file = await client.createImage({ productId, data: imageData });
  same((await client.image({ productId, file })).label, "A mug");

  const customerId = await client.createCustomer(newCustomer);
  await client.createAddress({ customerId, addressData });
  const order = await client.placeOrder({ customer_id: customerId, items: [{ sku, qty: 2 }] });
  const orderIncrementId = order.increment_id;
  const order_item_id = there(order.items[0]).item_id;
  await client.invoice({ orderIncrementId, comment: "Thank you." });
  const itemsQty = [{ order_item_id, qty: 2 }];
  const shipmentIncrementId = await client.ship({ orderIncrementId, itemsQty });
  await client.addTrack({
    shipmentIncrementId,
    carrier: "custom",
    title: "By bicycle",
    trackNumber: "B-1",
  });
  const creditmemoData = { items: [{ order_item_id, qty: 1 }], shipping_amount: 0 };
  await client.refund({ orderIncrementId, creditmemoData });
  same((await client.order({ orderIncrementId })).state, "complete");

  await client.addFault(forced);
  same(await client.faultOfProduct({ productId }), "product_not_exists");
  same((await client.customer(String(customerId))).email, email);
  console.log("a whole day");
}
