/** The type of the documents of each collection. See data/collections.ts for keys and indexes. */
import type { ApiUserDoc, SessionDoc } from "../../../engine/access/access-rows.js";
import type {
  AttributeDoc,
  AttributeRevisionDoc,
  AttributeSetDoc,
  CategoryDoc,
  CategoryProductDoc,
  DataVersionDoc,
  FileDoc,
  ImageFileDoc,
  ProductDoc,
  ProductLinkDoc,
  StockItemDoc,
  TagDoc,
  TagUseDoc,
  ValueEditsDoc,
} from "./catalog.js";
import type { CompositionDoc } from "./compositions.js";
import type { AgreementsDoc, CartDoc, CouponsDoc } from "./cart.js";
import type { AddressDoc, CustomerDoc } from "./customer.js";
import type { IdempotencyDoc } from "../../../engine/calls/idempotency-rows.js";
import type {
  OAuthConsumerDoc,
  OAuthNonceDoc,
  OAuthTokenDoc,
} from "../../../engine/access/oauth/oauth-rows.js";
import type { OwnRowDoc } from "../../../engine/extension/own-rows.js";
import type { MailDoc, MailRulesDoc } from "./mail.js";
import type { CreditmemoDoc, GatewayDoc, InvoiceDoc, OrderDoc, ShipmentDoc } from "./sales.js";
import type { ShopDoc } from "./shop.js";

/** @discriminator id */
export type SettingsDocument =
  | ShopDoc
  | DataVersionDoc
  | AttributeRevisionDoc
  | ValueEditsDoc
  | GatewayDoc
  | MailRulesDoc
  | CouponsDoc
  | AgreementsDoc;

export interface ShopDocuments {
  api_users: ApiUserDoc;
  sessions: SessionDoc;
  settings: SettingsDocument;
  attributes: AttributeDoc;
  attribute_sets: AttributeSetDoc;
  categories: CategoryDoc;
  category_products: CategoryProductDoc;
  products: ProductDoc;
  product_links: ProductLinkDoc;
  product_tags: TagDoc;
  product_tag_uses: TagUseDoc;
  images: ImageFileDoc;
  download_files: FileDoc;
  stock_items: StockItemDoc;
  compositions: CompositionDoc;
  orders: OrderDoc;
  shipments: ShipmentDoc;
  invoices: InvoiceDoc;
  creditmemos: CreditmemoDoc;
  customers: CustomerDoc;
  addresses: AddressDoc;
  carts: CartDoc;
  mail: MailDoc;
  idempotency_keys: IdempotencyDoc;
  oauth_consumers: OAuthConsumerDoc;
  oauth_tokens: OAuthTokenDoc;
  oauth_nonces: OAuthNonceDoc;
  own_rows: OwnRowDoc;
}

declare module "../../../engine/storage/documents.js" {
  // oxlint-disable-next-line typescript/no-empty-object-type -- it adds to those of the engine
  interface Documents extends ShopDocuments {}
}

declare module "../../../engine/access/access-rows.js" {
  /** The session data of the shop (conventions 8.4; customers 6.5). */
  interface SessionAttributes {
    /** The customer, whose session is valid for REST only; absent for sessions of API users. */
    readonly customer_id?: number;
    /** The current stores for products and for categories; null = none, in sessions of earlier versions. */
    readonly product_store_id?: number | null;
    readonly category_store_id?: number | null;
  }
}
