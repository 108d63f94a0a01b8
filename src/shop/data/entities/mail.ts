/** The mail of the sales operations (sales 16): messages, and what a shop may set about them. */

export type MailTemplate =
  | "order_new"
  | "order_comment"
  | "invoice_new"
  | "invoice_comment"
  | "shipment_new"
  | "shipment_comment"
  | "creditmemo_new"
  | "creditmemo_comment";

/** A message of the outbox, as complete as it was when the operation wrote it. */
export interface MailDoc {
  readonly id: number;
  readonly template: MailTemplate;
  /** Addresses, without names. */
  readonly to: readonly string[];
  /** The name that goes with the first address; "" = none. */
  readonly to_name: string;
  /** Addresses that get the message unseen. */
  readonly bcc: readonly string[];
  /** The name that the sender's address carries; "" = none. */
  readonly from_name: string;
  /** Replaces MAIL_FROM; null = MAIL_FROM. */
  readonly from_address: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The document's; of order mails the order's. */
  readonly increment_id: string;
  readonly order_increment_id: string;
  /** As the body shows it; null when it shows none. */
  readonly comment: string | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
  /** `refused` = the mail server will never take it, so it stays undelivered. */
  readonly state: "waiting" | "delivered" | "refused";
  /** How often delivery has begun; counted before each attempt. */
  readonly attempts: number;
  /** Left part of the Message-ID: the same in every attempt, so that a receiver can see a repetition. */
  readonly message_key: string;
}

/** What differs from the defaults for one kind of mail, in one store view or (store 0) in all. */
export interface MailRule {
  readonly template: MailTemplate;
  readonly store_id: number;
  readonly enabled?: boolean;
  readonly sender?: { readonly name: string; readonly email: string };
  readonly copy_to?: readonly string[];
  /** Whether copies ride unseen on the customer's message or are messages of their own. Default: bcc. */
  readonly copy_method?: "bcc" | "copy";
}

/** Of several rules that fit, that of the store view counts. Absent = all defaults. */
export interface MailRulesDoc {
  readonly id: "mail_rules";
  readonly rules: readonly MailRule[];
}
