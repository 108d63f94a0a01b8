/** Reads the data of a refund, and decides whether the order allows the refund (sales 10.2, 10.3). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { idleMembers, isSame } from "../../../engine/contract/members.js";
import type { Problem } from "../../../engine/values/problem.js";
import { toData, toDecimal, toFlag, toText, type DataObject } from "../../../engine/values/coercion.js";
import { sum, toCents } from "../../../engine/values/money.js";
import {
  creditmemoTotals,
  refundableLeft,
  shippingLeft,
  type CreditmemoTotals,
  type RefundRequest,
} from "./creditmemo-totals.js";
import { baseAmountText } from "../amounts/amounts.js";
import { qtyToRefund, readQuantities } from "../items/quantities.js";

export interface CreditmemoData {
  readonly request: RefundRequest;
  /** "" means no comment. */
  readonly comment: string;
  readonly problems: readonly Problem[];
}

/** Reads `creditmemoData`: an object, or nothing to refund everything that is left. */
export function readCreditmemoData(given: unknown, order: OrderDoc): CreditmemoData {
  const data = toData(given ?? {});
  if (!data) return { ...unusable, problems: [{ field, message: "must be an object" }] };

  const read = readQuantities(data.items ?? data.qtys, order.items, qtyToRefund, {
    field: `${field}.${data.items === undefined || data.items === null ? "qtys" : "items"}`,
    takesObjects: true,
  });
  const request = {
    quantities: read.quantities,
    shipping_amount: amountOf(data, "shipping_amount"),
    adjustment_positive: amountOf(data, "adjustment_positive") ?? 0,
    adjustment_negative: amountOf(data, "adjustment_negative") ?? 0,
  };
  const comment = toText(data.comment ?? "");
  return {
    request,
    comment: comment ?? "",
    problems: [
      ...(comment === undefined ? [{ field: `${field}.comment`, message: "must be text" }] : []),
      ...storeCreditProblems(data),
      ...read.problems,
      ...amountFields.flatMap((name) => amountProblems(data, name)),
    ],
  };
}

/** For strict handling: `qtys` and a comment beside `items` and the argument `comment`, which win, with other values. */
export function idleData(given: unknown, comment: string): Problem[] {
  const data = toData(given ?? {}) ?? {};
  const idle = (name: string, winner: string, value: unknown) =>
    (value ?? null) === null || isSame(data[name], value)
      ? []
      : idleMembers(data, [name], `has no effect beside ${winner}`, `${field}.`);
  return [
    ...idle("qtys", "items", data.items),
    ...idle("comment", "the argument comment", comment === "" ? null : comment),
  ];
}

const field = "creditmemoData";
const amountFields = ["shipping_amount", "adjustment_positive", "adjustment_negative"] as const;
type AmountField = (typeof amountFields)[number];

const unusable: Omit<CreditmemoData, "problems"> = {
  request: { quantities: new Map(), shipping_amount: 0, adjustment_positive: 0, adjustment_negative: 0 },
  comment: "",
};

/** The amount, rounded to cents; undefined if it is missing or not a number. */
function amountOf(data: DataObject, name: AmountField): number | undefined {
  const given = toDecimal(data[name]);
  return given === undefined ? undefined : toCents(given);
}

function amountProblems(data: DataObject, name: AmountField): Problem[] {
  const given = data[name];
  if (given === undefined || given === null) return [];
  const amount = toDecimal(given);
  const problem = amount === undefined ? "must be a number" : amount < 0 ? "must not be negative" : undefined;
  return problem === undefined ? [] : [{ field: `${field}.${name}`, message: problem }];
}

/** There is no store credit. Ignoring `true` would refund in another way than requested (sales 10.6). */
function storeCreditProblems({ refund_to_store_credit: given }: DataObject): Problem[] {
  if (given === undefined || given === null) return [];
  const wanted = toFlag(given);
  if (wanted === false) return [];
  const message = wanted ? "store credit is not available here" : "must be true or false";
  return [{ field: `${field}.refund_to_store_credit`, message }];
}

/** The amounts of the refund, or the reason to refuse it. `request` must come from data without problems. */
export function judgeRefund(
  order: OrderDoc,
  request: RefundRequest,
): CreditmemoTotals | { readonly problem: Problem } {
  const shippingMaximum = shippingLeft(order);
  if ((request.shipping_amount ?? 0) > shippingMaximum) {
    const message = `must be at most ${baseAmountText(order, shippingMaximum)}`;
    return { problem: { field: `${field}.shipping_amount`, message } };
  }

  const memo = creditmemoTotals(order, request);
  const { grand_total, base_grand_total } = memo.totals;
  if (grand_total <= 0 || base_grand_total <= 0) {
    const message = `the total must be more than 0, and is ${grand_total.toFixed(2)}`;
    const isCause = sum(base_grand_total, request.adjustment_negative) > 0;
    return { problem: { field: isCause ? `${field}.adjustment_negative` : field, message } };
  }
  const maximum = refundableLeft(order);
  if (sum(maximum, -base_grand_total) < 0) {
    const total = baseAmountText(order, base_grand_total);
    const message = `the total is ${total}, but at most ${baseAmountText(order, maximum)} can be refunded`;
    const isCause = sum(base_grand_total, -request.adjustment_positive) <= maximum;
    return { problem: { field: isCause ? `${field}.adjustment_positive` : field, message } };
  }
  return memo;
}
