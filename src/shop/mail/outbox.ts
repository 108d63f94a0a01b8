/** The outbox: messages are written as rows in the transaction that causes them, and sent later (delivery.ts). */
import { randomUUID } from "node:crypto";
import type { MailDoc, MailRule, MailRulesDoc, MailTemplate } from "../data/entities/mail.js";
import type { OrderDoc } from "../data/entities/sales.js";
import type { ShopDirectory } from "../stores/directory.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { composeLetter, customerName, type MailSubject } from "./templates/compose.js";
import { letterHtml } from "./templates/html.js";
import { headerText } from "./templates/letter.js";
import { letterText } from "./templates/text.js";
import type { MailLanguage } from "./templates/words.js";

/** The parts of a call that the outbox needs. */
interface MailContext {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  /** UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly now: string;
  readonly settings: { readonly mailFrom: string };
}

export type MailRequest = MailSubject & {
  /** The order as this operation stores it, like the document: the message contains their status and totals. */
  readonly order: OrderDoc;
  /** Whether to notify the customer. Copies that a rule requests are sent in any case. */
  readonly notify: boolean;
  /** The comment to show; null, undefined and "" = none. */
  readonly comment?: string | null | undefined;
};

/** The recipients of one message. */
type Recipients = Pick<MailDoc, "to" | "to_name" | "bcc">;

/** The content of a message, without recipients. */
type MessageContent = Omit<MailDoc, "id" | "message_key" | keyof Recipients>;

/**
 * Writes the messages of one event to the outbox, as part of the transaction. Call it for every event of sales 16.1,
 * even if `notify` is false. Returns false if no message to the customer was written: `notify` is false, or a rule
 * disables this kind of mail.
 *
 *     await queueMail({ tx, shop, now, settings }, {
 *       template: "invoice_new", order, document: invoice, notify: args.email, comment: included,
 *     });
 */
export async function queueMail(context: MailContext, request: MailRequest): Promise<boolean> {
  const { tx } = context;
  const rule = await ruleOf(tx, request.template, request.order.store_id);
  const envelopes = await recipientsOf(tx, request, rule);
  if (envelopes.length === 0) return false;

  const message = composeMessage(context, request, rule);
  for (const envelope of envelopes) {
    await tx.put("mail", {
      id: await tx.next("mail"),
      message_key: randomUUID(),
      ...message,
      ...envelope,
    });
  }
  return request.notify;
}

/** The rule of the store view, else of all stores, else no rule: enabled, without copies. */
async function ruleOf(tx: ReadTx, template: MailTemplate, storeId: number): Promise<Partial<MailRule>> {
  const { rules = [] } = ((await tx.get("settings", "mail_rules")) ?? {}) as Partial<MailRulesDoc>;
  let found: MailRule | undefined;
  for (const rule of rules) {
    if (rule.template !== template) continue;
    if (rule.store_id === storeId) return rule;
    if (rule.store_id === 0) found ??= rule;
  }
  return found ?? {};
}

/** The customer with blind copies, then separate copies (sales 16.2). */
async function recipientsOf(
  tx: ReadTx,
  { order, notify }: MailRequest,
  { enabled = true, copy_to = [], copy_method = "bcc" }: Partial<MailRule>,
): Promise<Recipients[]> {
  if (!enabled) return [];
  const bcc = notify && copy_method === "bcc" ? copy_to : [];
  const copies = bcc === copy_to ? [] : copy_to;
  const customer = notify
    ? [{ to: [await customerEmail(tx, order)], to_name: customerName(order), bcc }]
    : [];
  return [...customer, ...copies.map((address) => ({ to: [address], to_name: "", bcc: [] }))];
}

/** The current address of the customer, or that of the order if the customer no longer exists. */
async function customerEmail(tx: ReadTx, { customer_id, customer_email }: OrderDoc): Promise<string> {
  const customer = customer_id === null ? undefined : await tx.get("customers", customer_id);
  return headerText(customer?.email ?? customer_email);
}

function composeMessage(
  { shop, now, settings }: MailContext,
  request: MailRequest,
  { sender }: Partial<MailRule>,
): MessageContent {
  const { template, order, document } = request;
  const comment = request.comment === "" ? null : (request.comment ?? null);
  const name = shopName(shop, order);
  const contact = sender?.email ?? settings.mailFrom;
  const letter = composeLetter({
    ...request,
    comment,
    shop: { name, contact, language: languageOf(shop, order) },
  });
  return {
    template,
    from_name: headerText(sender?.name ?? name),
    from_address: sender?.email ?? null,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    increment_id: (document ?? order).increment_id,
    order_increment_id: order.increment_id,
    comment,
    created_at: now,
    delivered_at: null,
    state: "waiting",
    attempts: 0,
  };
}

/** The name of the store group, because the views of a group differ only in language. */
function shopName(shop: ShopDirectory, { store_id, store_name }: OrderDoc): string {
  const view = shop.view(store_id);
  const group = view && shop.group(view.group_id);
  return headerText(group?.name ?? store_name?.split("\n")[1] ?? "");
}

function languageOf(shop: ShopDirectory, { store_id }: OrderDoc): MailLanguage {
  return shop.view(store_id)?.language ?? "en";
}
