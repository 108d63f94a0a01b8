/** Invoices, shipments and credit memos of an order, with the actions on each. */
import type { Operation, ParamsOf, ResultOf } from "../../../../generated/clients/typescript/client.js";
import type { OrderDoc } from "../../../shop/data/entities/sales.js";
import * as may from "../../../shop/sales/orders/order-state.js";
import { withConfirmation } from "./confirmation.js";
import { routeTo, useLiveLoad } from "./load.js";
import { money, WhenLoaded } from "./parts.js";
import { control, readOperation } from "./shop.js";

export type OrderInfo = ResultOf<"sales_order.info">;

/** Lets the console use the shop's own predicates: the result of `info` has all members that they read. */
export function asStored(info: OrderInfo): OrderDoc {
  return info as unknown as OrderDoc;
}

/** Calls an operation, shows the call and reloads the order. Resolves to whether the operation succeeded. */
export type Act = <O extends Operation>(operation: O, params: ParamsOf<O>) => Promise<boolean>;

/** Asks for confirmation before a cancelation. @param what for example `order 100000001` */
export async function confirmCancel(what: string, deed: () => Promise<boolean>): Promise<void> {
  const question = { text: `Cancel ${what}?`, verb: `Cancel ${what}`, done: `Canceled ${what}.` };
  await withConfirmation(question, deed);
}

export function OrderDocuments({ info, act }: { readonly info: OrderInfo; readonly act: Act }) {
  const filters = { order_id: { eq: info.order_id } };
  const documents = useLiveLoad(
    async () => ({
      invoices: await readOperation("sales_order_invoice.list", { filters }),
      shipments: await readOperation("sales_order_shipment.list", { filters }),
      creditmemos: await readOperation("sales_order_creditmemo.list", { filters }),
    }),
    [info.order_id],
  );
  return (
    <>
      <h2>Documents</h2>
      <WhenLoaded loaded={documents}>
        {({ invoices, shipments, creditmemos }) => (
          <ul class="documents">
            {invoices.map((invoice) => (
              <InvoiceRow key={`i${invoice.increment_id}`} order={info} invoice={invoice} act={act} />
            ))}
            {shipments.map(({ increment_id, total_qty }) => (
              <li key={`s${increment_id}`} class="row">
                <a href={routeTo("shipments", increment_id)}>Shipment {increment_id}</a>
                <span>{total_qty} units</span>
              </li>
            ))}
            {creditmemos.map((memo) => (
              <CreditmemoRow
                key={`c${memo.increment_id}`}
                memo={memo}
                act={act}
                onOpened={documents.reload}
              />
            ))}
            {invoices.length + shipments.length + creditmemos.length === 0 && <li class="soft">None yet.</li>}
          </ul>
        )}
      </WhenLoaded>
    </>
  );
}

type Invoice = ResultOf<"sales_order_invoice.list">[number];

function InvoiceRow({
  order: info,
  invoice,
  act,
}: {
  readonly order: OrderInfo;
  readonly invoice: Invoice;
  readonly act: Act;
}) {
  const [order, stored] = [asStored(info), invoice as never];
  const invoiceIncrementId = invoice.increment_id;
  const deeds = [
    { operation: "sales_order_invoice.capture", text: "Capture", allowed: may.canCapture(order, stored) },
    { operation: "sales_order_invoice.void", text: "Void", allowed: may.canVoid(order, stored) },
    { operation: "sales_order_invoice.cancel", text: "Cancel", allowed: may.canCancelInvoice(order, stored) },
  ] as const;
  return (
    <li class="row">
      <a href={routeTo("invoices", invoiceIncrementId)}>Invoice {invoiceIncrementId}</a>
      <span>{money(invoice.grand_total)}</span>
      <ActionButtons
        deeds={deeds}
        of={`invoice ${invoiceIncrementId}`}
        onChoose={(operation) => {
          const deed = () => act(operation, { invoiceIncrementId });
          if (operation === "sales_order_invoice.cancel")
            void confirmCancel(`invoice ${invoiceIncrementId}`, deed);
          else void deed();
        }}
      />
    </li>
  );
}

interface OrderAction<O> {
  readonly operation: O;
  readonly text: string;
  readonly allowed: boolean;
}

/** A button for each allowed action. */
export function ActionButtons<O extends Operation>({
  deeds,
  of,
  isBusy = false,
  onChoose,
}: {
  readonly deeds: readonly OrderAction<O>[];
  /** Names the row of the list, for assistive technology. */
  readonly of?: string;
  readonly isBusy?: boolean;
  readonly onChoose: (operation: O) => void;
}) {
  const classOf = (operation: O) => (operation === "sales_order.cancel" ? "button danger" : "button");
  return (
    <>
      {deeds
        .filter(({ allowed }) => allowed)
        .map(({ operation, text }) => (
          <button
            key={operation}
            type="button"
            class={of === undefined ? classOf(operation) : "button small"}
            disabled={isBusy}
            onClick={() => onChoose(operation)}
          >
            {text}
            {of !== undefined && <span class="visually-hidden"> {of}</span>}
          </button>
        ))}
    </>
  );
}

type Creditmemo = ResultOf<"sales_order_creditmemo.list">[number];

function CreditmemoRow({
  memo,
  act,
  onOpened,
}: {
  readonly memo: Creditmemo;
  readonly act: Act;
  readonly onOpened: () => void;
}) {
  const { increment_id } = memo;
  const mayCancel = may.canCancelCreditmemo(memo as never);
  const cancel = () =>
    void confirmCancel(`credit memo ${increment_id}`, () =>
      act("sales_order_creditmemo.cancel", { creditmemoIncrementId: increment_id }),
    );
  const open = () => void control.openCreditmemo({ increment_id }).then(onOpened);
  return (
    <li class="row">
      <a href={routeTo("creditmemos", increment_id)}>Credit memo {increment_id}</a>
      <span>{money(memo.grand_total)}</span>
      <button type="button" class="button small" onClick={mayCancel ? cancel : open}>
        {mayCancel ? "Cancel" : "Open again"}
        <span class="visually-hidden"> credit memo {increment_id}</span>
      </button>
    </li>
  );
}
