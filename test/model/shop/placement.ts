/** Creation of an order of the model (sales 19, 8.1). The test control refuses with status 422. */
import { bookInvoice, incrementId } from "./invoices.js";
import { currencies, share, Sharing, toCents, toUnits } from "./money.js";
import { gatewayAnswer, get, setState, settle } from "./orders.js";
import { finalPrice, settled, stockRules, valueAt } from "./products.js";
import {
  nextNumber,
  refuseIf,
  textOf,
  timestamp,
  viewOf,
  type Order,
  type OrderItem,
  type Product,
  type Shop,
  type View,
} from "./state.js";

type Data = Readonly<Record<string, unknown>>;

interface Line {
  readonly product: Product;
  readonly qty: number;
  readonly data: Data;
}

const offline = ["checkmo", "banktransfer"];

export function placeOrder(
  shop: Shop,
  body: Data,
): { order_id: number; increment_id: string; item_ids: number[] } {
  const view = viewOf(body.store ?? 1, "422");
  const customer = body.customer_id === undefined ? undefined : shop.customers[Number(body.customer_id)];
  refuseIf(body.customer_id !== undefined && !customer, "422");
  refuseIf(!body.billing_address && !customer?.default_billing, "422");
  const lines = linesOf(shop, body, view);
  const rate = toUnits((body.rate as number | undefined) ?? 1);
  const items = itemsOf(shop, lines, rate, view, customer?.group_id ?? 0);
  const isVirtual = items.every((item) => item.isVirtual === 1);
  const amounts = totalsOf(items, isVirtual ? {} : body, rate, isVirtual);
  const method = textOf(body.payment_method ?? "checkmo");
  const asksGateway = !offline.includes(method) && body.state === undefined;
  const answer = asksGateway ? gatewayAnswer(shop) : "ok";
  refuseIf(answer === "fail", "422");

  for (const { product, qty } of lines) takeStock(shop, product, qty);
  const number = incrementId(shop, "order", view.id);
  const order: Order = {
    ...{ id: nextNumber(shop, "order"), number, store: view.id, customer: customer?.id ?? null, method },
    email: customer?.email ?? (body.guest as { email: string }).email,
    ...{ state: "", status: "", before: null, isVirtual, rate, amounts, history: [] },
    authorization: method === "test_authorize" && body.state === undefined ? "open" : undefined,
    payment: Object.fromEntries(
      currencies.map((currency) => [`${currency}amount_ordered`, get(amounts, `${currency}grand_total`)]),
    ),
    items: items.map((item) => ({ ...item, item_id: nextNumber(shop, "order item") })),
    created_at: timestamp(shop.now),
  };
  shop.orders[number] = order;
  begin(shop, order, body.state as string | undefined, asksGateway ? answer : undefined);
  return { order_id: order.id, increment_id: number, item_ids: order.items.map(({ item_id }) => item_id) };
}

/** The first state, by the kind of payment. */
function begin(shop: Shop, order: Order, state: string | undefined, answer: string | undefined): void {
  if (state !== undefined) return setState(order, state);
  if (answer === undefined) return setState(order, "new", "pending");
  if (order.method === "test_sale") {
    const all = new Map(order.items.map((item) => [item, get(item, "qty_ordered")]));
    bookInvoice(shop, order, all, answer === "ok" ? 2 : 1);
  }
  if (answer !== "ok")
    return setState(order, "payment_review", answer === "fraud" ? "fraud" : "payment_review");
  setState(order, "processing");
  if (order.method === "test_sale") settle(order);
}

function linesOf(shop: Shop, { items }: Data, view: View): Line[] {
  const taken = new Map<number, number>();
  return (items as Data[]).map((data) => {
    const product = Object.values(shop.products).find(
      ({ id, sku }) => id === data.product_id || sku.toLowerCase() === String(data.sku).toLowerCase(),
    );
    const qty = data.qty as number;
    refuseIf(!product, "422");
    const { id, type, stock, websites } = product as Product;
    refuseIf(!["simple", "virtual"].includes(type) || !websites.includes(view.website), "422");
    refuseIf(valueAt(product as Product, "status", view) !== 1 || qty <= 0 || !Number.isInteger(qty), "422");
    const before = taken.get(id) ?? 0;
    const { isManaged, minimum, backorders } = stockRules(stock);
    refuseIf(isManaged && backorders === 0 && stock.qty - minimum - before - qty < 0, "422");
    taken.set(id, before + qty);
    return { product: product as Product, qty, data };
  });
}

function takeStock(shop: Shop, product: Product, qty: number): void {
  if (!stockRules(product.stock).isManaged) return;
  product.stock = settled(product, { ...product.stock, qty: product.stock.qty - qty }, timestamp(shop.now));
}

function itemsOf(shop: Shop, lines: readonly Line[], rate: number, view: View, group: number): OrderItem[] {
  const items = lines.map(({ product, qty, data }): OrderItem => {
    const given = data.price as number | undefined;
    const usual = finalPrice(shop, product, view, group, qty);
    refuseIf(given === undefined && usual === null, "422");
    const base_price = given === undefined ? toCents(usual ?? 0) : toUnits(given);
    const price = rate === 10_000 ? base_price : share(base_price, rate, 10_000);
    return {
      ...{ item_id: 0, product: product.id, isVirtual: product.type === "virtual" ? 1 : 0, qty_ordered: qty },
      ...{ price, base_price, row_total: share(price, qty, 1), base_row_total: share(base_price, qty, 1) },
    };
  });
  // Percentages have two or four decimals: whole ten-thousandths of a percent.
  for (const currency of currencies) {
    shareByPercent(items, lines, currency, "discount_percent", "discount_amount", (item) =>
      get(item, `${currency}row_total`),
    );
    for (const [at, { data }] of lines.entries()) {
      const item = items[at] as OrderItem;
      if (typeof data.discount_amount === "number") {
        const base = toCents(data.discount_amount);
        const amount = currency === "" ? share(base, rate, 10_000) : base;
        item[`${currency}discount_amount`] = Math.min(amount, get(item, `${currency}row_total`));
      }
    }
    shareByPercent(
      ...([items, lines, currency, "tax_percent", "tax_amount"] as const),
      (item) => get(item, `${currency}row_total`) - get(item, `${currency}discount_amount`),
    );
  }
  return items;
}

/** Rounded; the difference is added to the next item with the same percentage. */
function shareByPercent(
  items: readonly OrderItem[],
  lines: readonly Line[],
  currency: string,
  name: string,
  field: string,
  whole: (item: OrderItem) => number,
): void {
  const sharings = new Map<number, Sharing>();
  for (const [at, { data }] of lines.entries()) {
    // A given amount applies instead of a percentage.
    if (name === "discount_percent" && data.discount_amount !== undefined) continue;
    const percent = (data[name] as number | undefined) ?? 0;
    const sharing = sharings.get(percent) ?? new Sharing();
    sharings.set(percent, sharing);
    const item = items[at] as OrderItem;
    item[`${currency}${field}`] = sharing.take(whole(item), toUnits(percent), 1_000_000);
  }
}

function totalsOf(
  items: readonly OrderItem[],
  body: Data,
  rate: number,
  isVirtual: boolean,
): Record<string, number> {
  const units = items.reduce((sum, item) => sum + (item.isVirtual === 1 ? 0 : get(item, "qty_ordered")), 0);
  const given = (name: string, usual: number) => toCents((body[name] as number | undefined) ?? usual);
  const amounts: Record<string, number> = {};
  for (const currency of currencies) {
    const inCurrency = (base: number) => (currency === "" ? share(base, rate, 10_000) : base);
    const shipping = isVirtual ? 0 : inCurrency(given("shipping_amount", 5 * units));
    const shippingDiscount = inCurrency(given("shipping_discount_amount", 0));
    const shippingTax = share(
      shipping - shippingDiscount,
      toUnits((body.shipping_tax_percent as number | undefined) ?? 0),
      1_000_000,
    );
    const total = (name: string) => items.reduce((sum, item) => sum + get(item, `${currency}${name}`), 0);
    const [subtotal, tax] = [total("row_total"), total("tax_amount") + shippingTax];
    const discount = -(total("discount_amount") + shippingDiscount);
    Object.assign(amounts, {
      [`${currency}subtotal`]: subtotal,
      [`${currency}shipping_amount`]: shipping,
      [`${currency}shipping_tax_amount`]: shippingTax,
      [`${currency}shipping_discount_amount`]: shippingDiscount,
      [`${currency}tax_amount`]: tax,
      [`${currency}discount_amount`]: discount,
      [`${currency}grand_total`]: subtotal + shipping + tax + discount,
    });
  }
  return amounts;
}
