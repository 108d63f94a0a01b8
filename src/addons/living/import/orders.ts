/** Imports orders with their invoices, shipments and credit memos; people are anonymized by default. */
import type {
  CreditmemoDoc,
  InvoiceDoc,
  OrderDoc,
  OrderItem,
  ShipmentDoc,
} from "../../../shop/data/entities/sales.js";
import type { TaxRate } from "../../../shop/data/entities/shop.js";
import { sum, sumOf, toCents } from "../../../engine/values/money.js";
import type { DataObject } from "../../../engine/values/coercion.js";
import { documentWithConsistentAmounts, withConsistentAmounts } from "./amounts.js";
import type { Directory } from "./directory.js";
import { askAbout, askOfSeveral, putRow, type ListedRow, type ImportContext } from "./reading.js";
import { reportSaleCosts } from "./sale-costs.js";
import { idIn, numberIn, rowsIn, textIn } from "./source.js";

interface Documents {
  readonly invoices: InvoiceDoc[];
  readonly shipments: ShipmentDoc[];
  readonly creditmemos: CreditmemoDoc[];
}

export interface ReadOrder {
  readonly order: OrderDoc;
  readonly documents: Documents;
}

type DocumentKind = keyof Documents;

const operations: Readonly<Record<DocumentKind, { readonly path: string; readonly id: string }>> = {
  invoices: { path: "sales_order_invoice", id: "invoice_id" },
  shipments: { path: "sales_order_shipment", id: "shipment_id" },
  creditmemos: { path: "sales_order_creditmemo", id: "creditmemo_id" },
};

const kinds = Object.keys(operations) as DocumentKind[];

export class OrderReader {
  constructor(
    private readonly context: ImportContext,
    private readonly directory: Directory,
    private readonly taxRates?: readonly TaxRate[],
  ) {}

  /** The increment IDs of the documents of several orders. The list of shipments does not contain the order IDs. */
  async documentsOf(rows: readonly ListedRow[]): Promise<Readonly<Record<DocumentKind, readonly string[]>>> {
    const found: Record<DocumentKind, readonly string[]> = { invoices: [], shipments: [], creditmemos: [] };
    const ids = rows.map(({ id }) => String(id));
    const objects = `orders ${ids[0]} to ${ids.at(-1)}`;
    for (const kind of kinds) {
      const { path } = operations[kind];
      const answer = await askOfSeveral(this.context, kind, objects, `${path}.list`, [
        { order_id: { in: ids } },
      ]);
      found[kind] = rowsIn(answer).flatMap(({ increment_id }) => textIn(increment_id) ?? []);
    }
    return found;
  }

  /** Undefined if the document cannot be read. */
  async readDocument(kind: DocumentKind, incrementId: string): Promise<DataObject | undefined> {
    const { path } = operations[kind];
    const name = `${kind.slice(0, -1)} ${incrementId}`;
    return rowsIn([await askAbout(this.context, name, `${path}.info`, [incrementId])])[0];
  }

  /** Undefined if the order cannot be read. */
  async readOrder({ row }: ListedRow): Promise<DataObject | undefined> {
    const incrementId = textIn(row.increment_id) ?? "";
    const answer = await askAbout(this.context, `order ${incrementId}`, "sales_order.info", [incrementId]);
    const [info] = rowsIn([answer]);
    return info && { ...row, ...withoutUnset(info) };
  }

  /** @param given the documents of the order, as returned by the shop */
  compose(
    { id }: ListedRow,
    info: DataObject,
    given: Readonly<Record<DocumentKind, readonly DataObject[]>>,
  ): ReadOrder {
    const { shapes } = this.context;
    const rate = numberIn(info.base_to_order_rate) || 1;
    const incrementId = textIn(info.increment_id) ?? "";
    const storeId = idIn(info.store_id) ?? 0;
    this.directory.learnNames(storeId, textIn(info.store_name) ?? "");
    this.reportRefund(info, incrementId);
    this.reportLost(info, given.creditmemos, incrementId);
    reportSaleCosts(this.context.report, info, this.taxRates);

    const shipping = addressOf(info.shipping_address, "shipping");
    const common = {
      ...{
        order_id: id,
        order_increment_id: incrementId,
        order_created_at: info.created_at,
        store_id: storeId,
      },
      billing_address_id: info.billing_address_id,
      shipping_address_id: shipping ? info.shipping_address_id : null,
    };
    const invoices = given.invoices.map((one) => this.invoice({ ...common, ...withoutUnset(one) }, info));
    const order = shapes.row("orders", {
      ...info,
      id,
      store_id: storeId,
      state: this.stateOf(info, incrementId),
      billing_address: addressOf(info.billing_address, "billing") ?? {},
      shipping_address: shipping,
      shipping_address_id: shipping ? info.shipping_address_id : null,
      items: withDummies(withParents(rowsIn(info.items)).map((item) => itemOf(item, id, storeId, rate))),
      payment: paymentOf(rowsIn([info.payment])[0] ?? {}, info, rate),
      status_history: rowsIn(info.status_history)
        .reverse()
        .map((row) => ({ ...row, parent_id: id })),
      shipping_tax_invoiced: totalOf(invoices, "shipping_tax_amount"),
      base_shipping_tax_invoiced: totalOf(invoices, "base_shipping_tax_amount"),
    });
    return {
      order: withConsistentAmounts(this.context, order),
      documents: {
        invoices: invoices.map((one) =>
          documentWithConsistentAmounts(this.context, one, `invoice ${one.increment_id}`),
        ),
        shipments: given.shipments.map((one) => this.shipment({ ...common, ...withoutUnset(one) }, info)),
        creditmemos: given.creditmemos
          .map((one) => this.creditmemo({ ...common, ...withoutUnset(one) }, info))
          .map((one) => documentWithConsistentAmounts(this.context, one, `credit memo ${one.increment_id}`)),
      },
    };
  }

  put({ order, documents }: ReadOrder): boolean {
    const { people } = this.context;
    if (!putRow(this.context, "orders", people.row(order), `order ${order.increment_id}`)) return false;
    for (const kind of kinds)
      for (const document of documents[kind])
        putRow(
          this.context,
          kind,
          people.row(document) as never,
          `${kind.slice(0, -1)} ${document.increment_id}`,
        );
    return true;
  }

  private invoice(given: DataObject, order: DataObject): InvoiceDoc {
    const id = idIn(given.invoice_id);
    const rows = itemsOf(given, id, order);
    const names = rowsIn([order.billing_address])[0] ?? {};
    return this.context.shapes.row("invoices", {
      ...withTaxes(given, rows),
      id,
      items: rows,
      comments: commentsOf(given, id),
      total_qty: given.total_qty ?? totalOf(rows, "qty"),
      billing_firstname: given.billing_firstname ?? names.firstname,
      billing_middlename: given.billing_middlename ?? names.middlename,
      billing_lastname: given.billing_lastname ?? names.lastname,
    });
  }

  private shipment(given: DataObject, order: DataObject): ShipmentDoc {
    const id = idIn(given.shipment_id);
    const rows = itemsOf(given, id, order);
    const tracks = rowsIn(given.tracks).map((track) => ({
      order_id: given.order_id,
      ...track,
      parent_id: id,
      track_number: track.track_number ?? track.number,
    }));
    return this.context.shapes.row("shipments", {
      customer_id: order.customer_id,
      ...given,
      id,
      items: rows,
      comments: commentsOf(given, id),
      tracks,
      total_qty: given.total_qty ?? totalOf(rows, "qty"),
    });
  }

  private creditmemo(given: DataObject, order: DataObject): CreditmemoDoc {
    const id = idIn(given.creditmemo_id);
    const rows = itemsOf(given, id, order);
    return this.context.shapes.row("creditmemos", {
      ...withTaxes(given, rows),
      id,
      items: rows,
      comments: commentsOf(given, id),
      adjustment: given.adjustment ?? adjustmentOf(given, ""),
      base_adjustment: given.base_adjustment ?? adjustmentOf(given, "base_"),
    });
  }

  /** Magento leaves the amount unset where no gateway refunded it; here it is that of the credit memos. */
  private reportRefund({ payment, total_refunded }: DataObject, incrementId: string): void {
    const [given] = rowsIn([payment]);
    if (!numberIn(total_refunded) || numberIn(given?.amount_refunded) === numberIn(total_refunded)) return;
    this.context.report.find(
      "payments: amount_refunded is here what the credit memos of the order refund, also without a gateway",
      `order ${incrementId}`,
    );
  }

  /** Members that rows of this service do not have. */
  private reportLost(order: DataObject, memos: readonly DataObject[], incrementId: string): void {
    const { report } = this.context;
    for (const item of rowsIn(order.items))
      for (const name of ["applied_rule_ids", "locked_do_ship", "locked_do_invoice"])
        if (textIn(item[name])) report.find(`items of orders: ${name} is not kept`, `order ${incrementId}`);
    for (const memo of memos) {
      const given = numberIn(memo.shipping_incl_tax);
      const computed = sum(numberIn(memo.shipping_amount) ?? 0, numberIn(memo.shipping_tax_amount) ?? 0);
      if (given !== undefined && given !== computed)
        report.find(
          "credit memos: shipping_incl_tax is here shipping_amount plus its tax",
          `credit memo ${textIn(memo.increment_id) ?? ""}: ${given} there, ${computed} here`,
        );
    }
  }

  private stateOf({ state, status }: DataObject, incrementId: string): string {
    const text = textIn(state) ?? "new";
    if (states.has(text)) return text;
    this.context.report.find(
      "orders in an unknown state: kept as processing",
      `order ${incrementId}: ${text} (${textIn(status) ?? ""})`,
    );
    return "processing";
  }
}

const states: ReadonlySet<string> = new Set([
  ...["closed", "new", "pending_payment", "processing", "complete", "canceled", "holded", "payment_review"],
]);

/** Removes null members, as typed responses omit them. */
function withoutUnset(given: DataObject): DataObject {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  );
}

function addressOf(given: unknown, address_type: "billing" | "shipping"): DataObject | null {
  const [address] = rowsIn([given]);
  return address && Object.keys(address).length > 0 ? { ...address, address_type } : null;
}

/** Amounts whose counterparts in the base currency are not returned by every protocol. */
const twins = [
  ...["tax_invoiced", "tax_refunded", "tax_canceled", "discount_invoiced", "discount_refunded"],
  ...["row_invoiced", "amount_refunded", "original_price"],
] as const;

function itemOf(given: DataObject, orderId: number, storeId: number, rate: number): DataObject {
  const item: Record<string, unknown> = {
    // Those in the base currency may be missing.
    ...withTaxOfRow(given, numberIn(given.qty_ordered) ?? 0, [""]),
    order_id: orderId,
    store_id: idIn(given.store_id) ?? storeId,
    original_price: given.original_price ?? given.price,
  };
  for (const name of twins) item[`base_${name}`] ??= inBase(item[name], rate);
  return item;
}

/**
 * Adds the prices and row totals with tax that a row must have and not every protocol returns. The tax applies to the
 * discounted amount.
 * @param currencies prefixes of the amounts
 */
function withTaxOfRow(row: DataObject, qty: number, currencies: readonly string[]): DataObject {
  const added: Record<string, number> = {};
  for (const base of currencies) {
    const amount = (name: string) => numberIn(row[base + name]) ?? 0;
    const taxed = sum(amount("row_total"), -Math.abs(amount("discount_amount")));
    const rate = taxed === 0 ? 0 : amount("tax_amount") / taxed;
    const total = toCents(amount("row_total") * (1 + rate));
    added[`${base}row_total_incl_tax`] = total;
    // Magento divides the total of the row.
    added[`${base}price_incl_tax`] = toCents(total === 0 || qty === 0 ? amount("price") : total / qty);
  }
  return { ...added, ...withoutUnset(row) };
}

/**
 * Adds the parents of rows, which SOAP v2 does not return: the options of a child name the product that was bought, which
 * is the product of its parent.
 */
function withParents(items: readonly DataObject[]): DataObject[] {
  if (items.some((item) => Object.hasOwn(item, "parent_item_id"))) return [...items];
  let parent: DataObject | undefined;
  return items.map((item) => {
    const own = idIn(item.product_id);
    const bought = boughtProductOf(item);
    if (bought === own) {
      parent = item.product_type === "configurable" || item.product_type === "bundle" ? item : undefined;
      return item;
    }
    return parent && bought === idIn(parent.product_id) ? { ...item, parent_item_id: parent.item_id } : item;
  });
}

/** The product in the options of a row, which are serialized by PHP or JSON; else that of the row. */
function boughtProductOf({ product_id, product_options }: DataObject): number | undefined {
  const bought = /"info_buyRequest".*?"product_id"(?:;i:|;s:\d+:"|:"?)(\d+)/s.exec(
    textIn(product_options) ?? "",
  );
  return idIn(bought?.[1] ?? product_id);
}

function inBase(value: unknown, rate: number): number {
  return toCents((numberIn(value) ?? 0) / rate);
}

/**
 * Marks rows of configurable products and bundles that do not count for amounts or for shipments. Magento 1
 * stores this in the options of a row; without options, it is derived from the prices.
 */
function withDummies(items: readonly DataObject[]): DataObject[] {
  const childrenOf = new Map<number, DataObject[]>();
  for (const item of items) {
    const parent = idIn(item.parent_item_id);
    if (parent) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), item]);
  }
  const ruleOf = (parent: DataObject) => {
    const children = childrenOf.get(idIn(parent.item_id) ?? 0) ?? [];
    const [calculated, shipped] = [
      optionOf(parent, "product_calculations"),
      optionOf(parent, "shipment_type"),
    ];
    const arePriced = parent.product_type === "bundle" && children.some((child) => numberIn(child.row_total));
    return {
      byChildren: calculated === undefined ? arePriced : calculated === "0",
      apart: shipped === "1",
    };
  };
  const byId = new Map(items.map((item) => [idIn(item.item_id), item]));
  return items.map((item) => {
    const parent = byId.get(idIn(item.parent_item_id));
    const hasChildren = childrenOf.has(idIn(item.item_id) ?? 0);
    if (!parent && !hasChildren) return item;
    const { byChildren, apart } = ruleOf(parent ?? item);
    return {
      ...item,
      ...((parent ? !byChildren : byChildren) ? { is_money_dummy: true } : {}),
      ...((parent ? !apart : apart) ? { is_shipping_dummy: true } : {}),
    };
  });
}

/** A number in product options, which are serialized by PHP or JSON. */
function optionOf({ product_options }: DataObject, name: string): string | undefined {
  const text = textIn(product_options) ?? "";
  return new RegExp(`"${name}"(?:;i:|;s:1:"|:"?)(\\d)`).exec(text)?.[1];
}

function paymentOf(given: DataObject, order: DataObject, rate: number): DataObject {
  const payment: Record<string, unknown> = {
    ...given,
    amount_ordered: given.amount_ordered ?? order.grand_total,
    base_amount_ordered: given.base_amount_ordered ?? order.base_grand_total,
    amount_paid: order.total_paid,
    base_amount_paid: order.base_total_paid,
    amount_refunded: order.total_refunded,
    base_amount_refunded: order.base_total_refunded,
    shipping_amount: given.shipping_amount ?? order.shipping_amount,
    authorization: authorizationOf(given, order),
  };
  for (const name of ["shipping_amount", "shipping_captured", "shipping_refunded", "amount_canceled"])
    payment[`base_${name}`] ??= inBase(payment[name], rate);
  return payment;
}

/** No operation returns transactions: an authorization counts as open until the order is complete. */
function authorizationOf({ amount_authorized }: DataObject, { state }: DataObject): string {
  if (!numberIn(amount_authorized)) return "none";
  return /^(complete|closed|canceled)$/.test(textIn(state) ?? "") ? "closed" : "open";
}

/** The items with a quantity. */
function itemsOf(given: DataObject, parent_id: number | undefined, order: DataObject): DataObject[] {
  const ordered = new Map(rowsIn(order.items).map((item) => [idIn(item.item_id), item]));
  const rows = rowsIn(given.items).map((row) => ({ row, qty: numberIn(row.qty) ?? 0 }));
  return rows
    .filter(({ qty }) => qty > 0)
    .map(({ row, qty }) =>
      withoutUnset({
        ...withTaxOfRow(withOrdered(row, qty, ordered), qty, ["", "base_"]),
        // Only what was answered is kept.
        discount_amount: row.discount_amount,
        base_discount_amount: row.base_discount_amount,
        parent_id,
      }),
    );
}

/** Adds the discount and the price with tax of the ordered row, which SOAP v2 does not answer of documents. */
function withOrdered(
  row: DataObject,
  qty: number,
  ordered: ReadonlyMap<number | undefined, DataObject>,
): DataObject {
  const item = ordered.get(idIn(row.order_item_id));
  if (item === undefined) return row;
  const qtyOrdered = numberIn(item.qty_ordered) ?? 0;
  const added: Record<string, unknown> = {};
  for (const base of ["", "base_"]) {
    const [discount, price] = [`${base}discount_amount`, `${base}price_incl_tax`];
    if (row[discount] === undefined)
      added[discount] = ((numberIn(item[discount]) ?? 0) * qty) / (qtyOrdered || 1);
    if (row[price] === undefined && item[`${base}tax_amount`] !== undefined)
      added[price] = withTaxOfRow(item, qtyOrdered, [base])[price];
  }
  return { ...row, ...added };
}

function commentsOf(given: DataObject, parent_id: number | undefined): DataObject[] {
  return rowsIn(given.comments).map((row) => ({ ...row, parent_id }));
}

/** Adds totals with tax, which not every protocol returns. */
function withTaxes(given: DataObject, rows: readonly object[]): DataObject {
  const amount = (name: string) => numberIn(given[name]) ?? 0;
  const added: Record<string, number> = {};
  for (const base of ["", "base_"]) {
    const taxOfShipping = amount(`${base}shipping_tax_amount`);
    added[`${base}subtotal_incl_tax`] = totalOf(rows, `${base}row_total_incl_tax`);
    added[`${base}shipping_incl_tax`] = sum(amount(`${base}shipping_amount`), taxOfShipping);
  }
  return { ...added, ...withoutUnset(given) };
}

function adjustmentOf(given: DataObject, base: "" | "base_"): number {
  const amount = (name: string) => numberIn(given[`${base}${name}`]) ?? 0;
  return sum(amount("adjustment_positive"), -amount("adjustment_negative"));
}

function totalOf(rows: readonly object[], member: string): number {
  return sumOf(rows.map((row) => numberIn((row as DataObject)[member]) ?? 0));
}

/** The IDs of the products in an order. */
export function productsOf({ items }: Pick<OrderDoc, "items">): number[] {
  return items.map(({ product_id }: Pick<OrderItem, "product_id">) => product_id);
}
