/** The amounts of a new order, calculated separately in each currency (sales 19.2). */
import { Exact, proportion, sum, totalOf } from "../../../engine/values/money.js";
import { DeltaRounding } from "../amounts/amounts.js";

/** An ordered product for the calculation. Amounts are in base currency; a percentage is 8.25 for 8.25 %. */
export interface PricedLine {
  readonly qty: number;
  readonly base_price: number;
  readonly tax_percent: number;
  /** Used if `discount_amount` is 0; if both are 0, there is no discount. */
  readonly discount_percent: number;
  readonly discount_amount: number;
}

export interface ShippingCharge {
  /** In base currency, before discount and tax. */
  readonly amount: number;
  readonly tax_percent: number;
  readonly discount_amount: number;
}

/** The amounts of a row in one currency. `discount_amount` is 0 or positive. */
export interface LineAmounts {
  readonly price: number;
  readonly price_incl_tax: number;
  readonly row_total: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly row_total_incl_tax: number;
}

/** The totals of an order in one currency. `discount_amount` is 0 or negative. */
interface OrderAmounts {
  readonly subtotal: number;
  readonly subtotal_incl_tax: number;
  readonly shipping_amount: number;
  readonly shipping_tax_amount: number;
  readonly shipping_discount_amount: number;
  readonly shipping_incl_tax: number;
  readonly discount_amount: number;
  readonly tax_amount: number;
  readonly grand_total: number;
}

export interface Totals {
  readonly lines: readonly LineAmounts[];
  readonly order: OrderAmounts;
}

/**
 * The amounts in a currency with `rate` units per unit of the base currency. Rate 1 gives the base amounts. Only unit
 * prices, given discounts and shipping are converted, so that the amounts of each currency add up.
 */
export function placementTotals(
  lines: readonly PricedLine[],
  shipping: ShippingCharge,
  rate: number,
): Totals {
  const [discountOf, taxOf, wholeTaxOf] = [percentRounding(), percentRounding(), percentRounding()];
  const rows = lines.map((line) => {
    const price = rate === 1 ? line.base_price : convert(line.base_price, rate);
    const row_total = proportion(price, line.qty);
    const given = convert(line.discount_amount, rate);
    const discount = line.discount_amount > 0 ? given : discountOf(row_total, line.discount_percent);
    return { ...line, price, row_total, discount_amount: Math.min(discount, row_total) };
  });
  const taxed = rows.map((row) => {
    const tax_amount = taxOf(sum(row.row_total, -row.discount_amount), row.tax_percent);
    // This total is shown beside the price. Its tax is that of the row without the discount.
    const row_total_incl_tax = sum(row.row_total, wholeTaxOf(row.row_total, row.tax_percent));
    return { ...row, tax_amount, row_total_incl_tax };
  });
  const amounts = taxed.map(({ price, qty, row_total, discount_amount, tax_amount, row_total_incl_tax }) => ({
    price,
    price_incl_tax: proportion(row_total_incl_tax, 1, qty),
    row_total,
    discount_amount,
    tax_amount,
    row_total_incl_tax,
  }));
  return { lines: amounts, order: orderAmounts(amounts, shippingAmounts(shipping, rate)) };
}

type ShippingAmounts = Pick<
  OrderAmounts,
  "shipping_amount" | "shipping_tax_amount" | "shipping_discount_amount" | "shipping_incl_tax"
>;

function shippingAmounts(charge: ShippingCharge, rate: number): ShippingAmounts {
  const shipping_amount = convert(charge.amount, rate);
  const shipping_discount_amount = Math.min(convert(charge.discount_amount, rate), shipping_amount);
  const shipping_tax_amount = percentOf(sum(shipping_amount, -shipping_discount_amount), charge.tax_percent);
  const shipping_incl_tax = sum(shipping_amount, shipping_tax_amount);
  return { shipping_amount, shipping_tax_amount, shipping_discount_amount, shipping_incl_tax };
}

function orderAmounts(lines: readonly LineAmounts[], shipping: ShippingAmounts): OrderAmounts {
  const { shipping_amount, shipping_tax_amount, shipping_discount_amount } = shipping;
  const subtotal = totalOf(lines, "row_total");
  const taxOfItems = totalOf(lines, "tax_amount");
  const discount = sum(totalOf(lines, "discount_amount"), shipping_discount_amount);
  const tax_amount = sum(taxOfItems, shipping_tax_amount);
  return {
    subtotal,
    subtotal_incl_tax: totalOf(lines, "row_total_incl_tax"),
    ...shipping,
    discount_amount: sum(-discount),
    tax_amount,
    grand_total: sum(subtotal, shipping_amount, tax_amount, -discount),
  };
}

/** Converts an amount in base currency and rounds it to cents. */
function convert(amount: number, rate: number): number {
  return proportion(amount, rate);
}

function percentOf(amount: number, percent: number): number {
  return proportion(amount, percent, 100);
}

const hundred = Exact.of(100);

/**
 * Calculates percentages rounded to cents. The rounding difference is carried over to the next row with the same
 * percentage.
 */
function percentRounding(): (amount: number, percent: number) => number {
  const roundings = new Map<number, DeltaRounding>();
  return (amount, percent) => {
    const rounding = roundings.get(percent) ?? new DeltaRounding();
    roundings.set(percent, rounding);
    return rounding.round(Exact.of(amount).times(Exact.of(percent)).over(hundred));
  };
}
