/** The form that places an order: products, a customer or guest, payment and shipping. */
import { useState } from "preact/hooks";
import { goTo, useLoad, useWork } from "./load.js";
import { FormField, formValues, ProblemNote, WhenLoaded } from "./parts.js";
import { control, readOperation } from "./shop.js";

const payments = [
  "checkmo",
  "banktransfer",
  "cashondelivery",
  "purchaseorder",
  "free",
  "test_authorize",
  "test_sale",
];

/** How many of each product, by SKU. */
type Basket = ReadonlyMap<string, number>;
type Put = (sku: string, qty: number) => void;

export function NewOrder() {
  const [basket, setBasket] = useState<Basket>(new Map());
  const put: Put = (sku, qty) => {
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
        <OrderForm basket={basket} put={put} />
      </div>
    </>
  );
}

function OrderForm({ basket, put }: { readonly basket: Basket; readonly put: Put }) {
  const work = useWork();
  const place = async (values: Record<string, string>) => {
    const placed = await control.placeOrder(orderOf(basket, values));
    goTo("orders", placed.increment_id);
  };
  return (
    <form
      class="form panel"
      aria-label="Order"
      onSubmit={(event) => {
        const values = formValues(event);
        void work.run(() => place(values));
      }}
    >
      <h2>Basket</h2>
      <BasketRows basket={basket} put={put} />
      <CustomerField />
      <FormField label="E-mail of a guest">
        <input name="email" type="email" placeholder="guest@example.com" autocomplete="off" />
      </FormField>
      <FormField label="Payment">
        <select name="payment">
          {payments.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </FormField>
      <FormField label="Shipping">
        <select name="shipping">
          <option value="flatrate_flatrate">flatrate_flatrate</option>
          <option value="freeshipping_freeshipping">freeshipping_freeshipping</option>
        </select>
      </FormField>
      <FormField label="Note of the customer">
        <input name="note" autocomplete="off" />
      </FormField>
      <label class="row">
        <input type="checkbox" name="notify" class="inline" checked /> send the mail about the new order
      </label>
      <ProblemNote text={work.problem} />
      <div>
        <button class="button primary" disabled={basket.size === 0 || work.isBusy}>
          Place the order
        </button>
      </div>
    </form>
  );
}

function BasketRows({ basket, put }: { readonly basket: Basket; readonly put: Put }) {
  if (basket.size === 0) return <p class="soft">Pick products first.</p>;
  return (
    <>
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
    </>
  );
}

function CustomerField() {
  const customers = useLoad(() => readOperation("customer.list", {}), []);
  return (
    <WhenLoaded loaded={customers}>
      {(rows) => (
        <FormField label="Customer">
          <select name="customer">
            {rows.map(({ customer_id, email }) => (
              <option key={customer_id} value={customer_id}>
                {email}
              </option>
            ))}
            <option value="">A guest</option>
          </select>
        </FormField>
      )}
    </WhenLoaded>
  );
}

/** Converts the form to the body of a placement. */
function orderOf(basket: Basket, values: Record<string, string>) {
  const { customer, email, payment = "checkmo", shipping, note, notify } = values;
  const guest = { email: email || "guest@example.com", firstname: "Greta", lastname: "Guest" };
  return {
    items: [...basket].map(([sku, qty]) => ({ sku, qty })),
    ...(customer ? { customer_id: Number(customer) } : { guest, billing_address: guestAddress }),
    payment_method: payment,
    ...(shipping ? { shipping_method: shipping } : {}),
    ...(note ? { customer_note: note } : {}),
    notify: notify === "on",
  };
}

const guestAddress = {
  firstname: "Greta",
  lastname: "Guest",
  street: "Hauptstraße 1",
  city: "Berlin",
  postcode: "10115",
  country_id: "DE",
  telephone: "+49 30 1234567",
};

function ProductPicker({ onPick }: { readonly onPick: (sku: string) => void }) {
  const [text, setText] = useState("");
  const like = { like: `%${text}%` };
  const products = useLoad(
    () => readOperation("catalog_product.list", text === "" ? {} : { filters: { name: like } }),
    [text],
  );
  return (
    <section aria-label="Products">
      <FormField label="Find a product by its name">
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </FormField>
      <WhenLoaded loaded={products}>
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
      </WhenLoaded>
    </section>
  );
}
