/** The data of a refund, and whether the order allows the refund (sales 10.2, 10.3). */
import { describe, expect, test } from "vitest";
import { judgeRefund, readCreditmemoData } from "../../../../src/shop/sales/creditmemos/creditmemo-data.js";
import { examples, invoiced, orderOf, refundRequest } from "../order-docs.js";

const order = invoiced(orderOf(examples.x6), { 1: 2 });

describe("refused", () => {
  test.each([
    ["all", [["creditmemoData", "must be an object"]]],
    [[1], [["creditmemoData", "must be an object"]]],
    [{ comment: {} }, [["creditmemoData.comment", "must be text"]]],
    [{ items: { 1: 3 } }, [["creditmemoData.items.1", "the quantity must be at most 2"]]],
    [{ qtys: { 1: 3 } }, [["creditmemoData.qtys.1", "the quantity must be at most 2"]]],
    [{ items: null, qtys: { 1: 3 } }, [["creditmemoData.qtys.1", "the quantity must be at most 2"]]],
    [{ shipping_amount: "5 $" }, [["creditmemoData.shipping_amount", "must be a number"]]],
    [{ adjustment_positive: -0.01 }, [["creditmemoData.adjustment_positive", "must not be negative"]]],
    [{ adjustment_negative: "10%" }, [["creditmemoData.adjustment_negative", "must be a number"]]],
    [
      { refund_to_store_credit: true },
      [["creditmemoData.refund_to_store_credit", "store credit is not available here"]],
    ],
    [
      { refund_to_store_credit: "perhaps" },
      [["creditmemoData.refund_to_store_credit", "must be true or false"]],
    ],
  ])("%j", (given, want) => {
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
    ["everything", undefined, { items: { 1: 2 } }],
    ["all shipping", undefined, { shipping: 5 }],
    [
      "a cent too much for shipping",
      ["creditmemoData.shipping_amount", "must be at most USD 5.00"],
      { shipping: 5.01 },
    ],
    ["a total of 0", ["creditmemoData", "the total must be more than 0, but is 0.00"], { shipping: 0 }],
    [
      "a total below 0",
      ["creditmemoData", "the total must be more than 0, but is -1.00"],
      { shipping: 0, minus: 1 },
    ],
    ["exactly the paid amount", undefined, { shipping: 0, plus: 55 }],
    [
      "a cent more than was paid",
      ["creditmemoData.adjustment_positive", "the total is USD 55.01, but at most USD 55.00 can be refunded"],
      { shipping: 0, plus: 55.01 },
    ],
  ])("%s: %j", (_title, want, given) => {
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
