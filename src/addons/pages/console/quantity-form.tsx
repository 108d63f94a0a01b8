/** A form for quantities of order items: for a shipment, an invoice or a credit memo. */
import { formValues } from "./parts.js";

interface OpenItem {
  readonly item_id: number;
  readonly sku: string;
  readonly name: string | null;
  /** The largest allowed quantity. */
  readonly open: number;
}

export interface ChosenQuantities {
  readonly itemsQty: { order_item_id: number; qty: number }[];
  readonly comment?: string;
  readonly email: boolean;
}

export function QuantityForm({
  title,
  items,
  onSubmit,
}: {
  readonly title: string;
  readonly items: readonly OpenItem[];
  readonly onSubmit: (chosen: ChosenQuantities) => Promise<unknown>;
}) {
  const open = items.filter((item) => item.open > 0);
  return (
    <form
      class="form panel quantities"
      aria-label={title}
      onSubmit={(event) => {
        const values = formValues(event);
        void onSubmit({
          itemsQty: open.flatMap(({ item_id }) => {
            const qty = Number(values[`qty-${item_id}`]);
            return qty > 0 ? [{ order_item_id: item_id, qty }] : [];
          }),
          ...(values.comment ? { comment: values.comment } : {}),
          email: values.email === "on",
        });
      }}
    >
      {open.map(({ item_id, sku, name, open }) => (
        <label key={item_id} class="row">
          <input
            class="inline quantity"
            name={`qty-${item_id}`}
            type="number"
            min="0"
            max={open}
            step="any"
            value={open}
            aria-describedby={`of-${item_id}`}
          />
          <span>
            {sku} {name}{" "}
            <span id={`of-${item_id}`} class="soft">
              of {open}
            </span>
          </span>
        </label>
      ))}
      <label class="field">
        <span>Comment</span>
        <input name="comment" autocomplete="off" />
      </label>
      <label class="row">
        <input type="checkbox" name="email" class="inline" /> notify the customer by mail
      </label>
      <div>
        <button class="button primary">{title}</button>
      </div>
    </form>
  );
}
