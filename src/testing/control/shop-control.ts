/**
 * The functions of the shop that the test control needs besides the operations: orders, carts, payments, mail,
 * compositions.
 */
import type { ServedInstance } from "../../engine/serving/served-instance.js";
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import type { Problem } from "../../engine/values/problem.js";
import type { ControlAnswerBody, ControlBody } from "./contract.js";

interface Refused {
  readonly problems: readonly Problem[];
}

export interface ShopControl {
  placeOrder(
    tx: Tx,
    now: string,
    wanted: ControlBody<"placeOrder">,
  ): Promise<ControlAnswerBody<"placeOrder", 201> | Refused>;
  planGateway(tx: Tx, plan: ControlAnswerBody<"setGatewayAnswer", 200>): Promise<void>;
  openCreditmemo(tx: Tx, incrementId: string, now: string): Promise<"opened" | "unknown" | "canceled">;
  findMail(
    tx: ReadTx,
    wanted: { readonly to: string; readonly order: string },
  ): Promise<readonly ControlAnswerBody<"listMail", 200>[number][]>;
  clearMail(tx: Tx): Promise<void>;
  addCoupon(tx: Tx, wanted: ControlBody<"addCoupon">): Promise<ControlAnswerBody<"addCoupon", 201> | Refused>;
  clearCoupons(tx: Tx): Promise<void>;
  addAgreement(
    tx: Tx,
    wanted: ControlBody<"addAgreement">,
  ): Promise<ControlAnswerBody<"addAgreement", 201> | Refused>;
  clearAgreements(tx: Tx): Promise<void>;
  openCart(
    tx: Tx,
    now: string,
    wanted: ControlBody<"openCart">,
  ): Promise<ControlAnswerBody<"openCart", 201> | Refused>;
  listOAuthPairs(
    shop: Pick<ServedInstance, "storage" | "own">,
  ): Promise<ControlAnswerBody<"listOAuthPairs", 200>>;
  addOAuthPair(
    tx: Tx,
    wanted: ControlBody<"addOAuthPair">,
  ): Promise<ControlAnswerBody<"addOAuthPair", 201> | Refused>;
  /** False if there is no such consumer. @param key undefined = all */
  clearOAuthPairs(tx: Tx, key: string | undefined): Promise<boolean>;
  /** Undefined if the product does not exist. */
  readComposition(
    tx: ReadTx,
    productId: number,
  ): Promise<ControlAnswerBody<"getComposition", 200> | Refused | undefined>;
  /** Undefined if the product does not exist. */
  composeProduct(
    tx: Tx,
    productId: number,
    wanted: ControlBody<"setComposition">,
  ): Promise<ControlAnswerBody<"setComposition", 200> | Refused | undefined>;
}
