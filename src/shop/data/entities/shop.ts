/** Websites, store groups and store views (conventions 8.1), in a single document. */
import type { FaultTexts } from "../../../engine/contract/fault-texts.js";
import type { CustomAttribute } from "./customer.js";

export interface Website {
  readonly website_id: number;
  readonly code: string;
  readonly name: string;
  readonly sort_order: number;
  readonly default_group_id: number;
  readonly is_default: boolean;
}

export interface StoreGroup {
  readonly group_id: number;
  readonly website_id: number;
  readonly name: string;
  readonly root_category_id: number;
  readonly default_store_id: number;
}

export interface StoreView {
  readonly store_id: number;
  readonly code: string;
  readonly website_id: number;
  readonly group_id: number;
  readonly name: string;
  readonly sort_order: number;
  readonly is_active: boolean;
  /** The language of mail; absent = English. */
  readonly language?: "en" | "de";
}

export interface TaxClass {
  readonly class_id: number;
  readonly name: string;
  readonly type: "product" | "customer";
}

export interface TaxRate {
  readonly country_id: string;
  /** Absent or 0 = every region. */
  readonly region_id?: number;
  /** A postcode, the beginning of postcodes (`10*`), or a range of numbers (`10000-19999`); absent = every postcode. */
  readonly postcode?: string;
  /** Percent. */
  readonly rate: number;
  readonly product_tax_class: number;
  /** Absent = the class of all customer groups, 3. */
  readonly customer_tax_class?: number;
}

export interface CustomerGroup {
  readonly group_id: number;
  readonly code: string;
}

export interface ShopDoc {
  readonly id: "shop";
  readonly websites: readonly Website[];
  readonly groups: readonly StoreGroup[];
  readonly views: readonly StoreView[];
  readonly tax_classes: readonly TaxClass[];
  /** Absent = those of a new Magento 1 installation. */
  readonly tax_rates?: readonly TaxRate[];
  /** Titles by code of carriers in addition to the built-in ones and those of CARRIERS. */
  readonly carriers?: Readonly<Record<string, string>>;
  /** Texts of faults as the shop has them (doors 0.2). */
  readonly fault_texts?: FaultTexts;
  readonly customer_groups: readonly CustomerGroup[];
  /** Custom attributes of customers; read at server start (customers 7.4). */
  readonly customer_attributes?: readonly CustomAttribute[];
}
