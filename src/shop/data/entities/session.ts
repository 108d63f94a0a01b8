/** The session data of the shop (conventions 8.4; customers 6.5). */
interface ShopSession {
  /** The customer, whose session is valid for REST only; absent for sessions of API users. */
  readonly customer_id?: number;
  /** The current stores for products and for categories; null = none, in sessions of earlier versions. */
  readonly product_store_id?: number | null;
  readonly category_store_id?: number | null;
}

declare module "../../../engine/access/access-rows.js" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- it adds to those of the engine
  interface SessionAttributes extends ShopSession {}
}
