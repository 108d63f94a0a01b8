/** Waiting messages in an outbox, created without operations. */
import { queueMail, type MailRequest } from "../../../../src/shop/mail/outbox.js";
import { installedShop } from "../../../../src/shop/states/installed/shop.js";
import { ShopDirectory } from "../../../../src/shop/stores/directory.js";
import type { Storage } from "../../../../src/engine/storage/storage.js";
import { orderOf } from "./orders.js";

const shop = new ShopDirectory(installedShop);

type Given = Partial<Pick<MailRequest, "order" | "notify" | "comment">>;

/** Writes an order mail in a transaction of its own. */
export function queue(storage: Storage, given: Given = {}): Promise<boolean> {
  return storage.write((tx) =>
    queueMail(
      { tx, shop, now: "2025-06-01 12:00:00", settings: { mailFrom: "shop@example.com" } },
      { template: "order_new", order: orderOf({ customer_id: null }), notify: true, ...given },
    ),
  );
}

/** An order whose mail goes to this address. */
export function orderTo(customer_email: string, given: Record<string, unknown> = {}) {
  return orderOf({ customer_id: null, customer_email, ...given });
}
