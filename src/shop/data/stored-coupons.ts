/** The stored coupons and their numbers of uses (beyond 11). */
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import type { Coupon } from "./entities/cart.js";

export async function storedCoupons(tx: ReadTx): Promise<readonly Coupon[]> {
  const stored = await tx.get("settings", "coupons");
  return stored?.id === "coupons" ? stored.coupons : [];
}

/** Counts an order that uses a coupon, or with -1 a canceled one. */
export async function countCouponUse(tx: Tx, code: string, change: 1 | -1): Promise<void> {
  const stored = await tx.get("settings", "coupons");
  if (stored?.id !== "coupons") return;
  const wanted = code.toLowerCase();
  const coupons = stored.coupons.map((coupon) =>
    coupon.code.toLowerCase() === wanted ? { ...coupon, used: Math.max(0, coupon.used + change) } : coupon,
  );
  await tx.put("settings", { ...stored, coupons });
}
