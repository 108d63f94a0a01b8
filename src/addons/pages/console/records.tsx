/** Views of single records, driven by a table: a product, a customer, an invoice, a shipment, a credit memo; and the category tree. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Operation, ParamsOf, ResultOf } from "../../../../generated/clients/typescript/client.js";
import { serviceUrl } from "../browser/place.js";
import { routeTo, useLiveLoad, useLoad, useWork } from "./load.js";
import {
  CallCode,
  DataTable,
  Facts,
  formValues,
  Json,
  ProblemNote,
  stateTexts,
  WhenLoaded,
} from "./parts.js";
import { executeOperation, readOperation } from "./shop.js";

/** Labels by code. */
type Labels = ReadonlyMap<string, string>;

interface RecordKind {
  readonly operation: Operation;
  readonly params: (id: string) => object;
  readonly title: (record: AnyRecord, id: string) => string;
  /** Headings, and the members below each. Members without a group are below "Further". */
  readonly groups: Readonly<Record<string, string>>;
  /** The labels of members that are codes. */
  readonly labels?: Readonly<Record<string, () => Promise<Labels>>>;
  /** Members that can be changed in place, and the operation that does so. */
  readonly editable?: string;
  readonly change?: (id: string, member: string, value: unknown) => Promise<unknown>;
  /** Loads members that another operation returns. */
  readonly more?: (id: string) => Promise<object>;
  /** What stands below the groups. */
  readonly rest?: (id: string) => ComponentChildren;
}

type AnyRecord = Readonly<Record<string, unknown>>;

const labelsOf = async <Row,>(
  rows: Promise<readonly Row[]>,
  pair: (row: Row) => readonly [unknown, string],
) =>
  new Map((await rows).map((row) => [String(pair(row)[0]), pair(row)[1]] as const).filter(([code]) => code));

/** The options of an attribute. */
const options = (attributeId: string) => () =>
  labelsOf(readOperation("catalog_product_attribute.options", { attributeId }), ({ value, label }) => [
    value,
    label,
  ]);

const sets = () =>
  labelsOf(readOperation("catalog_product_attribute_set.items", {}), ({ set_id, name }) => [set_id, name]);

const customerGroups = () =>
  labelsOf(readOperation("customer_group.list", {}), ({ customer_group_id, customer_group_code }) => [
    customer_group_id,
    customer_group_code,
  ]);

const texts = (all: readonly string[]) => () =>
  Promise.resolve(new Map(all.map((text, code) => [String(code), text])));

const document = (
  kind: "invoice" | "shipment" | "creditmemo",
  title: string,
  states: readonly string[] = [],
): RecordKind => ({
  operation: `sales_order_${kind}.info`,
  params: (id) => ({ [`${kind}IncrementId`]: id }),
  title: (_, id) => `${title} ${id}`,
  groups: {
    Totals:
      "state order_increment_id grand_total subtotal shipping_amount tax_amount discount_amount total_qty created_at",
    Items: "items",
    Comments: "comments",
    Tracks: "tracks",
  },
  labels: { state: texts(states) },
});

const stockMembers = ["qty", "is_in_stock"];

const kinds = {
  invoices: document("invoice", "Invoice", stateTexts.invoices),
  shipments: document("shipment", "Shipment"),
  creditmemos: document("creditmemo", "Credit memo", stateTexts.creditmemos),
  customers: {
    operation: "customer.info",
    params: (id) => ({ customerId: Number(id) }),
    title: ({ firstname, lastname }) => `${String(firstname)} ${String(lastname)}`,
    groups: {
      Customer: "customer_id prefix firstname middlename lastname suffix email dob gender taxvat",
      Account: "group_id website_id store_id created_at updated_at created_in is_active",
    },
    labels: { group_id: customerGroups },
    editable: "firstname lastname email dob taxvat group_id",
    change: (id, member, value) =>
      executeOperation("customer.update", { customerId: Number(id), customerData: { [member]: value } }),
    rest: (id) => <CustomerParts customerId={Number(id)} />,
  },
  products: {
    operation: "catalog_product.info",
    params: (id) => ({ productId: Number(id) }),
    title: ({ name, sku }) => String(name ?? sku),
    groups: {
      General:
        "sku name type set status visibility weight short_description description country_of_manufacture categories websites",
      Price: "price special_price special_from_date special_to_date tax_class_id tier_price group_price",
      Stock: "qty is_in_stock",
    },
    labels: {
      ...{ status: options("status"), visibility: options("visibility"), set: sets },
      tax_class_id: options("tax_class_id"),
      country_of_manufacture: options("country_of_manufacture"),
      is_in_stock: texts(["no", "yes"]),
    },
    editable:
      "name status visibility weight short_description price special_price special_from_date special_to_date tax_class_id qty is_in_stock",
    change: (id, member, value) =>
      stockMembers.includes(member)
        ? executeOperation("cataloginventory_stock_item.update", {
            ...{ productId: Number(id), data: { [member]: value } },
          })
        : executeOperation("catalog_product.update", {
            ...{ productId: Number(id), productData: { [member]: value }, store: 0 },
          }),
    more: async (id) => {
      const [stock] = await readOperation("cataloginventory_stock_item.list", { productIds: [Number(id)] });
      return { qty: stock?.qty, is_in_stock: stock?.is_in_stock };
    },
    rest: (id) => <ProductParts productId={Number(id)} />,
  },
} satisfies Readonly<Record<string, RecordKind>>;

export function RecordView({ kind: name, id }: { readonly kind: keyof typeof kinds; readonly id: string }) {
  const kind: RecordKind = kinds[name];
  const params = kind.params(id);
  const record = useLiveLoad(
    async () => ({
      ...((await readOperation(kind.operation, params as never)) as AnyRecord),
      ...(await kind.more?.(id)),
    }),
    [id],
  );
  return (
    <>
      <h1>{record.value ? kind.title(record.value, id) : `${name} ${id}`}</h1>
      <WhenLoaded loaded={record}>
        {(value) => (
          <Groups
            {...kind}
            record={value}
            change={kind.change && ((member, text) => kind.change?.(id, member, text).then(record.reload))}
          />
        )}
      </WhenLoaded>
      {kind.rest?.(id)}
      <CallCode made={{ operation: kind.operation, params }} />
    </>
  );
}

type Change = (member: string, value: unknown) => Promise<unknown> | undefined;

interface GroupsProps extends Pick<RecordKind, "groups" | "labels" | "editable"> {
  readonly record: AnyRecord;
  readonly change?: Change | undefined;
}

/** The members of a record that have a value, in groups. */
function Groups({ record, groups, labels = {}, editable = "", change }: GroupsProps) {
  const known = useLoad(() => loadLabels(labels), []);
  const grouped = Object.values(groups).join(" ").split(" ");
  const further = Object.keys(record).filter((member) => !grouped.includes(member));
  const canChange = editable.split(" ");
  const shown = (member: string): readonly [string, ComponentChildren] => {
    const value = record[member];
    const options = known.value?.get(member);
    const isEditable = change !== undefined && canChange.includes(member);
    if (isEditable) {
      return [
        member,
        <Editable key={member} name={member} value={value} options={options} change={change} />,
      ];
    }
    return [member, <Value name={member} value={value} label={options?.get(String(value))} />];
  };
  const isShown = (member: string) => !isEmpty(record[member]) || (change && canChange.includes(member));
  return (
    <>
      <div class="groups">
        {Object.entries(groups).map(([title, members]) => {
          const present = members.split(" ").filter(isShown);
          return (
            present.length > 0 && (
              <section key={title} aria-label={title}>
                <h2>{title}</h2>
                <Facts facts={present.map(shown)} />
              </section>
            )
          );
        })}
      </div>
      <details class="more">
        <summary>Further members</summary>
        <Facts facts={further.filter(isShown).map(shown)} />
      </details>
    </>
  );
}

/** Labels that cannot be loaded are left out: the codes are shown. */
async function loadLabels(labels: NonNullable<RecordKind["labels"]>): Promise<ReadonlyMap<string, Labels>> {
  const loaded = Object.entries(labels).map(async ([member, load]) => {
    const found = await load().catch(() => new Map<string, string>());
    return [member, found] as const;
  });
  return new Map(await Promise.all(loaded));
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

/** A value as text; lists and objects as JSON. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The views that show what a member names. */
const places: Readonly<Record<string, string>> = { order_increment_id: "orders", customer_id: "customers" };

function Value({
  name,
  value,
  label,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly label?: string | undefined;
}) {
  if (label !== undefined) {
    return (
      <>
        {label} <span class="soft">{String(value)}</span>
      </>
    );
  }
  if (typeof value !== "object" || value === null) {
    const place = places[name];
    return place === undefined ? (
      <>{plain(value)}</>
    ) : (
      <a href={routeTo(place, String(value))}>{String(value)}</a>
    );
  }
  if (!Array.isArray(value)) return <Json value={value} label={name} />;
  if (value.every((one) => typeof one !== "object")) return <>{value.join(", ")}</>;
  return <Rows name={name} rows={value as AnyRecord[]} />;
}

/** A table of what the rows have; zeros, references and amounts in the base currency are left out. */
function Rows({ name, rows }: { readonly name: string; readonly rows: readonly AnyRecord[] }) {
  const members = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (member) =>
      !/^base_|_id$/.test(member) &&
      rows.some((row) => typeof row[member] !== "object" && !isEmpty(row[member]) && row[member] !== 0),
  );
  const columns = members.map((member) => ({
    title: member,
    isNumber: rows.some((row) => typeof row[member] === "number"),
    cell: (row: AnyRecord) => plain(row[member]),
  }));
  return <DataTable caption={`Rows of ${name}`} rows={rows} keyOf={(_, index) => index} columns={columns} />;
}

interface EditableProps {
  readonly name: string;
  readonly value: unknown;
  readonly options: Labels | undefined;
  readonly change: Change;
}

/** A value that is changed where it stands. */
function Editable({ name, value, options, change }: EditableProps) {
  const [isOpen, setOpen] = useState(false);
  const work = useWork();
  const text = plain(value);
  if (!isOpen) {
    return (
      <>
        {isEmpty(value) ? (
          <span class="soft">none</span>
        ) : (
          <Value name={name} value={value} label={options?.get(text)} />
        )}{" "}
        <button type="button" class="edit" onClick={() => setOpen(true)}>
          Edit<span class="visually-hidden"> {name}</span>
        </button>
      </>
    );
  }
  const save = async (typed: string) => {
    const isNumber = typeof value === "number" && typed.trim() !== "" && !Number.isNaN(Number(typed));
    if (await work.run(async () => change(name, typed === "" ? null : isNumber ? Number(typed) : typed)))
      setOpen(false);
  };
  return (
    <form
      class="row"
      aria-label={`Change ${name}`}
      onSubmit={(event) => void save(formValues(event).value ?? "")}
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
    >
      {options !== undefined && options.size > 0 ? (
        <select name="value" class="inline" aria-label={name} autofocus>
          {[...options].map(([code, label]) => (
            <option key={code} value={code} selected={code === text}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input name="value" class="inline" aria-label={name} value={text} autocomplete="off" autofocus />
      )}
      <button class="button small primary" disabled={work.isBusy}>
        Save
      </button>
      <button type="button" class="button small" onClick={() => setOpen(false)}>
        Keep
      </button>
      <ProblemNote text={work.problem} />
    </form>
  );
}

/** Images, and the values of the store views side by side. */
function ProductParts({ productId }: { readonly productId: number }) {
  const images = useLiveLoad(
    () => readOperation("catalog_product_attribute_media.items", { productId, store: 0 }),
    [productId],
  );
  const scopes = useLiveLoad(() => valuesByView(productId), [productId]);
  return (
    <>
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
      <h2>Store views</h2>
      <WhenLoaded loaded={scopes}>
        {({ views, members }) => (
          <DataTable
            caption="Values of the store views"
            none="All store views have the same values."
            rows={members}
            keyOf={(member) => member}
            columns={[
              { title: "Member", cell: (member) => member },
              ...views.map(({ code, record }) => ({
                title: code,
                cell: (member: string) => plain(record[member]),
              })),
            ]}
          />
        )}
      </WhenLoaded>
    </>
  );
}

/** The product in all store views, and the members that differ between them. */
async function valuesByView(productId: number) {
  const stores = await readOperation("core_store.list", {});
  const views = await Promise.all(
    [{ store_id: 0, code: "all views" }, ...stores].map(async ({ store_id: store, code }) => ({
      code,
      record: (await readOperation("catalog_product.info", { productId, store })) as AnyRecord,
    })),
  );
  const members = Object.keys(views[0]?.record ?? {}).filter(
    (member) => new Set(views.map(({ record }) => JSON.stringify(record[member]))).size > 1,
  );
  return { views, members };
}

function CustomerParts({ customerId }: { readonly customerId: number }) {
  const addresses = useLiveLoad(() => addressesOf(customerId), [customerId]);
  const orders = useLiveLoad(
    () => readOperation("sales_order.list", { filters: { customer_id: { eq: customerId } } }),
    [customerId],
  );
  return (
    <>
      <h2>Addresses</h2>
      <WhenLoaded loaded={addresses}>{(rows) => <Rows name="Addresses" rows={rows} />}</WhenLoaded>
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
    </>
  );
}

/** Loads complete addresses; the list operation returns only some members. */
async function addressesOf(customerId: number) {
  const entries = await readOperation("customer_address.list", { customerId });
  return Promise.all(
    entries.map(({ customer_address_id }) =>
      readOperation("customer_address.info", { addressId: customer_address_id }),
    ),
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
  const params = { categoryId } satisfies ParamsOf<"catalog_category.info">;
  const category = useLiveLoad(() => readOperation("catalog_category.info", params), [id]);
  const products = useLiveLoad(
    () => readOperation("catalog_category.assignedProducts", { categoryId }),
    [id],
  );
  return (
    <section aria-label={`Category ${id}`}>
      <WhenLoaded loaded={category}>
        {(record) => (
          <Groups
            record={record}
            groups={{ Category: "name is_active position level parent_id url_key description product_count" }}
          />
        )}
      </WhenLoaded>
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
      <CallCode made={{ operation: "catalog_category.info", params }} />
    </section>
  );
}
