/** `sales_order_creditmemo`: refunds of orders. They only book amounts and never call the gateway (sales 10). */
import { withoutEffect } from "../../../engine/contract/members.js";
import { queueMail } from "../../mail/outbox.js";
import type { Namespace } from "../../namespace.js";
import { contractFields, flagValues } from "../../contract.js";
import { memoize } from "../../../engine/values/memo.js";
import { withRefund } from "../amounts/bookings.js";
import { idleData, judgeRefund, readCreditmemoData } from "./creditmemo-data.js";
import { creditmemoEntry, creditmemoInfo, withoutCreditmemo } from "./creditmemo.js";
import { legacyCreditmemoInfo } from "./legacy-creditmemos.js";
import { stateText, canCancelCreditmemo, canCreditmemo } from "../orders/order-state.js";
import { newCreditmemo, requireCreditmemo, wholeCreditmemoEntries } from "./creditmemos.js";
import { listEntries, remembered, withComment } from "../orders/documents.js";
import { requireOrder, saveOrder } from "../orders/orders.js";
import { returnRefundedStock } from "../orders/stock.js";
import { updateTime } from "../../../engine/values/dates.js";

const fields = contractFields("sales_order_creditmemo.list", { state: [1, 2, 3], email_sent: flagValues });

export const orderCreditmemo: Namespace<"sales_order_creditmemo"> = {
  list(call) {
    return call.isLegacy
      ? listEntries(call, "creditmemos", {
          fields,
          rowsOf: (memos) => wholeCreditmemoEntries(call.tx, memos),
        })
      : listEntries(call, "creditmemos", { fields, rowsOf: remembered(creditmemoEntry, memoize) });
  },

  async info(call) {
    const { memo, order } = await requireCreditmemo(call, call.args.creditmemoIncrementId);

    return call.isLegacy ? legacyCreditmemoInfo(memo, order) : creditmemoInfo(memo, order);
  },

  async create(call) {
    const { args, check, tx, fault, now, settings } = call;
    const order = await requireOrder(call, args.orderIncrementId);
    if (!canCreditmemo(order)) {
      throw fault("order_not_refundable", `${stateText(order)}; nothing of it can be refunded.`);
    }
    const data = readCreditmemoData(args.creditmemoData, order);
    const { comment: given = "", email, includeComment } = check("comment", "email", "includeComment");
    const idle = withoutEffect(call, "", () => idleData(args.creditmemoData, given));
    if (data.problems.length + idle.length > 0) throw fault("data_invalid", [...data.problems, ...idle]);
    const refund = judgeRefund(order, data.request);
    if ("problem" in refund) throw fault("data_invalid", [refund.problem]);

    const comment = given === "" ? data.comment : given;
    const memo = await newCreditmemo(call, order, refund, { comment, isCustomerNotified: email });
    await tx.put("creditmemos", memo);
    const saved = await saveOrder(tx, withRefund(order, memo), now, "creditmemo");
    if (settings.returnStockOnRefund) await returnRefundedStock(tx, order, memo.items, now);
    await queueMail(call, {
      template: "creditmemo_new",
      order: saved,
      document: memo,
      notify: email,
      comment: includeComment ? comment : "",
    });

    return memo.increment_id;
  },

  async addComment(call) {
    const { args, tx } = call;
    const { memo, order } = await requireCreditmemo(call, args.creditmemoIncrementId);

    const news = await withComment(call, "creditmemo", memo);
    await tx.put("creditmemos", news.document);
    await queueMail(call, { template: "creditmemo_comment", order, ...news });

    return true;
  },

  async cancel(call) {
    const { args, tx, fault, now, settings } = call;
    const { memo, order } = await requireCreditmemo(call, args.creditmemoIncrementId);
    if (!canCancelCreditmemo(memo)) {
      throw fault("creditmemo_not_cancelable", `Credit memo ${memo.increment_id} is not open.`);
    }

    const canceled = { ...memo, state: 3, updated_at: updateTime(memo, now) } as const;
    await tx.put("creditmemos", canceled);
    await saveOrder(tx, withoutCreditmemo(order, canceled, now), now, "creditmemo");
    if (settings.returnStockOnRefund) {
      const taken = memo.items.map(({ order_item_id, qty }) => ({ order_item_id, qty: -qty }));
      await returnRefundedStock(tx, order, taken, now);
    }

    return true;
  },
};
