/** The products of the sample shop by ID, counted from 1. */
import { homeProducts } from "./home.js";
import { mugProducts } from "./mugs.js";
import type { ProductRow } from "./rows.js";
import { tableProducts } from "./table.js";
import { workshopProducts } from "./workshop.js";

export const sampleProducts: readonly ProductRow[] = [
  ...mugProducts,
  ...tableProducts,
  ...homeProducts,
  ...workshopProducts,
];
