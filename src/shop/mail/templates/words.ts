/** What letters say, in the languages that stores of this shop speak. */
import type { MailTemplate } from "../../data/entities/mail.js";

export type Language = "en" | "de";

/** What a sentence may be about. */
export interface Topic {
  readonly order: string;
  /** The number of the shipment, invoice or credit memo; of order mails the order's. */
  readonly document: string;
  readonly shop: string;
  /** The label of the order's status. */
  readonly status: string;
}

export interface Words {
  readonly subject: Readonly<Record<MailTemplate, (topic: Topic) => string>>;
  readonly opening: Readonly<Record<MailTemplate, (topic: Topic) => string>>;
  /** Without a name for "". */
  readonly greeting: (name: string) => string;
  /** Where a registered customer, and a guest, can look the order up. */
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
  /** The name of a payment method; of an unknown one its code. */
  readonly payment: (method: string) => string;
  readonly decimalMark: "." | ",";
}

/** What a code is called; the code itself when nobody has named it. */
export function nameOf(code: string, names: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined;
}
