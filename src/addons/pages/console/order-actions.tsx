/** The actions on an order: buttons, and the forms that some of them open. */
import { useState } from "preact/hooks";
import { qtyToInvoice, qtyToRefund, qtyToShip } from "../../../shop/sales/items/quantities.js";
import * as may from "../../../shop/sales/orders/order-state.js";
import { asStored, confirmCancel, ActionButtons, type Act, type OrderInfo } from "./order-documents.js";
import { QuantityForm, type ChosenQuantities } from "./quantity-form.js";

interface ActionsProps {
  readonly info: OrderInfo;
  readonly act: Act;
  readonly isBusy: boolean;
}

export function Actions({ info, act, isBusy }: ActionsProps) {
  const [open, setOpen] = useState<string>();
  const submit: Act = async (operation, params) => {
    setOpen(undefined);
    return act(operation, params);
  };
  const forms = formsOf(info, submit).filter(({ allowed }) => allowed);
  const form = forms.find(({ text }) => text === open);
  return (
    <>
      <div class="row">
        {forms.map(({ text }) => (
          <button
            key={text}
            type="button"
            class="button"
            aria-expanded={text === open}
            disabled={isBusy}
            onClick={() => setOpen(text === open ? undefined : text)}
          >
            {text}
          </button>
        ))}
        <ImmediateActions info={info} act={submit} isBusy={isBusy} />
      </div>
      {form && (
        <QuantityForm key={form.text} title={form.title} items={form.items} onSubmit={form.onSubmit} />
      )}
    </>
  );
}

/** Actions without a form. */
function ImmediateActions({ info, act, isBusy }: ActionsProps) {
  const order = asStored(info);
  const deeds = [
    { operation: "sales_order.hold", text: "Hold", allowed: may.canHold(order) },
    { operation: "sales_order.unhold", text: "Release", allowed: may.canUnhold(order) },
    { operation: "sales_order.cancel", text: "Cancel", allowed: may.canCancel(order) },
  ] as const;
  const { increment_id } = info;
  const choose = (operation: (typeof deeds)[number]["operation"]) => {
    const deed = () => act(operation, { orderIncrementId: increment_id });
    if (operation === "sales_order.cancel") void confirmCancel(`order ${increment_id}`, deed);
    else void deed();
  };
  return <ActionButtons deeds={deeds} isBusy={isBusy} onChoose={choose} />;
}

type Item = OrderInfo["items"][number];

function formsOf(info: OrderInfo, act: Act) {
  const order = asStored(info);
  const orderIncrementId = info.increment_id;
  const withOpen = (open: (item: never) => number) =>
    info.items.map((item: Item) => ({ ...item, open: open(item as never) }));
  const creating = (
    operation: "sales_order_invoice.create" | "sales_order_shipment.create",
    text: string,
  ) => ({
    text,
    title: text,
    onSubmit: ({ itemsQty, comment, email }: ChosenQuantities) =>
      act(operation, { orderIncrementId, itemsQty, comment, email }),
  });
  return [
    {
      ...creating("sales_order_invoice.create", "Invoice"),
      allowed: may.canInvoice(order),
      items: withOpen(qtyToInvoice),
    },
    {
      ...creating("sales_order_shipment.create", "Ship"),
      allowed: may.canShip(order),
      items: withOpen(qtyToShip),
    },
    {
      text: "Refund",
      title: "Refund",
      allowed: may.canCreditmemo(order),
      items: withOpen(qtyToRefund),
      onSubmit: ({ itemsQty: items, comment, email }: ChosenQuantities) => {
        const creditmemoData = { items };
        return act("sales_order_creditmemo.create", { orderIncrementId, creditmemoData, comment, email });
      },
    },
    {
      text: "Comment",
      title: "Add comment",
      allowed: true,
      items: [],
      onSubmit: ({ comment, email: notify }: ChosenQuantities) =>
        act("sales_order.addComment", { orderIncrementId, status: info.status, comment, notify }),
    },
  ];
}
