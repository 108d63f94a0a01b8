/** The shape of the documents of each collection. Keys and indexes of the same names: src/storage/collections.ts. */
import type { ApiUserDoc, SessionDoc } from "./access.js";
import type {
  AttributeDoc,
  AttributeRevisionDoc,
  AttributeSetDoc,
  CategoryDoc,
  CategoryProductDoc,
  ImageFileDoc,
  ProductDoc,
  StockItemDoc,
  ValueEditsDoc,
} from "./catalog.js";
import type { AddressDoc, CustomerDoc } from "./customer.js";
import type { ShopDoc } from "./shop.js";

/** A document of a namespace that is not built yet. */
interface Open {
  readonly id: number;
  readonly [field: string]: unknown;
}

export interface Documents {
  api_users: ApiUserDoc;
  sessions: SessionDoc;
  settings: ShopDoc | AttributeRevisionDoc | ValueEditsDoc;
  attributes: AttributeDoc;
  attribute_sets: AttributeSetDoc;
  categories: CategoryDoc;
  category_products: CategoryProductDoc;
  products: ProductDoc;
  images: ImageFileDoc;
  stock_items: StockItemDoc;
  orders: Open;
  shipments: Open;
  invoices: Open;
  creditmemos: Open;
  customers: CustomerDoc;
  addresses: AddressDoc;
  mail: Open;
}
