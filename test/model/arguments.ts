/** Arguments of the steps: mostly valid, sometimes invalid. */
import type { Order, Shop } from "./shop/state.js";

export class Dice {
  private thrown = 0;
  constructor(private readonly numbers: readonly number[]) {}

  private next(): number {
    return this.numbers[this.thrown++ % this.numbers.length] ?? 0;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.next() % values.length] as Value;
  }

  /** Only sometimes, so that most calls are valid. */
  rarely<Value, Other>(unusual: readonly Value[], usual: readonly Other[]): Value | Other {
    return this.next() % 12 === 11 ? this.pick(unusual) : this.pick(usual);
  }

  /** One of the IDs, seldom an unknown one. */
  of(ids: readonly (number | string)[]): number | string {
    return ids.length === 0 ? 9999 : this.rarely([9999], ids);
  }

  /** Mostly one that is suitable for the call, otherwise any. */
  suited(preferred: readonly (number | string)[], all: readonly (number | string)[]): number | string {
    return this.next() % 4 === 3 || preferred.length === 0 ? this.of(all) : this.pick(preferred);
  }

  /** Each member with a probability of one half. */
  some(members: Readonly<Record<string, () => unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(members)
        .filter(() => this.next() % 2 === 1)
        .map(([name, value]) => [name, value()]),
    );
  }
}

const stores = [0, 1, "german", 2, "default", "second_default"];
export const names = ["Mug", "Red cup", "Plate 7", "Bowl & spoon"];
export const prices = [10, 9.99, 0, 3.3333, 149.5];
export const dates = ["2025-06-01", "2025-05-30", "2025-07-01 08:30:00"];

export const ids = (things: object) => Object.keys(things).map(Number);
export const texts = (things: object) => Object.keys(things);
export const storeOf = (dice: Dice) =>
  dice.rarely(["nowhere", 99], [undefined, undefined, undefined, ...stores]);

export function productData(dice: Dice): Record<string, unknown> {
  return dice.some({
    name: () => dice.rarely([""], names),
    price: () => dice.rarely([-1], [...prices, ""]),
    special_price: () => dice.pick([5, 2.5, ""]),
    special_from_date: () => dice.rarely(["soon"], [...dates, ""]),
    special_to_date: () => dice.pick([...dates, ""]),
    weight: () => dice.pick([1, 0.25]),
    status: () => dice.rarely([3], [1, 1, 2]),
    visibility: () => dice.rarely([9], [4, 1, false]),
    tax_class_id: () => dice.rarely([3], [0, 2]),
    meta_title: () => dice.pick(["About", ""]),
    description: () => dice.pick(["Long", "<b>Long</b>", ""]),
    url_key: () => dice.pick(["a-mug", "My Mug!", ""]),
    website_ids: () => dice.rarely([[9]], [[1, 2], [1], [2], [], ["second", 1]]),
    category_ids: () => dice.rarely([[1]], [[2], []]),
    stock_data: () => stockData(dice),
  });
}

function stockData(dice: Dice): Record<string, unknown> {
  return {
    qty: dice.pick([20, 3, 0, -2, 1]),
    ...dice.some({
      is_in_stock: () => dice.rarely([7], [1, 0]),
      manage_stock: () => dice.pick([1, 0]),
      min_qty: () => dice.pick([0, 2]),
      backorders: () => dice.pick([0, 1]),
    }),
  };
}

export function tierPrices(dice: Dice): Record<string, unknown>[] {
  const row = (qty: number) => ({
    qty,
    price: dice.rarely([-1], [8, 7.5]),
    ...dice.some({
      customer_group_id: () => dice.rarely([9], ["all", 0, 2]),
      website: () => dice.rarely(["nowhere"], ["all", "base", "second"]),
    }),
  });
  return dice.pick([[row(2)], [row(2), row(5)], [row(5), row(2), row(2)], []]);
}

export const address = {
  ...{
    firstname: "Ada",
    lastname: "King",
    street: ["1 Main Street", "Flat 2"],
    city: "Berlin",
    telephone: "030 1",
  },
  ...{ postcode: "10115", country_id: "DE" },
};

export const orderAddress = { ...address, street: "1 Main Street" };

export function addressData(dice: Dice): Record<string, unknown> {
  return { ...country(dice), ...moreOfAddress(dice) };
}

/** Regions are only used with their country, because the shop decides which regions other countries have. */
function country(dice: Dice): Record<string, unknown> {
  return dice.rarely(
    [{ country_id: "XX" }, { country_id: "US", region_id: 81 }],
    [
      ...[
        {},
        {},
        { country_id: "us", region_id: 12 },
        { country_id: "US", region_id: 43 },
        { country_id: "IE" },
      ],
      ...[{ country_id: "DE", region_id: 81 }, { country_id: "DE" }, { country_id: "US" }],
    ],
  );
}

function moreOfAddress(dice: Dice): Record<string, unknown> {
  return dice.some({
    firstname: () => dice.rarely([" "], ["Ada", "Grace"]),
    street: () => dice.pick(["2 Side Street", ["3 Hill"]]),
    postcode: () => dice.rarely([""], ["10115", "90210"]),
    company: () => dice.pick(["Cups Ltd", ""]),
    region: () => dice.pick(["Bayern", "Somewhere", "California"]),
    is_default_billing: () => dice.pick([true, false]),
    is_default_shipping: () => dice.pick([true, false]),
  });
}

export function customerData(dice: Dice): Record<string, unknown> {
  return dice.some({
    email: () =>
      dice.rarely(["nobody"], ["ada@shop.test", "ADA@shop.test", "grace@shop.test", "ida@shop.test"]),
    firstname: () => dice.rarely([""], ["Ada", " Grace "]),
    website_id: () => dice.rarely([9], [1, 2]),
    group_id: () => dice.rarely([0, 9], [1, 2, 3]),
    taxvat: () => dice.pick(["DE1", ""]),
    middlename: () => dice.pick(["M.", ""]),
    dob: () => dice.rarely(["1990-02-30"], ["1990-02-11", ""]),
    password: () => dice.rarely(["short"], ["secret-77", ""]),
  });
}

function lines(shop: Shop, dice: Dice): Record<string, unknown>[] {
  const products = Object.values(shop.products);
  const line = () => ({
    ...(products.length === 0 ? { sku: "none" } : { product_id: dice.of(products.map(({ id }) => id)) }),
    qty: dice.rarely([0, 1.5], [1, 2, 3]),
    ...dice.some({
      price: () => dice.pick(prices),
      tax_percent: () => dice.pick([19, 7, 8.25, 33.3333]),
      discount_percent: () => dice.pick([10, 33.33, 100]),
      discount_amount: () => dice.pick([1, 2.5]),
    }),
  });
  return dice.pick([() => [line()], () => [line(), line()], () => [line(), line(), line()]])();
}

export function placement(shop: Shop, dice: Dice): Record<string, unknown> {
  const customers = ids(shop.customers);
  const isGuest = customers.length === 0 || dice.pick([true, false]);
  const buyer = isGuest
    ? {
        guest: { email: "guest@shop.test", firstname: "Gus", lastname: "Test" },
        billing_address: orderAddress,
      }
    : { customer_id: dice.of(customers), ...dice.some({ billing_address: () => orderAddress }) };
  return {
    ...buyer,
    items: lines(shop, dice),
    payment_method: dice.pick(["checkmo", "test_authorize", "test_sale", "banktransfer"]),
    ...dice.some({
      store: () => dice.pick([1, "second_default", "german"]),
      rate: () => dice.pick([0.9, 1.3371]),
      state: () => dice.rarely(["payment_review", "pending_payment"], [undefined]),
    }),
    ...dice.pick([
      { shipping_amount: 5 },
      {},
      { shipping_amount: 4.99, shipping_tax_percent: 19, shipping_discount_amount: 1.11 },
      { shipping_amount: 0 },
    ]),
  };
}

/** Quantities of some items of an order; empty means all that is left. */
export function itemsQty(
  shop: Shop,
  dice: Dice,
  number: string | number,
): Record<string, number> | undefined {
  const items = shop.orders[number]?.items ?? [];
  if (items.length === 0 || dice.pick([true, false])) return undefined;
  return Object.fromEntries(items.map(({ item_id }) => [item_id, dice.rarely([9, 0.5], [1, 0, 2])]));
}

export function refund(shop: Shop, dice: Dice, number: string | number): Record<string, unknown> {
  return {
    ...(dice.pick([true, false]) ? {} : { items: itemsQty(shop, dice, number) ?? {} }),
    ...dice.some({
      shipping_amount: () => dice.rarely([-1, 99], [0, 1.5, 2]),
      adjustment_positive: () => dice.pick([0.5, 3]),
      adjustment_negative: () => dice.pick([0.25, 1]),
    }),
  };
}

export function orderBy(shop: Shop, dice: Dice, suits: (order: Order) => boolean): number | string {
  return dice.suited(
    Object.values(shop.orders)
      .filter(suits)
      .map(({ number }) => number),
    texts(shop.orders),
  );
}

export function categoryData(dice: Dice): Record<string, unknown> {
  return dice.some({
    is_active: () => dice.pick([true, false]),
    description: () => dice.pick(["Things", ""]),
    url_key: () => dice.pick(["things", "Some Things", ""]),
    position: () => dice.pick([1, 3, 0]),
  });
}

export function assignment(shop: Shop, dice: Dice): Record<string, unknown> {
  return {
    ...{ categoryId: dice.of(ids(shop.categories)), productId: dice.of(ids(shop.products)) },
    ...dice.some({ position: () => dice.pick([5, -1, 0]) }),
  };
}
