/**
 * The simulated payment gateway (sales 8.1). Its next answer is a document of the shop, so a request to the gateway is
 * part of the transaction. A call that fails before or after the request uses up no answer. If the gateway itself
 * refuses, the operation returns its fault instead of throwing it, so that the answer stays used.
 */
import type { GatewayAnswer, GatewayDoc } from "../../data/entities/sales.js";
import type { Tx } from "../../../engine/storage/storage.js";

/** The gateway's answer to one request. Must be called after all checks and before any write. */
export async function askGateway(tx: Tx): Promise<GatewayAnswer> {
  const plan = await tx.get("settings", "gateway");
  if (plan?.id !== "gateway") return "ok";
  if (plan.times === 1) await tx.del("settings", "gateway");
  if (plan.times > 1) await tx.put("settings", { ...plan, times: plan.times - 1 });
  return plan.answer;
}

/**
 * Sets the gateway's answer to the next `times` requests; 0 means until the next change. Then it returns "ok" again.
 */
export async function planGateway(tx: Tx, plan: Pick<GatewayDoc, "answer" | "times">): Promise<void> {
  await tx.put("settings", { id: "gateway", ...plan });
}
