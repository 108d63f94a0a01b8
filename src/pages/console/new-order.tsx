/** Places an order as a customer would: some products, somebody who buys, a way to pay and one to ship. */
import { useState } from "preact/hooks";
import { goTo, useLoad, useWork } from "./load.js";
import { Field, formValues, Problem, Shown } from "./parts.js";
import { call, control } from "./shop.js";

const payments = [
  "checkmo",
  "banktransfer",
  "cashondelivery",
  "purchaseorder",
  "free",
  "test_authorize",
  "test_sale",
];

export function NewOrder() {
  const work = useWork();
  const [basket, setBasket] = useState<ReadonlyMap<string, number>>(new Map());
  const customers = useLoad(() => call("customer.list", {}), []);
  const put = (sku: string, qty: number) => {
    const next = new Map(basket);
    if (qty > 0) next.set(sku, qty);
    else next.delete(sku);
    setBasket(next);
  };
  return (
    <>
      <h1>Place an order</h1>
      <div class="beside">
        <ProductPicker onPick={(sku) => put(sku, (basket.get(sku) ?? 0) + 1)} />
        <form
          class="form panel"
          aria-label="Order"
          onSubmit={(event) => {
            const { customer, email, payment = "checkmo", shipping, note, notify } = formValues(event);
            const address = {
              firstname: "Greta",
              lastname: "Guest",
              street: "Hauptstraße 1",
              city: "Berlin",
              postcode: "10115",
              country_id: "DE",
              telephone: "+49 30 1234567",
            };
            void work.run(async () => {
              const placed = await control.placeOrder({
                items: [...basket].map(([sku, qty]) => ({ sku, qty })),
                ...(customer
                  ? { customer_id: Number(customer) }
                  : {
                      guest: { email: email || "guest@example.com", firstname: "Greta", lastname: "Guest" },
                      billing_address: address,
                    }),
                payment_method: payment,
                ...(shipping ? { shipping_method: shipping } : {}),
                ...(note ? { customer_note: note } : {}),
                notify: notify === "on",
              });
              goTo("orders", placed.increment_id);
            });
          }}
        >
          <h2>Basket</h2>
          {basket.size === 0 && <p class="soft">Pick products first.</p>}
          {[...basket].map(([sku, qty]) => (
            <label key={sku} class="row">
              <input
                class="inline quantity"
                type="number"
                min="0"
                value={qty}
                onChange={(event) => put(sku, Number(event.currentTarget.value))}
              />
              <span>{sku}</span>
            </label>
          ))}
          <Shown loaded={customers}>
            {(rows) => (
              <Field label="Customer">
                <select name="customer">
                  {rows.map(({ customer_id, email }) => (
                    <option key={customer_id} value={customer_id}>
                      {email}
                    </option>
                  ))}
                  <option value="">A guest</option>
                </select>
              </Field>
            )}
          </Shown>
          <Field label="E-mail of a guest">
            <input name="email" type="email" placeholder="guest@example.com" autocomplete="off" />
          </Field>
          <Field label="Payment">
            <select name="payment">
              {payments.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </Field>
          <Field label="Shipping">
            <select name="shipping">
              <option value="flatrate_flatrate">flatrate_flatrate</option>
              <option value="freeshipping_freeshipping">freeshipping_freeshipping</option>
            </select>
          </Field>
          <Field label="Note of the customer">
            <input name="note" autocomplete="off" />
          </Field>
          <label class="row">
            <input type="checkbox" name="notify" class="inline" checked /> send the mail about the new order
          </label>
          <Problem text={work.problem} />
          <div>
            <button class="button primary" disabled={basket.size === 0 || work.isBusy}>
              Place the order
            </button>
          </div>
        </form>
      </div>
    </>
  );
}

function ProductPicker({ onPick }: { readonly onPick: (sku: string) => void }) {
  const [text, setText] = useState("");
  const like = { like: `%${text}%` };
  const products = useLoad(
    () => call("catalog_product.list", text === "" ? {} : { filters: { name: like } }),
    [text],
  );
  return (
    <section aria-label="Products">
      <Field label="Find a product by its name">
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </Field>
      <Shown loaded={products}>
        {(rows) => (
          <ul class="picks">
            {rows.slice(0, 30).map(({ product_id, sku, name, type }) => (
              <li key={product_id}>
                <button type="button" class="button small" onClick={() => onPick(sku)}>
                  Add<span class="visually-hidden"> {sku}</span>
                </button>{" "}
                <strong>{sku}</strong> {name} {type !== "simple" && <span class="chip">{type}</span>}
              </li>
            ))}
            {rows.length > 30 && <li class="soft">and {rows.length - 30} more: search by name</li>}
          </ul>
        )}
      </Shown>
    </section>
  );
}
