/** What the shop remembers of a session (conventions 8.4; customers 6.5). */
export interface ShopSession {
  /** The customer; absent = the session is an API user's. Such a session opens the REST resource only. */
  readonly customer_id?: number;
  /** Current store of the product family and of the category family; null in sessions of earlier versions that have none. */
  readonly product_store_id?: number | null;
  readonly category_store_id?: number | null;
}

declare module "../../../engine/access/access-rows.js" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- it adds to those of the engine
  interface SessionAttributes extends ShopSession {}
}
