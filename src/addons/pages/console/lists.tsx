/** The lists of the shop: results of the list operations, with their filters. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Operation, ParamsOf, ResultOf } from "../../../../generated/clients/typescript/client.js";
import { FilterForm, type ListFilters } from "./filters.js";
import { routeTo, useLiveLoad } from "./load.js";
import { CallCode, money, WhenLoaded, StateChip, DataTable, type Column } from "./parts.js";
import { readOperation } from "./shop.js";

type ListOperation = Extract<
  Operation,
  | "catalog_product.list"
  | "customer.list"
  | "sales_order.list"
  | "sales_order_invoice.list"
  | "sales_order_shipment.list"
  | "sales_order_creditmemo.list"
>;

type RowOf<O extends ListOperation> = ResultOf<O>[number];

interface List<O extends ListOperation> {
  readonly title: string;
  readonly operation: O;
  readonly columns: readonly Column<RowOf<O>>[];
  readonly keyOf: (row: RowOf<O>) => string | number;
}

function list<O extends ListOperation>(parts: List<O>): () => ComponentChildren {
  return () => <ListView list={parts} />;
}

function ListView<O extends ListOperation>({ list }: { readonly list: List<O> }) {
  const [filters, setFilters] = useState<ListFilters>({});
  const params = (Object.keys(filters).length === 0 ? {} : { filters }) as ParamsOf<O>;
  const rows = useLiveLoad(
    () => readOperation(list.operation, params),
    [list.operation, JSON.stringify(filters)],
  );
  return (
    <>
      <div class="heading">
        <h1>{list.title}</h1>
        {list.operation === "sales_order.list" && (
          <a class="button primary" href={routeTo("new-order")}>
            Place an order
          </a>
        )}
      </div>
      <FilterForm operation={list.operation} filters={filters} onChange={setFilters} />
      <WhenLoaded loaded={rows}>
        {(found) => (
          <>
            <p class="soft" aria-live="polite">
              {found.length} found
            </p>
            <DataTable
              caption={list.title}
              columns={list.columns}
              rows={found.toReversed()}
              keyOf={list.keyOf}
              none="Nothing matches."
            />
          </>
        )}
      </WhenLoaded>
      <CallCode made={{ operation: list.operation, params }} />
    </>
  );
}

const link = (text: string | number, ...pieces: (string | number)[]) => (
  <a href={routeTo(...pieces)}>{text}</a>
);

export const Orders = list({
  title: "Orders",
  operation: "sales_order.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    { title: "Number", cell: ({ increment_id }) => link(increment_id, "orders", increment_id) },
    { title: "State", cell: ({ state }) => <StateChip state={state} /> },
    { title: "Status", cell: ({ status }) => status },
    {
      title: "Customer",
      cell: ({ customer_firstname, customer_lastname, customer_email }) => (
        <>{`${customer_firstname ?? ""} ${customer_lastname ?? ""}`.trim() || customer_email}</>
      ),
    },
    {
      title: "Total",
      isNumber: true,
      cell: ({ grand_total, order_currency_code }) => money(grand_total, order_currency_code),
    },
    { title: "Placed", cell: ({ created_at }) => created_at },
  ],
});

export const Products = list({
  title: "Products",
  operation: "catalog_product.list",
  keyOf: ({ product_id }) => product_id,
  columns: [
    { title: "ID", isNumber: true, cell: ({ product_id }) => product_id },
    { title: "SKU", cell: ({ sku, product_id }) => link(sku, "products", product_id) },
    { title: "Name", cell: ({ name }) => name },
    { title: "Type", cell: ({ type }) => type },
    { title: "Set", isNumber: true, cell: ({ set }) => set },
    { title: "Categories", cell: ({ category_ids }) => category_ids.join(", ") },
    { title: "Websites", cell: ({ website_ids }) => website_ids.join(", ") },
  ],
});

export const Customers = list({
  title: "Customers",
  operation: "customer.list",
  keyOf: ({ customer_id }) => customer_id,
  columns: [
    { title: "ID", isNumber: true, cell: ({ customer_id }) => customer_id },
    { title: "E-mail", cell: ({ email, customer_id }) => link(email, "customers", customer_id) },
    { title: "Name", cell: ({ firstname, lastname }) => `${firstname} ${lastname}` },
    { title: "Website", isNumber: true, cell: ({ website_id }) => website_id },
    { title: "Group", isNumber: true, cell: ({ group_id }) => group_id },
    { title: "Since", cell: ({ created_at }) => created_at },
  ],
});

export const Invoices = list({
  title: "Invoices",
  operation: "sales_order_invoice.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    { title: "Number", cell: ({ increment_id }) => link(increment_id, "invoices", increment_id) },
    { title: "State", cell: ({ state }) => ["", "open", "paid", "canceled"][state] },
    { title: "Total", isNumber: true, cell: ({ grand_total }) => money(grand_total) },
    { title: "Created", cell: ({ created_at }) => created_at },
  ],
});

export const Shipments = list({
  title: "Shipments",
  operation: "sales_order_shipment.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    { title: "Number", cell: ({ increment_id }) => link(increment_id, "shipments", increment_id) },
    { title: "Units", isNumber: true, cell: ({ total_qty }) => total_qty },
    { title: "Created", cell: ({ created_at }) => created_at },
  ],
});

export const Creditmemos = list({
  title: "Credit memos",
  operation: "sales_order_creditmemo.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    { title: "Number", cell: ({ increment_id }) => link(increment_id, "creditmemos", increment_id) },
    { title: "State", cell: ({ state }) => ["", "open", "refunded", "canceled"][state] },
    { title: "Total", isNumber: true, cell: ({ grand_total }) => money(grand_total) },
    { title: "Created", cell: ({ created_at }) => created_at },
  ],
});
