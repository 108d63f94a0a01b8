/** The form that places an order: products, a customer or guest, payment and shipping. */
import { useState } from "preact/hooks";
import { goTo, useLoad, useWork } from "./load.js";
import { count, DataTable, FormField, formValues, money, ProblemNote, WhenLoaded } from "./parts.js";
import { findProducts } from "./products.js";
import { control, readOperation, readRest } from "./shop.js";

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
    const placed = await control.placeOrder(orderOf(basket, await customerOf(values), values));
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
      <div class="fields">
        <Buyer />
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
      </div>
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

/** The e-mail of the buyer; the browser suggests some customers. */
function Buyer() {
  const customers = useLoad(() => readRest<readonly { readonly email: string }[]>("customers?limit=50"), []);
  return (
    <FormField label="Buyer" hint="The e-mail of a customer; an unknown one is a guest's.">
      <input name="email" type="email" list="customers" placeholder="guest@example.com" autocomplete="off" />
      <datalist id="customers">
        {Object.values(customers.value ?? []).map(({ email }) => (
          <option key={email} value={email} />
        ))}
      </datalist>
    </FormField>
  );
}

/** The customer with the e-mail, or a guest. */
async function customerOf({ email }: Record<string, string>) {
  email ||= "guest@example.com";
  const [customer] = await readOperation("customer.list", { filters: { email: { eq: email } } });
  if (customer) return { customer_id: customer.customer_id };
  return { guest: { email, firstname: "Greta", lastname: "Guest" }, billing_address: guestAddress };
}

/** Converts the form to the body of a placement. */
function orderOf(
  basket: Basket,
  buyer: Awaited<ReturnType<typeof customerOf>>,
  values: Record<string, string>,
) {
  const { payment = "checkmo", shipping, note, notify } = values;
  return {
    items: [...basket].map(([sku, qty]) => ({ sku, qty })),
    ...buyer,
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

const shownProducts = 30;

function ProductPicker({ onPick }: { readonly onPick: (sku: string) => void }) {
  const [text, setText] = useState("");
  const products = useLoad(() => findProducts(text.trim(), shownProducts), [text.trim()]);
  return (
    <section aria-label="Pick products">
      <FormField label="Find a product by its SKU or name">
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </FormField>
      <WhenLoaded loaded={products}>
        {(rows) => (
          <DataTable
            caption="Products"
            none="Nothing matches."
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Basket",
                cell: ({ sku }) => (
                  <button type="button" class="button small" onClick={() => onPick(sku)}>
                    Add<span class="visually-hidden"> {sku}</span>
                  </button>
                ),
              },
              { title: "SKU", cell: ({ sku }) => sku },
              { title: "Name", cell: ({ name }) => name },
              { title: "Price", isNumber: true, cell: ({ price }) => price !== null && money(Number(price)) },
              { title: "Stock", isNumber: true, cell: ({ qty }) => qty !== undefined && count(qty) },
            ]}
          />
        )}
      </WhenLoaded>
    </section>
  );
}
