/** The data of a refund, and whether the order allows the refund (sales 10.2, 10.3). */
import { describe, expect, test } from "vitest";
import { judgeRefund, readCreditmemoData } from "../../../../src/shop/sales/creditmemos/creditmemo-data.js";
import { examples, invoiced, orderOf, refundRequest } from "../order-docs.js";

const order = invoiced(orderOf(examples.x6), { 1: 2 });

describe("refused", () => {
  test.each([
    { given: "all", want: [["creditmemoData", "must be an object"]] },
    { given: [1], want: [["creditmemoData", "must be an object"]] },
    { given: { comment: {} }, want: [["creditmemoData.comment", "must be text"]] },
    { given: { items: { 1: 3 } }, want: [["creditmemoData.items.1", "the quantity must be at most 2"]] },
    { given: { qtys: { 1: 3 } }, want: [["creditmemoData.qtys.1", "the quantity must be at most 2"]] },
    {
      given: { items: null, qtys: { 1: 3 } },
      want: [["creditmemoData.qtys.1", "the quantity must be at most 2"]],
    },
    { given: { shipping_amount: "5 $" }, want: [["creditmemoData.shipping_amount", "must be a number"]] },
    {
      given: { adjustment_positive: -0.01 },
      want: [["creditmemoData.adjustment_positive", "must not be negative"]],
    },
    {
      given: { adjustment_negative: "10%" },
      want: [["creditmemoData.adjustment_negative", "must be a number"]],
    },
    {
      given: { refund_to_store_credit: true },
      want: [["creditmemoData.refund_to_store_credit", "store credit is not available here"]],
    },
    {
      given: { refund_to_store_credit: "perhaps" },
      want: [["creditmemoData.refund_to_store_credit", "must be true or false"]],
    },
  ])("$given", ({ given, want }) => {
    const { problems } = readCreditmemoData(given, order);
    expect(problems.map(({ field, message }) => [field, message])).toEqual(want);
  });
});

describe("judgement", () => {
  const problemOf = (given: Parameters<typeof refundRequest>[0], of = order) => {
    const judged = judgeRefund(of, refundRequest(given));
    return "problem" in judged ? [judged.problem.field, judged.problem.message] : undefined;
  };

  test.each([
    { title: "everything", given: { items: { 1: 2 } }, want: undefined },
    { title: "all shipping", given: { shipping: 5 }, want: undefined },
    {
      title: "a cent too much for shipping",
      given: { shipping: 5.01 },
      want: ["creditmemoData.shipping_amount", "must be at most USD 5.00"],
    },
    {
      title: "a total of 0",
      given: { shipping: 0 },
      want: ["creditmemoData", "the total must be more than 0, but is 0.00"],
    },
    {
      title: "a total below 0",
      given: { shipping: 0, minus: 1 },
      want: ["creditmemoData", "the total must be more than 0, but is -1.00"],
    },
    { title: "exactly the paid amount", given: { shipping: 0, plus: 55 }, want: undefined },
    {
      title: "a cent more than was paid",
      given: { shipping: 0, plus: 55.01 },
      want: [
        "creditmemoData.adjustment_positive",
        "the total is USD 55.01, but at most USD 55.00 can be refunded",
      ],
    },
  ])("$title: $want", ({ given, want }) => {
    expect(problemOf(given)).toEqual(want);
  });

  test("a total of 0 in either currency is refused", () => {
    const cheap = invoiced(orderOf({ ...examples.x6, rate: 0.001 }), { 1: 2 });
    expect(problemOf({ shipping: 0, plus: 1 }, cheap)?.[1]).toMatch("the total must be more than 0");
    // The shipping is 1.00 in the order currency and 0 in the base currency.
    const dear = { ...order, base_shipping_amount: 0, shipping_amount: 1 };
    expect(problemOf({ shipping: 0 }, dear)?.[1]).toMatch("the total must be more than 0");
  });
});
