/**
 * The simulated payment gateway (sales 8.1). What it answers next is a document of the shop, so asking it is part of
 * the transaction: a call that is refused before the gateway is asked, or fails after, uses up no answer. An operation
 * that the gateway itself refuses returns its fault instead of throwing it, and so keeps the answer used up.
 */
import type { GatewayAnswer, GatewayDoc } from "../../data/entities/sales.js";
import type { Tx } from "../../../engine/storage/storage.js";

/** The gateway's answer to one request. Ask after all checks, before anything is written. */
export async function askGateway(tx: Tx): Promise<GatewayAnswer> {
  const plan = await tx.get("settings", "gateway");
  if (plan?.id !== "gateway") return "ok";
  if (plan.times === 1) await tx.del("settings", "gateway");
  if (plan.times > 1) await tx.put("settings", { ...plan, times: plan.times - 1 });
  return plan.answer;
}

/** From now on the gateway answers this so many times, 0 = until it is told otherwise; then "ok" again. */
export async function planGateway(tx: Tx, plan: Pick<GatewayDoc, "answer" | "times">): Promise<void> {
  await tx.put("settings", { id: "gateway", ...plan });
}
