/**
 * The orders of the stand-in, and what becomes of them: invoices, shipments and credit memos with the states, quantities,
 * amounts and texts of faults of OpenMage (docs/reference/sales.md, "real", and test/recordings/openmage-json.jsonl.gz). The
 * rows are recorded ones with other values, so their members and the form of their values are those of the shop.
 */
import { amount, given, textOf, type Instead, type Row, type TapeProduct } from "./selling-tape.js";
import { tapedResult, TapeCrash, TapeFault } from "./tape.js";

interface OrderLine {
  readonly id: number;
  readonly product: TapeProduct;
  readonly ordered: number;
  invoiced: number;
  shipped: number;
  refunded: number;
  canceled: number;
}

interface Order {
  readonly id: number;
  readonly number: string;
  readonly placement: Placement;
  readonly lines: readonly OrderLine[];
  state: string;
  status: string;
  held?: readonly [state: string, status: string];
  paid: number;
  refunded: number;
  shippingInvoiced: number;
  shippingRefunded: number;
  readonly history: { readonly status: unknown; readonly comment: unknown; readonly notified: number }[];
}

export interface Placement {
  readonly lines: readonly { readonly product: TapeProduct; readonly qty: number }[];
  readonly customer: Row;
  readonly addresses: ReadonlyMap<string, Row>;
  readonly method: string;
  readonly shipping: number;
  readonly isVirtual: boolean;
  readonly quoteId: number;
}

interface Document {
  readonly id: number;
  readonly number: string;
  readonly order: Order;
  readonly items: readonly { readonly line: OrderLine; readonly qty: number }[];
  readonly shipping: number;
  readonly adjustment: readonly [positive: number | null, negative: number | null];
  readonly total: number;
  readonly comments: { readonly comment: unknown; readonly notified: number }[];
  readonly tracks: Map<number, Row>;
}

export interface SalesState {
  readonly orders: Map<string, Order>;
  readonly invoices: Map<string, Document>;
  readonly shipments: Map<string, Document>;
  readonly creditmemos: Map<string, Document>;
}

type Kind = "invoices" | "shipments" | "creditmemos";

/** The first number; the recorded shop has lower ones. */
const firstNumber = 100_000_101;

const at = "2026-11-27 16:00:00";

/** As the gateway-free part of an order's life: what may still happen. */
const left = {
  invoice: ({ ordered, invoiced, canceled }: OrderLine) => Math.max(0, ordered - invoiced - canceled),
  ship: ({ ordered, shipped, refunded, canceled, product }: OrderLine) =>
    product.type === "virtual" ? 0 : Math.max(0, ordered - shipped - refunded - canceled),
  refund: ({ invoiced, refunded }: OrderLine) => Math.max(0, invoiced - refunded),
};

const isOpen = ({ state }: Order) => !["canceled", "complete", "closed", "holded"].includes(state);
const canInvoice = (order: Order) => isOpen(order) && order.lines.some((line) => left.invoice(line) > 0);
const canShip = (order: Order) =>
  !["canceled", "holded"].includes(order.state) && order.lines.some((line) => left.ship(line) > 0);
const canRefund = ({ state, paid, refunded }: Order) =>
  !["canceled", "closed", "holded"].includes(state) && Math.abs(paid - refunded) >= 0.0001;

const totalOf = ({ lines, shipping }: Placement) =>
  lines.reduce((sum, { qty, product }) => sum + qty * product.price, shipping);

export function salesTape() {
  const state: SalesState = {
    ...{ orders: new Map(), invoices: new Map(), shipments: new Map(), creditmemos: new Map() },
  };
  const listed = tapedResult("sales_order.list") as Row[];
  const templates = {
    order: tapedResult("sales_order.info", "100000009") as Row,
    orderRow: listed.find(({ increment_id }) => increment_id === "100000009") as Row,
    invoices: tapedResult("sales_order_invoice.info", "100000004") as Row,
    shipments: tapedResult("sales_order_shipment.info", "100000004") as Row,
    creditmemos: tapedResult("sales_order_creditmemo.info", "100000003") as Row,
  };
  let lastId = 1000;
  const nextId = () => (lastId += 1);

  const orderOf = (number: unknown, code = 100, text = "Requested order not exists."): Order => {
    const order = state.orders.get(String(number));
    if (!order) throw new TapeFault(code, text);
    return order;
  };
  const note = (order: Order, status: unknown, comment: unknown = null, notified = 2) =>
    order.history.unshift({ status, comment, notified });
  const enter = (order: Order, to: string, status = to) => {
    order.state = to;
    order.status = status;
    note(order, status);
  };
  /** What Magento does whenever it saves an order. */
  const saved = (order: Order) => {
    if (["canceled", "holded"].includes(order.state) || canInvoice(order) || canShip(order)) return;
    if (canRefund(order)) {
      if (order.state !== "complete") enter(order, "complete");
    } else if (order.refunded > 0 && order.state !== "closed") enter(order, "closed");
  };
  const begun = (order: Order) => {
    const before = order.state;
    saved(order);
    if (order.state === "new" && before === "new") enter(order, "processing");
  };

  const place = (placement: Placement): string => {
    const number = String(firstNumber + state.orders.size);
    const lines = placement.lines.map(({ product, qty }) => ({
      ...{ id: nextId(), product, ordered: qty, invoiced: 0, shipped: 0, refunded: 0, canceled: 0 },
    }));
    const order: Order = {
      ...{ id: nextId(), number, placement, lines, state: "new", status: "pending", history: [] },
      ...{ paid: 0, refunded: 0, shippingInvoiced: 0, shippingRefunded: 0 },
    };
    note(order, "pending");
    state.orders.set(number, order);
    return number;
  };

  /** Members with their twins in the base currency; null until they are first written. */
  const amounts = (members: Readonly<Record<string, number | null>>): Row =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, value]) => {
        const text = value === null ? null : amount(value);
        return [
          [name, text],
          [`base_${name}`, text],
        ];
      }),
    );
  const unlessZero = (value: number) => (value === 0 ? null : value);
  const sumOf = (order: Order, of: (line: OrderLine) => number) =>
    order.lines.reduce((sum, line) => sum + of(line) * line.product.price, 0);

  const scalars = (order: Order): Row => {
    const { placement, paid, refunded } = order;
    const { shipping, customer, quoteId, isVirtual } = placement;
    const total = totalOf(placement);
    const wasCanceled = order.state === "canceled";
    return {
      ...{ state: order.state, status: order.status, increment_id: order.number, store_id: "1" },
      ...{ order_id: String(order.id), quote_id: String(quoteId), is_virtual: isVirtual ? "1" : "0" },
      ...{
        customer_id: null,
        customer_is_guest: "1",
        customer_group_id: "0",
        created_at: at,
        updated_at: at,
      },
      ...{ customer_email: customer.email, customer_firstname: customer.firstname },
      ...{ customer_lastname: customer.lastname, total_item_count: String(order.lines.length) },
      ...{ coupon_code: null, coupon_rule_name: null, applied_rule_ids: null, discount_description: null },
      billing_address_id: addressId(order, "billing"),
      shipping_address_id: addressId(order, "shipping"),
      ...{ hold_before_state: order.held?.[0] ?? null, hold_before_status: order.held?.[1] ?? null },
      weight: amount(
        order.lines.reduce(
          (sum, { ordered, product }) => sum + (product.type === "virtual" ? 0 : ordered),
          0,
        ),
      ),
      total_qty_ordered: amount(order.lines.reduce((sum, { ordered }) => sum + ordered, 0)),
      ...(isVirtual ? { shipping_method: null, shipping_description: null, shipping_address_id: null } : {}),
      ...amounts({
        ...{ grand_total: total, subtotal: total - shipping, shipping_amount: shipping, tax_amount: 0 },
        ...{ subtotal_incl_tax: total - shipping, shipping_incl_tax: shipping },
        ...{ discount_amount: 0, total_due: total - paid, total_paid: unlessZero(paid) },
        ...{ total_invoiced: unlessZero(paid), total_refunded: unlessZero(refunded) },
        ...{ total_online_refunded: unlessZero(refunded) },
        total_canceled: wasCanceled ? total - paid : null,
        shipping_invoiced: paid === 0 ? null : order.shippingInvoiced,
        shipping_refunded: refunded === 0 ? null : order.shippingRefunded,
        subtotal_invoiced: paid === 0 ? null : sumOf(order, ({ invoiced }) => invoiced),
        subtotal_refunded: refunded === 0 ? null : sumOf(order, (line) => line.refunded),
      }),
    };
  };
  const addressId = ({ id }: Order, mode: string) => String(2 * id + (mode === "billing" ? 0 : 1));
  const address = (order: Order, mode: string): Row => {
    const { mode: _mode, ...own } = order.placement.addresses.get(mode) ?? {};
    const template = templates.order[`${mode}_address`] as Row;
    const { email } = order.placement.customer;
    return {
      ...{ ...template, region: null, region_id: null, company: null, fax: null, ...own, email },
      ...{ parent_id: String(order.id), address_type: mode, customer_id: null },
      address_id: addressId(order, mode),
    };
  };
  const names = (order: Order, mode: string): Row => {
    const { firstname, lastname } = order.placement.addresses.get(mode) ?? {};
    return {
      ...{ [`${mode}_firstname`]: firstname ?? null, [`${mode}_lastname`]: lastname ?? null },
      [`${mode}_name`]: firstname === undefined ? null : `${textOf(firstname)} ${textOf(lastname)}`,
    };
  };
  const infoOf = (order: Order): Row => {
    const { has_children: _ofBundles, ...item } = (templates.order.items as Row[])[0] ?? {};
    const [history] = templates.order.status_history as Row[];
    return {
      ...templates.order,
      ...scalars(order),
      billing_address: address(order, "billing"),
      // PHP has one empty array.
      shipping_address: order.placement.isVirtual ? [] : address(order, "shipping"),
      items: order.lines.map(({ id, product, ordered, invoiced, shipped, refunded, canceled }) => ({
        ...item,
        ...{ item_id: String(id), order_id: String(order.id), product_id: product.product_id },
        ...{ sku: product.sku, name: product.name, product_type: product.type, parent_item_id: null },
        ...{ is_virtual: product.type === "virtual" ? "1" : "0", weight: "1.0000", applied_rule_ids: null },
        ...{ quote_item_id: String(id + 1), row_weight: amount(ordered), product_options: "a:0:{}" },
        ...{ store_id: "1", created_at: at, updated_at: at, tax_percent: "0.0000", locked_do_ship: null },
        ...{ qty_ordered: amount(ordered), qty_invoiced: amount(invoiced), qty_shipped: amount(shipped) },
        ...{ qty_refunded: amount(refunded), qty_canceled: amount(canceled) },
        ...amounts({
          ...{ price: product.price, row_total: product.price * ordered, tax_amount: 0, discount_amount: 0 },
          ...{ price_incl_tax: product.price, row_total_incl_tax: product.price * ordered },
          ...{ original_price: product.price, tax_invoiced: 0 },
          ...{ row_invoiced: product.price * invoiced, amount_refunded: product.price * refunded },
        }),
      })),
      payment: {
        ...(templates.order.payment as Row),
        ...{ parent_id: String(order.id), payment_id: String(order.id), method: order.placement.method },
        ...{ po_number: null },
        ...amounts({
          ...{ shipping_amount: order.placement.shipping, shipping_captured: null },
          amount_ordered: totalOf(order.placement),
          amount_paid: unlessZero(order.paid),
        }),
      },
      status_history: order.history.map(({ status, comment, notified }) => ({
        ...history,
        ...{ parent_id: String(order.id), status, comment, is_customer_notified: String(notified) },
        created_at: at,
      })),
    };
  };

  const add = (kind: Kind, order: Order, made: Pick<Document, "items" | "shipping" | "adjustment">) => {
    const number = String(firstNumber + state[kind].size);
    const [more, less] = made.adjustment;
    const goods = made.items.reduce((sum, { line, qty }) => sum + qty * line.product.price, 0);
    const document: Document = {
      ...{ id: nextId(), number, order, ...made, comments: [], tracks: new Map() },
      total: goods + made.shipping + (more ?? 0) - (less ?? 0),
    };
    state[kind].set(number, document);
    return document;
  };
  const remark = ({ comments }: Document, comment: unknown, email: unknown) => {
    // Rows of one second come in the order of their IDs.
    if (comment !== undefined && comment !== null)
      comments.push({ comment, notified: email === true || email === 1 || email === "1" ? 1 : 0 });
  };
  const documentInfo = (kind: Kind, document: Document): Row => {
    const { order, items, comments, tracks, shipping, adjustment, total } = document;
    const template = templates[kind];
    const [item] = template.items as Row[];
    const [comment] = template.comments as Row[];
    const [track] = (template.tracks ?? []) as Row[];
    const own = { invoices: "invoice_id", shipments: "shipment_id", creditmemos: "creditmemo_id" }[kind];
    const [more, less] = adjustment;
    return {
      ...template,
      ...{
        [own]: String(document.id),
        increment_id: document.number,
        order_id: String(order.id),
        store_id: "1",
      },
      ...("order_increment_id" in template ? { order_increment_id: order.number } : {}),
      ...("total_qty" in template ? { total_qty: amount(items.reduce((sum, { qty }) => sum + qty, 0)) } : {}),
      ...(kind === "shipments"
        ? {}
        : amounts({
            ...{ grand_total: total, shipping_amount: shipping },
            ...{ shipping_incl_tax: shipping },
            subtotal: total - shipping - (more ?? 0) + (less ?? 0),
            subtotal_incl_tax: total - shipping - (more ?? 0) + (less ?? 0),
          })),
      ...(kind === "creditmemos" ? amounts({ adjustment_positive: more, adjustment_negative: less }) : {}),
      ...{ created_at: at, updated_at: at },
      ...{ billing_address_id: addressId(order, "billing") },
      shipping_address_id: order.placement.isVirtual ? null : addressId(order, "shipping"),
      ...(kind === "invoices" ? { ...names(order, "billing"), billing_name: undefined } : {}),
      items: items.map(({ line, qty }) => ({
        ...item,
        ...{ parent_id: String(document.id), order_item_id: String(line.id), qty: amount(qty) },
        ...{ product_id: line.product.product_id, sku: line.product.sku, name: line.product.name },
        item_id: String(document.id * 10 + line.id),
        ...(kind === "shipments"
          ? { price: amount(line.product.price), weight: "1.0000" }
          : amounts({
              ...{ price: line.product.price, price_incl_tax: line.product.price },
              ...{ row_total: qty * line.product.price, row_total_incl_tax: qty * line.product.price },
            })),
      })),
      comments: comments.map(({ comment: text, notified }, index) => ({
        ...comment,
        ...{ parent_id: String(document.id), comment: text, is_customer_notified: String(notified) },
        ...{ comment_id: String(document.id * 10 + index), created_at: at },
      })),
      ...(kind === "shipments"
        ? {
            tracks: [...tracks.values()].map((one) => ({ ...track, ...one, parent_id: String(document.id) })),
          }
        : {}),
    };
  };
  const texts = {
    invoices: "Requested invoice does not exist.",
    shipments: "Requested shipment not exists.",
    creditmemos: "Requested credit memo does not exist",
  } as const;
  const documentOf = (kind: Kind, number: unknown): Document => {
    const found = state[kind].get(String(number));
    if (!found) throw new TapeFault(100, texts[kind]);
    return found;
  };
  const listOf = (kind: Kind, path: string, filters: unknown): Row[] => {
    const recorded = tapedResult(`${path}.list`) as Row[];
    const own = [...state[kind].values()].map((one) => {
      const info = documentInfo(kind, one);
      return Object.fromEntries(
        Object.keys(recorded[0] ?? {}).map((name) => [name, name === "shipment_id" ? null : info[name]]),
      );
    });
    return filtered(kind, [...recorded, ...own], filters);
  };
  /** Magento's tables have no other columns; of those, the recorded rows show which. */
  const filtered = (kind: Kind | "orders", rows: readonly Row[], filters: unknown): Row[] => {
    const conditions = Object.entries((filters ?? {}) as Row);
    const unknown = conditions.find(([name]) => name === "order_increment_id" || !/^[a-z_]+$/.test(name));
    if (unknown)
      throw new TapeFault(
        kind === "creditmemos" ? 101 : 1,
        `SQLSTATE[42S22]: Column not found: 1054 Unknown column '${unknown[0]}' in 'WHERE'`,
      );
    return rows.filter((row) =>
      conditions.every(
        ([name, wanted]) => typeof wanted === "object" || textOf(row[name]) === textOf(wanted),
      ),
    );
  };

  /** The quantities by item. A form that names no item of the order leaves them all at 0, as PHP does. */
  const quantities = (order: Order, wanted: unknown, all: (line: OrderLine) => number) => {
    const isAll =
      wanted === undefined ||
      (typeof wanted === "object" && wanted !== null && Object.keys(wanted).length === 0);
    const named = (typeof wanted === "object" && wanted !== null ? wanted : {}) as Record<string, unknown>;
    return order.lines.map((line) => {
      if (isAll) return { line, qty: all(line) };
      const qty = Math.trunc(Number(named[line.id] ?? 0)) || 0;
      return { line, qty: Math.max(0, qty) };
    });
  };
  const positive = (items: readonly { readonly line: OrderLine; readonly qty: number }[]) =>
    items.filter(({ qty }) => qty > 0);

  const instead: Instead = {
    "sales_order.info": ([number]) => recorded("sales_order.info", number) ?? infoOf(orderOf(number)),
    "sales_order.list": ([filters]) => {
      const own = [...state.orders.values()].map((order) => ({
        ...{
          ...templates.orderRow,
          ...scalars(order),
          ...names(order, "billing"),
          ...names(order, "shipping"),
        },
        ...{ firstname: order.placement.addresses.get("billing")?.firstname, telephone: "030 123456" },
      }));
      return filtered("orders", [...listed, ...own], filters);
    },
    "sales_order.addComment": (args) => {
      given(args, 2);
      const [number, status, comment = "", notify = false] = args;
      const order = orderOf(number);
      order.status = String(status);
      note(order, status, comment, notify ? 1 : 0);
      return true;
    },
    "sales_order.hold": ([number]) => {
      const order = orderOf(number);
      if (!isOpen(order)) throw new TapeFault(103, "Hold action is not available.");
      order.held = [order.state, order.status];
      enter(order, "holded");
      return true;
    },
    "sales_order.unhold": ([number]) => {
      const order = orderOf(number);
      if (order.state !== "holded") throw new TapeFault(103, "Unhold action is not available.");
      const [was, status] = order.held ?? ["new", "pending"];
      delete order.held;
      enter(order, was, status);
      return true;
    },
    "sales_order.cancel": ([number]) => {
      const order = orderOf(number);
      if (!canInvoice(order)) throw new TapeFault(103, "Order status not changed. Details in error message.");
      const isPartlyInvoiced = order.lines.some((line) => left.refund(line) > 0);
      for (const line of order.lines) line.canceled += Math.min(left.invoice(line), left.ship(line));
      enter(order, isPartlyInvoiced ? "processing" : "canceled");
      saved(order);
      // Magento cancels what is left, and yet says that it has not.
      if (isPartlyInvoiced) throw new TapeFault(103, "Order status not changed. Details in error message.");
      return true;
    },
    "sales_order_invoice.list": ([filters]) => listOf("invoices", "sales_order_invoice", filters),
    "sales_order_invoice.info": ([number]) =>
      recorded("sales_order_invoice.info", number) ??
      documentInfo("invoices", documentOf("invoices", number)),
    "sales_order_invoice.create": (args) => {
      const [number, wanted, comment, email] = args;
      const order = orderOf(number, 103);
      if (!canInvoice(order)) throw new TapeFault(102, "Cannot do invoice for order.");
      // PHP does not count what is no list.
      if (wanted !== undefined && (typeof wanted !== "object" || wanted === null)) throw new TapeCrash();
      const items = quantities(order, wanted, left.invoice);
      const over = items.find(({ line, qty }) => qty > left.invoice(line));
      if (over) throw new TapeFault(1, `Invalid qty to invoice item "${over.line.product.name}"`);
      const shipping = order.shippingInvoiced === 0 ? order.placement.shipping : 0;
      const invoice = add("invoices", order, { items: positive(items), shipping, adjustment: [null, null] });
      for (const { line, qty } of items) line.invoiced += qty;
      order.shippingInvoiced += shipping;
      order.paid += invoice.total;
      remark(invoice, comment, email);
      begun(order);
      return invoice.number;
    },
    "sales_order_invoice.addComment": (args) => {
      given(args, 2);
      const [number, comment, email] = args;
      remark(documentOf("invoices", number), comment, email);
      return true;
    },
    "sales_order_invoice.cancel": ([number]) => {
      documentOf("invoices", number);
      throw new TapeFault(104, "Invoice cannot be canceled.");
    },
    "sales_order_shipment.list": ([filters]) => listOf("shipments", "sales_order_shipment", filters),
    "sales_order_shipment.info": ([number]) =>
      recorded("sales_order_shipment.info", number) ??
      documentInfo("shipments", documentOf("shipments", number)),
    "sales_order_shipment.create": (args) => {
      const [number, wanted, comment, email] = args;
      const order = orderOf(number, 103);
      if (!canShip(order)) throw new TapeFault(102, "Cannot do shipment for order.");
      const items = quantities(order, wanted ?? undefined, left.ship).map(({ line, qty }) => ({
        line,
        qty: Math.min(qty, left.ship(line)),
      }));
      if (positive(items).length === 0) throw new TapeFault(102, "Cannot create an empty shipment.");
      const shipment = add("shipments", order, {
        ...{ items: positive(items), shipping: 0, adjustment: [null, null] },
      });
      for (const { line, qty } of items) line.shipped += qty;
      // Without a comment, too, there is a row.
      remark(shipment, comment ?? "", email);
      begun(order);
      return shipment.number;
    },
    "sales_order_shipment.addComment": (args) => {
      given(args, 2);
      const [number, comment, email] = args;
      remark(documentOf("shipments", number), comment, email);
      return true;
    },
    "sales_order_shipment.addTrack": (args) => {
      given(args, 4);
      const [number, carrier, title, track] = args;
      const shipment = documentOf("shipments", number);
      const carriers = ["custom", "dhl", "fedex", "ups", "usps", "dhlint"];
      if (!carriers.includes(String(carrier))) throw new TapeFault(102, "Invalid carrier specified.");
      const id = nextId();
      shipment.tracks.set(id, {
        ...{ track_id: String(id), order_id: String(shipment.order.id), title, carrier_code: carrier },
        ...{ track_number: track, number: track },
      });
      return String(id);
    },
    "sales_order_shipment.removeTrack": (args) => {
      given(args, 2);
      const [number, id] = args;
      if (!documentOf("shipments", number).tracks.delete(Number(id)))
        throw new TapeFault(104, "Requested tracking not exists.");
      return true;
    },
    "sales_order_shipment.sendInfo": ([number]) => {
      documentOf("shipments", number);
      return true;
    },
    "sales_order_creditmemo.list": ([filters]) => listOf("creditmemos", "sales_order_creditmemo", filters),
    "sales_order_creditmemo.info": ([number]) =>
      recorded("sales_order_creditmemo.info", number) ??
      documentInfo("creditmemos", documentOf("creditmemos", number)),
    "sales_order_creditmemo.create": ([number, data, comment, email]) => {
      const order = orderOf(number, 103, "Requested order does not exist");
      if (!canRefund(order)) throw new TapeFault(106, "Credit memo for requested order can not be created.");
      // Other members, and data that is no map, say nothing to Magento.
      const { qtys, shipping_amount, adjustment_positive, adjustment_negative } = (
        typeof data === "object" && data !== null ? data : {}
      ) as Row;
      const wanted = Array.isArray(qtys)
        ? Object.fromEntries((qtys as Row[]).map(({ order_item_id, qty }) => [String(order_item_id), qty]))
        : (qtys ?? undefined);
      const items = quantities(order, wanted, left.refund);
      const over = items.find(({ line, qty }) => qty > left.refund(line));
      if (over) throw new TapeFault(1, `Invalid qty to refund item "${over.line.product.name}"`);
      const open = order.shippingInvoiced - order.shippingRefunded;
      const shipping =
        shipping_amount === undefined || shipping_amount === null ? open : numberOf(shipping_amount);
      if (shipping > open)
        throw new TapeFault(1, `Maximum shipping amount allowed to refund is: $${open.toFixed(2)}`);
      const adjustment = [adjustment_positive, adjustment_negative].map((one) =>
        one === undefined || one === null ? null : numberOf(one),
      ) as [number | null, number | null];
      const goods = items.reduce((sum, { line, qty }) => sum + qty * line.product.price, 0);
      const total = goods + shipping + (adjustment[0] ?? 0) - (adjustment[1] ?? 0);
      if (order.refunded + total > order.paid + 0.0001)
        throw new TapeFault(
          1,
          `Maximum amount available to refund is <span class="price">$${(order.paid - order.refunded).toFixed(2)}</span>`,
        );
      const memo = add("creditmemos", order, { items: positive(items), shipping, adjustment });
      for (const { line, qty } of items) line.refunded += qty;
      order.refunded += total;
      order.shippingRefunded += shipping;
      remark(memo, comment, email);
      saved(order);
      return memo.number;
    },
    "sales_order_creditmemo.addComment": (args) => {
      given(args, 2);
      const [number, comment, email] = args;
      remark(documentOf("creditmemos", number), comment, email);
      return true;
    },
    "sales_order_creditmemo.cancel": ([number]) => {
      documentOf("creditmemos", number);
      throw new TapeFault(104, "Credit memo cannot be canceled.");
    },
  };
  return { state, place, instead };
}

/** What the shop answered about an order or a document that it already had. */
function recorded(operation: string, number: unknown): unknown {
  return number === "" || number === null ? undefined : tapedResult(operation, textOf(number));
}

/** PHP reads the beginning of a text as a number. */
function numberOf(value: unknown): number {
  return Number.parseFloat(String(value)) || 0;
}
