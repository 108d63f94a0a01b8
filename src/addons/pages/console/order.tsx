/** One order: its state, actions, items, documents and history. */
import { useState } from "preact/hooks";
import { routeTo, useLiveLoad, useWork } from "./load.js";
import { Actions } from "./order-actions.js";
import { OrderDocuments, type Act, type OrderInfo } from "./order-documents.js";
import { OrderStates } from "./order-states.js";
import { CallCode, Facts, Json, money, ProblemNote, WhenLoaded, StateChip, DataTable } from "./parts.js";
import { executeOperation, readOperation, type MadeCall } from "./shop.js";

export function OrderView({ number }: { readonly number: string }) {
  const order = useLiveLoad(() => readOperation("sales_order.info", { orderIncrementId: number }), [number]);
  const work = useWork();
  const [made, setMade] = useState<MadeCall & { readonly result?: unknown }>();
  const act: Act = (operation, params) =>
    work.run(async () => {
      setMade({ operation, params });
      setMade({ operation, params, result: await executeOperation(operation, params) });
      order.reload();
    });
  return (
    <>
      <h1>Order {number}</h1>
      <WhenLoaded loaded={order}>
        {(info) => (
          <>
            <p>
              <StateChip state={info.state} /> {money(info.grand_total, info.order_currency_code)}
            </p>
            <section aria-label="What can be done" class="panel">
              <Actions info={info} act={act} isBusy={work.isBusy} />
              <ProblemNote text={work.problem} />
              {made && (
                <div aria-live="polite">
                  {made.result !== undefined && (
                    <p class="chip good">
                      {made.operation} returned {JSON.stringify(made.result)}
                    </p>
                  )}
                  <CallCode made={made} />
                </div>
              )}
            </section>
            <Head info={info} />
            <OrderStates state={info.state} />
            <Items info={info} />
            <OrderDocuments key={info.updated_at} info={info} act={act} />
            <h2>History</h2>
            <DataTable
              caption="History"
              rows={info.status_history}
              keyOf={(_, index) => index}
              columns={[
                { title: "Time", cell: ({ created_at }) => created_at },
                { title: "Status", cell: ({ status }) => status },
                { title: "Comment", cell: ({ comment }) => comment },
                {
                  title: "Customer notified",
                  cell: ({ is_customer_notified }) => (is_customer_notified ? "yes" : "no"),
                },
              ]}
            />
            <details>
              <summary>Everything that sales_order.info returns</summary>
              <Json value={info} label="sales_order.info" />
            </details>
            <CallCode made={{ operation: "sales_order.info", params: { orderIncrementId: number } }} />
          </>
        )}
      </WhenLoaded>
    </>
  );
}

function Head({ info }: { readonly info: OrderInfo }) {
  const currency = info.order_currency_code;
  return (
    <Facts
      facts={[
        ["Status", info.status],
        [
          "Customer",
          info.customer_id === null ? (
            `${info.customer_email} (guest)`
          ) : (
            <a href={routeTo("customers", info.customer_id)}>{info.customer_email}</a>
          ),
        ],
        ["Placed", info.created_at],
        ["Total", money(info.grand_total, currency)],
        ["Paid", money(info.total_paid, currency)],
        ["Refunded", money(info.total_refunded, currency)],
        ["Payment", info.payment.method],
        ["Shipping", info.shipping_description],
        ["Mail", <a href={routeTo("mail", info.increment_id)}>mail of this order</a>],
        ["Calls", <a href={routeTo("calls", "about", info.increment_id)}>calls about this order</a>],
      ]}
    />
  );
}

function Items({ info }: { readonly info: OrderInfo }) {
  return (
    <>
      <h2>Items</h2>
      <DataTable
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
