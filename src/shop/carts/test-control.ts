/** Test control for carts: coupons, agreements and active carts, for which there are no operations (beyond 20). */
import type { components } from "../../../generated/rest.js";
import type { Problem } from "../../engine/values/problem.js";
import type { Agreement, Coupon } from "../data/entities/cart.js";
import { growthBounds } from "../data/growth.js";
import { shopDirectory, type ShopDirectory } from "../stores/directory.js";
import type { Tx } from "../../engine/storage/storage.js";
import { toDay } from "../../engine/values/dates.js";
import { round4 } from "../../engine/values/coercion.js";
import { storedAgreements } from "./agreements.js";
import { buyerOfCustomer } from "./buyers.js";
import { cartsOfCustomer } from "../data/stored-carts.js";
import { newCart, websiteIdOf } from "./carts.js";
import { storedCoupons } from "../data/stored-coupons.js";

type ControlSchemas = components["schemas"];

interface Refused {
  readonly problems: readonly Problem[];
}

export async function addCoupon(
  tx: Tx,
  wanted: ControlSchemas["CouponRequest"],
): Promise<ControlSchemas["CouponSet"] | Refused> {
  const shop = await shopDirectory(tx);
  const coupons = await storedCoupons(tx);
  const problems = couponProblems(wanted, coupons, shop);
  if (problems.length > 0) return { problems };

  const rule_id = (coupons.at(-1)?.rule_id ?? 0) + 1;
  const coupon: Coupon = {
    rule_id,
    code: wanted.code.trim(),
    used: 0,
    uses: wanted.uses ?? null,
    percent: wanted.percent === undefined ? null : round4(wanted.percent),
    fixed: wanted.fixed === undefined ? null : round4(wanted.fixed),
    free_shipping: wanted.free_shipping === true ? 1 : 0,
    from: wanted.from ?? null,
    to: wanted.to ?? null,
    website_id: wanted.website === undefined ? null : (shop.website(wanted.website)?.website_id ?? null),
  };
  await tx.put("settings", { id: "coupons", coupons: [...coupons, coupon] });
  const { rule_id: _, website_id: _w, free_shipping, ...members } = coupon;
  return { ...members, free_shipping: free_shipping === 1, website: wanted.website ?? null };
}

function couponProblems(
  { code, percent, fixed, free_shipping, from, to, website }: ControlSchemas["CouponRequest"],
  coupons: readonly Coupon[],
  shop: ShopDirectory,
): Problem[] {
  const problems: Problem[] = [];
  const refuse = (field: string, message: string) => void problems.push({ field, message });
  const name = code.trim().toLowerCase();
  if (name === "") refuse("code", "must not be blank");
  if (coupons.length >= growthBounds.coupons)
    refuse("code", `there are ${growthBounds.coupons} coupons already`);
  if (coupons.some((coupon) => coupon.code.toLowerCase() === name))
    refuse("code", "is the code of another coupon");
  if (percent !== undefined && fixed !== undefined) refuse("fixed", "cannot be given with percent");
  if (percent === undefined && fixed === undefined && free_shipping !== true)
    refuse("percent", "or fixed, or free_shipping true is required");
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && toDay(day) !== day) refuse(field, "must be a day, YYYY-MM-DD");
  if (from !== undefined && to !== undefined && to < from) refuse("to", "must not be before from");
  if (website !== undefined && !shop.website(website))
    refuse("website", `must be the code of a website${shop.meantWebsite(website)}`);
  return problems;
}

export async function clearCoupons(tx: Tx): Promise<void> {
  await tx.del("settings", "coupons");
}

export async function addAgreement(
  tx: Tx,
  { name, content, checkbox_text, is_html = false, stores }: ControlSchemas["AgreementRequest"],
): Promise<ControlSchemas["AgreementAdded"] | Refused> {
  const shop = await shopDirectory(tx);
  const unknown = stores?.find((code) => !shop.view(code));
  if (unknown !== undefined)
    return {
      problems: [{ field: "stores", message: `there is no store view ${unknown}${shop.meantView(unknown)}` }],
    };

  const agreements = await storedAgreements(tx);
  if (agreements.length >= growthBounds.agreements)
    return {
      problems: [{ field: "name", message: `there are ${growthBounds.agreements} agreements already` }],
    };
  const agreement_id = (agreements.at(-1)?.agreement_id ?? 0) + 1;
  const agreement: Agreement = {
    agreement_id,
    name,
    content,
    checkbox_text,
    content_height: null,
    is_html: is_html ? 1 : 0,
    is_active: 1,
    position: 0,
    store_ids: stores?.map((code) => shop.view(code)?.store_id ?? 0) ?? [0],
  };
  await tx.put("settings", { id: "agreements", agreements: [...agreements, agreement] });
  return { agreement_id };
}

export async function clearAgreements(tx: Tx): Promise<void> {
  await tx.del("settings", "agreements");
}

/** Creates the active cart of a customer. A customer has one per website, so the former one becomes inactive. */
export async function openCart(
  tx: Tx,
  now: string,
  { customer_id, store }: ControlSchemas["CustomerCartRequest"],
): Promise<ControlSchemas["CustomerCart"] | Refused> {
  const shop = await shopDirectory(tx);
  const view = shop.view(store ?? shop.defaultStoreId(shop.defaultWebsite));
  if (!view) {
    const message = `must be the code of a store view${shop.meantView(store)}`;
    return { problems: [{ field: "store", message }] };
  }
  const customer = await tx.get("customers", customer_id);
  if (!customer) {
    return { problems: [{ field: "customer_id", message: `there is no customer ${customer_id}` }] };
  }

  for (const cart of await cartsOfCustomer(tx, customer_id))
    if (cart.is_active === 1 && websiteIdOf(shop, cart) === view.website_id)
      await tx.put("carts", { ...cart, is_active: 0 });
  const id = await tx.next("cart");
  const cart = newCart(id, view.store_id, now);
  await tx.put("carts", { ...cart, customer_id, is_active: 1, buyer: buyerOfCustomer(customer) });
  return { quote_id: id };
}
