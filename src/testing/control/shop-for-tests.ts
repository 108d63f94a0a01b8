/** What the test control asks of a shop beside its operations: orders, carts, payments, mail and compositions. */
import type { ReadTx, Tx } from "../../engine/storage/storage.js";
import type { Problem } from "../../engine/values/problem.js";
import type { AnswerOf, BodyOf } from "./contract.js";

interface Refused {
  readonly problems: readonly Problem[];
}

export interface ShopForTests {
  placeOrder(
    tx: Tx,
    now: string,
    wanted: BodyOf<"placeOrder">,
  ): Promise<AnswerOf<"placeOrder", 201> | { readonly problems: readonly Problem[] }>;
  planGateway(tx: Tx, plan: AnswerOf<"setGatewayAnswer", 200>): Promise<void>;
  openCreditmemo(tx: Tx, incrementId: string, now: string): Promise<"opened" | "unknown" | "canceled">;
  findMail(
    tx: ReadTx,
    wanted: { readonly to: string; readonly order: string },
  ): Promise<readonly AnswerOf<"listMail", 200>[number][]>;
  clearMail(tx: Tx): Promise<void>;
  addCoupon(tx: Tx, wanted: BodyOf<"addCoupon">): Promise<AnswerOf<"addCoupon", 201> | Refused>;
  clearCoupons(tx: Tx): Promise<void>;
  addAgreement(tx: Tx, wanted: BodyOf<"addAgreement">): Promise<AnswerOf<"addAgreement", 201> | Refused>;
  clearAgreements(tx: Tx): Promise<void>;
  openCart(tx: Tx, now: string, wanted: BodyOf<"openCart">): Promise<AnswerOf<"openCart", 201> | Refused>;
  /** Undefined when there is no such product. */
  readComposition(
    tx: ReadTx,
    productId: number,
  ): Promise<AnswerOf<"getComposition", 200> | { readonly problems: readonly Problem[] } | undefined>;
  composeProduct(
    tx: Tx,
    productId: number,
    wanted: BodyOf<"setComposition">,
  ): Promise<AnswerOf<"setComposition", 200> | { readonly problems: readonly Problem[] } | undefined>;
}
