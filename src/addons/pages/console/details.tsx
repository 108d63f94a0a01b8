/** Views of single records: a product, a customer, a document, the category tree. */
import { useState } from "preact/hooks";
import type { ParamsOf, ResultOf } from "../../../../generated/clients/typescript/client.js";
import { serviceUrl } from "../browser/place.js";
import { routeTo, useLiveLoad } from "./load.js";
import { CallCode, Facts, Json, WhenLoaded, DataTable } from "./parts.js";
import { readOperation } from "./shop.js";

/** Scalar members of a record. */
function factsOf(record: object): (readonly [string, string])[] {
  return Object.entries(record)
    .filter(([, value]) => typeof value !== "object" || value === null)
    .map(([name, value]) => [name, value === null ? "" : String(value)] as const);
}

/** Members of a record that are lists or objects. */
function partsOf(record: object): [string, unknown][] {
  return Object.entries(record).filter(([, value]) => typeof value === "object" && value !== null);
}

function RecordView({ record }: { readonly record: object }) {
  return (
    <>
      <Facts facts={factsOf(record)} />
      {partsOf(record).map(([name, value]) => (
        <section key={name}>
          <h2>{name}</h2>
          <Json value={value} label={name} />
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

export function ProductView({ id }: { readonly id: string }) {
  const [store, setStore] = useState(0);
  const productId = Number(id);
  const params = { productId, store } satisfies ParamsOf<"catalog_product.info">;
  const product = useLiveLoad(() => readOperation("catalog_product.info", params), [id, store]);
  const images = useLiveLoad(
    () => readOperation("catalog_product_attribute_media.items", { productId, store }),
    [id, store],
  );
  const stock = useLiveLoad(
    () => readOperation("cataloginventory_stock_item.list", { productIds: [productId] }),
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
      <WhenLoaded loaded={product}>{(record) => <RecordView record={record} />}</WhenLoaded>
      <CallCode made={{ operation: "catalog_product.info", params }} />
    </>
  );
}

export function CustomerView({ id }: { readonly id: string }) {
  const customerId = Number(id);
  const customer = useLiveLoad(() => readOperation("customer.info", { customerId }), [id]);
  const addresses = useLiveLoad(() => addressesOf(customerId), [id]);
  const orders = useLiveLoad(
    () => readOperation("sales_order.list", { filters: { customer_id: { eq: customerId } } }),
    [id],
  );
  return (
    <>
      <h1>{customer.value ? `${customer.value.firstname} ${customer.value.lastname}` : `Customer ${id}`}</h1>
      <WhenLoaded loaded={customer}>{(record) => <RecordView record={record} />}</WhenLoaded>
      <h2>Addresses</h2>
      <WhenLoaded loaded={addresses}>
        {(rows) => (
          <DataTable
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
      </WhenLoaded>
      <h2>Orders</h2>
      <WhenLoaded loaded={orders}>
        {(rows) => (
          <DataTable
            caption="Orders"
            rows={rows}
            keyOf={({ increment_id }) => increment_id}
            columns={[
              {
                title: "Number",
                cell: ({ increment_id }) => <a href={routeTo("orders", increment_id)}>{increment_id}</a>,
              },
              { title: "State", cell: ({ state }) => state },
              { title: "Placed", cell: ({ created_at }) => created_at },
            ]}
          />
        )}
      </WhenLoaded>
      <CallCode made={{ operation: "customer.info", params: { customerId } }} />
    </>
  );
}

/** Loads complete addresses; the list operation returns only some members. */
async function addressesOf(customerId: number) {
  const entries = await readOperation("customer_address.list", { customerId });
  return Promise.all(
    entries.map(async (entry) => ({
      ...entry,
      ...(await readOperation("customer_address.info", { addressId: entry.customer_address_id })),
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

export function DocumentView({
  kind,
  number,
}: {
  readonly kind: keyof typeof documents;
  readonly number: string;
}) {
  const { operation, param, title } = documents[kind];
  const params = { [param]: number } as never;
  const record = useLiveLoad(() => readOperation(operation, params), [kind, number]);
  return (
    <>
      <h1>
        {title} {number}
      </h1>
      <WhenLoaded loaded={record}>{(value) => <RecordView record={value} />}</WhenLoaded>
      <CallCode made={{ operation, params }} />
    </>
  );
}

type Node = ResultOf<"catalog_category.tree">;

export function Categories({ id }: { readonly id?: string | undefined }) {
  const tree = useLiveLoad(() => readOperation("catalog_category.tree", {}), []);
  return (
    <>
      <h1>Categories</h1>
      <div class={id === undefined ? "" : "beside detail"}>
        <div>
          <WhenLoaded loaded={tree}>
            {(root) => (
              <nav aria-label="Category tree">
                <ul class="tree">
                  <Branch node={root} chosen={id} />
                </ul>
              </nav>
            )}
          </WhenLoaded>
        </div>
        {id !== undefined && <Category id={id} />}
      </div>
    </>
  );
}

function Branch({ node, chosen }: { readonly node: Node; readonly chosen: string | undefined }) {
  const id = String(node.category_id);
  return (
    <li>
      <a href={routeTo("categories", id)} aria-current={chosen === id ? "true" : undefined}>
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
  const category = useLiveLoad(() => readOperation("catalog_category.info", { categoryId }), [id]);
  const products = useLiveLoad(
    () => readOperation("catalog_category.assignedProducts", { categoryId }),
    [id],
  );
  return (
    <section aria-label={`Category ${id}`}>
      <WhenLoaded loaded={category}>{(record) => <RecordView record={record} />}</WhenLoaded>
      <h2>Products</h2>
      <WhenLoaded loaded={products}>
        {(rows) => (
          <DataTable
            caption="Products of the category"
            rows={rows}
            keyOf={({ product_id }) => product_id}
            columns={[
              { title: "Position", isNumber: true, cell: ({ position }) => position },
              {
                title: "SKU",
                cell: ({ sku, product_id }) => <a href={routeTo("products", product_id)}>{sku}</a>,
              },
              { title: "Type", cell: ({ type }) => type },
            ]}
          />
        )}
      </WhenLoaded>
      <CallCode made={{ operation: "catalog_category.info", params: { categoryId } }} />
    </section>
  );
}
