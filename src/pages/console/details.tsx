/** One record of the shop: a product, a customer, a document, the tree of categories. */
import { useState } from "preact/hooks";
import type { ParamsOf, ResultOf } from "../../../generated/clients/typescript/client.js";
import { serviceUrl } from "../browser/place.js";
import { addressOf, useLiveLoad } from "./load.js";
import { CallCode, Facts, Json, Shown, Table } from "./parts.js";
import { look } from "./shop.js";

/** Members that hold one value, for a list of facts. */
function factsOf(record: object): (readonly [string, string])[] {
  return Object.entries(record)
    .filter(([, value]) => typeof value !== "object" || value === null)
    .map(([name, value]) => [name, value === null ? "" : String(value)] as const);
}

/** What is a list or an object itself. */
function partsOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => typeof value === "object" && value !== null);
}

function Record({ record }: { readonly record: object }) {
  return (
    <>
      <Facts facts={factsOf(record)} />
      {partsOf(record).map(([name, value]) => (
        <section key={name}>
          <h3>{name}</h3>
          <Json value={value} />
        </section>
      ))}
    </>
  );
}

const views = [
  { store: 0, text: "All store views" },
  { store: 1, text: "default" },
  { store: 2, text: "second_default" },
  { store: 3, text: "german" },
];

export function Product({ id }: { readonly id: string }) {
  const [store, setStore] = useState(0);
  const productId = Number(id);
  const params = { productId, store } satisfies ParamsOf<"catalog_product.info">;
  const product = useLiveLoad(() => look("catalog_product.info", params), [id, store]);
  const images = useLiveLoad(
    () => look("catalog_product_attribute_media.items", { productId, store }),
    [id, store],
  );
  const stock = useLiveLoad(
    () => look("cataloginventory_stock_item.list", { productIds: [productId] }),
    [id],
  );
  return (
    <>
      <h1>{String(product.value?.name ?? product.value?.sku ?? `Product ${id}`)}</h1>
      <p>
        <label>
          Seen at{" "}
          <select
            class="inline"
            value={store}
            onChange={(event) => setStore(Number(event.currentTarget.value))}
          >
            {views.map(({ store, text }) => (
              <option key={store} value={store}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </p>
      {images.value && images.value.length > 0 && (
        <ul class="pictures">
          {images.value.map(({ file, label, types }) => (
            <li key={file}>
              <img src={`${serviceUrl}/media/catalog/product${file}`} alt={label} width="120" height="120" />
              <span class="soft">{types.join(", ") || file}</span>
            </li>
          ))}
        </ul>
      )}
      {stock.value?.[0] && (
        <p>
          <span class={`chip ${stock.value[0].is_in_stock === 1 ? "good" : "bad"}`}>
            {stock.value[0].is_in_stock === 1 ? "in stock" : "out of stock"}
          </span>{" "}
          {stock.value[0].qty} pieces
        </p>
      )}
      <Shown loaded={product}>{(record) => <Record record={record} />}</Shown>
      <CallCode made={{ operation: "catalog_product.info", params }} />
    </>
  );
}

export function Customer({ id }: { readonly id: string }) {
  const customerId = Number(id);
  const customer = useLiveLoad(() => look("customer.info", { customerId }), [id]);
  const addresses = useLiveLoad(() => addressesOf(customerId), [id]);
  const orders = useLiveLoad(
    () => look("sales_order.list", { filters: { customer_id: { eq: customerId } } }),
    [id],
  );
  return (
    <>
      <h1>{customer.value ? `${customer.value.firstname} ${customer.value.lastname}` : `Customer ${id}`}</h1>
      <Shown loaded={customer}>{(record) => <Record record={record} />}</Shown>
      <h2>Addresses</h2>
      <Shown loaded={addresses}>
        {(rows) => (
          <Table
            caption="Addresses"
            rows={rows}
            keyOf={({ customer_address_id }) => customer_address_id}
            columns={[
              { title: "ID", isNumber: true, cell: (row) => row.customer_address_id },
              { title: "Name", cell: ({ firstname, lastname }) => `${firstname} ${lastname}` },
              { title: "Street", cell: ({ street }) => street },
              {
                title: "Place",
                cell: ({ postcode, city, country_id }) => `${postcode} ${city}, ${country_id}`,
              },
              {
                title: "Used for",
                cell: (row) =>
                  [row.is_default_billing && "billing", row.is_default_shipping && "shipping"]
                    .filter(Boolean)
                    .join(", "),
              },
            ]}
          />
        )}
      </Shown>
      <h2>Orders</h2>
      <Shown loaded={orders}>
        {(rows) => (
          <Table
            caption="Orders"
            rows={rows}
            keyOf={({ increment_id }) => increment_id}
            columns={[
              {
                title: "Number",
                cell: ({ increment_id }) => <a href={addressOf("orders", increment_id)}>{increment_id}</a>,
              },
              { title: "State", cell: ({ state }) => state },
              { title: "Placed", cell: ({ created_at }) => created_at },
            ]}
          />
        )}
      </Shown>
      <CallCode made={{ operation: "customer.info", params: { customerId } }} />
    </>
  );
}

/** Whole addresses: the list names them only. */
async function addressesOf(customerId: number) {
  const entries = await look("customer_address.list", { customerId });
  return Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      ...(await look("customer_address.info", { addressId: entry.customer_address_id })),
    })),
  );
}

const documents = {
  invoices: { operation: "sales_order_invoice.info", param: "invoiceIncrementId", title: "Invoice" },
  shipments: { operation: "sales_order_shipment.info", param: "shipmentIncrementId", title: "Shipment" },
  creditmemos: {
    operation: "sales_order_creditmemo.info",
    param: "creditmemoIncrementId",
    title: "Credit memo",
  },
} as const;

export function Document({
  kind,
  number,
}: {
  readonly kind: keyof typeof documents;
  readonly number: string;
}) {
  const { operation, param, title } = documents[kind];
  const params = { [param]: number } as never;
  const record = useLiveLoad(() => look(operation, params), [kind, number]);
  return (
    <>
      <h1>
        {title} {number}
      </h1>
      <Shown loaded={record}>{(value) => <Record record={value} />}</Shown>
      <CallCode made={{ operation, params }} />
    </>
  );
}

type Node = ResultOf<"catalog_category.tree">;

export function Categories({ id }: { readonly id?: string | undefined }) {
  const tree = useLiveLoad(() => look("catalog_category.tree", {}), []);
  return (
    <>
      <h1>Categories</h1>
      <div class="beside">
        <Shown loaded={tree}>
          {(root) => (
            <nav aria-label="Category tree">
              <ul class="tree">
                <Branch node={root} chosen={id} />
              </ul>
            </nav>
          )}
        </Shown>
        {id !== undefined && <Category id={id} />}
      </div>
    </>
  );
}

function Branch({ node, chosen }: { readonly node: Node; readonly chosen: string | undefined }) {
  const id = String(node.category_id);
  return (
    <li>
      <a href={addressOf("categories", id)} aria-current={chosen === id ? "true" : undefined}>
        {node.name || `(category ${id})`}
      </a>{" "}
      <span class="soft">
        {id}
        {!node.is_active && ", inactive"}
      </span>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Branch key={child.category_id} node={child} chosen={chosen} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Category({ id }: { readonly id: string }) {
  const categoryId = Number(id);
  const category = useLiveLoad(() => look("catalog_category.info", { categoryId }), [id]);
  const products = useLiveLoad(() => look("catalog_category.assignedProducts", { categoryId }), [id]);
  return (
    <section aria-label={`Category ${id}`}>
      <Shown loaded={category}>{(record) => <Record record={record} />}</Shown>
      <h2>Products</h2>
      <Shown loaded={products}>
        {(rows) => (
          <Table
            caption="Products of the category"
            rows={rows}
            keyOf={({ product_id }) => product_id}
            columns={[
              { title: "Position", isNumber: true, cell: ({ position }) => position },
              {
                title: "SKU",
                cell: ({ sku, product_id }) => <a href={addressOf("products", product_id)}>{sku}</a>,
              },
              { title: "Type", cell: ({ type }) => type },
            ]}
          />
        )}
      </Shown>
      <CallCode made={{ operation: "catalog_category.info", params: { categoryId } }} />
    </section>
  );
}
