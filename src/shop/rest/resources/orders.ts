/** `/api/rest/orders`: orders, their items, addresses and comments, by the operations of orders (beyond 22.6). */
import { parseFilters } from "../../../engine/filters/filters.js";
import { contractFields } from "../../contract.js";
import type { OrderDoc } from "../../data/entities/sales.js";
import type { RestCall, RestHandlers } from "../forms/call.js";
import { readPage } from "../forms/page.js";
import { refused } from "../forms/refusal.js";
import { readQuery } from "../forms/rest-query.js";
import type { RecordOf } from "../forms/rest-operations.js";
import {
  filterMembers,
  pageOfRows,
  pageHeaders,
  textMembers,
  selectMembers,
  type RestRecord,
} from "./collections.js";
import type { ResourceParts } from "./operations.js";

type OrderOperation =
  | "listOrders"
  | "getOrder"
  | "listOrderItems"
  | "listOrderAddresses"
  | "getOrderAddress"
  | "listOrderComments";

/** The members of an order that customers see, in order. */
const customerMembers = [
  ...(["entity_id", "increment_id", "created_at", "updated_at", "status", "shipping_description"] as const),
  ...([
    "payment_method",
    "base_currency_code",
    "store_currency_code",
    "subtotal",
    "subtotal_incl_tax",
  ] as const),
  ...([
    "discount_amount",
    "base_grand_total",
    "grand_total",
    "shipping_amount",
    "shipping_tax_amount",
  ] as const),
  ...(["shipping_incl_tax", "tax_amount", "tax_name", "tax_rate"] as const),
  ...(["gift_message_from", "gift_message_to", "gift_message_body"] as const),
] satisfies readonly (keyof RecordOf<"getOrder">)[];

/** The further members for API users. */
const adminMembers = [
  ...(["store_name", "store_to_order_rate", "coupon_code", "base_discount_amount", "base_subtotal"] as const),
  ...(["base_shipping_amount", "base_shipping_tax_amount", "base_tax_amount", "total_paid"] as const),
  ...(["base_total_paid", "total_refunded", "base_total_refunded", "base_subtotal_incl_tax"] as const),
  ...(["base_total_due", "total_due", "shipping_discount_amount", "base_shipping_discount_amount"] as const),
  ...(["discount_description", "customer_id"] as const),
] satisfies readonly (keyof RecordOf<"getOrder">)[];

/** Members that are not stored in the order. They cannot be used for sorting and filters. */
const notStored = [
  "payment_method",
  "tax_name",
  "tax_rate",
  "gift_message_from",
  "gift_message_to",
  "gift_message_body",
];

const customerItemMembers = [
  ...(["item_id", "name", "parent_item_id", "sku", "price", "price_incl_tax", "qty_ordered"] as const),
  ...(["qty_invoiced", "qty_shipped", "qty_canceled", "qty_refunded", "row_total"] as const),
  "row_total_incl_tax",
] satisfies readonly (keyof RecordOf<"listOrderItems">[number])[];

const adminItemMembers = [
  ...(["base_price", "original_price", "base_original_price", "base_price_incl_tax", "tax_percent"] as const),
  ...([
    "tax_amount",
    "base_tax_amount",
    "discount_amount",
    "base_discount_amount",
    "base_row_total",
  ] as const),
  ...(["base_row_total_incl_tax", "created_at", "updated_at"] as const),
] satisfies readonly (keyof RecordOf<"listOrderItems">[number])[];

const addressMembers = [
  ...(["lastname", "firstname", "middlename", "prefix", "suffix", "company", "street", "city"] as const),
  ...(["region", "postcode", "country_id", "telephone", "address_type", "email"] as const),
] satisfies readonly (keyof RecordOf<"getOrderAddress">)[];

const customerCommentMembers = ["created_at", "comment"] as const;
const adminCommentMembers = ["is_customer_notified", "is_visible_on_front", "status"] as const;

/** The result of `sales_order.info`, as text. */
interface OrderText extends RestRecord {
  readonly billing_address: RestRecord;
  readonly shipping_address: RestRecord | null;
  readonly items: readonly RestRecord[];
  readonly status_history: readonly RestRecord[];
  readonly payment: RestRecord;
}

const fields = contractFields("sales_order.list");

type ByOrder = RestCall<Exclude<OrderOperation, "listOrders">>;

export function orderHandlers({
  storage,
  operations,
  basePath,
}: ResourceParts): RestHandlers<OrderOperation> {
  const readers = { admin: "sales_order.info", customer: "all" } as const;
  return {
    listOrders: {
      ...readers,
      async run(call) {
        const { caller, search } = call;
        const readable = membersFor(call).filter((name) => !notStored.includes(name));
        const asked = readQuery(search, {
          get: (name) => (readable.includes(name) ? fields.get(name) : undefined),
          names: () => readable.filter((name) => fields.get(name) !== undefined),
        });
        const own = caller.role === "customer" ? ownOrders(caller.customer.id) : [];
        const query = { ...asked.query, where: [...(asked.query.where ?? []), ...own] };
        const { records, total } = await readPage({ storage, collection: "orders" }, { ...asked, query });
        const shown = await Promise.all(
          records.map(async (order) => [String(order.id), await recordOf(call, order)] as const),
        );
        return { headers: pageHeaders(call, asked, { total, basePath }), result: new Map(shown) };
      },
    },
    getOrder: {
      ...readers,
      async run(call) {
        return { result: await recordOf(call, await requireOrder(call)) };
      },
    },
    listOrderItems: {
      ...readers,
      find: requireOrder,
      async run(call) {
        const { items } = await textOf(call, await requireOrder(call));
        const rows = items.map((item) => itemRecord(call, item));
        return pageOfRows(call, rows, { names: itemMembers(call), texts: ["name", "sku"], basePath });
      },
    },
    listOrderAddresses: {
      ...readers,
      find: requireOrder,
      async run(call) {
        const order = await textOf(call, await requireOrder(call));
        const names = addressMembers;
        return pageOfRows(call, addressRecords(order), { names, texts: names, basePath });
      },
    },
    getOrderAddress: {
      ...readers,
      async run(call) {
        const order = await textOf(call, await requireOrder(call));
        const { addressType } = call.path;
        const wanted = addressRecords(order).find(({ address_type }) => address_type === addressType);
        if (wanted) return { result: selectMembers(wanted, call.search) };
        const message = `The order has no ${addressType} address.`;
        throw refused<"getOrderAddress">(404, { field: "addressType", message });
      },
    },
    listOrderComments: {
      ...readers,
      find: requireOrder,
      async run(call) {
        const order = await textOf(call, await requireOrder(call));
        const [names, texts] = [commentMembers(call), ["comment", "status"]];
        return pageOfRows(call, commentRecords(call, order), { names, texts, basePath });
      },
    },
  };

  /** The order of the path; 404 also for customers who do not own it. */
  async function requireOrder({ caller, path: { orderId } }: ByOrder): Promise<OrderDoc> {
    const order = await storage.read((tx) => tx.get("orders", orderId));
    const isOwn = caller.role === "admin" || order?.customer_id === caller.customer.id;
    if (order && isOwn) return order;
    throw refused<"getOrder">(404, { field: "orderId", message: `There is no order ${orderId}.` });
  }

  async function textOf(
    call: RestCall<OrderOperation>,
    { increment_id: orderIncrementId }: OrderDoc,
  ): Promise<OrderText> {
    return (await operations.text(call, "sales_order.info", { orderIncrementId })) as OrderText;
  }

  /** The gift message of an order. Its sender and recipient are stored in the cart. */
  async function giftOf({ gift_message_id, gift_message, quote_id }: OrderDoc): Promise<Gift> {
    if (gift_message === undefined || quote_id === undefined) return {};
    const cart = await storage.read((tx) => tx.get("carts", quote_id));
    const kept = cart?.gift_message;
    const { from, to } = kept?.gift_message_id === gift_message_id && kept ? kept : {};
    return {
      gift_message_from: from ?? null,
      gift_message_to: to ?? null,
      gift_message_body: gift_message,
    };
  }

  async function recordOf(call: RestCall<OrderOperation>, doc: OrderDoc): Promise<RecordOf<"getOrder">> {
    const order = await textOf(call, doc);
    const { method: payment_method = null } = order.payment;
    const parts = { entity_id: String(doc.id), payment_method, ...(await giftOf(doc)) };
    const own = textMembers({ ...withoutLaterSums(order), ...parts }, membersFor(call));
    const record = {
      ...own,
      addresses: addressRecords(order),
      order_items: order.items.map((item) => itemRecord(call, item)),
      order_comments: commentRecords(call, order),
    };
    return selectMembers(record, call.search);
  }
}

type Gift = Pick<RecordOf<"getOrder">, "gift_message_from" | "gift_message_to" | "gift_message_body">;

type Caller = Pick<RestCall<OrderOperation>, "caller">;

function membersFor({ caller }: Caller): readonly string[] {
  return caller.role === "admin" ? [...customerMembers, ...adminMembers] : customerMembers;
}

function ownOrders(customerId: number) {
  const parsed = parseFilters({ customer_id: customerId }, fields);
  return "problem" in parsed ? [] : (parsed.query.where ?? []);
}

function itemMembers({ caller }: Caller) {
  return caller.role === "admin" ? [...customerItemMembers, ...adminItemMembers] : customerItemMembers;
}

function itemRecord(call: Caller, item: RestRecord) {
  return textMembers(item, itemMembers(call));
}

function addressRecords({ billing_address, shipping_address }: OrderText) {
  return [billing_address, shipping_address]
    .filter((address) => address !== null)
    .map((address) => setTexts(address, addressMembers));
}

/** The members with these names, as text; null if absent or empty. */
function setTexts<Name extends string>(source: RestRecord, names: readonly Name[]) {
  const isSet = (name: string) => source[name] !== "";
  return textMembers(filterMembers(source, isSet), names);
}

/** Sums that orders do not have before the first payment or refund. */
const laterSums: readonly string[] = [
  "total_paid",
  "base_total_paid",
  "total_refunded",
  "base_total_refunded",
];

function withoutLaterSums(order: RestRecord): RestRecord {
  return filterMembers(order, (name) => !laterSums.includes(name) || Number(order[name]) !== 0);
}

/** The comments, oldest first. */
function commentRecords(call: Caller, { status_history }: OrderText) {
  const isAdmin = call.caller.role === "admin";
  const isShown = ({ comment, is_visible_on_front }: RestRecord) =>
    isAdmin || (is_visible_on_front === "1" && comment !== null && comment !== "");
  const shown = status_history.filter(isShown).map((entry) => setTexts(entry, commentMembers(call)));
  return shown.reverse();
}

function commentMembers({ caller }: Caller) {
  return caller.role === "admin"
    ? [...customerCommentMembers, ...adminCommentMembers]
    : customerCommentMembers;
}
