/** The sample shop's products in order of ID, from 1 on. */
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
