/** `sales_order`: orders, their comments, hold, unhold and cancel (sales 7). */
import { badParameter } from "../../../engine/contract/faults.js";
import { countCouponUse } from "../../data/stored-coupons.js";
import { queueMail } from "../../mail/outbox.js";
import type { Namespace } from "../../namespace.js";
import { contractFields, flagValues } from "../../contract.js";
import { commentProblem, growthBounds } from "../../data/growth.js";
import { memoizeWeakly } from "../../../engine/values/memo.js";
import { canceledOrder } from "./cancellation.js";
import {
  withHistory,
  stateText,
  canCancel,
  canHold,
  canUnhold,
  orderStates,
  heldOrder,
  releasedOrder,
} from "./order-state.js";
import { orderEntry, orderInfo } from "./order-info.js";
import { legacyOrderEntry, legacyOrderInfo } from "./legacy-orders.js";
import { isStatus, statusCodes } from "../../stores/order-statuses.js";
import type { Scope } from "../../stores/directory.js";
import type { Condition } from "../../../engine/filters/query.js";
import { listEntries, remembered } from "./documents.js";
import { requireOrder, saveOrder, voidAuthorization } from "./orders.js";
import { returnStock } from "./stock.js";

const fields = contractFields("sales_order.list", {
  state: orderStates,
  status: statusCodes,
  is_virtual: flagValues,
  customer_is_guest: flagValues,
  customer_note_notify: flagValues,
  email_sent: flagValues,
});

export const order: Namespace<"sales_order"> = {
  async list(call) {
    const restriction = storeConditions(call.scope(call.args.store));
    // Making an entry takes 15 us and writing it 20 us more, and clients that poll for new orders request the same
    // entries repeatedly.
    const rowsOf = remembered(call.isLegacy ? legacyOrderEntry : orderEntry, memoizeWeakly);
    return listEntries(call, "orders", { fields, restriction, rowsOf });
  },

  async info(call) {
    const found = await requireOrder(call, call.args.orderIncrementId);

    return memoizeWeakly(found, call.isLegacy ? legacyOrderInfo : orderInfo);
  },

  async addComment(call) {
    const { args, check, tx, fault, now } = call;
    const found = await requireOrder(call, args.orderIncrementId);
    const status = String(check("status").status);
    if (!isStatus(status)) throw fault("status_not_exists");
    const { comment, notify } = check("comment", "notify");
    const problem = commentProblem(found.status_history, comment);
    if (problem !== undefined) throw badParameter("comment", problem);

    const note = { comment, is_customer_notified: notify ? 1 : 0 } as const;
    const saved = await saveOrder(tx, withHistory({ ...found, status }, status, note, now), now);
    await queueMail(call, { template: "order_comment", order: saved, notify, comment });

    return true;
  },

  async hold(call) {
    const { args, tx, fault, now } = call;
    const found = await requireOrder(call, args.orderIncrementId);
    if (!canHold(found)) throw fault("order_not_holdable", `${stateText(found)}.`);
    // Each hold and unhold adds a row to the history, so the number of rows needs a limit.
    if (found.status_history.length >= growthBounds.comments)
      throw fault("order_not_holdable", "The history of the order is full.");

    await saveOrder(tx, heldOrder(found, now), now);
    return true;
  },

  async unhold(call) {
    const { args, tx, fault, now } = call;
    const found = await requireOrder(call, args.orderIncrementId);
    if (!canUnhold(found)) throw fault("order_not_unholdable", `${stateText(found)}.`);

    await saveOrder(tx, releasedOrder(found, now), now);
    return true;
  },

  async cancel(call) {
    const { args, tx, fault, now } = call;
    const found = await requireOrder(call, args.orderIncrementId);
    if (!canCancel(found)) throw fault("order_not_cancelable", `${stateText(found)}.`);
    const voided = await voidAuthorization(call, found);
    // The fault is returned, not thrown, so that the transaction commits and the gateway's answer stays used.
    if (!voided) return fault("order_not_cancelable", "The gateway refused to void the authorization.");

    await returnStock(tx, found, now);
    if (found.coupon_code !== null) await countCouponUse(tx, found.coupon_code, -1);
    await saveOrder(tx, canceledOrder(voided, now), now);
    return true;
  },
};

/** The condition on the store; none for store 0, which means all stores. */
function storeConditions({ store_id }: Scope): Condition[] {
  return store_id === 0 ? [] : [{ path: "store_id", type: "number", op: "eq", value: store_id }];
}
