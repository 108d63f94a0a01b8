/** The lists of the shop: a table with the operation and the columns of each, and the one view that shows them. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Operation, ParamsOf, ResultOf } from "../../../../generated/clients/typescript/client.js";
import { FilterForm, type ListFilters } from "./filters.js";
import { routeTo, useLiveLoad } from "./load.js";
import {
  CallCode,
  count,
  DataTable,
  money,
  StateChip,
  stateTexts,
  WhenLoaded,
  type Column,
} from "./parts.js";
import { usePriced } from "./products.js";
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
  const [search, setSearch] = useState("");
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
      <div class="row">
        <input
          type="search"
          class="inline"
          aria-label={`Find in ${list.title}`}
          placeholder="number, name, any value"
          size={28}
          onInput={(event) => setSearch(event.currentTarget.value.toLowerCase())}
        />
        <FilterForm operation={list.operation} filters={filters} onChange={setFilters} />
      </div>
      <WhenLoaded loaded={rows}>
        {(all) => {
          const found = search === "" ? all : all.filter((row) => hasText(row, search));
          return (
            <>
              <p class="soft" aria-live="polite">
                {count(found.length)} found
              </p>
              <DataTable
                caption={list.title}
                columns={list.columns}
                rows={found.toReversed()}
                keyOf={list.keyOf}
                none="Nothing matches."
              />
            </>
          );
        }}
      </WhenLoaded>
      <CallCode made={{ operation: list.operation, params }} />
    </>
  );
}

/** Whether a member of the row has the text. */
function hasText(row: object, text: string): boolean {
  return Object.values(row).join("\n").toLowerCase().includes(text);
}

const link = (text: string | number, ...pieces: (string | number)[]) => (
  <a href={routeTo(...pieces)}>{text}</a>
);

const total = {
  title: "Total",
  isNumber: true,
  cell: (row: { readonly grand_total: number; readonly order_currency_code?: string | null }) =>
    money(row.grand_total, row.order_currency_code ?? ""),
};

const created = { title: "Created", cell: ({ created_at }: { readonly created_at: string }) => created_at };

/** The list of the documents of one kind. */
const numberOf = (view: string) => ({
  title: "Number",
  cell: ({ increment_id }: { readonly increment_id: string }) => link(increment_id, view, increment_id),
});

export const Orders = list({
  title: "Orders",
  operation: "sales_order.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    numberOf("orders"),
    { title: "State", cell: ({ state }) => <StateChip state={state} /> },
    { title: "Status", cell: ({ status }) => status },
    {
      title: "Customer",
      cell: ({ customer_firstname, customer_lastname, customer_email }) => (
        <>{`${customer_firstname ?? ""} ${customer_lastname ?? ""}`.trim() || customer_email}</>
      ),
    },
    total,
    { ...created, title: "Placed" },
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
    { title: "Price", isNumber: true, cell: ({ product_id }) => <Price id={product_id} /> },
    { title: "Stock", isNumber: true, cell: ({ product_id }) => <Stock id={product_id} /> },
    { title: "Categories", cell: ({ category_ids }) => category_ids.join(", ") },
  ],
});

function Price({ id }: { readonly id: number }) {
  return <>{money(usePriced(id)?.price)}</>;
}

function Stock({ id }: { readonly id: number }) {
  const { qty } = usePriced(id) ?? {};
  return <>{qty !== undefined && count(qty)}</>;
}

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
    { ...created, title: "Since" },
  ],
});

export const Invoices = list({
  title: "Invoices",
  operation: "sales_order_invoice.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    numberOf("invoices"),
    { title: "State", cell: ({ state }) => stateTexts.invoices[state] },
    total,
    created,
  ],
});

export const Shipments = list({
  title: "Shipments",
  operation: "sales_order_shipment.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    numberOf("shipments"),
    { title: "Units", isNumber: true, cell: ({ total_qty }) => total_qty },
    created,
  ],
});

export const Creditmemos = list({
  title: "Credit memos",
  operation: "sales_order_creditmemo.list",
  keyOf: ({ increment_id }) => increment_id,
  columns: [
    numberOf("creditmemos"),
    { title: "State", cell: ({ state }) => stateTexts.creditmemos[state] },
    total,
    created,
  ],
});
