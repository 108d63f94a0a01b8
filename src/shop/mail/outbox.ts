/** The outbox: messages are rows of the transaction that causes them, and leave after it (delivery.ts). */
import { randomUUID } from "node:crypto";
import type { MailDoc, MailRule, MailRulesDoc, MailTemplate } from "../data/entities/mail.js";
import type { OrderDoc } from "../data/entities/sales.js";
import type { ShopDirectory } from "../stores/directory.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import { composeLetter, customerName, type MailSubject } from "./templates/compose.js";
import { htmlOf } from "./templates/html.js";
import { headerText } from "./templates/letter.js";
import { letterText } from "./templates/text.js";
import type { Language } from "./templates/words.js";

/** What the outbox needs of a call; a `Call` that writes fits. */
export interface MailSurroundings {
  readonly tx: Tx;
  readonly shop: ShopDirectory;
  /** UTC, `YYYY-MM-DD HH:MM:SS` */
  readonly now: string;
  readonly settings: { readonly mailFrom: string };
}

export type MailRequest = MailSubject & {
  /** As this operation stores it, and so the document: the message shows their status and totals. */
  readonly order: OrderDoc;
  /** Whether the customer gets it. Copies that the shop has set go out without the customer as well. */
  readonly notify: boolean;
  /** The comment to show; null, undefined and "" = none. */
  readonly comment?: string | null | undefined;
};

/** Who gets one message. */
type Recipients = Pick<MailDoc, "to" | "to_name" | "bcc">;

/** What a message says, whoever gets it. */
type Message = Omit<MailDoc, "id" | "message_key" | keyof Recipients>;

/**
 * Writes the messages of one event into the outbox, as part of the transaction. Call it on every event of
 * sales 16.1, also when `notify` is false. False when no message to the customer was written: `notify` is
 * false, or the shop has switched this kind of mail off.
 *
 *     await queueMail({ tx, shop, now, settings }, {
 *       template: "invoice_new", order, document: invoice, notify: args.email, comment: included,
 *     });
 */
export async function queueMail(surroundings: MailSurroundings, request: MailRequest): Promise<boolean> {
  const { tx } = surroundings;
  const rule = await ruleOf(tx, request.template, request.order.store_id);
  const envelopes = await recipientsOf(tx, request, rule);
  if (envelopes.length === 0) return false;

  const message = composeMessage(surroundings, request, rule);
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

/** The rule of the store view, else that of all stores, else none: enabled, without copies. */
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

/** The customer with the copies that nobody sees, then copies of their own (sales 16.2). */
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

/** The address of today of a customer who still exists, else the one that the order was placed with. */
async function customerEmail(tx: ReadTx, { customer_id, customer_email }: OrderDoc): Promise<string> {
  const customer = customer_id === null ? undefined : await tx.get("customers", customer_id);
  return headerText(customer?.email ?? customer_email);
}

function composeMessage(
  { shop, now, settings }: MailSurroundings,
  request: MailRequest,
  { sender }: Partial<MailRule>,
): Message {
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
    html: htmlOf(letter),
    increment_id: (document ?? order).increment_id,
    order_increment_id: order.increment_id,
    comment,
    created_at: now,
    delivered_at: null,
    state: "waiting",
    attempts: 0,
  };
}

/** The name over the shop's door: of the store group, as the views of one shop differ only in language. */
function shopName(shop: ShopDirectory, { store_id, store_name }: OrderDoc): string {
  const view = shop.view(store_id);
  const group = view && shop.group(view.group_id);
  return headerText(group?.name ?? store_name?.split("\n")[1] ?? "");
}

function languageOf(shop: ShopDirectory, { store_id }: OrderDoc): Language {
  return shop.view(store_id)?.language ?? "en";
}
