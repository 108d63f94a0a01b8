/** The category tree after installation (catalog 2.7). */
import type { CategoryDoc } from "../../data/entities/catalog.js";

/** The creation time of all installed data. */
export const installedAt = "2024-01-01 00:00:00";

const times = { created_at: installedAt, updated_at: installedAt };

export const installedCategories: readonly CategoryDoc[] = [
  {
    id: 1,
    parent_id: 0,
    path: "1",
    position: 0,
    level: 0,
    children_count: 1,
    ...times,
    values: { "0": { name: "Root Catalog", is_active: 1, include_in_menu: 1 } },
  },
  {
    id: 2,
    parent_id: 1,
    path: "1/2",
    position: 1,
    level: 1,
    children_count: 0,
    ...times,
    values: {
      "0": {
        name: "Default Category",
        is_active: 1,
        display_mode: "PRODUCTS",
        is_anchor: 0,
        include_in_menu: 1,
      },
    },
  },
];
