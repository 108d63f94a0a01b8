/** One order: items and totals, its life so far, the actions that are allowed, documents and history. */
import { useState } from "preact/hooks";
import { routeTo, useLiveLoad, useWork } from "./load.js";
import { Actions } from "./order-actions.js";
import { OrderDocuments, type Act, type OrderInfo } from "./order-documents.js";
import { CallCode, DataTable, Facts, Json, money, ProblemNote, StateChip, WhenLoaded } from "./parts.js";
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
      <h1>
        Order {number} {order.value && <StateChip state={order.value.state} />}
      </h1>
      <WhenLoaded loaded={order}>
        {(info) => (
          <>
            <Life info={info} />
            <section aria-label="What can be done">
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
            <Items info={info} />
            <Facts facts={totalsOf(info)} />
            <h2>Order</h2>
            <Facts facts={factsOf(info)} />
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

/** The statuses that the order has had, with the time of each change. */
function Life({ info }: { readonly info: OrderInfo }) {
  const steps = info.status_history
    .toReversed()
    .filter(({ status }, index, all) => status !== all[index - 1]?.status);
  return (
    <ol class="life" aria-label="Life of the order">
      {steps.map(({ status, created_at }, index) => (
        <li key={index} aria-current={index === steps.length - 1 ? "step" : undefined}>
          {status} <time class="soft">{created_at}</time>
        </li>
      ))}
    </ol>
  );
}

function totalsOf(info: OrderInfo) {
  const currency = info.order_currency_code;
  const totals = [
    ["Subtotal", info.subtotal],
    ["Shipping", info.shipping_amount],
    ["Tax", info.tax_amount],
    ["Discount", info.discount_amount],
    ["Total", info.grand_total],
    ["Paid", info.total_paid],
    ["Refunded", info.total_refunded],
    ["Due", info.total_due],
  ] as const;
  return totals.map(([name, amount]) => [name, amount ? money(amount, currency) : ""] as const);
}

function factsOf(info: OrderInfo) {
  const { customer_id, customer_email, increment_id } = info;
  const customer =
    customer_id === null ? (
      `${customer_email} (guest)`
    ) : (
      <a href={routeTo("customers", customer_id)}>{customer_email}</a>
    );
  return [
    ["Customer", customer],
    ["Placed", info.created_at],
    ["Payment", info.payment.method],
    ["Shipping", info.shipping_description],
    ["Coupon", info.coupon_code],
    ["Mail", <a href={routeTo("mail", increment_id)}>mail of this order</a>],
    ["Calls", <a href={routeTo("calls", "about", increment_id)}>calls about this order</a>],
  ] as const;
}

const quantities = {
  qty_ordered: "Ordered",
  qty_invoiced: "Invoiced",
  qty_shipped: "Shipped",
  qty_refunded: "Refunded",
  qty_canceled: "Canceled",
} as const;

type Item = OrderInfo["items"][number];

function Items({ info: { items } }: { readonly info: OrderInfo }) {
  const used = Object.entries(quantities).filter(([member]) =>
    items.some((item) => item[member as keyof typeof quantities] > 0),
  );
  return (
    <DataTable
      caption="Items"
      rows={items}
      keyOf={({ item_id }) => item_id}
      columns={[
        { title: "SKU", cell: ({ sku }) => sku },
        { title: "Name", cell: ({ name }) => name },
        { title: "Price", isNumber: true, cell: ({ price }) => money(price) },
        ...used.map(([member, title]) => ({
          ...{ title, isNumber: true },
          cell: (item: Item) => item[member as keyof typeof quantities],
        })),
        { title: "Total", isNumber: true, cell: ({ row_total }) => money(row_total) },
      ]}
    />
  );
}
