/** The report of an import on what a sale would cost in the copy, but not in the shop. The orders are as OpenMage answers them. */
import { expect, test } from "vitest";
import { ImportReporter } from "../../../../src/addons/living/import/report.js";
import { reportSaleCosts } from "../../../../src/addons/living/import/sale-costs.js";

const california = { country_id: "US", region_id: "12", postcode: "90001" };
const berlin = { country_id: "DE", region_id: "82", postcode: "10115" };
const order = {
  ...{ increment_id: "100000013", shipping_method: "flatrate_flatrate", coupon_code: null },
  ...{ shipping_tax_amount: "0.0000", payment: { method: "checkmo" }, shipping_address: california },
  items: [{ tax_percent: "8.2500" }, { tax_percent: "0.0000" }, { tax_percent: null }],
};

function found(given: object, rates?: Parameters<typeof reportSaleCosts>[2]) {
  const report = new ImportReporter();
  reportSaleCosts(report, { ...order, ...given }, rates);
  return report.value.findings.map(({ what, count, examples }) => [what.split(":")[0], count, examples]);
}

const [cost, less] = ["sales cost something else here", "sales cost less here"];
const refuse = (what: string) => `carts refuse these ${what}`;

test.each<[string, object, unknown[]]>([
  ["an order that costs the same here", {}, []],
  [
    "rates of another country, once per order",
    {
      shipping_address: berlin,
      items: [{ tax_percent: "19.0000" }, { tax_percent: "7" }, { tax_percent: 7 }],
    },
    [
      cost,
      1,
      [
        '{"country_id":"DE","rate":19,"product_tax_class":2}',
        '{"country_id":"DE","rate":7,"product_tax_class":2}',
      ],
    ],
  ],
  [
    "another rate of a state",
    { items: [{ tax_percent: "9.5000" }] },
    [cost, 1, ['{"country_id":"US","region_id":12,"rate":9.5,"product_tax_class":2}']],
  ],
  [
    "an order without shipping is taxed by the billing address",
    { shipping_address: [], billing_address: berlin },
    [cost, 1, ['{"country_id":"DE","rate":8.25,"product_tax_class":2}']],
  ],
  ["tax on shipping", { shipping_tax_amount: "0.9500" }, [less, 1, ["order 100000013"]]],
  ["a coupon", { coupon_code: "TEN" }, [refuse("coupons"), 1, ["order 100000013: TEN"]]],
  [
    "a shipping method",
    { shipping_method: "dhl_P" },
    [refuse("shipping methods"), 1, ["order 100000013: dhl_P"]],
  ],
  [
    "a payment method",
    { payment: { method: "paypal_express" } },
    [refuse("payment methods"), 1, ["order 100000013: paypal_express"]],
  ],
])("%s", (_title, given, finding) => expect(found(given)).toEqual(finding.length > 0 ? [finding] : []));

test("the tax rates of the copy are known", () => {
  const rates = [{ country_id: "DE", rate: 19, product_tax_class: 2 }];
  const taxed = { shipping_address: berlin, items: [{ tax_percent: "19.0000" }] };
  expect(found(taxed, rates)).toEqual([]);
  expect(found({}, rates)).toEqual([
    [cost, 1, ['{"country_id":"US","region_id":12,"rate":8.25,"product_tax_class":2}']],
  ]);
});
