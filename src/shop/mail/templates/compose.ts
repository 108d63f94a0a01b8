/** Composes the letter for an order and its document (sales 16.3). Pure. */
import type { MailTemplate } from "../../data/entities/mail.js";
import type {
  CreditmemoDoc,
  InvoiceDoc,
  OrderDoc,
  SalesAddress,
  ShipmentDoc,
} from "../../data/entities/sales.js";
import { english } from "./english.js";
import { german } from "./german.js";
import { bodyText, headerText, type Letter, type LetterRow, type LetterTable } from "./letter.js";
import type { MailLanguage, Topic, LetterWords } from "./words.js";

/** The kind of a message, and the document that it is about unless that is the order itself. */
export type MailSubject =
  | { readonly template: "order_new" | "order_comment"; readonly document?: undefined }
  | { readonly template: "invoice_new" | "invoice_comment"; readonly document: InvoiceDoc }
  | { readonly template: "shipment_new" | "shipment_comment"; readonly document: ShipmentDoc }
  | { readonly template: "creditmemo_new" | "creditmemo_comment"; readonly document: CreditmemoDoc };

export type LetterContent = MailSubject & {
  readonly order: OrderDoc;
  /** null = none */
  readonly comment: string | null;
  /** The shop in the store view of the order. */
  readonly shop: { readonly name: string; readonly contact: string; readonly language: MailLanguage };
};

const languages: Readonly<Record<MailLanguage, LetterWords>> = { en: english, de: german };

/** The parts that differ between letters with items and status updates. */
type Details = Pick<Letter, "facts" | "table" | "addresses">;

/** Longest subject line that the contract allows. */
const maxSubject = 255;

export function composeLetter(content: LetterContent): Letter {
  const { template, order, comment, shop } = content;
  const words = languages[shop.language];
  const topic: Topic = {
    order: order.increment_id,
    document: content.document?.increment_id ?? order.increment_id,
    shop: shop.name,
    status: bodyText(words.status(order.status)),
  };
  return {
    language: shop.language,
    subject: headerText(words.subject[template](topic)).slice(0, maxSubject),
    greeting: words.greeting(customerName(order)),
    opening: words.opening[template](topic),
    comment: comment === null ? null : { label: words.comment, value: bodyText(comment) },
    ...(isUpdate(template) ? newsDetails(order, words) : itemDetails(content, words)),
    closing: words.closing[order.customer_is_guest === 1 ? "guest" : "registered"],
    shop: { name: bodyText(shop.name), contact: shop.contact },
  };
}

/** The name in the order, or in the billing address for guests without a name. */
export function customerName(order: OrderDoc): string {
  const { customer_firstname, customer_lastname, billing_address } = order;
  return (
    fullName(customer_firstname, customer_lastname) ||
    fullName(billing_address.firstname, billing_address.lastname)
  );
}

function fullName(...parts: readonly string[]): string {
  return headerText(parts.join(" "));
}

function isUpdate(template: MailTemplate): boolean {
  return template.endsWith("_comment");
}

function newsDetails(order: OrderDoc, words: LetterWords): Details {
  const facts = [
    { label: words.orderNumber, value: order.increment_id },
    { label: words.orderStatus, value: bodyText(words.status(order.status)) },
  ];
  return { facts, table: null, addresses: [] };
}

function itemDetails(content: LetterContent, words: LetterWords): Details {
  const { order } = content;
  const isShipment = content.template === "shipment_new";
  return {
    facts: [
      { label: words.orderNumber, value: order.increment_id },
      { label: words.orderDate, value: order.created_at.slice(0, 10) },
      { label: words.shippingBy, value: bodyText(order.shipping_description ?? "") },
      { label: words.paidBy, value: bodyText(words.payment(order.payment.method)) },
      { label: words.tracking, value: isShipment ? tracking(content.document) : "" },
    ].filter(({ value }) => value !== ""),
    table: tableOf(content, words),
    addresses: [
      { label: words.billTo, value: addressLines(order.billing_address) },
      ...(order.shipping_address
        ? [{ label: words.shipTo, value: addressLines(order.shipping_address) }]
        : []),
    ],
  };
}

function tracking({ tracks }: ShipmentDoc): string {
  return tracks.map(({ title, track_number }) => bodyText(`${title}: ${track_number}`)).join("\n");
}

function addressLines(address: SalesAddress): string {
  const lines = [
    address.company,
    [address.prefix, address.firstname, address.middlename, address.lastname, address.suffix],
    address.street,
    [address.postcode, address.city],
    address.region,
    address.country_id,
    address.telephone,
  ];
  return lines
    .map((line) => bodyText([line].flat().filter(Boolean).join(" ")))
    .filter((line) => line !== "")
    .join("\n");
}

function tableOf(content: LetterContent, words: LetterWords): LetterTable {
  const { headings } = words;
  if (content.template === "shipment_new") {
    return { headings, rows: content.document.items.map((item) => row(item, null, words)), totals: [] };
  }
  const money = moneyText(content.order.order_currency_code, words);
  const { items, totals } = pricedPart(content, words);
  const dummies = new Set(
    content.order.items.filter((item) => item.is_money_dummy).map((item) => item.item_id),
  );
  return {
    headings,
    rows: items.map((item) =>
      row(item, dummies.has(item.order_item_id) ? null : money(item.row_total), words),
    ),
    totals: totals.map(({ label, amount }) => ({ label, value: money(amount) })),
  };
}

interface Item {
  readonly name: string;
  readonly sku: string;
  readonly qty: number;
}

function row({ name, sku, qty }: Item, amount: string | null, words: LetterWords): LetterRow {
  return { name: headerText(name), sku: headerText(sku), qty: decimal(String(qty), words), amount };
}

/** Items and totals of an order, an invoice or a credit memo, in the order currency. */
interface PricedPart {
  readonly items: readonly (Item & { readonly row_total: number; readonly order_item_id: number })[];
  readonly totals: readonly Total[];
}

interface Total {
  readonly label: string;
  readonly amount: number;
}

function pricedPart({ template, document, order }: LetterContent, { totals }: LetterWords): PricedPart {
  if (template === "invoice_new") {
    return { items: document.items, totals: totalsOf(document, [], totals.grandTotal, totals) };
  }
  if (template === "creditmemo_new") {
    const adjustments = [
      { label: totals.adjustmentPositive, amount: document.adjustment_positive },
      { label: totals.adjustmentNegative, amount: -document.adjustment_negative },
    ];
    return { items: document.items, totals: totalsOf(document, adjustments, totals.refunded, totals) };
  }
  const items = order.items.map((item) => ({
    ...item,
    order_item_id: item.item_id,
    qty: item.qty_ordered,
  }));
  return { items, totals: totalsOf(order, [], totals.grandTotal, totals) };
}

/** The totals without zeros; the subtotal and the last one are always included. */
function totalsOf(
  figures: Pick<
    InvoiceDoc,
    "subtotal" | "discount_amount" | "shipping_amount" | "tax_amount" | "grand_total"
  >,
  adjustments: readonly Total[],
  lastLabel: string,
  words: LetterWords["totals"],
): Total[] {
  const between = [
    { label: words.discount, amount: figures.discount_amount },
    { label: words.shipping, amount: figures.shipping_amount },
    { label: words.tax, amount: figures.tax_amount },
    ...adjustments,
  ];
  return [
    { label: words.subtotal, amount: figures.subtotal },
    ...between.filter(({ amount }) => amount !== 0),
    { label: lastLabel, amount: figures.grand_total },
  ];
}

/** `12.50 USD`: with the currency code, because symbols are ambiguous. */
function moneyText(currency: string, words: LetterWords): (amount: number) => string {
  return (amount) => `${decimal(amount.toFixed(2), words)} ${currency}`;
}

function decimal(text: string, { decimalMark }: LetterWords): string {
  return text.replace(".", decimalMark);
}
