/** Reads the data of a refund, and decides whether the order allows the refund (sales 10.2, 10.3). */
import type { OrderDoc } from "../../data/entities/sales.js";
import { idleMembers, isSame } from "../../../engine/contract/members.js";
import type { Problem } from "../../../engine/values/problem.js";
import {
  addProblems,
  inOrder,
  keep,
  readElsewhere,
  refuse,
  set,
  unreadable,
  type Reading,
} from "../../../engine/contract/inputs.js";
import { readerOf, withoutAliases } from "../../inputs.js";
import { toData, toDecimal, toFlag, toText } from "../../../engine/values/coercion.js";
import { sum, toCents } from "../../../engine/values/money.js";
import {
  creditmemoTotals,
  refundableLeft,
  shippingLeft,
  type CreditmemoTotals,
  type RefundRequest,
} from "./creditmemo-totals.js";
import { baseAmountText } from "../amounts/amounts.js";
import { readQuantities } from "../items/items-qty.js";
import { qtyToRefund } from "../items/quantities.js";

interface CreditmemoData {
  readonly request: RefundRequest;
  /** "" means no comment. */
  readonly comment: string;
  readonly problems: readonly Problem[];
}

/** Reads `creditmemoData`: an object, or nothing to refund everything that is left. */
export function readCreditmemoData(given: unknown, order: OrderDoc): CreditmemoData {
  const data = toData(given ?? {});
  if (!data) return { ...unusable, problems: [{ field, message: "must be an object" }] };

  const { items, ...members } = withoutAliases(name, data);
  const read = readQuantities(items, order.items, qtyToRefund, {
    field: (data.items ?? null) === null ? "qtys" : "items",
    takesObjects: true,
  });
  const { given: amounts, problems } = memoMembers.read(members, undefined);
  const { comment = "", adjustment_positive = 0, adjustment_negative = 0, shipping_amount } = amounts;
  const found: Problem[] = [];
  addProblems(found, inOrder(memoMembers, [...problems, ...read.problems]), `${field}.`);
  return {
    request: { quantities: read.quantities, shipping_amount, adjustment_positive, adjustment_negative },
    comment,
    problems: found,
  };
}

/** For strict handling: `qtys` and a comment that differ from `items` and the argument `comment`, which take precedence. */
export function idleData(given: unknown, comment: string): Problem[] {
  const data = toData(given ?? {}) ?? {};
  const idle = (name: string, winner: string, value: unknown) =>
    (value ?? null) === null || isSame(data[name], value)
      ? []
      : idleMembers(data, [name], `has no effect together with ${winner}`, `${field}.`);
  return [
    ...idle("qtys", "items", data.items),
    ...idle("comment", "the argument comment", comment === "" ? null : comment),
  ];
}

const name = "NewCreditmemo";
const field = "creditmemoData";
type Fields = Omit<RefundRequest, "quantities" | "shipping_amount"> & {
  readonly shipping_amount: number;
  readonly comment: string;
};

const memoMembers = readerOf<typeof name, Fields>(
  [name],
  {
    comment: (value) => {
      const text = toText(value);
      return text === undefined ? unreadable("must be text") : set(text);
    },
    refund_to_store_credit: readStoreCredit,
    items: readElsewhere,
    qtys: readElsewhere,
    shipping_amount: readAmount,
    adjustment_positive: readAmount,
    adjustment_negative: readAmount,
  },
  ["comment", "refund_to_store_credit", "items", "qtys", "shipping_amount"],
);

const unusable: Omit<CreditmemoData, "problems"> = {
  request: { quantities: new Map(), shipping_amount: 0, adjustment_positive: 0, adjustment_negative: 0 },
  comment: "",
};

/** An amount, rounded to cents. */
function readAmount(value: unknown): Reading<number> {
  const amount = toDecimal(value);
  if (amount === undefined) return unreadable("must be a number");
  return amount < 0 ? refuse("must not be negative") : set(toCents(amount));
}

/** There is no store credit. Ignoring `true` would refund in another way than requested (sales 10.6). */
function readStoreCredit(value: unknown): Reading<never> {
  const wanted = toFlag(value);
  if (wanted === false) return keep;
  return refuse(wanted ? "store credit is not available here" : "must be true or false");
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
    const message = `the total must be more than 0, but is ${grand_total.toFixed(2)}`;
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
