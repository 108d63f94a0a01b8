/** Reports what a sale would cost in the copy, but not in the shop, as far as orders and products tell (docs/magento.md). */
import { installedTaxRates, taxPercent } from "../../../shop/carts/tax-rates.js";
import type { TaxRate } from "../../../shop/data/entities/shop.js";
import { isPaymentMethod } from "../../../shop/sales/payment/methods.js";
import { isShippingMethod } from "../../../shop/sales/placement/placement-request.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import type { ImportReporter } from "./report.js";
import { idIn, numberIn, rowsIn, textIn } from "./source.js";

/** Countries whose regions have sales taxes of their own. */
const regionalTaxes: ReadonlySet<string> = new Set(["US", "CA"]);

/** "Taxable Goods". Orders do not name the classes of their products. */
const taxedClassId = 2;

/** @param order as the shop returns it @param rates of the copy; default: the installed ones */
export function reportSaleCosts(
  report: ImportReporter,
  order: DataObject,
  rates: readonly TaxRate[] = installedTaxRates,
): void {
  const name = `order ${textIn(order.increment_id) ?? ""}`;
  reportTax(report, order, rates);
  if (numberIn(order.shipping_tax_amount))
    report.find("sales cost less here: orders with tax on shipping, which carts do not charge", name);
  const coupon = textIn(order.coupon_code);
  if (coupon)
    report.find(
      "carts refuse these coupons: orders with a coupon that the copy lacks; POST /control/coupons adds one",
      `${name}: ${coupon}`,
    );
  const shipping = textIn(order.shipping_method);
  if (shipping && !isShippingMethod(shipping))
    report.find(
      "carts refuse these shipping methods: orders with one that the copy lacks",
      `${name}: ${shipping}`,
    );
  const payment = textIn(rowsIn([order.payment])[0]?.method);
  if (payment && !isPaymentMethod(payment))
    report.find(
      "carts refuse these payment methods: orders with one that the copy lacks",
      `${name}: ${payment}`,
    );
}

/** The examples are the rates that the copy needs. */
function reportTax(report: ImportReporter, order: DataObject, rates: readonly TaxRate[]): void {
  const [address = {}] = [...rowsIn([order.shipping_address]), ...rowsIn([order.billing_address])].filter(
    ({ country_id }) => country_id,
  );
  const country_id = textIn(address.country_id) ?? "";
  const region_id = idIn(address.region_id) ?? 0;
  const place = { country_id, region_id, postcode: textIn(address.postcode) ?? "" };
  const unknown = new Set<number>();
  for (const item of rowsIn(order.items)) {
    const rate = numberIn(item.tax_percent);
    const isKnown = [...new Set(rates.map((one) => one.product_tax_class))].some(
      (taxClass) => taxPercent(rates, place, taxClass) === rate,
    );
    if (rate && !isKnown) unknown.add(rate);
  }
  const examples = [...unknown].map((rate) =>
    JSON.stringify({
      country_id,
      ...(region_id && regionalTaxes.has(country_id) && { region_id }),
      rate,
      product_tax_class: taxedClassId,
    }),
  );
  const what =
    "sales cost something else here: orders with a tax rate that the copy lacks; --tax-rates of this command, or settings.tax_rates of a dataset, sets them";
  for (const [at, example] of examples.entries()) report.find(what, example, at === 0 ? 1 : 0);
}
