/** The functions of the test control that are specific to the shop (docs/testing.md). */
import type { Condition } from "../engine/filters/query.js";
import type { ServedInstance } from "../engine/serving/served-instance.js";
import type { ReadTx, Tx } from "../engine/storage/storage.js";
import { forEachInSlices } from "../engine/time-slices.js";
import { composeProduct, readComposition } from "./catalog/compositions/product-composition.js";
import { addAgreement, addCoupon, clearAgreements, clearCoupons, openCart } from "./carts/test-control.js";
import type { MailDoc } from "./data/entities/mail.js";
import { openCreditmemo } from "./sales/creditmemos/creditmemos.js";
import { oauthOf } from "./rest/oauth/own.js";
import { addOAuthPair, clearOAuthPairs, listOAuthPairs } from "./rest/oauth/test-control.js";
import { planGateway } from "./sales/payment/gateway.js";
import type { PlacementRequest } from "./sales/placement/placement-request.js";
import { placeOrder, type Placing } from "./sales/placement/placement.js";
import { shopDirectory } from "./stores/directory.js";

export function shopControl(settings: Placing["settings"]) {
  return {
    /** Places an order as the checkout of a storefront does (sales 19). */
    async placeOrder(tx: Tx, now: string, wanted: PlacementRequest) {
      const placed = await placeOrder({ tx, shop: await shopDirectory(tx), now, settings }, wanted);
      if ("problems" in placed) return placed;
      const { id: order_id, increment_id, items } = placed.order;
      const rows = items.map(({ item_id, sku, parent_item_id }) => ({
        item_id,
        sku,
        ...(parent_item_id === null ? {} : { parent_item_id }),
      }));
      return { order_id, increment_id, items: rows };
    },
    planGateway,
    openCreditmemo,
    readComposition,
    composeProduct,
    addCoupon,
    clearCoupons,
    addAgreement,
    clearAgreements,
    openCart,
    addOAuthPair,
    clearOAuthPairs,
    listOAuthPairs: ({ storage, own }: Pick<ServedInstance, "storage" | "own">) =>
      listOAuthPairs(storage, oauthOf(own).access),
    /** Searches the outbox (sales 16.4). `to` also finds blind copies. An empty filter counts as absent. */
    async findMail(tx: ReadTx, { to, order }: { readonly to: string; readonly order: string }) {
      const where: Condition[] = order === "" ? [] : [{ path: "order_increment_id", op: "eq", value: order }];
      const found = await tx.find("mail", { where });
      return found.filter((mail) => to === "" || isSentTo(mail, to)).map(captured);
    },
    async clearMail(tx: Tx): Promise<void> {
      await forEachInSlices(await tx.find("mail"), ({ id }) => tx.del("mail", id));
    },
  };
}

/** In a query string, `+` is decoded as a space. No address contains spaces, so a space stands for `+`. */
function isSentTo({ to, bcc }: MailDoc, address: string): boolean {
  const wanted = address.replaceAll(" ", "+").toLowerCase();
  return [...to, ...bcc].some((one) => one.toLowerCase() === wanted);
}

function captured(mail: MailDoc) {
  const { id, template, to, subject, text, html, increment_id, comment, created_at, delivered_at } = mail;
  return { id, template, to, subject, text, html, increment_id, comment, created_at, delivered_at };
}
