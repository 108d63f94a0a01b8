/** The mail of the sales operations (sales 16): messages of the outbox, and rules for them. */

export type MailTemplate =
  | "order_new"
  | "order_comment"
  | "invoice_new"
  | "invoice_comment"
  | "shipment_new"
  | "shipment_comment"
  | "creditmemo_new"
  | "creditmemo_comment";

/** A message of the outbox, complete as the operation wrote it. */
export interface MailDoc {
  readonly id: number;
  readonly template: MailTemplate;
  /** Addresses, without names. */
  readonly to: readonly string[];
  /** The name for the first address; "" = none. */
  readonly to_name: string;
  /** Addresses that receive a blind copy. */
  readonly bcc: readonly string[];
  /** The name of the sender; "" = none. */
  readonly from_name: string;
  /** Replaces MAIL_FROM; null = MAIL_FROM. */
  readonly from_address: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The number of the document; for mail about orders, of the order. */
  readonly increment_id: string;
  readonly order_increment_id: string;
  /** The comment in the body; null = none. */
  readonly comment: string | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
  /** `refused` = the mail server has refused it permanently. */
  readonly state: "waiting" | "delivered" | "refused";
  /** Number of started attempts; incremented before each. */
  readonly attempts: number;
  /** Left part of the Message-ID. The same in every attempt, so that receivers can detect duplicates. */
  readonly message_key: string;
}

/** Overrides the defaults for one kind of mail, in one store view or (store 0) in all. */
export interface MailRule {
  readonly template: MailTemplate;
  readonly store_id: number;
  readonly enabled?: boolean;
  readonly sender?: { readonly name: string; readonly email: string };
  readonly copy_to?: readonly string[];
  /** Whether copies are blind copies of the customer's message or separate messages. Default: bcc. */
  readonly copy_method?: "bcc" | "copy";
}

/** A rule for the store view takes precedence over one for all. Absent = all defaults. */
export interface MailRulesDoc {
  readonly id: "mail_rules";
  readonly rules: readonly MailRule[];
}
