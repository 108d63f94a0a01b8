/** How often coupons were used: by orders, and not any more once they are canceled (beyond 11). */
import type { Tx } from "../../engine/storage/storage.js";

/** Counts one use more, or one less. */
export async function countUse(tx: Tx, code: string, change: 1 | -1): Promise<void> {
  const stored = await tx.get("settings", "coupons");
  if (stored?.id !== "coupons") return;
  const wanted = code.toLowerCase();
  const coupons = stored.coupons.map((coupon) =>
    coupon.code.toLowerCase() === wanted ? { ...coupon, used: Math.max(0, coupon.used + change) } : coupon,
  );
  await tx.put("settings", { ...stored, coupons });
}
