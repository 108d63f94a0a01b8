/** Links of each type between products of the sample shop. */
import type { LinkType } from "../../src/shop/data/entities/catalog.js";

interface LinkRow {
  readonly type: LinkType;
  /** SKUs. */
  readonly from: string;
  readonly to: string;
  readonly data?: { readonly position?: number; readonly qty?: number };
}

// prettier-ignore
export const sampleLinks: readonly LinkRow[] = [
  { type: "related", from: "mug-01", to: "mug-02", data: { position: 2 } },
  { type: "related", from: "mug-01", to: "plate-02", data: { position: 1 } },
  { type: "related", from: "mug-02", to: "mug-01" },
  { type: "up_sell", from: "mug-01", to: "mug-04", data: { position: 1 } },
  { type: "up_sell", from: "planter-01", to: "planter-04" },
  { type: "cross_sell", from: "mug-01", to: "jug-01", data: { position: 1 } },
  { type: "cross_sell", from: "plate-01", to: "gift-02" },
  { type: "grouped", from: "service-breakfast", to: "mug-01", data: { position: 1, qty: 1 } },
  { type: "grouped", from: "service-breakfast", to: "bowl-01", data: { position: 2, qty: 1 } },
  { type: "grouped", from: "service-breakfast", to: "plate-02", data: { position: 3, qty: 1 } },
  { type: "grouped", from: "service-dinner", to: "plate-01", data: { position: 1, qty: 2 } },
  { type: "grouped", from: "service-dinner", to: "plate-03", data: { position: 2, qty: 2 } },
  { type: "grouped", from: "service-dinner", to: "plate-05", data: { position: 3 } },
];
