/** Writes of every kind through the front door, each with a look at what it promised. */

type Look = (shop: ShopClient) => Promise<boolean>;

/** What the server has acknowledged and a later call has not put in question. */
export class Acknowledged {
  private readonly looks = new Map<string, Look>();

  /** From here on it holds until it is doubted. */
  add(what: string, look: Look): void {
    this.looks.set(what, look);
  }

  /** A call is about to change it: until that is answered, both may be. */
  doubt(what: string): void {
    this.looks.delete(what);
  }

  async missing(shop: ShopClient): Promise<string[]> {
    const missing: string[] = [];
    for (const [what, look] of this.looks) if (!(await look(shop).catch(() => false))) missing.push(what);
    return missing;
  }
}

export class ShopClient {
  constructor(private readonly url: string) {}

  async call(operation: string, ...args: readonly unknown[]): Promise<unknown> {
    const body = { jsonrpc: "2.0", id: 1, method: "call", params: [null, operation, args] };
    const { result, error } = (await this.post("/api/jsonrpc", body)) as {
      readonly result: unknown;
      readonly error?: { readonly message: string };
    };
    if (error) throw new Error(`${operation}: ${JSON.stringify(error)}`);
    return result;
  }

  async placeOrder(body: unknown): Promise<string> {
    const order = (await this.post("/control/orders", body)) as { readonly increment_id?: string };
    if (order.increment_id === undefined) throw new Error(`no order: ${JSON.stringify(order)}`);
    return order.increment_id;
  }

  async serves(address: string): Promise<boolean> {
    const { status } = await fetch(`${this.url}${new URL(address).pathname}`);
    return status === 200;
  }

  private async post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa("admin:admin123")}` },
      body: JSON.stringify(body),
    });
    return response.json();
  }
}

let last = 0;
const unique = (): string => `${Date.now().toString(36)}-${(last += 1)}`;
const pixel = "/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9oADAMBAAIRAxEAPwDSzyD/2Q==";

type Writer = (shop: ShopClient, acknowledged: Acknowledged, random: () => number) => Promise<void>;

async function products(shop: ShopClient, acknowledged: Acknowledged, random: () => number): Promise<void> {
  const sku = unique();
  const what = `product ${sku}`;
  const info = async (again: ShopClient) =>
    (await again.call("catalog_product.info", id)) as { name: string };
  const stock = { qty: 10, is_in_stock: 1 };
  const id = await shop.call("catalog_product.create", "simple", 4, sku, {
    name: "New",
    price: 5,
    stock_data: stock,
  });
  acknowledged.add(what, async (again) => (await info(again)).name === "New");
  acknowledged.doubt(what);
  await shop.call("catalog_product.update", id, { name: "Changed" });
  acknowledged.add(what, async (again) => (await info(again)).name === "Changed");

  await shop.call("catalog_product_attribute_tier_price.update", id, [{ qty: 3, price: 4 }]);
  const prices = `tier price of ${sku}`;
  acknowledged.add(
    prices,
    async (again) =>
      ((await again.call("catalog_product_attribute_tier_price.info", id)) as unknown[]).length === 1,
  );
  const file = { content: pixel, mime: "image/jpeg" };
  await shop.call("catalog_product_attribute_media.create", id, { file, label: "A mug" });
  const image = `image of ${sku}`;
  acknowledged.add(image, async (again) => {
    const [found] = (await again.call("catalog_product_attribute_media.list", id)) as { url: string }[];
    return found !== undefined && again.serves(found.url);
  });
  if (random() < 0.7) return;
  for (const one of [what, prices, image]) acknowledged.doubt(one);
  await shop.call("catalog_product.delete", id);
  acknowledged.add(what, (again) => isRefused(info(again)));
}

async function categories(shop: ShopClient, acknowledged: Acknowledged, random: () => number): Promise<void> {
  const name = unique();
  const id = await shop.call("catalog_category.create", 2, { name });
  const what = `category ${name}`;
  const info = async (again: ShopClient) =>
    (await again.call("catalog_category.info", id)) as { name: string };
  acknowledged.add(what, async (again) => (await info(again)).name === name);
  acknowledged.doubt(what);
  await shop.call("catalog_category.update", id, { name: `${name} again` });
  acknowledged.add(what, async (again) => (await info(again)).name === `${name} again`);
  await shop.call("catalog_category.assignProduct", id, 1, 7);
  acknowledged.add(
    `assignment to ${name}`,
    async (again) => ((await again.call("catalog_category.assignedProducts", id)) as unknown[]).length === 1,
  );
  if (random() < 0.7) return;
  for (const one of [what, `assignment to ${name}`]) acknowledged.doubt(one);
  await shop.call("catalog_category.delete", id);
  acknowledged.add(what, (again) => isRefused(info(again)));
}

async function customers(shop: ShopClient, acknowledged: Acknowledged, random: () => number): Promise<void> {
  const email = `${unique()}@shop.test`;
  const id = await shop.call("customer.create", {
    email,
    firstname: "Mila",
    lastname: "Novak",
    website_id: 1,
    password: "secret-7",
  });
  const what = `customer ${email}`;
  const info = async (again: ShopClient) => (await again.call("customer.info", id)) as { email: string };
  acknowledged.add(what, async (again) => (await info(again)).email === email);
  const address = { firstname: "Mila", lastname: "Novak", street: ["1 Main Street"], city: "Berlin" };
  const rest = { postcode: "10115", country_id: "DE", telephone: "030 1" };
  await shop.call("customer_address.create", id, { ...address, ...rest });
  const home = `address of ${email}`;
  acknowledged.add(
    home,
    async (again) => ((await again.call("customer_address.list", id)) as unknown[]).length === 1,
  );
  if (random() < 0.7) return;
  for (const one of [what, home]) acknowledged.doubt(one);
  await shop.call("customer.delete", id);
  acknowledged.add(what, (again) => isRefused(info(again)));
}

async function orders(shop: ShopClient, acknowledged: Acknowledged): Promise<void> {
  const id = await shop.placeOrder({ customer_id: 1, items: [{ product_id: 1, qty: 1 }] });
  const info = async (again: ShopClient) =>
    (await again.call("sales_order.info", id)) as { status_history: { comment: string | null }[] };
  acknowledged.add(`order ${id}`, async (again) => (await info(again)).status_history.length > 0);
  await shop.call("sales_order.addComment", id, "pending", `Packed ${id}`);
  acknowledged.add(`comment on ${id}`, async (again) =>
    (await info(again)).status_history.some(({ comment }) => comment === `Packed ${id}`),
  );
  for (const kind of ["sales_order_invoice", "sales_order_shipment"]) {
    const number = await shop.call(`${kind}.create`, id, {});
    acknowledged.add(`${kind} ${String(number)}`, async (again) => {
      const found = (await again.call(`${kind}.info`, number)) as { increment_id: string };
      return found.increment_id === number;
    });
  }
}

async function attributes(shop: ShopClient, acknowledged: Acknowledged): Promise<void> {
  const label = unique();
  const added = { label: [{ store_id: 0, value: label }], order: 1, is_default: false };
  await shop.call("catalog_product_attribute.addOption", "color", added);
  acknowledged.add(`option ${label}`, async (again) => {
    const options = (await again.call("catalog_product_attribute.options", "color")) as { label: string }[];
    return options.some((one) => one.label === label);
  });
  const set = await shop.call("catalog_product_attribute_set.create", `Set ${label}`, 4);
  acknowledged.add(`set ${label}`, async (again) => {
    const sets = (await again.call("catalog_product_attribute_set.list")) as { set_id: number }[];
    return sets.some((one) => Number(one.set_id) === set);
  });
  // Each option makes the attribute larger: so many of them are enough.
  await new Promise((resolve) => setTimeout(resolve, 20));
}

export const writers: readonly Writer[] = [
  products,
  products,
  categories,
  customers,
  orders,
  orders,
  attributes,
];

function isRefused(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => false,
    () => true,
  );
}
