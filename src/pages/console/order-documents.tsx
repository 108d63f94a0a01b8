/** Invoices, shipments and credit memos of an order, and what can be done with each. */
import type { Operation, ParamsOf, ResultOf } from "../../../generated/clients/typescript/client.js";
import type { OrderDoc } from "../../entities/sales.js";
import * as may from "../../sales/orders/predicates.js";
import { addressOf, useLoad } from "./load.js";
import { money, Shown } from "./parts.js";
import { call, control } from "./shop.js";

export type OrderInfo = ResultOf<"sales_order.info">;

/** Carries an operation out, shows its call, and loads the order anew. */
export type Act = <O extends Operation>(operation: O, params: ParamsOf<O>) => Promise<void>;

export function OrderDocuments({ info, act }: { readonly info: OrderInfo; readonly act: Act }) {
  const order = info as unknown as OrderDoc;
  const filters = { order_id: { eq: info.order_id } };
  const documents = useLoad(
    async () => ({
      invoices: await call("sales_order_invoice.list", { filters }),
      shipments: await call("sales_order_shipment.list", { filters }),
      creditmemos: await call("sales_order_creditmemo.list", { filters }),
    }),
    [info.order_id],
  );
  return (
    <>
      <h2>Documents</h2>
      <Shown loaded={documents}>
        {({ invoices, shipments, creditmemos }) => (
          <ul class="documents">
            {invoices.map((invoice) => {
              const invoiceIncrementId = invoice.increment_id;
              const deeds = [
                {
                  operation: "sales_order_invoice.capture",
                  text: "Capture",
                  allowed: may.canCapture(order, invoice as never),
                },
                {
                  operation: "sales_order_invoice.void",
                  text: "Void",
                  allowed: may.canVoid(order, invoice as never),
                },
                {
                  operation: "sales_order_invoice.cancel",
                  text: "Cancel",
                  allowed: may.canCancelInvoice(order, invoice as never),
                },
              ] as const;
              return (
                <li key={`i${invoiceIncrementId}`} class="row">
                  <a href={addressOf("invoices", invoiceIncrementId)}>Invoice {invoiceIncrementId}</a>
                  <span>{money(invoice.grand_total)}</span>
                  {deeds
                    .filter(({ allowed }) => allowed)
                    .map(({ operation, text }) => (
                      <button
                        key={operation}
                        type="button"
                        class="button small"
                        onClick={() => void act(operation, { invoiceIncrementId })}
                      >
                        {text}
                        <span class="visually-hidden"> invoice {invoiceIncrementId}</span>
                      </button>
                    ))}
                </li>
              );
            })}
            {shipments.map(({ increment_id, total_qty }) => (
              <li key={`s${increment_id}`} class="row">
                <a href={addressOf("shipments", increment_id)}>Shipment {increment_id}</a>
                <span>{total_qty} units</span>
              </li>
            ))}
            {creditmemos.map((memo) => (
              <li key={`c${memo.increment_id}`} class="row">
                <a href={addressOf("creditmemos", memo.increment_id)}>Credit memo {memo.increment_id}</a>
                <span>{money(memo.grand_total)}</span>
                {may.canCancelCreditmemo(memo as never) ? (
                  <button
                    type="button"
                    class="button small"
                    onClick={() =>
                      void act("sales_order_creditmemo.cancel", { creditmemoIncrementId: memo.increment_id })
                    }
                  >
                    Cancel<span class="visually-hidden"> credit memo {memo.increment_id}</span>
                  </button>
                ) : (
                  <button
                    type="button"
                    class="button small"
                    onClick={() =>
                      void control.openCreditmemo({ increment_id: memo.increment_id }).then(documents.reload)
                    }
                  >
                    Open again<span class="visually-hidden"> credit memo {memo.increment_id}</span>
                  </button>
                )}
              </li>
            ))}
            {invoices.length + shipments.length + creditmemos.length === 0 && <li class="soft">None yet.</li>}
          </ul>
        )}
      </Shown>
    </>
  );
}
