/** One order: where it stands, what can be done with it, and what was done. */
import { useState } from "preact/hooks";
import type { OrderDoc } from "../../entities/sales.js";
import { qtyToInvoice, qtyToRefund, qtyToShip } from "../../sales/items/quantities.js";
import * as may from "../../sales/orders/predicates.js";
import { addressOf, useLoad, useWork } from "./load.js";
import { OrderDocuments, type Act, type OrderInfo } from "./order-documents.js";
import { OrderStates } from "./order-states.js";
import { CallCode, Facts, Json, money, Problem, Shown, StateChip, Table } from "./parts.js";
import { QuantityForm } from "./quantity-form.js";
import { call, type MadeCall } from "./shop.js";

export function Order({ number }: { readonly number: string }) {
  const order = useLoad(() => call("sales_order.info", { orderIncrementId: number }), [number]);
  const work = useWork();
  const [made, setMade] = useState<MadeCall & { readonly result?: unknown }>();
  const act: Act = (operation, params) =>
    work.run(async () => {
      setMade({ operation, params });
      setMade({ operation, params, result: await call(operation, params) });
      order.reload();
    });
  return (
    <>
      <h1>Order {number}</h1>
      <Shown loaded={order}>
        {(info) => (
          <>
            <Head info={info} />
            <OrderStates state={info.state} />
            <section aria-label="What can be done" class="panel">
              <Actions info={info} act={act} isBusy={work.isBusy} />
              <Problem text={work.problem} />
              {made && (
                <div aria-live="polite">
                  {made.result !== undefined && (
                    <p class="chip good">
                      {made.operation} answered {JSON.stringify(made.result)}
                    </p>
                  )}
                  <CallCode made={made} />
                </div>
              )}
            </section>
            <Items info={info} />
            <OrderDocuments key={info.updated_at} info={info} act={act} />
            <h2>History</h2>
            <Table
              caption="History"
              rows={info.status_history}
              keyOf={(_, index) => index}
              columns={[
                { title: "Time", cell: ({ created_at }) => created_at },
                { title: "Status", cell: ({ status }) => status },
                { title: "Comment", cell: ({ comment }) => comment },
                { title: "Told", cell: ({ is_customer_notified }) => (is_customer_notified ? "yes" : "no") },
              ]}
            />
            <details>
              <summary>Everything that sales_order.info answers</summary>
              <Json value={info} />
            </details>
            <CallCode made={{ operation: "sales_order.info", params: { orderIncrementId: number } }} />
          </>
        )}
      </Shown>
    </>
  );
}

function Head({ info }: { readonly info: OrderInfo }) {
  const currency = info.order_currency_code;
  return (
    <Facts
      facts={[
        ["State", <StateChip state={info.state} />],
        ["Status", info.status],
        [
          "Customer",
          info.customer_id === null ? (
            `${info.customer_email} (guest)`
          ) : (
            <a href={addressOf("customers", info.customer_id)}>{info.customer_email}</a>
          ),
        ],
        ["Placed", info.created_at],
        ["Total", money(info.grand_total, currency)],
        ["Paid", money(info.total_paid, currency)],
        ["Refunded", money(info.total_refunded, currency)],
        ["Payment", info.payment.method],
        ["Shipping", info.shipping_description],
        ["Letters", <a href={addressOf("mail", info.increment_id)}>mail of this order</a>],
      ]}
    />
  );
}

function Items({ info }: { readonly info: OrderInfo }) {
  return (
    <>
      <h2>Items</h2>
      <Table
        caption="Items"
        rows={info.items}
        keyOf={({ item_id }) => item_id}
        columns={[
          { title: "ID", isNumber: true, cell: ({ item_id }) => item_id },
          { title: "SKU", cell: ({ sku }) => sku },
          { title: "Name", cell: ({ name }) => name },
          { title: "Price", isNumber: true, cell: ({ price }) => money(price) },
          { title: "Ordered", isNumber: true, cell: ({ qty_ordered }) => qty_ordered },
          { title: "Invoiced", isNumber: true, cell: ({ qty_invoiced }) => qty_invoiced },
          { title: "Shipped", isNumber: true, cell: ({ qty_shipped }) => qty_shipped },
          { title: "Refunded", isNumber: true, cell: ({ qty_refunded }) => qty_refunded },
          { title: "Canceled", isNumber: true, cell: ({ qty_canceled }) => qty_canceled },
        ]}
      />
    </>
  );
}

type Form = "ship" | "invoice" | "refund" | "comment";

function Actions({
  info,
  act,
  isBusy,
}: {
  readonly info: OrderInfo;
  readonly act: Act;
  readonly isBusy: boolean;
}) {
  const [form, setForm] = useState<Form>();
  const orderIncrementId = info.increment_id;
  // The service judges by the same rules; what it answers has all that they look at.
  const order = info as unknown as OrderDoc;
  const forms: readonly { form: Form; text: string; allowed: boolean }[] = [
    { form: "invoice", text: "Invoice", allowed: may.canInvoice(order) },
    { form: "ship", text: "Ship", allowed: may.canShip(order) },
    { form: "refund", text: "Refund", allowed: may.canCreditmemo(order) },
    { form: "comment", text: "Comment", allowed: true },
  ];
  const deeds = [
    { operation: "sales_order.hold", text: "Hold", allowed: may.canHold(order) },
    { operation: "sales_order.unhold", text: "Release", allowed: may.canUnhold(order) },
    { operation: "sales_order.cancel", text: "Cancel", allowed: may.canCancel(order) },
  ] as const;
  const submit: Act = async (operation, params) => {
    setForm(undefined);
    await act(operation, params);
  };
  return (
    <>
      <h2>What can be done</h2>
      <div class="row">
        {forms
          .filter(({ allowed }) => allowed)
          .map(({ form: one, text }) => (
            <button
              key={one}
              type="button"
              class="button"
              aria-expanded={form === one}
              disabled={isBusy}
              onClick={() => setForm(form === one ? undefined : one)}
            >
              {text}
            </button>
          ))}
        {deeds
          .filter(({ allowed }) => allowed)
          .map(({ operation, text }) => (
            <button
              key={operation}
              type="button"
              class={operation === "sales_order.cancel" ? "button danger" : "button"}
              disabled={isBusy}
              onClick={() => void submit(operation, { orderIncrementId })}
            >
              {text}
            </button>
          ))}
      </div>
      {form === "ship" && (
        <QuantityForm
          key="ship"
          title="Ship"
          items={info.items.map((item) => ({ ...item, open: qtyToShip(item as never) }))}
          onSubmit={({ itemsQty, comment, email }) =>
            submit("sales_order_shipment.create", { orderIncrementId, itemsQty, comment, email })
          }
        />
      )}
      {form === "invoice" && (
        <QuantityForm
          key="invoice"
          title="Invoice"
          items={info.items.map((item) => ({ ...item, open: qtyToInvoice(item as never) }))}
          onSubmit={({ itemsQty, comment, email }) =>
            submit("sales_order_invoice.create", { orderIncrementId, itemsQty, comment, email })
          }
        />
      )}
      {form === "refund" && (
        <QuantityForm
          key="refund"
          title="Refund"
          items={info.items.map((item) => ({ ...item, open: qtyToRefund(item as never) }))}
          onSubmit={({ itemsQty, comment, email }) =>
            submit("sales_order_creditmemo.create", {
              orderIncrementId,
              creditmemoData: { items: itemsQty },
              comment,
              email,
            })
          }
        />
      )}
      {form === "comment" && (
        <QuantityForm
          key="comment"
          title="Add comment"
          items={[]}
          onSubmit={({ comment, email }) =>
            submit("sales_order.addComment", {
              orderIncrementId,
              status: info.status,
              comment,
              notify: email,
            })
          }
        />
      )}
    </>
  );
}
