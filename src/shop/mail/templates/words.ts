/** The texts of letters in all languages of store views. */
import type { MailTemplate } from "../../data/entities/mail.js";

export type MailLanguage = "en" | "de";

/** The values in the sentences. */
export interface Topic {
  readonly order: string;
  /** The number of the shipment, invoice or credit memo; for mail about orders, of the order. */
  readonly document: string;
  readonly shop: string;
  /** The label of the order's status. */
  readonly status: string;
}

export interface LetterWords {
  readonly subject: Readonly<Record<MailTemplate, (topic: Topic) => string>>;
  readonly opening: Readonly<Record<MailTemplate, (topic: Topic) => string>>;
  /** Without a name for "". */
  readonly greeting: (name: string) => string;
  /** Where registered customers, and guests, find their order. */
  readonly closing: { readonly registered: string; readonly guest: string };
  readonly comment: string;
  readonly orderNumber: string;
  readonly orderDate: string;
  readonly orderStatus: string;
  readonly shippingBy: string;
  readonly paidBy: string;
  readonly tracking: string;
  readonly billTo: string;
  readonly shipTo: string;
  readonly headings: { readonly item: string; readonly qty: string; readonly amount: string };
  readonly totals: {
    readonly subtotal: string;
    readonly discount: string;
    readonly shipping: string;
    readonly tax: string;
    readonly adjustmentPositive: string;
    readonly adjustmentNegative: string;
    readonly grandTotal: string;
    readonly refunded: string;
  };
  /** The label of a status code. */
  readonly status: (code: string) => string;
  /** The name of a payment method; the code of an unknown one. */
  readonly payment: (method: string) => string;
  readonly decimalMark: "." | ",";
}

/** The name for a code; undefined if it has none. */
export function nameOf(code: string, names: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}
